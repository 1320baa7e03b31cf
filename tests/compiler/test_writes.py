"""Writes to memory in compiled functions: to arguments, buffers of modules, and views, as op by op."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import kernels, nn
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .programs import as_list, close, compare


def arguments() -> list[Any]:
    """Return a matrix and a row."""
    rng = np.random.default_rng(3)
    return [dv.tensor(rng.standard_normal((3, 4))), dv.tensor(rng.standard_normal(4))]


def both(function: Callable[..., Any], make: Callable[[], list[Any]] = arguments, calls: int = 3) -> Any:
    """Compare results, arguments and their versions after some calls; return the compiled function."""
    compiled, found = compile(function, fullgraph=True), []
    for each in (compiled, function):
        given = make()
        dv.manual_seed(2)
        results = [out for _ in range(calls) for out in as_list(each(*given))]
        found.append(
            [*[out for out in results if out is not None], *given, dv.tensor([t._version for t in given])]
        )
    for ours, theirs in zip(*found, strict=True):
        assert ours.dtype == theirs.dtype
        close(ours, theirs)
    return compiled


def whole(x: Any, v: Any) -> Any:
    x.add_(v)
    return x * 2


def row(x: Any, v: Any) -> Any:
    x[0] = v
    return x.sum()


def views(x: Any, v: Any) -> Any:
    first, column = x[1], x[:, 2]
    x.mul_(2)
    first.add_(v)
    x[:, 1:3] -= 1
    return first * 1, x.sum(0), column + 1


def transposed(x: Any, v: Any) -> Any:
    x[0].mul_(3)
    turned = x.T
    turned[0] = 7.0
    x.T[1].copy_(v[:3])
    turned.unsqueeze(0)[0, 3].zero_()
    return x.sum(0) + turned[:, 0]


def exchanged(x: Any, v: Any) -> None:
    v.copy_(x[0])
    x[0].copy_(x[1])
    x[1].copy_(v)


def several(x: Any, v: Any) -> Any:
    x.zero_()
    v.fill_(2.0).clamp_(max=1.5)
    x[0] += v
    x[:, 0].fill_(v.sum())
    x.add_(1).mul_(2)
    return x @ v


def parts(x: Any, v: Any) -> Any:
    left, right = x.chunk(2, 1)
    left.add_(right)
    right.mul_(left)
    return left.sum() + x.sum() + right[0]


def scattered(x: Any, v: Any) -> Any:
    x.index_add_(0, dv.tensor([0, 2]), dv.ones(2, 4, dtype=x.dtype))
    x.fill_diagonal_(4.0)
    x.scatter_(1, dv.zeros(3, 1, dtype=dv.int64), v[:1].expand(3, 1))
    return x * v


def masked(x: Any, v: Any) -> Any:
    x.masked_fill_(x > 0, 0.5)
    v.clamp_(min=0)
    v[dv.arange(2)] = 3.0
    return x + v


def noise(x: Any, v: Any) -> Any:
    x.normal_().add_(dv.rand(4))
    v.bernoulli_(0.5)
    v[1:].uniform_(2, 3)
    return x * v + dv.empty(4, dtype=x.dtype).exponential_() + dv.zeros(3, 1, dtype=x.dtype).random_(5)


def alone(x: Any, v: Any) -> Any:
    (part,) = x.split(4)
    (row,) = v[None].unbind(0)
    part.mul_(2)
    return part + dv.stack([*row.chunk(1)]) + v.unsqueeze(0).split(1)[0]


FUNCTIONS = [alone, whole, row, views, transposed, exchanged, several, parts, scattered, noise]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_writes_to_arguments_are_those_op_by_op(function: Callable[..., Any]) -> None:
    with kernels.disabled():
        assert both(function).programs


@pytest.mark.parametrize("function", [whole, row, views, several], ids=lambda function: function.__name__)
def test_writes_to_arguments_of_another_layout_are_those_op_by_op(function: Callable[..., Any]) -> None:
    def make() -> list[Any]:
        x, v = arguments()
        return [x.T.clone().T, v]

    def slices() -> list[Any]:
        x, v = arguments()
        return [dv.cat([x, x], 1)[:, ::2], v]

    with kernels.disabled():
        both(function, make)
        compiled, found = compile(function), []
        with pytest.warns(UserWarning, match="another name"):
            for each in (compiled, function):
                given = slices()
                found.append([*as_list(each(*given)), *given])
        for ours, theirs in zip(*found, strict=True):
            close(ours, theirs)


def filled(x: Any, v: Any) -> Any:
    table = dv.zeros(3, 4, dtype=x.dtype)
    table[0] = v * 2
    table[1:, 1:3] += x[1:, :2].sin()
    table.T[3].mul_(v[:3])
    return table * x, table[0] + v


def overwritten(x: Any, v: Any) -> Any:
    hidden = x * 2
    first = hidden[0]
    first.exp_()
    hidden[:, 1] = v[:3] ** 2
    hidden.mul_(x)
    return hidden.tanh(), first * v


@pytest.mark.parametrize("recorded", [(False, False), (True, True), (True, False)])
@pytest.mark.parametrize("function", [filled, overwritten], ids=lambda function: function.__name__)
def test_writes_to_views_of_results_have_gradients(function: Callable[..., Any], recorded: Any) -> None:
    leaves = [tensor.requires_grad_(wanted) for tensor, wanted in zip(arguments(), recorded, strict=True)]
    with kernels.disabled():
        compare(function, leaves)
        compare(
            lambda x, v: dv.func.grad(lambda x: sum(out.sin().sum() for out in function(x, v)))(x), leaves
        )


class Counting(nn.Module):
    """A layer with running statistics of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("mean", dv.zeros(4))
        self.register_buffer("count", dv.tensor(0))
        self.register_buffer("history", dv.zeros(5, 4))

    def forward(self, x: Any, place: int = 0) -> Any:
        y = self.linear(x)
        if self.training:
            self.mean.mul_(0.9).add_(y.detach().mean(0), alpha=0.1)
            self.count.add_(1)
            self.history[place] = y.detach()[0]
        return (y - self.mean).tanh().sum() * self.count


def test_running_statistics_of_one_s_own_are_those_op_by_op() -> None:
    found = []
    for compiled in (True, False):
        dv.manual_seed(0)
        layer: Any = Counting()
        called = compile(layer, fullgraph=True) if compiled else layer
        x, losses = dv.linspace(-1, 1, 12).reshape(3, 4), []
        with kernels.disabled():
            for place in (0, 3, 3):
                layer.train(place == 3)
                losses.append(called(x, place))
                losses[-1].backward()
        state = [layer.linear.weight.grad, layer.mean, layer.count, layer.history]
        found.append([*losses, *state, dv.tensor([buffer._version for buffer in state[1:]])])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


@pytest.mark.filterwarnings("ignore:compile")
def test_memory_that_arguments_share_is_noticed() -> None:
    def f(x: Any, y: Any) -> Any:
        x.add_(1)
        return y * 2

    base = dv.zeros(6)
    with kernels.disabled():
        compiled = compile(f)
        compiled(dv.zeros(3), dv.zeros(3))
        for make in (
            lambda b: (b[:3], b[2:5]),
            lambda b: (b[:3], b[3:]),
            lambda b: (b, b[::2].expand(3)),
            lambda b: (b[:3], b[:3]),
            lambda b: [b[:3]] * 2,
            lambda b: (b[:3], dv.from_numpy(b.numpy())[1:4]),
        ):
            for _ in range(2):
                bases = base.clone(), base.clone()
                ours, theirs = [each(*make(b)) for each, b in zip((compiled, f), bases, strict=True)]
                close(ours, theirs)
                close(*bases)
    assert len(compiled.programs) == 1


def test_caches_at_several_places_have_a_program_each() -> None:
    def store(cache: Any, place: int, value: Any) -> Any:
        cache[place] = value.tanh() * 2
        return cache[: place + 1].sum(0)

    compiled, caches = compile(store, fullgraph=True), (dv.zeros(4, 3), dv.zeros(4, 3))
    with kernels.disabled():
        for place in (0, 1, 1, 3, -1):
            value = dv.full((3,), place + 0.5)
            close(compiled(caches[0], place, value), store(caches[1], place, value))
            close(*caches)


def test_a_pending_backward_notices_a_write_of_a_program() -> None:
    x = dv.ones(3)
    w = dv.ones(3, requires_grad=True)
    loss = (x * w).sum()
    with kernels.disabled():
        compile(whole, fullgraph=True)(x, dv.ones(3))
    with pytest.raises(RuntimeError, match="modified"):
        loss.backward()


@pytest.mark.filterwarnings("ignore:compile")
def test_an_argument_that_is_written_and_that_the_backward_pass_reads_is_an_error_as_op_by_op() -> None:
    def f(x: Any, w: Any) -> Any:
        loss = (x * w).sum()
        x.add_(1)
        return loss

    with kernels.disabled():
        for each in (compile(f), f):
            x, w = dv.ones(3), dv.ones(3, requires_grad=True)
            loss = each(x, w)
            assert x.tolist() == [2.0] * 3
            with pytest.raises(RuntimeError, match="modified"):
                loss.backward()


@pytest.mark.filterwarnings("ignore:compile")
def test_what_is_written_is_checked_at_each_call() -> None:
    compiled = compile(whole, fullgraph=True)
    x, v = arguments()
    compiled(x, v)
    fixed = np.zeros((3, 4))
    fixed.flags.writeable = False
    for given in (dv.from_numpy(fixed), dv.zeros(4, dtype=dv.float64).expand(3, 4)):
        for each in (compile(whole), compiled.uncompiled):
            with pytest.raises(RuntimeError, match=r"read-only|single memory location"):
                each(given, v)
    with pytest.raises(RuntimeError, match="leaf"):
        compile(whole)(x.clone().requires_grad_(), v)


@pytest.mark.filterwarnings("ignore:compile")
def test_an_error_leaves_arguments_as_they_were() -> None:
    def f(x: Any, v: Any) -> Any:
        x.add_(1)
        return v.softmax(7)

    x, v = arguments()
    before = x.clone()
    with pytest.raises((RuntimeError, IndexError)):
        compile(f)(x, v)
    assert not dv.equal(x, before)  # as op by op, where the write came first

    def indexed(x: Any, places: Any) -> Any:
        x.mul_(2)
        return x.index_select(0, places)

    compiled = compile(indexed, fullgraph=True)
    x, before = x.clone(), x.clone()
    with kernels.disabled():
        compiled(x, dv.tensor([0, 1]))
        close(x, before * 2)
        with pytest.raises((RuntimeError, IndexError)):
            compiled(x, dv.tensor([0, 9]))
    close(x, before * 2)


REFUSED: dict[str, tuple[Callable[..., Any], str]] = {
    "history": (lambda x, w: [x.mul_(w), x.sum()][1], "value with history"),
    "another name": (lambda x, w: [x.detach().add_(1), x * w][1], "another name"),
    "out": (lambda x, w: [dv.full((2,), 1.0, out=x[0, :2]), x * w][1], "cannot be part"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_writes_run_op_by_op(name: str) -> None:
    function, why = REFUSED[name]
    x, w = arguments()
    x, w = x.to(dv.float32), w.to(dv.float32).requires_grad_()
    with pytest.raises(CannotCompile, match=why):
        compile(function, fullgraph=True)(x.clone(), w)
    with pytest.warns(UserWarning, match=why):
        close(compile(function)(x.clone(), w), function(x.clone(), w))


def test_explain_counts_what_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with kernels.disabled():
        dv.compile.explain(several, *arguments())
    assert "then: 2 arguments written" in capsys.readouterr().out


def descend(x: Any, v: Any) -> Any:
    loss = ((x * v).tanh() - 0.3).square().sum()
    slopes = dv.autograd.grad(loss, [x, v])
    with dv.no_grad():
        x.sub_(0.1 * slopes[0])
        v -= 0.1 * slopes[1]
        v[0] = 0.5
        return loss, x.square().sum()


def detached(x: Any, v: Any) -> Any:
    with dv.no_grad():
        scale = (x.exp() * v).sum()
        scale += 1
        with dv.enable_grad():
            y = x.sin() * scale
    return y * v, scale


def test_steps_written_by_hand_are_programs() -> None:
    found = []
    with kernels.disabled():
        for each in (compile(descend, fullgraph=True), descend):
            x, v = [tensor.requires_grad_() for tensor in arguments()]
            results = [out for _ in range(4) for out in each(x, v)]
            assert x.is_leaf
            assert not results[1].requires_grad
            found.append([*results, x, v, dv.tensor([x._version, v._version])])
        for ours, theirs in zip(*found, strict=True):
            close(ours, theirs)


@pytest.mark.parametrize("recorded", [(False, False), (True, True), (True, False), (False, True)])
def test_what_is_computed_without_recording_has_no_history(recorded: Any) -> None:
    leaves = [tensor.requires_grad_(wanted) for tensor, wanted in zip(arguments(), recorded, strict=True)]
    with kernels.disabled():
        compare(detached, leaves)


def test_recording_what_was_written_without_history_runs_op_by_op() -> None:
    def f(x: Any, v: Any) -> Any:
        with dv.no_grad():
            x.mul_(2)
        return (x * v).sum()

    def g(x: Any, v: Any) -> Any:
        y = x * v
        with dv.no_grad():
            y.mul_(2)
        return y.sum()

    with kernels.disabled():
        for function, why in ((f, "recording an op of what was written"), (g, "a result with history")):
            x, v = [tensor.requires_grad_() for tensor in arguments()]
            with pytest.raises(CannotCompile, match=why):
                compile(function, fullgraph=True)(x, v)
            with pytest.warns(UserWarning, match=why):
                compile(function)(x, v)


def test_writes_before_a_step_come_before_it() -> None:
    found = []
    for compiled in (True, False):
        dv.manual_seed(0)
        model = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3)).to(dv.float64)
        optimizer = dv.optim.SGD(model.parameters(), lr=0.5)

        def step(x: Any, model: Any = model, optimizer: Any = optimizer) -> Any:
            with dv.no_grad():
                model[1].running_mean.fill_(3.0)
            optimizer.zero_grad()
            loss = model(x).square().mean()
            loss.backward()
            with dv.no_grad():
                model[0].weight.clamp_(-0.1, 0.1)
            optimizer.step()
            return loss

        taken = compile(step, fullgraph=True) if compiled else step
        with kernels.disabled():
            losses = [taken(arguments()[0] * 2) for _ in range(3)]
        found.append([*losses, *model.parameters(), *model.buffers()])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_second_derivatives_of_results_that_read_nothing_written_are_those_op_by_op() -> None:
    def f(x: Any, v: Any, w: Any) -> Any:
        v[0] = 0.25
        x.normal_()
        return w.sin() * 2, v * 2

    found = []
    with kernels.disabled():
        for each in (compile(f, fullgraph=True), f):
            x, v = arguments()
            w = dv.tensor([1.0, 2.0], requires_grad=True)
            dv.manual_seed(0)
            (first,) = dv.autograd.grad(each(x, v, w)[0].sum(), w, create_graph=True)
            found.append([first, *dv.autograd.grad(first.sum(), w), x, v])
    for ours, theirs in zip(*found, strict=True):
        close(ours, theirs)


def test_one_of_several_views_of_what_was_written_keeps_its_old_history_op_by_op() -> None:
    def f(x: Any) -> Any:
        y = x + x
        part = y.chunk(2, 1)[0]
        y.mul_(0.7)
        return part.sin()

    with kernels.disabled():
        x = arguments()[0].requires_grad_()
        with pytest.raises(CannotCompile, match="one of several views"):
            compile(f, fullgraph=True)(x)
        compare(lambda x: f(x.detach()), [arguments()[0]])

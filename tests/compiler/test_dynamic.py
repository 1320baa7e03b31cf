"""Programs for all sizes: one trace for many lengths, and never the result of another one."""

import builtins
import math
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.compiler.function import compile, explain
from derivata.compiler.program import gain
from derivata.compiler.refusal import misfit

from .programs import close, same, second, seeded, weighted

LENGTHS = (6, 9, 5, 13, 2, 7, 1, 40, 10, 3)


@pytest.fixture(autouse=True)
def without_loops() -> Iterator[None]:
    """Loops are tested in test_dynamic_programs."""
    with kernels.disabled():
        yield


def leaves_of(*shapes: Any) -> Callable[[int], list[Any]]:
    """Return a function that makes tensors, in whose shapes "n" is its argument."""

    def make(length: int) -> list[Any]:
        rng = np.random.default_rng(length)
        sizes = {"n": length, "m": length % 5 + 2}
        return [
            dv.tensor(rng.standard_normal([sizes.get(one, one) for one in shape])).requires_grad_()
            for shape in shapes
        ]

    return make


def compare(compiled: Any, function: Any, leaves: list[Any], twice: bool = True) -> None:
    """Compare a call with the function: its results, gradients and second gradients, or its error."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            theirs = seeded(function, leaves)
        except Exception as error:
            with pytest.raises(type(error)):
                seeded(compiled, leaves)
            return
        ours = seeded(compiled, leaves)
        for our, their in zip(ours, theirs, strict=True):
            assert (our.shape, our.dtype, our.requires_grad) == (
                their.shape,
                their.dtype,
                their.requires_grad,
            )
            close(our, their)
        ins = [leaf for leaf in leaves if isinstance(leaf, dv.Tensor) and leaf.requires_grad]
        if ins and any(their.requires_grad for their in theirs):
            same(*[dv.autograd.grad(weighted(outs), ins, allow_unused=True) for outs in (ours, theirs)])
            if twice:
                same(*[second(seeded(each, leaves), ins) for each in (compiled, function)])


def count(function: Any, leaves: Any, lengths: Any = LENGTHS, **options: Any) -> int:
    """Compare calls at several lengths; return how many programs there are after them."""
    compiled = compile(function, **options)
    for length in lengths:
        compare(compiled, function, leaves(length))
    return len(compiled.programs)


def attended(x: Any) -> Any:
    batch, length, width = x.shape
    q = x.view(batch, length, 2, width // 2).transpose(1, 2)
    scores = (q @ q.transpose(-2, -1)) * (1.0 / math.sqrt(q.size(-1)))
    mask = dv.ones(length, length).tril().view(1, 1, length, length)
    weights = F.softmax(scores.masked_fill(mask == 0, -1e9), -1)
    return (weights @ q).transpose(1, 2).reshape(batch, length, width)


def counted(x: Any) -> Any:
    n = len(x)
    return (
        x / n,
        (n - 1) * x.mean(0),
        x.sum() * (1.0 / x.numel()),
        x * dv.arange(n)[:, None],
        x.var(0),
        x.std(),
    )


def made(x: Any) -> Any:
    z = dv.zeros(x.shape[0], 3)
    return dv.cat([x, z], 1).tanh(), dv.zeros_like(x) + x.mean(), dv.full((x.size(0), 1), x.size(0)) * x


def halves(x: Any) -> Any:
    n = x.shape[0] // 2
    return x[:n].tanh(), x[-n:] * n, x[n].sin(), x[1:] * x[:-1]


def written(x: Any) -> Any:
    y = x * 1
    y[0] = 0
    y[1:].mul_(2)
    y += x.shape[0]
    return y.tanh()


def drawn(x: Any) -> Any:
    return x * dv.rand(x.shape[0], 1) + dv.randn_like(x), F.dropout(x, 0.5)


def reduced(x: Any) -> Any:
    return (
        x.logsumexp(0),
        x.cumsum(0),
        x.prod(0),
        x.norm(),
        x.amax(0),
        x.flatten() * 2,
        x[:, None].expand(-1, 3, -1) * 2,
    )


def losses(x: Any, y: Any) -> Any:
    classes = F.cross_entropy(x, dv.zeros(x.shape[0], dtype=dv.int64))
    return F.mse_loss(x, y), F.smooth_l1_loss(x, y), F.kl_div(x.log_softmax(-1), y.softmax(-1)), classes


ACT = F.gelu

GENERAL: dict[str, tuple[Any, Any]] = {
    "elementwise ops and a mean": (lambda x: ((x * 2).tanh() * x.mean(0)).mean(), leaves_of(("n", 4))),
    "sizes as numbers": (counted, leaves_of(("n", 4))),
    "sizes that tensors are made of": (made, leaves_of(("n", 4))),
    "a view by sizes": (lambda x: x.view(x.shape[0], -1).sin() * 2, leaves_of(("n", 2, 2))),
    "products": (lambda x, w: F.linear(x, w).tanh() @ w, leaves_of(("n", 4), (3, 4))),
    "a product with itself": (lambda x: (x @ x.T).tanh() @ x, leaves_of(("n", 4))),
    "two lengths": (lambda x, y: dv.cat([x, y]).tanh() / (len(x) + len(y)), leaves_of(("n", 4), ("m", 4))),
    "attention": (attended, leaves_of(("m", "n", 4))),
    "attention of derivata's": (
        lambda x: F.scaled_dot_product_attention(x, x, x, is_causal=True) * 2,
        leaves_of((2, 2, "n", 4)),
    ),
    "a convolution of images": (
        lambda x, w: F.conv2d(x, w, padding=1).tanh(),
        leaves_of(("n", 2, 5, 5), (3, 2, 3, 3)),
    ),
    "a convolution of images of any size": (
        lambda x, w: F.conv2d(x, w, padding=1).tanh(),
        leaves_of((2, 2, "n", "m"), (3, 2, 3, 3)),
    ),
    "norms": (
        lambda x: (F.layer_norm(x, x.shape[-1:]) * F.group_norm(x, 2) + F.normalize(x)).tanh(),
        leaves_of(("n", 4)),
    ),
    "losses": (losses, leaves_of(("n", 4), ("n", 4))),
    "reductions": (reduced, leaves_of(("n", 4))),
    "random numbers": (drawn, leaves_of(("n", 4))),
    "a gradient inside": (
        lambda x: dv.autograd.grad((x.tanh() ** 2).mean(), x, create_graph=True)[0] * 2,
        leaves_of(("n", 4)),
    ),
    "len of builtins": (lambda x: x * builtins.len(x), leaves_of(("n", 4))),
    "the same function": (lambda x: ACT(x) if ACT is F.gelu else x, leaves_of(("n", 4))),
    "isinstance": (lambda x: x * 2 if isinstance(x.shape[0], int) else x * 3, leaves_of(("n", 4))),
}


@pytest.mark.parametrize("name", GENERAL)
def test_one_program_is_for_all_lengths(name: str) -> None:
    """The first call has a program of its own, the second one makes that of all lengths but 1."""
    function, leaves = GENERAL[name]
    assert count(function, leaves, LENGTHS[:6] + LENGTHS[7:]) == 2
    assert count(function, leaves) == 3 or name in (
        "two lengths",
        "attention",
        "a convolution of images of any size",
    )
    assert count(function, leaves, dynamic=False) > 6


SEVERAL: dict[str, Any] = {
    "parts of it": halves,
    "writes": written,
    "a branch": lambda x: (x * 2).tanh() if x.shape[0] > 8 else (x * 3).tanh(),
    "a remainder": lambda x: (x * 2).sin() if len(x) % 2 else (x * 3).cos(),
    "a minimum": lambda x: x[: min(x.shape[0], 10)] * 2,
    "a slice that ends later": lambda x: x[2:9].sum(0) * x[0],
    "a row": lambda x: x[5] * x,
    "the length of a diagonal": lambda x: x * x.diagonal(-4).shape[0],
}


@pytest.mark.parametrize("name", SEVERAL)
def test_lengths_that_differ_in_more_have_other_programs(name: str) -> None:
    """Branches on sizes, and slices that end before, are compared at each call."""
    assert 2 <= count(SEVERAL[name], leaves_of(("n", 4))) < len(LENGTHS)


NUMBERS = [*range(50)]

STATIC: dict[str, Any] = {
    "a loop": lambda x: sum([x[n] * n for n in range(x.shape[0])]),
    "rows": lambda x: sum([row.tanh() for row in x]),
    "some rows": lambda x: sum([row.tanh() for _, row in zip(range(3), x, strict=False)]),
    "float": lambda x: float(x.shape[0]) * x + int(x.shape[0]),
    "a function of math": lambda x: x * math.log(len(x)) * math.sqrt(x.size(0)),
    "a text": lambda x: x * 2 if f"{x.shape[0]}" != "9" else x * 5,
    "an index": lambda x: x * NUMBERS[x.shape[0]],
    "a list": lambda x: x * len([0] * x.shape[0]),
    "a key": lambda x: x * {6: 2.0, 9: 3.0}.get(x.shape[0], 4.0),
    "NumPy's number": lambda x: x * float(np.float32(x.shape[0])) if len(x.shape) else x,
    "divmod": lambda x: x * divmod(x.shape[0], 4)[1],
    "a result": lambda x: [x * 2, dv.tensor(float(x.shape[0]))],
    "as many results as rows": lambda x: sum([row * 2 for row in x.unbind(0)]),
    "chunks": lambda x: sum([part.sum() for part in x.chunk(3)]),
    "other numbers": lambda x: x * dv.linspace(0, 1, x.shape[0])[:, None],
    "a permutation": lambda x: x + dv.randperm(x.shape[0])[:, None],
    "sizes that are rounded": lambda x: F.interpolate(x.T[None], scale_factor=2.1, mode="nearest"),
    "strides": lambda x: x[::2] * 2,
}


@pytest.mark.parametrize("name", STATIC)
def test_what_needs_the_number_that_a_size_is_has_a_program_for_each(name: str) -> None:
    """Python code that turns sizes into numbers or loops is traced for each size, never used for another one."""
    assert count(STATIC[name], leaves_of(("n", 4))) == len(LENGTHS)


def test_dimensions_that_were_equal_are_compared() -> None:
    """Lengths that were always equal are one size; where they differ later, they are two."""

    def function(x: Any, y: Any) -> Any:
        return (x + y).tanh() if x.shape == y.shape else x.sum() * y.tanh()

    compiled = compile(function)
    for one, other in ((6, 6), (9, 9), (5, 5), (5, 8), (8, 5), (7, 9), (4, 4), (11, 3), (3, 3)):
        compare(compiled, function, [leaves_of(("n", 4))(one)[0], leaves_of(("n", 4))(other)[0]])
    assert len(compiled.programs) < 6


def test_all_sizes_are_inputs_of_the_first_program_if_that_is_asked_for() -> None:
    """With `dynamic=True` nothing has to change before; what weights prescribe stays as it is."""

    def function(x: Any, w: Any) -> Any:
        return (x @ w).tanh() * x.mean()

    compiled = compile(function, dynamic=True)
    for rows, columns in ((6, 5), (9, 5), (4, 8), (11, 3)):
        rng = np.random.default_rng(rows)
        leaves = [
            dv.tensor(rng.standard_normal(shape)).requires_grad_()
            for shape in ((rows, columns), (columns, 7))
        ]
        compare(compiled, function, leaves)
    assert len(compiled.programs) == 1
    assert [name for name, *_ in compiled.programs[0].sizes] == ["s0", "s1", "s2"]
    layer = nn.Linear(5, 3)
    layers = compile(lambda x: layer(x).tanh(), dynamic=True)
    for rows in (6, 9, 4):
        compare(layers, lambda x: layer(x).tanh(), [dv.ones(rows, 5).requires_grad_()])
    assert len(layers.programs) == 1


def test_tensors_with_gaps_are_traced_for_their_sizes() -> None:
    """Layouts are compared: a program for contiguous tensors runs for no others."""
    function = lambda x: (x.reshape(-1) * 2).tanh()  # noqa: E731
    compiled = compile(function)
    for length in (6, 9, 5):
        compare(compiled, function, leaves_of(("n", 4))(length))
    general = compiled.programs[-1]
    for length in (7, 8):
        compare(compiled, function, [dv.ones(4, length).requires_grad_().T])
        compare(compiled, function, [dv.ones(length, 8).requires_grad_()[:, ::2]])
    assert general.sizes and len(compiled.programs) == 6


def test_a_result_that_may_be_a_view_is_not_for_all_sizes() -> None:
    """`reshape` copies where memory has gaps, and a slice has none where it is all there is."""
    width = 3
    function = lambda x: x[:, :width].reshape(-1)  # noqa: E731
    compiled = compile(function)
    for length in (6, 9, 5, 3):
        x = dv.linspace(0, 1, 4 * length).reshape(4, length).contiguous()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = compiled(x)
        assert result.tolist() == function(x).tolist()
    assert not any(program.sizes for program in compiled.programs)


def test_a_step_of_training_with_batches_of_any_size() -> None:
    """Gradients, statistics, dropout and the optimiser's step are those op by op; the random stream is as well."""

    def model() -> tuple[Any, Any]:
        dv.manual_seed(0)
        layers = nn.Linear(4, 8), nn.BatchNorm1d(8), nn.GELU(), nn.Dropout(0.5), nn.Linear(8, 3)
        made = nn.Sequential(*layers)
        return made, dv.optim.Adam(made.parameters(), lr=0.01)

    def trained(way: Any) -> tuple[list[Any], int]:
        layers, optimizer = model()

        def step(x: Any, target: Any, rate: float) -> Any:
            optimizer.zero_grad()
            loss = F.cross_entropy(layers(x) * rate, target)
            loss.backward()
            nn.utils.clip_grad_norm_(layers.parameters(), 1.0)
            optimizer.step()
            return loss.detach()

        step, rng = way(step), np.random.default_rng(0)
        dv.manual_seed(1)
        found = []
        for call, length in enumerate((8, 8, 5, 11, 7, 16, 3)):
            x = dv.tensor(rng.standard_normal((length, 4)), dtype=dv.float32)
            found.append(step(x, dv.tensor(rng.integers(0, 3, length)), 1.0 + call / 8))
        found += [value.detach() for value in layers.state_dict().values()]
        return found, len(getattr(step, "programs", ()))

    ours, programs = trained(compile)
    theirs, _ = trained(lambda step: step)
    for our, their in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(our.numpy(), their.numpy(), rtol=2e-4, atol=1e-6)
    assert programs == 3  # the first, one in which the rate is an input, one for all sizes


def test_writes_to_arguments_of_any_length() -> None:
    """What is written to an argument is as long as it is."""

    def function(x: Any, y: Any) -> Any:
        x.mul_(2)
        x[0] = y.mean(0)
        return x.sum() * len(y)

    compiled = compile(function)
    for length in (6, 9, 5, 12):
        (first,) = leaves_of(("n", 4))(length)
        ours, theirs = first.detach().clone(), first.detach().clone()
        close(compiled(ours, first.detach() + 1), function(theirs, first.detach() + 1))
        assert (
            ours.tolist() == pytest.approx(theirs.tolist()) if ours.ndim == 1 else np.allclose(ours, theirs)
        )
    assert len(compiled.programs) == 2


def test_nothing_is_drawn_where_a_program_is_none_for_a_size() -> None:
    """A call that a program for many sizes cannot do draws what it draws op by op."""

    def function(x: Any) -> Any:
        y = x + dv.rand(x.shape[0], 1)
        return y[2:9].sum(0) * dv.rand(4)

    assert count(function, leaves_of(("n", 4)), (16, 20, 30, 7, 8, 40)) == 4


def test_a_backward_program_that_is_none_for_a_size_is_run_op_by_op(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shapes of gradients are compared as well; where they are others, the ops of the function are run again."""

    def function(x: Any) -> Any:
        return (x.tanh() * x.mean(0)).sum(), x.sin() * 2

    compiled = compile(function)
    for length in (6, 9):
        compiled(*leaves_of(("n", 4))(length))
    (program,) = compiled.programs[1:]
    monkeypatch.setattr(program, "backward", lambda *arrays: misfit())
    (x,) = leaves_of(("n", 4))(7)
    compare(compiled, function, [x])
    assert compiled.programs[-1] is program


def test_modules_are_for_all_sizes_and_stay_so() -> None:
    """A compiled module has one program for batches of any size; its copies are compiled in the same way."""
    model = compile(nn.Sequential(nn.Linear(4, 3), nn.Tanh()), dynamic=True)
    for length in (6, 9, 5):
        assert model(dv.ones(length, 4)).shape == (length, 3)
    assert len(model.compiled.programs) == 1
    assert pickle.loads(pickle.dumps(model)).compiled.dynamic is True


def test_transforms_and_other_threads_see_sizes() -> None:
    """`func` transforms of a compiled function are of any length as well, and programs may be compiled meanwhile."""
    compiled = compile(dv.func.value_and_grad(lambda x: (x.tanh() ** 2).mean()), wait=False)
    for length in (6, 9, 5, 12):
        x = dv.linspace(0, 1, length)
        value, slope = compiled(x)
        assert float(value) == pytest.approx(float((x.tanh() ** 2).mean()))
        assert slope.shape == (length,)
    outer = dv.func.jacrev(compile(lambda x: x.tanh() * len(x)))
    for length in (3, 4, 5):
        assert outer(dv.ones(length)).shape == (length, length)


def test_small_sizes_run_op_by_op_where_nothing_is_gained(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program for all sizes is used where it spares more than its call takes."""
    monkeypatch.setattr(gain, "always", False)
    compiled = compile(lambda x: (x * 2).sin())
    for length in (10**5, 10**5 + 1, 10**4):
        compiled(dv.ones(length, requires_grad=True))
    (program,) = compiled.programs[1:]
    assert program.sizes
    assert compiled(dv.ones(10**4, requires_grad=True)).grad_fn.name() == "CompiledBackward"
    assert compiled(dv.ones(8, requires_grad=True)).grad_fn.name() == "SinBackward"


def test_explain_says_which_sizes_may_be_others(capsys: pytest.CaptureFixture[str]) -> None:
    """It names them, prints shapes with them, and says why others may not be."""
    compiled = compile(lambda x: (x.tanh() * 2).sum(0))
    for length in (6, 9):
        explain(compiled, dv.ones(length, 4))
    said = capsys.readouterr().out
    assert "sizes that may be others: s0 = args[0]._shape[0]" in said
    assert "of s0x4 float32" in said
    explain(compiled, dv.ones(1, 4))
    assert "args[0]._shape[0] < 2" in capsys.readouterr().out
    compiled = compile(lambda x: x * float(len(x)))
    for length in (6, 9):
        explain(compiled, dv.ones(length, 4))
    said = capsys.readouterr().out
    assert "sizes that may not, though others were tried: <lambda> (" in said
    assert f"{__file__}, line " in said and "needs the number that a size is" in said

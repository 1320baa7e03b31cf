"""Gradients that are computed inside of compiled functions, and writes to results."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv
import derivata.nn.functional as F
from derivata import kernels, nn
from derivata.compiler.function import compile
from derivata.compiler.refusal import CannotCompile

from .programs import close, compare, same


def energy(x: Any, y: Any) -> Any:
    return ((x * y).tanh() ** 2 + x.sin()).sum()


def leaves(*requires_grad: bool) -> list[Any]:
    """Return two tensors."""
    rng = np.random.default_rng(3)
    return [dv.tensor(rng.standard_normal((3, 4)), requires_grad=wanted) for wanted in requires_grad]


TRANSFORMS: dict[str, Callable[..., Any]] = {
    "grad": dv.func.grad(energy),
    "both": dv.func.grad(energy, argnums=(0, 1)),
    "value_and_grad": dv.func.value_and_grad(energy, argnums=1),
    "grad_and_value": dv.func.grad_and_value(energy),
    "aux": lambda x, y: dv.func.grad(lambda x: (energy(x, y), x * 2), has_aux=True)(x),
    "second": dv.func.grad(lambda x, y: (dv.func.grad(energy)(x, y) * y).sum()),
    "in the function": lambda x, y: dv.func.grad(energy)(x * 2, y) + y,
    "autograd": lambda x, y: dv.autograd.grad(energy(z := x * 2, y), z)[0] if x.requires_grad else x * y,
    "two rows": lambda x, y: (
        x.softmax(-1) * dv.func.grad(lambda y: x.softmax(-1).mul(y).logsumexp(-1).sum())(y)
    ),
}


def flat(result: Any) -> list[Any]:
    """Return the tensors of a result."""
    return [leaf for part in result for leaf in flat(part)] if isinstance(result, tuple) else [result]


@pytest.mark.parametrize("recorded", [(False, False), (True, True), (True, False)])
@pytest.mark.parametrize("name", TRANSFORMS)
def test_gradients_in_functions_are_those_op_by_op(name: str, recorded: tuple[bool, ...]) -> None:
    function = TRANSFORMS[name]
    with kernels.disabled():
        compare(lambda x, y: flat(function(x, y)), leaves(*recorded))
        compiled = compile(function, fullgraph=True)
        for ours, theirs in zip(
            flat(compiled(*leaves(*recorded))), flat(function(*leaves(*recorded))), strict=True
        ):
            assert ours.requires_grad == theirs.requires_grad
            close(ours, theirs)


def test_a_gradient_without_history_has_none_in_second_derivatives() -> None:
    def f(x: Any) -> Any:
        y = (x**3).sum()
        (gradient,) = dv.autograd.grad(y, x, retain_graph=True)
        return (gradient * x).sum() + y

    def g(x: Any) -> Any:
        (gradient,) = dv.autograd.grad((x**3).sum(), x, create_graph=True)
        return (gradient * x).sum()

    with kernels.disabled():
        for function in (f, g):
            compiled, found = compile(function, fullgraph=True), []
            for each in (compiled, function):
                x = dv.tensor([1.0, 2.0], requires_grad=True)
                (first,) = dv.autograd.grad(each(x), x, create_graph=True)
                found.append([first, *dv.autograd.grad(first.sum(), x)])
            same(*found)


def test_a_gradient_of_a_function_of_a_compiled_gradient_is_right() -> None:
    x, y = leaves(False, False)
    compiled = compile(dv.func.grad(energy), fullgraph=True)
    ours, theirs = [dv.func.jacrev(lambda x, f=f: f(x, y))(x) for f in (compiled, dv.func.grad(energy))]
    close(ours, theirs)


def test_a_physics_informed_step_is_a_program() -> None:
    dv.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1)).to(dv.float64)

    def residual(x: Any) -> Any:
        u = model(x)
        (slope,) = dv.autograd.grad(u.sum(), x, create_graph=True)
        (curvature,) = dv.autograd.grad(slope.sum(), x, create_graph=True)
        return ((curvature + u.sin()) ** 2).mean()

    def step(x: Any) -> Any:
        loss = residual(x)
        return loss.detach(), dv.autograd.grad(loss, [*model.parameters()])

    x = dv.linspace(0, 1, 9, dtype=dv.float64)[:, None].detach().requires_grad_()
    with kernels.disabled():
        ours, theirs = compile(step, fullgraph=True)(x), step(x)
    close(ours[0], theirs[0])
    same(ours[1], theirs[1])


def test_gradients_that_are_one_value_are_results_in_memory_of_their_own() -> None:
    def f(x: Any, y: Any) -> Any:
        return dv.func.grad(lambda x, y: (x + y).sin().sum(), argnums=(0, 1))(x, y)

    def ones(x: Any, y: Any) -> Any:
        return dv.func.grad(lambda x, y: (x + 2 * y - x.neg()).sum(), argnums=(0, 1))(x, y)

    for function in (f, ones):
        ours, theirs = [each(*leaves(False, False)) for each in (compile(function, fullgraph=True), function)]
        same(ours, theirs)
        assert not np.shares_memory(*[gradient.numpy() for gradient in ours])


def test_another_function_that_is_differentiated_is_noticed() -> None:
    def make(scale: float) -> Callable[..., Any]:
        def f(x: Any) -> Any:
            return (x * scale).sum()

        return f

    inner = make(2.0)

    def outer(x: Any) -> Any:
        return dv.func.grad(inner)(x)

    compiled = compile(outer, fullgraph=True)
    assert compiled(dv.ones(2)).tolist() == [2.0, 2.0]
    inner = make(3.0)
    assert compiled(dv.ones(2)).tolist() == [3.0, 3.0]


def test_a_second_pass_through_a_graph_is_an_error_in_a_program_too() -> None:
    def twice(x: Any) -> Any:
        loss = (x * x).sum()
        return dv.autograd.grad(loss, x)[0] + dv.autograd.grad(loss, x)[0]

    def kept(x: Any) -> Any:
        loss = (x * x).sum()
        return dv.autograd.grad(loss, x, retain_graph=True)[0] + dv.autograd.grad(loss, x)[0]

    x = dv.ones(2, requires_grad=True)
    for fullgraph in (False, True):
        with pytest.raises(RuntimeError, match="a second time"):
            compile(twice, fullgraph=fullgraph)(x)
    assert compile(kept, fullgraph=True)(x).tolist() == [4.0, 4.0]


def test_a_tensor_of_the_function_s_own_may_require_grad_and_an_argument_may_not() -> None:
    def inner(x: Any, y: Any) -> Any:
        z = x.detach().requires_grad_()
        return dv.autograd.grad((z * y).sin().sum(), z, create_graph=True)[0] * x

    with kernels.disabled():
        compare(inner, leaves(True, True))
        compare(lambda x, y: inner(x, y).detach(), leaves(False, False))
    refused = {
        "leads to no argument": inner,
        "requires_grad_ of an argument": lambda x, y: (x.requires_grad_() * y).sum(),
        "no result of an op": lambda x, y: (x * y).detach().requires_grad_(),
    }
    for why, function in refused.items():
        with pytest.raises(CannotCompile, match=why):
            compile(function, fullgraph=True)(*leaves(False, False))
        with pytest.warns(UserWarning, match=why):
            assert compile(function)(*leaves(False, False)).requires_grad


WRITES: dict[str, Callable[..., Any]] = {
    "number": lambda x, y: (x * y).mul_(2).add_(y, alpha=0.5),
    "saved": lambda x, y: [(z := x.sin()), w := z * 1, w.mul_(y).exp_()][-1],
    "its old value is read": lambda x, y: [z := x * y, F.relu(z) * 2, z.tanh_()][1:],
    "twice": lambda x, y: (x + y).square_().clamp_(max=0.5).mul_(x),
}


@pytest.mark.parametrize("name", WRITES)
def test_writes_to_results_are_values_of_their_own(name: str) -> None:
    with kernels.disabled():
        compare(WRITES[name], leaves(True, True))
        compare(WRITES[name], leaves(False, False))


def test_operators_write_to_results() -> None:
    def f(x: Any, y: Any) -> Any:
        total = x * 2
        for _ in range(3):
            total += y
            total *= x
        return total

    with kernels.disabled():
        compare(f, leaves(True, True))


VIEWS: dict[str, tuple[Callable[..., Any], int]] = {  # and how often their gradients are written into zeros
    "several": (lambda x: ((x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum(), 2),
    "one": (lambda x: (x[1:] * 2 + x[1:].sin() + x[1:].cos() ** 2).sum(), 1),
    "others": (lambda x: (x[1:].sin() * x[:-1].cos()).sum(), 2),
    "with something in between": (lambda x: (x[0] * x[0].exp()).sum() + (x * x).sum(), 2),
    "diagonals": (lambda x: (x.diagonal() * x.diagonal().exp()).sum(), 1),
}


@pytest.mark.parametrize("name", VIEWS)
def test_gradients_of_equal_views_are_added_before_they_are_written_into_zeros(name: str) -> None:
    """Bits stay: only gradients that follow each other are added, as op by op."""
    function, count = VIEWS[name]
    gradient = dv.func.grad(function)
    compiled = compile(gradient, fullgraph=True)
    x = dv.tensor(np.random.default_rng(0).standard_normal((5, 5)))
    with kernels.disabled():
        assert (compiled(x) == gradient(x)).all()
    text = compiled.programs[0].forward.text
    assert sum("_backward(" in line for line in text.splitlines()) == count


def slope(x: Any, y: Any) -> Any:
    return dv.autograd.grad((x + y.sin()).sum() * 2, x)[0]


def test_an_argument_that_was_computed_from_another_one_has_its_part_in_the_gradient_of_that() -> None:
    x, y = leaves(True, True)
    related = [(x, x + 2), (z := x + 3, z + 1)]
    with kernels.disabled():
        for pairs in ([(x, y), (x + 3, y + 2), (x, y + 2), *related], [*related, (x, y)]):
            compiled = compile(slope)
            with pytest.warns(UserWarning, match="from which another one was computed"):
                for pair in pairs:
                    close(compiled(*pair), slope(*pair))
            assert len(compiled.programs) == (pairs[0] is not related[0])


def test_a_hook_on_an_argument_is_called_where_its_gradient_is_taken() -> None:
    x, y = leaves(True, True)
    with kernels.disabled():
        compiled = compile(slope)
        close(compiled(x, y), slope(x, y))
        assert compiled.programs
        handle = x.register_hook(lambda gradient: gradient * 10)
        with pytest.warns(UserWarning, match="the gradient of an argument that has hooks"):
            close(compiled(x, y), slope(x, y))
        handle.remove()
        close(compiled(x, y), slope(x, y))


def test_leaves_that_a_function_makes_are_recorded_as_the_mode_says() -> None:
    def scaled(x: Any) -> Any:
        y = x * x.detach().requires_grad_()
        return y.detach() * 2 if y.requires_grad else y.detach() * 3

    def drawn(x: Any) -> Any:
        return x * 2 + dv.zeros(4, dtype=x.dtype, requires_grad=True) * x

    (x,) = leaves(False)
    with kernels.disabled():
        for function in (scaled, drawn):
            compiled = compile(function)
            for mode in (dv.no_grad, dv.enable_grad, dv.no_grad):
                with mode(), warnings.catch_warnings(action="ignore"):
                    ours, theirs = compiled(x), function(x)
                close(ours, theirs)
                assert ours.requires_grad == theirs.requires_grad


def test_gradients_and_empty_tensors_that_are_returned_twice_are_one_memory() -> None:
    def gradient(x: Any) -> Any:
        return dv.func.grad(lambda x: (x.sin() * x).sum())(x)

    def twice(x: Any) -> Any:
        return (g := gradient(x)), [g]

    def with_view(x: Any) -> Any:
        return (g := gradient(x))[1:], [g]

    def of_nothing(x: Any) -> Any:
        return (part := (x * 2)[:0]), [part]

    (x,) = leaves(False)
    with kernels.disabled(), pytest.warns(UserWarning, match="two views of one memory"):
        first, (second,) = compile(twice)(x)
        assert first is second
        first, (second,) = compile(with_view)(x)
        assert np.may_share_memory(first.numpy(), second.numpy())
        first, (second,) = compile(of_nothing)(x)
        assert first is second


def test_second_derivatives_of_what_was_written_over_by_numbers_are_zeros() -> None:
    def function(x: Any, y: Any) -> Any:
        z = (x * y).sin()
        z.fill_(2)
        w = x.sin() * 3
        w.zero_()
        return z, w, y.cos() * y

    with kernels.disabled():
        compare(function, leaves(True, True))
        compare(lambda x, y: function(x, y)[:2], leaves(True, True))


@pytest.mark.filterwarnings("ignore:compile")
def test_second_derivatives_go_past_a_view_that_was_made_unrecorded_and_written_through_its_base() -> None:
    def function(x: Any) -> Any:
        y = x.sinh()
        with dv.no_grad():
            z = y[:, None]
        y.diagonal().add_(1)
        return z, y.clone()

    with kernels.disabled():
        compare(function, leaves(True), fullgraph=False)

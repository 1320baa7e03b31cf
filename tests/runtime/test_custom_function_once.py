"""`once_differentiable`: a backward whose results have no derivative."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


@pytest.fixture
def modes() -> list[bool]:
    return []


@pytest.fixture
def Square(lib: Any, define: Callable[..., Any], modes: list[bool]) -> Any:
    """Squares; its backward leaves the recorded ops."""

    def forward(ctx: Any, x: Any, word: str) -> Any:
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx: Any, grad: Any) -> Any:
        modes.append(lib.is_grad_enabled())
        (x,) = ctx.saved_tensors
        return 2 * x * grad, None

    return define(forward=forward, backward=lib.autograd.function.once_differentiable(backward))


def test_first_derivatives_are_as_without(lib: Any, Square: Any) -> None:
    """`once_differentiable` leaves first derivatives as they are."""
    x = leaf(lib)
    Square.apply(x, "word").sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]
    assert not x.grad.requires_grad


def test_backward_runs_unrecorded_under_create_graph(lib: Any, Square: Any, modes: list[bool]) -> None:
    """A backward that is `once_differentiable` runs unrecorded, also with `create_graph=True`."""
    x = leaf(lib)
    (grad,) = lib.autograd.grad(Square.apply(x, "word").sum(), x, create_graph=True)
    assert grad.tolist() == [2.0, 4.0]
    assert modes == [False]


def test_second_derivatives_raise(lib: Any, Square: Any) -> None:
    """`once_differentiable` makes a second derivative an error."""
    x, weight = leaf(lib), leaf(lib)
    (grad,) = lib.autograd.grad(Square.apply(x, "word"), x, weight, create_graph=True)
    assert grad.requires_grad
    with pytest.raises(
        RuntimeError, match="differentiate twice a function that was marked with @once_differentiable"
    ):
        grad.sum().backward()


def test_second_derivatives_through_saved_tensors_alone_raise() -> None:
    """`once_differentiable` makes a second derivative an error, also one that only saved tensors lead to."""

    class Square(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x * x
            ctx.save_for_backward(x, y)
            return y

        @staticmethod
        @dv.autograd.function.once_differentiable
        def backward(ctx: Any, grad: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * grad

    x = leaf(dv)
    (grad,) = dv.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
    for differentiate in (lambda: dv.autograd.grad(grad.sum(), x), grad.sum().backward):
        with pytest.raises(RuntimeError, match="once_differentiable"):
            differentiate()


def test_a_gradient_that_depends_on_nothing_is_a_constant(lib: Any, define: Callable[..., Any]) -> None:
    """A gradient of a `once_differentiable` backward that depends on nothing requires no grad."""
    backward = lib.autograd.function.once_differentiable(lambda ctx, grad: grad * 2)
    x = leaf(lib)
    op = define(forward=lambda ctx, x: x * 2, backward=backward)
    (grad,) = lib.autograd.grad(op.apply(x).sum(), x, create_graph=True)
    assert not grad.requires_grad


def test_boxed_gradients_are_guarded_as_well(lib: Any, define: Callable[..., Any]) -> None:
    """Differs from PyTorch: `once_differentiable` also guards boxed gradients, where PyTorch gives zeros."""
    backward = lib.autograd.function.once_differentiable(lambda ctx, grads: grads[0] * 2)
    op = define(forward=lambda ctx, x: x * 2, backward=backward, boxed_grads_call=True)
    x = leaf(lib)
    op.apply(x).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]
    if lib is dv:  # PyTorch looks at the gradients only where they are not in a list
        (grad,) = dv.autograd.grad(op.apply(x), x, leaf(dv), create_graph=True)
        with pytest.raises(RuntimeError, match="once_differentiable"):
            grad.sum().backward()


def test_the_decorated_function_keeps_its_name_and_docstring(lib: Any) -> None:
    """`once_differentiable` keeps the name and docstring of what it decorates."""

    def backward(ctx: Any, grad: Any) -> Any:
        """Give it back."""
        return grad

    decorated = lib.autograd.function.once_differentiable(backward)
    assert (decorated.__name__, decorated.__doc__) == ("backward", "Give it back.")


def test_gradgradcheck_finds_it(lib: Any, Square: Any) -> None:
    """gradgradcheck finds a backward that is `once_differentiable`."""
    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradcheck(lambda x: Square.apply(x, "word"), (x,))
    cause = "once_differentiable" if lib is dv else "Jacobian mismatch"  # PyTorch gives zeros here
    with pytest.raises(RuntimeError, match=cause):
        lib.autograd.gradgradcheck(lambda x: Square.apply(x, "word"), (x,))

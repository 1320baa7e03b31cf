"""Backward passes started by the backward of a `Function`."""

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv


@pytest.fixture
def Countdown(lib: Any, define: Callable[..., Any]) -> Any:
    """Its backward applies it to a number smaller by one and runs that backward, down to a negative number."""

    def forward(ctx: Any, x: Any) -> Any:
        with lib.enable_grad():
            ctx.below = x.detach().requires_grad_() - 1
        return ctx.below.detach()

    def backward(ctx: Any, grad: Any) -> Any:
        if ctx.below.item() < 0:
            return grad
        with lib.enable_grad():
            op.apply(ctx.below).sum().backward()
        return grad

    op = define(forward=forward, backward=backward)
    return op


def test_backward_passes_nest_2000_deep_and_again(lib: Any, Countdown: Any) -> None:
    """Backward passes that a Function's backward starts nest 2000 deep, and then 200 deep again."""
    for depth in (2000.0, 200.0):
        x = lib.tensor(depth, requires_grad=True)
        Countdown.apply(x).sum().backward()
        assert x.grad.item() == 1.0


def test_deep_nests_do_not_touch_the_recursion_limit_nor_leave_threads() -> None:
    """Nested passes neither change the recursion limit nor leave threads behind."""
    before = sys.getrecursionlimit(), threading.active_count()
    depths: list[int] = []

    class Nested(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, level: int) -> Any:
            ctx.level = level
            return x * 2

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            depths.append(ctx.level)
            assert not dv.is_grad_enabled()
            if ctx.level:
                with dv.enable_grad():
                    x = dv.ones(1, requires_grad=True)
                    (inner,) = dv.autograd.grad(Nested.apply(x, ctx.level - 1).sum(), x)
                return grad * 2 * inner, None
            return grad * 2, None

    x = dv.ones(1, requires_grad=True)
    Nested.apply(x, 50).sum().backward()
    assert x.grad.item() == 2.0**51
    assert depths == list(range(50, -1, -1))
    assert (sys.getrecursionlimit(), threading.active_count()) == before


@pytest.mark.parametrize("depth", [1, 100])
def test_an_exception_in_a_nested_backward_reaches_the_outer_caller(
    lib: Any, define: Callable[..., Any], depth: int
) -> None:
    """An exception in a nested backward reaches the outer caller."""

    def backward(ctx: Any, grad: Any) -> Any:
        if not ctx.level:
            raise LookupError("innermost")
        with lib.enable_grad():
            op.apply(lib.ones(1, requires_grad=True), ctx.level - 1).sum().backward()

    def forward(ctx: Any, x: Any, level: int) -> Any:
        ctx.level = level
        return x * 1

    op = define(forward=forward, backward=backward)
    with pytest.raises(LookupError, match="innermost"):
        op.apply(lib.ones(1, requires_grad=True), depth).sum().backward()
    assert lib.is_grad_enabled()


def test_a_function_that_runs_its_own_backward_gives_right_gradients(
    lib: Any, define: Callable[..., Any]
) -> None:
    """A Function may compute its gradients by a backward pass of its own."""

    def forward(ctx: Any, x: Any) -> Any:
        with lib.enable_grad():
            ctx.x = x.detach().requires_grad_()
            ctx.y = ctx.x**2
        return ctx.y.detach()

    def backward(ctx: Any, grad: Any) -> Any:
        with lib.enable_grad():
            ctx.y.sum().backward()
        return ctx.x.grad * grad

    op = define(forward=forward, backward=backward)
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    y = op.apply(x)
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


def test_a_nested_backward_ends_before_the_outer_one_goes_on(lib: Any, define: Callable[..., Any]) -> None:
    """A nested backward ends before the outer one goes on."""
    order: list[str] = []

    def step(name: str, nested: Any = None) -> Any:
        def backward(ctx: Any, grad: Any) -> Any:
            order.append(name)
            if nested is not None:
                with lib.enable_grad():
                    nested.apply(lib.ones(1, requires_grad=True)).sum().backward()
                order.append(f"after {name}")
            return grad

        return define(forward=lambda ctx, x: x * 1, backward=backward)

    x = lib.ones(1, requires_grad=True)
    waiting = step("waiting").apply(x)
    outer = step("outer", step("inner")).apply(x)
    (outer + waiting).sum().backward()
    assert order == ["outer", "inner", "after outer", "waiting"]


def test_the_grad_mode_of_a_backward_survives_a_nested_grad(lib: Any, define: Callable[..., Any]) -> None:
    """The grad mode of a Function's backward is the same after a nested `grad`, with and without `create_graph`."""
    modes = []

    def backward(ctx: Any, grad: Any) -> Any:
        before = lib.is_grad_enabled()
        with lib.enable_grad():
            x = lib.ones(1, requires_grad=True)
            lib.autograd.grad((x * x).sum(), x, create_graph=not before)
        modes.append((before, lib.is_grad_enabled()))
        return grad * 2

    op = define(forward=lambda ctx, x: x * 2, backward=backward)
    x = lib.ones(1, requires_grad=True)
    op.apply(x).sum().backward()
    lib.autograd.grad(op.apply(x).sum(), x, create_graph=True)
    assert modes == [(False, False), (True, True)]

"""When nodes of a `Function` and what they saved are freed: by reference counts, unless users make cycles."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import derivata as dv


class Marker:
    """Dies with what refers to it."""


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def leaf(lib: Any) -> Any:
    return lib.tensor([1.0, 2.0], requires_grad=True)


@pytest.fixture
def marked(define: Callable[..., Any]) -> Callable[[str], Any]:
    """Define a Function whose ctx holds a marker, and which saves its input or its output."""

    def make(what: str = "", in_place: bool = False) -> tuple[Any, list[weakref.ref[Marker]]]:
        markers: list[weakref.ref[Marker]] = []

        def forward(ctx: Any, x: Any) -> Any:
            ctx.marker = Marker()
            markers.append(weakref.ref(ctx.marker))
            if in_place:
                ctx.mark_dirty(x)
            y = x.mul_(2) if in_place else x * 2
            ctx.save_for_backward(*{"": (), "input": (x,), "output": (y,)}[what])
            return y

        return define(forward=forward, backward=lambda ctx, grad: grad * 2), markers

    return make


@pytest.mark.parametrize("saved", ["", "input", "output"])
def test_a_node_dies_with_its_output(lib: Any, marked: Any, saved: str) -> None:
    """A Function's node dies with its output, without the garbage collector, before and after backward."""
    op, markers = marked(saved)
    y = op.apply(leaf(lib))
    assert markers[0]() is not None
    del y
    assert markers[0]() is None


@pytest.mark.parametrize("saved", ["", "input", "output"])
@pytest.mark.parametrize("retain", [False, True])
def test_a_node_dies_with_its_output_after_backward(lib: Any, marked: Any, saved: str, retain: bool) -> None:
    """A Function's node dies with its output, without the garbage collector, before and after backward."""
    op, markers = marked(saved)
    y = op.apply(leaf(lib))
    y.sum().backward(retain_graph=retain)
    assert markers[0]() is not None
    del y
    assert markers[0]() is None


def test_saving_a_dirty_view_makes_no_cycle(lib: Any, marked: Any) -> None:
    """Saving a dirty view makes no reference cycle."""
    op, markers = marked("output", in_place=True)
    base = leaf(lib).clone()
    op.apply(base[1:])
    assert markers[0]() is not None
    del base
    assert markers[0]() is None


@pytest.mark.parametrize("how", ["backward", "graph", "retain"])
def test_a_saved_tensor_is_released_by_backward_or_with_the_graph(
    lib: Any, define: Callable[..., Any], how: str
) -> None:
    """A saved tensor is released by the first backward, or with the graph."""

    def forward(ctx: Any, x: Any) -> Any:
        intermediate = x * 3
        seen.append(weakref.ref(intermediate))
        ctx.save_for_backward(intermediate)
        return x * 1

    seen: list[Any] = []
    y = define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib))
    if how != "graph":
        y.sum().backward(retain_graph=how == "retain")
    assert (seen[0]() is None) == (how == "backward")
    del y
    assert seen[0]() is None


@pytest.mark.parametrize("kind", ["tensor", "node"])
@pytest.mark.parametrize("backward", [False, True])
def test_a_node_with_a_hook_dies_with_its_output(lib: Any, marked: Any, kind: str, backward: bool) -> None:
    """A node with hooks dies with its output as well."""
    op, markers = marked("input")
    y = op.apply(leaf(lib))
    hook = Marker()
    gone = weakref.ref(hook)
    register = y.register_hook if kind == "tensor" else y.grad_fn.register_hook
    register(lambda *grads, hook=hook: None)
    del hook, register
    if backward:
        y.sum().backward()
    assert gone() is not None
    del y
    assert gone() is None
    assert markers[0]() is None


@pytest.mark.parametrize("kind", ["tensor", "node"])
@pytest.mark.parametrize("backward", [False, True])
def test_a_hook_that_refers_to_the_node_is_left_to_the_collector(
    lib: Any, marked: Any, kind: str, backward: bool
) -> None:
    """A hook that refers to its node is a cycle, which the garbage collector frees."""
    op, markers = marked()
    y = op.apply(leaf(lib))
    register = y.register_hook if kind == "tensor" else y.grad_fn.register_hook
    register(lambda *grads, node=y.grad_fn: None)
    del register
    if backward:
        y.sum().backward()
    gc.collect()
    assert markers[0]() is not None
    del y
    gc.collect()
    assert markers[0]() is None


@pytest.mark.parametrize("backward", [False, True])
def test_a_cycle_through_attributes_of_ctx_is_left_to_the_collector(
    lib: Any, define: Callable[..., Any], backward: bool
) -> None:
    """A cycle through attributes of ctx survives until the garbage collector frees it, before and after
    backward.
    """

    def forward(ctx: Any, x: Any) -> Any:
        ctx.marker = Marker()
        ctx.marker.ctx = ctx
        seen.append(weakref.ref(ctx.marker))
        return x * 1

    seen: list[Any] = []
    y = define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib))
    if backward:
        y.sum().backward()
    gc.collect()
    assert seen[0]() is not None
    del y
    assert seen[0]() is not None
    gc.collect()
    assert seen[0]() is None


@pytest.mark.parametrize("backward", [False, True])
def test_a_kept_ctx_with_a_saved_output_makes_no_cycle(
    lib: Any, define: Callable[..., Any], backward: bool
) -> None:
    """A ctx that is kept, and an output that it saved, die without the garbage collector."""

    def forward(ctx: Any, x: Any) -> Any:
        y = x * 2
        ctx.marker = Marker()
        seen.append(weakref.ref(ctx.marker))
        kept.append(ctx)
        ctx.save_for_backward(y)
        return y

    seen: list[Any] = []
    kept: list[Any] = []
    y = define(forward=forward, backward=lambda ctx, grad: grad).apply(leaf(lib))
    assert y.grad_fn == kept[0] and kept[0].saved_tensors[0].grad_fn == kept[0]
    if backward:
        y.sum().backward()
    del y
    assert seen[0]() is not None
    kept.clear()
    assert seen[0]() is None


def test_a_node_shared_by_two_outputs_lives_until_the_last_is_gone(
    lib: Any, define: Callable[..., Any]
) -> None:
    """The node of two outputs lives until the last of them is gone."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.marker = Marker()
        seen.append(weakref.ref(ctx.marker))
        return x * 1, x * 2

    seen: list[Any] = []
    first, second = define(forward=forward, backward=lambda ctx, a, b: a + b).apply(leaf(lib))
    first.sum().backward()
    del first
    assert seen[0]() is not None
    del second
    assert seen[0]() is None


def test_under_no_grad_nothing_is_kept(lib: Any, marked: Any) -> None:
    """Under `no_grad` a Function keeps nothing alive."""
    op, markers = marked("input")
    with lib.no_grad():
        y = op.apply(leaf(lib))
    assert markers[0]() is None
    assert y.tolist() == [2.0, 4.0]


@pytest.mark.parametrize("length", [2000, pytest.param(150_000, marks=pytest.mark.slow)])
def test_a_long_chain_is_freed(length: int) -> None:
    """Chains of any length are built, walked and freed without deep recursion."""

    class Step(dv.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x.detach()

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return grad

    y = dv.ones(1, requires_grad=True)
    y = Step.apply(y)
    first = weakref.ref(y._edge)
    for _ in range(length):
        y = Step.apply(y)
    assert first() is not None
    del y
    assert first() is None


def test_a_chain_of_both_kinds_is_freed(lib: Any, marked: Any) -> None:
    """Chains of any length are built, walked and freed without deep recursion."""
    op, markers = marked("input")
    y = leaf(lib)
    for _ in range(2000):
        y = op.apply(y * 0.5)
    del y
    assert all(marker() is None for marker in markers)

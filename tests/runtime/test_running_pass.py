"""The node that runs, and callbacks at the end of a pass."""

import sys
import threading
from typing import Any

import pytest

import derivata as dv
from derivata.runtime.engine.passes import passes


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def current_node(lib: Any) -> Any:
    return lib.autograd.graph.get_current_node() if lib is dv else lib._C._current_autograd_node()


def queue(lib: Any, callback: Any) -> None:
    lib.autograd.Variable._execution_engine.queue_callback(callback)


def test_current_node_is_right_in_hooks_of_every_kind(lib: Any) -> None:
    """Inside a hook the current node is the hooked tensor's or leaf's node; outside of passes there is none."""
    x = leaf(lib, 1.0)
    y = x * 2
    seen: list[Any] = []

    def note(*grads: Any) -> None:
        seen.append(current_node(lib))

    y.register_hook(note)
    y.grad_fn.register_prehook(note)
    y.grad_fn.register_hook(note)
    x.register_hook(note)
    x.register_post_accumulate_grad_hook(note)
    y.backward()
    accumulator = (x * 1).grad_fn.next_functions[0][0]
    assert seen == [y.grad_fn] * 3 + [accumulator] * 2
    assert current_node(lib) is None


@pytest.mark.parametrize("in_block", [True, False])
def test_an_unpack_hook_knows_the_node_that_runs(lib: Any, in_block: bool) -> None:
    """What unpacks a saved tensor may ask for the running node, and queue a callback, in a pass without other hooks."""
    x = leaf(lib, 1.0)
    seen: list[Any] = []

    def unpack(tensor: Any) -> Any:
        seen.append(current_node(lib))
        queue(lib, lambda: seen.append(x.grad.tolist()))
        return tensor

    if in_block:
        with lib.autograd.graph.saved_tensors_hooks(lambda tensor: tensor.detach(), unpack):
            y = x.exp() * 1.0
        node = y.grad_fn.next_functions[0][0]
    else:
        y = x * leaf(lib, 3.0)
        node = y.grad_fn
        node._raw_saved_other.register_hooks(lambda tensor: tensor.detach(), unpack)
    y.backward()
    assert node in seen and isinstance(seen[-1], list) and current_node(lib) is None


def test_current_node_of_one_of_several_outputs_is_their_node(lib: Any) -> None:
    """Inside a hook of one of several outputs the current node is the node of all of them."""
    first, _ = leaf(lib, 1.0, 2.0).unbind()
    seen: list[Any] = []
    first.register_hook(lambda grad: seen.append(current_node(lib)))
    first.backward()
    assert seen == [first.grad_fn]


@pytest.mark.parametrize("create_graph", [False, True])
def test_current_node_is_right_in_a_custom_backward(lib: Any, define: Any, create_graph: bool) -> None:
    """Inside the backward of a Function the current node is its node, also after a nested pass."""
    seen: list[Any] = []
    w = leaf(lib, 3.0)

    def backward(ctx: Any, grad: Any) -> Any:
        seen.append(current_node(lib))
        with lib.enable_grad():
            other = w * 2
        other.register_hook(lambda grad: seen.append(current_node(lib)))
        other.backward()
        seen.append(current_node(lib))
        assert seen[-2] is other.grad_fn
        return grad * 2

    double = define(forward=lambda ctx, x: x * 2, backward=backward)
    x = leaf(lib, 1.0)
    y = double.apply(x)
    lib.autograd.grad(y, x, create_graph=create_graph)
    assert seen[0] is seen[2] is y.grad_fn


def test_current_node_is_right_while_a_saved_tensor_is_unpacked(lib: Any) -> None:
    """While a saved tensor is unpacked the current node is the one that saved it."""
    x = leaf(lib, 2.0)
    seen: list[Any] = []

    def unpack(value: Any) -> Any:
        seen.append(current_node(lib))
        return value

    with lib.autograd.graph.saved_tensors_hooks(lambda value: value, unpack):
        y = x.sin()
    y.backward()
    assert seen == [y.grad_fn]


def test_current_node_is_known_however_deep_passes_are_nested(define: Any) -> None:
    """The current node is right at any depth of nested passes."""
    depth = 60
    x = leaf(dv, 1.0)
    seen: list[bool] = []

    def make(inner: Any) -> Any:
        def backward(ctx: Any, grad: Any) -> Any:
            before = dv.autograd.graph.get_current_node()
            if inner is not None:
                inner.backward()
            seen.append(dv.autograd.graph.get_current_node() is before is ctx)
            return grad

        return type("Step", (dv.autograd.Function,), {
            "forward": staticmethod(lambda ctx, x: x * 1), "backward": staticmethod(backward),
        }).apply(x)  # fmt: skip

    tensor = None
    for _ in range(depth):
        tensor = make(tensor)
    tensor.backward()
    assert seen == [True] * depth


def test_current_node_is_right_after_an_interrupt_while_a_leaf_accumulated_early() -> None:
    """A look at `.grad` of a leaf of an outer pass may be interrupted: the current node is the inner one's still."""
    x, w = leaf(dv, 1.0), leaf(dv, 2.0)
    y, inner = x * 3, x * 4
    seen: list[Any] = []

    def interrupt(frame: Any, event: str, value: Any) -> Any:
        if len(passes.tasks) > 2:
            raise KeyboardInterrupt
        return interrupt

    def look(grad: Any) -> None:
        sys.settrace(interrupt)
        with pytest.raises(KeyboardInterrupt):
            _ = w.grad
        seen.append(current_node(dv))

    inner.register_hook(look)
    y.register_hook(lambda grad: inner.backward())
    (y * w).backward()
    assert seen == [inner.grad_fn]


def test_other_threads_have_no_current_node(lib: Any) -> None:
    """The current node belongs to the thread of the pass."""
    seen: list[Any] = []

    def hook(grad: Any) -> None:
        thread = threading.Thread(target=lambda: seen.append(current_node(lib)))
        thread.start()
        thread.join()

    y = leaf(lib, 1.0) * 2
    y.register_hook(hook)
    y.backward()
    assert seen == [None]


def test_callbacks_are_called_in_order_when_everything_is_accumulated(lib: Any) -> None:
    """Final callbacks are called in order after the last accumulation, outside of any node, and may queue more."""
    x = leaf(lib, 1.0)
    order: list[Any] = []

    def first() -> None:
        order.append(("first", x.grad.tolist(), current_node(lib)))
        queue(lib, lambda: order.append("third"))

    y = x * 3
    y.register_hook(lambda grad: queue(lib, first))
    y.register_hook(lambda grad: queue(lib, lambda: order.append("second")))
    x.register_post_accumulate_grad_hook(lambda leaf: order.append("accumulated"))
    y.backward()
    assert order == ["accumulated", ("first", [3.0], None), "second", "third"]


def test_callbacks_belong_to_the_innermost_pass(lib: Any) -> None:
    """A callback queued in a nested pass is called when that one is done; later ones of the outer pass are not lost."""
    x, w = leaf(lib, 1.0), leaf(lib, 1.0)
    order: list[str] = []
    inner = w * 2
    inner.register_hook(lambda grad: queue(lib, lambda: order.append("inner")))

    def outer(grad: Any) -> None:
        queue(lib, lambda: order.append("outer"))
        inner.backward()
        order.append("nested pass done")

    y = x * 3
    y.register_hook(outer)
    y.backward()
    assert order == ["inner", "nested pass done", "outer"]


@pytest.mark.parametrize("create_graph", [False, True])
def test_callbacks_of_every_kind_of_pass(lib: Any, create_graph: bool) -> None:
    """Final callbacks work in `grad`, with `inputs=` and with `create_graph`, whose grad mode they see."""
    x, other = leaf(lib, 1.0), leaf(lib, 2.0)
    modes: list[bool] = []
    y = x * other
    y.register_hook(lambda grad: queue(lib, lambda: modes.append(lib.is_grad_enabled())))
    lib.autograd.grad(y, x, create_graph=create_graph, retain_graph=True)
    lib.autograd.backward(y, create_graph=create_graph, retain_graph=True, inputs=[x])
    lib.autograd.backward(y, create_graph=create_graph, retain_graph=True, inputs=[y])
    lib.autograd.backward(y, create_graph=create_graph)
    assert modes == [create_graph] * 4


def test_callbacks_may_be_queued_from_a_custom_backward_and_from_a_leaf(lib: Any, define: Any) -> None:
    """Final callbacks may be queued from hooks, also of leaves, and from a Function's backward."""
    order: list[str] = []

    def backward(ctx: Any, grad: Any) -> Any:
        queue(lib, lambda: order.append("from backward"))
        return grad

    x = leaf(lib, 1.0)
    x.register_hook(lambda grad: queue(lib, lambda: order.append("from leaf")))
    define(forward=lambda ctx, x: x * 1, backward=backward).apply(x).backward()
    assert order == ["from backward", "from leaf"]


def test_callbacks_are_dropped_after_an_error_and_their_own_errors_reach_the_caller(lib: Any) -> None:
    """After an error in a pass no callback is called; an error of a callback ends the pass, after accumulation."""
    x = leaf(lib, 1.0)
    order: list[str] = []

    def fail(*grads: Any) -> None:
        raise ValueError("failed")

    y = x * 3
    y.register_hook(lambda grad: queue(lib, lambda: order.append("callback")))
    y.register_hook(fail)
    with pytest.raises(ValueError, match="failed"):
        y.backward()
    assert order == []
    z = x * 3
    z.register_hook(lambda grad: queue(lib, fail))
    z.register_hook(lambda grad: queue(lib, lambda: order.append("later")))
    with pytest.raises(ValueError, match="failed"):
        z.backward()
    assert order == []
    assert x.grad.tolist() == [3.0]
    (x * 2).backward()
    assert x.grad.tolist() == [5.0]
    assert lib.is_grad_enabled()


def test_callbacks_exist_in_passes_only(lib: Any) -> None:
    """Outside of a backward pass a callback cannot be queued."""
    with pytest.raises(RuntimeError, match="Final callbacks can only be installed during backward pass"):
        queue(lib, print)


def test_callbacks_of_threads_do_not_mix(lib: Any) -> None:
    """Passes of different threads have callbacks of their own."""
    x = leaf(lib, 1.0)
    calls: list[tuple[int, int]] = []

    def run(number: int) -> None:
        y = x * number
        y.register_hook(
            lambda grad: queue(
                lib, lambda: calls.append((number, threading.current_thread().name == str(number)))
            )
        )
        y.backward()

    threads = [threading.Thread(target=run, args=(number,), name=str(number)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(calls) == [(number, True) for number in range(8)]

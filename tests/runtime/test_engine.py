"""The engine's order and the nodes it walks: no op is special here."""

import _thread
import gc
import itertools
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.autograd.needed import find_needed
from derivata.runtime.engine.engine import run_pass
from derivata.runtime.graph.accumulate_grad import watched
from derivata.runtime.graph.node import Node, next_seq
from derivata.support.node_support import unpack_output


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def test_nodes_run_newest_first_and_leaves_with_hooks_as_early_as_they_can(lib: Any) -> None:
    """Nodes run newest first, and a leaf with hooks accumulates before older nodes run, once its gradient is whole."""
    x, y = leaf(lib, 1.0), leaf(lib, 2.0)
    order: list[str] = []
    a = x * 2
    b = y * a
    c = a + b
    for name, tensor in {"x": x, "y": y, "a": a, "b": b, "c": c}.items():
        tensor.register_hook(lambda grad, name=name: order.append(name))
    c.sum().backward()
    assert order == ["c", "b", "y", "a", "x"]


@pytest.mark.parametrize("kind", ["hook", "post", "prehook", "multi"])
def test_a_leaf_that_is_used_twice_waits_for_its_oldest_use(lib: Any, kind: str) -> None:
    """A leaf with hooks of any kind waits for the oldest of its uses, and then runs before what is older still."""
    w, x = leaf(lib, 2.0), leaf(lib, 3.0)
    order: list[str] = []
    oldest = x * 5
    first = oldest * w
    last = first * w
    oldest.register_hook(lambda grad: order.append("oldest"))
    first.register_hook(lambda grad: order.append("first"))
    node = lib.autograd.graph.get_gradient_edge(w).node
    register = {
        "hook": w.register_hook,
        "post": w.register_post_accumulate_grad_hook,
        "prehook": node.register_prehook,
        "multi": lambda hook: lib.autograd.graph.register_multi_grad_hook([w], hook),
    }[kind]
    handle = register(lambda *_: order.append("w"))
    last.sum().backward()
    assert order == ["first", "w", "oldest"]
    assert (w.grad.item(), x.grad.item()) == (60.0, 20.0)
    handle.remove()


def test_the_collector_may_find_leaves_with_hooks_while_a_pass_begins() -> None:
    """Leaves with hooks that are in reference cycles may be collected at any moment of a pass."""
    thresholds = gc.get_threshold()
    # So many that whatever goes through them makes it collect
    x, *others = [leaf(dv, 2.0) for _ in range(4000)]
    for other in others:
        other.register_hook(lambda grad: None)
    y = (x * 1).sum()
    gc.collect()
    gc.set_threshold(500)
    try:
        lost = leaf(dv, 1.0)
        lost.register_hook(lambda grad, lost=lost: None)
        del lost
        y.backward()
    finally:
        gc.set_threshold(*thresholds)
    assert x.grad is not None and x.grad.item() == 1.0


def test_captured_leaves_have_their_hooks_called_early_too(lib: Any) -> None:
    """`grad` and `backward(inputs=)` call the hooks of leaves before older nodes run."""
    for run in (
        lambda y, w, x: lib.autograd.grad(y, [w, x], retain_graph=True),
        lambda y, w, x: lib.autograd.backward(y, inputs=[w, x], retain_graph=True),
        lambda y, w, x: lib.autograd.grad(y, [w, x], create_graph=True),
    ):
        w, x = leaf(lib, 2.0), leaf(lib, 3.0)
        order: list[str] = []
        older = x * 5
        older.register_hook(lambda grad, order=order: order.append("older"))
        w.register_hook(lambda grad, order=order: order.append("w"))
        run((older * w).sum(), w, x)
        assert order == ["w", "older"]


def test_an_optimizer_step_in_a_hook_frees_gradients_on_the_way(lib: Any) -> None:
    """A hook that drops `.grad` after a step keeps only one layer's gradient alive at a time."""
    weights = [lib.ones(4, requires_grad=True) for _ in range(5)]
    alive: list[int] = []

    def step(weight: Any) -> None:
        alive.append(sum(w.grad is not None for w in weights))
        weight.grad = None

    for weight in weights:
        weight.register_post_accumulate_grad_hook(step)
    y = lib.ones(4)
    for weight in weights:
        y = y * weight
    y.sum().backward()
    assert alive == [1] * 5


def test_passes_inside_hooks_find_older_graphs_of_a_leaf_with_hooks(lib: Any) -> None:
    """A pass started in a hook gets the gradient of a leaf with hooks through a graph that is older than its users."""
    w = leaf(lib, 2.0)
    w.register_hook(lambda grad: grad)
    older = (w * w).sum()
    newer = (leaf(lib, 1.0) * w).exp()
    found: list[float] = []
    newer.register_hook(lambda grad: found.append(lib.autograd.grad(older, w, retain_graph=True)[0].item()))
    newer.sum().backward()
    older.backward(inputs=[w])
    assert found == [4.0]
    assert abs(w.grad.item() - (np.exp(2.0) + 4.0)) < 1e-4


def test_leaves_are_forgotten_when_their_hooks_are_removed() -> None:
    """Passes go back to the shortest way when all hooks of leaves are removed or their leaves are gone."""
    x = leaf(dv, 1.0)
    handle = x.register_hook(lambda grad: None)
    (x * 2).backward()
    key = id(x._edge)
    assert key in watched
    handle.remove()
    (x * 2).backward()
    assert key not in watched
    gone = leaf(dv, 1.0)
    gone.register_hook(lambda grad: None)
    key = id(gone._edge)
    assert key in watched
    del gone
    assert key not in watched


def test_passes_of_several_threads_see_hooked_leaves_whole() -> None:
    """In passes that run at once on different graphs, a shared leaf's hook sees every gradient whole."""
    w = leaf(dv, 1.0)
    usual, seen = w._edge.seq, []
    w.register_hook(lambda grad: seen.append(grad.item()))

    def train() -> None:
        for _ in range(50):
            y = leaf(dv, 1.0) * w
            for _ in range(20):
                y = y * 1.0
            (y * w).backward()

    threads = [threading.Thread(target=train) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [2.0] * 400
    assert w.grad.item() == 800.0
    assert w._edge.seq == usual


def test_creation_numbers_are_a_topological_order() -> None:
    """Every edge leads to an older node, a leaf counting as oldest: the engine needs no other order."""
    x = leaf(dv, 1.0, 2.0)
    y = ((x * 2).exp() + x).unbind()[0] * x.sum()
    stack, seen = [y.grad_fn], set()
    while stack:
        node = stack.pop()
        for edge in node.edges():
            if edge is not None:
                assert edge.seq > node.seq
                if edge not in seen:
                    seen.add(edge)
                    stack.append(edge)
    assert len(seen) >= 6


def test_next_functions_name_producers_leaves_and_constants(lib: Any) -> None:
    """`next_functions` names the producer's own node, a leaf's accumulating node, and None for constants."""
    x = leaf(lib, 1.0)
    y = x * 2
    z = y * x
    (producer, first), (accumulator, second) = z.grad_fn.next_functions
    assert producer is y.grad_fn
    assert accumulator.name().endswith("AccumulateGrad")
    assert accumulator.variable is x
    assert (first, second) == (0, 0)
    assert y.grad_fn.next_functions[1] == (None, 0)


def test_next_functions_count_outputs_of_a_node_with_several(lib: Any) -> None:
    """`next_functions` tells which output of a node with several an argument was."""
    a, b = leaf(lib, 1.0, 2.0).unbind()
    (one, first), (other, second) = (a * b).grad_fn.next_functions
    assert one is other is a.grad_fn
    assert (first, second) == (0, 1)


def test_a_node_can_be_called_with_gradients(lib: Any) -> None:
    """A node can be called with gradients; a wrong number of them is a TypeError that tells both numbers."""
    x, y = leaf(lib, 2.0), leaf(lib, 3.0)
    node = (x * y).grad_fn
    for_x, for_y = node(lib.tensor([10.0]))
    assert (for_x.item(), for_y.item()) == (30.0, 20.0)
    assert x.exp().grad_fn(lib.tensor([0.0])).item() == 0.0
    with pytest.raises(TypeError, match="expected 1 arguments, got 2 instead"):
        node(lib.ones(1), lib.ones(1))


def test_nodes_are_named_after_their_ops() -> None:
    """Differs from PyTorch: nodes are named after op and overload, without a number (`MulBackward`): a number
    would change when an entry is added.
    """
    x = leaf(dv, 1.0)
    assert (x * x).grad_fn.name() == "MulBackward"
    assert repr((x * x).grad_fn) == "<MulBackward>"


def test_metadata_is_a_dictionary_of_the_node(lib: Any) -> None:
    """`node.metadata` is a dictionary that lives as long as the node."""
    y = leaf(lib, 1.0) * 2
    node = y.grad_fn
    node.metadata["note"] = 1
    y.sum().backward()
    del y
    assert node.metadata["note"] == 1


def test_nested_backward_inside_a_hook_gives_right_gradients(lib: Any) -> None:
    """A hook may run another backward and still replace the gradient of the outer one."""
    x, w = leaf(lib, 1.0), leaf(lib, 2.0)

    def run_another(grad: Any) -> Any:
        with lib.enable_grad():
            (w * 5).sum().backward()
        return grad * 10

    y = x * 3
    y.register_hook(run_another)
    y.sum().backward()
    assert x.grad.tolist() == [30.0]
    assert w.grad.tolist() == [5.0]


def test_nested_backward_may_use_the_same_leaf(lib: Any) -> None:
    """A nested pass may accumulate into a leaf of the outer one."""
    x = leaf(lib, 1.0)
    y = x * 3

    def run_another(grad: Any) -> None:
        with lib.enable_grad():
            (x * 5).sum().backward()

    y.register_hook(run_another)
    y.sum().backward()
    assert x.grad.tolist() == [8.0]


def test_an_exception_in_a_nested_backward_reaches_the_outer_caller(lib: Any) -> None:
    """An exception in a backward that a hook runs reaches the caller of the outer one."""
    x = leaf(lib, 1.0)
    y, z = x * 3, x * 2

    def fail(grad: Any) -> None:
        raise ValueError("inner")

    z.register_hook(fail)
    inner = z.sum()

    def run_another(grad: Any) -> None:
        inner.backward()

    y.register_hook(run_another)
    with pytest.raises(ValueError, match="inner"):
        y.sum().backward()


def test_backwards_may_be_nested(lib: Any) -> None:
    """Passes may be nested inside hooks."""
    depth = 40
    x = leaf(lib, 1.0)
    tensors = [x * 1 for _ in range(depth)]
    for tensor, inner in itertools.pairwise(tensors):
        tensor.register_hook(lambda grad, inner=inner: inner.backward(lib.ones(1)))
    tensors[0].sum().backward()
    assert x.grad.tolist() == [float(depth)]


def test_an_exception_leaves_grad_mode_as_it_was(lib: Any) -> None:
    """An exception in a pass leaves the grad mode as it was."""
    y = leaf(lib, 1.0) * 2

    def fail(grad: Any) -> None:
        raise ValueError

    y.register_hook(fail)
    with pytest.raises(ValueError):
        y.sum().backward()
    assert lib.is_grad_enabled()


def test_buffers_are_empty_after_a_pass_and_each_node_ran_once() -> None:
    """A node runs once, with the sum of what arrived, and its buffer is gone then."""
    runs: list[str] = []

    class Step(Node):
        __slots__ = ("following", "label")

        def __init__(self, label: str, *following: Node) -> None:
            self.seq, self.hooks, self.label, self.following = next_seq(), None, label, following

        def edges(self) -> tuple[Node, ...]:
            return self.following

        def apply(self, grad: Any, needed: Any, keep: bool, buffers: Any) -> Any:
            runs.append(f"{self.label}{grad.item():g}")
            return zip(self.following, [grad] * len(self.following), strict=True)

    bottom = Step("bottom")
    left, right = Step("left", bottom), Step("right", bottom)
    top = Step("top", left, right)
    buffers: dict[Node, Any] = {top: np.ones(())}
    run_pass(buffers, [(top.seq, top)])
    assert runs == ["top1", "right1", "left1", "bottom2"]
    assert buffers == {}


def test_needed_nodes_are_those_between_roots_and_inputs() -> None:
    """Towards requested inputs exactly the nodes between the roots and these are run."""
    x, y = leaf(dv, 1.0), leaf(dv, 2.0)
    a = x * 2
    b = y.exp()
    c = a + b
    assert find_needed([c._edge], {x._edge}) == ({c._edge, a._edge, x._edge}, False)
    assert find_needed([c._edge], {a._edge}) == ({c._edge, a._edge}, False)
    assert find_needed([c._edge], {x._edge, y._edge})[1]


def test_double_backward_through_an_output_that_the_node_saved(lib: Any) -> None:
    """A second derivative goes through an output that its node saved."""
    x = lib.tensor([[1.0, 3.0], [2.0, 2.0]], requires_grad=True)
    y = x.exp()
    (first,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    assert np.allclose(second.tolist(), (4 * np.exp(2 * np.array(x.tolist()))).tolist())


def test_second_derivative_with_respect_to_a_saved_output() -> None:
    """A second derivative can be taken by an output that its node saved."""
    x = leaf(dv, 0.5)
    y = x.exp()
    (first,) = dv.autograd.grad(y.sum(), x, create_graph=True)
    (through_output,) = dv.autograd.grad(first.sum(), y)
    assert through_output.tolist() == [1.0]


def test_hooks_see_gradients_while_recording_is_off(lib: Any) -> None:
    """Hooks run with grad mode off."""
    modes: list[bool] = []
    y = leaf(lib, 1.0) * 2
    y.register_hook(lambda grad: modes.append(lib.is_grad_enabled()))
    y.grad_fn.register_hook(lambda *grads: modes.append(lib.is_grad_enabled()))
    y.sum().backward()
    assert modes == [False, False]


def test_hooks_see_recording_with_create_graph(lib: Any) -> None:
    """Hooks run with grad mode on where `create_graph=True`."""
    modes: list[bool] = []
    x = leaf(lib, 1.0)
    y = x * 2
    y.register_hook(lambda grad: modes.append(lib.is_grad_enabled()))
    lib.autograd.grad(y.sum(), x, create_graph=True)
    assert modes == [True]


def test_a_saved_output_of_a_node_with_several_is_the_tensor_s_own_edge() -> None:
    """A saved output of a node with several comes back with the edge of its tensor, or with the node if that is
    gone.
    """
    smallest, largest = leaf(dv, 1.0, 2.0).aminmax()
    node = largest.grad_fn
    assert node is smallest.grad_fn
    again = unpack_output(node, "max", largest.output_nr)
    assert again._edge is largest._edge
    del largest, again
    assert unpack_output(node, "max", 1).grad_fn is node


def test_a_nested_backward_is_finished_before_the_outer_one_goes_on(lib: Any) -> None:
    """A backward that a hook runs is finished before nodes of the outer one that are ready run."""
    x = leaf(lib, 1.0)
    order: list[str] = []
    older = x * 2
    older.register_hook(lambda grad: order.append("outer"))
    inner = leaf(lib, 1.0) * 2
    inner.register_hook(lambda grad: order.append("inner"))
    newer = x * 3
    newer.register_hook(lambda grad: inner.backward(lib.ones(1)))
    (older + newer).sum().backward()
    assert order == ["inner", "outer"]


@pytest.mark.parametrize("kind", ["tensor", "prehook", "post hook", "accumulated", "callback"])
def test_passes_nest_to_any_depth_from_hooks_of_every_kind(lib: Any, kind: str) -> None:
    """Passes nest to any depth: from hooks of every kind and from final callbacks."""
    depth = 400
    queue = lib.autograd.Variable._execution_engine.queue_callback
    leaves = [leaf(lib, 1.0) for _ in range(depth)]
    tensors = [x * 1 for x in leaves]
    order: list[int] = []
    kept: list[Any] = []
    for number, (x, y) in enumerate(zip(leaves, tensors, strict=True)):

        def run_next(*grads: Any, number: int = number) -> None:
            order.append(number)
            if number + 1 < depth:
                tensors[number + 1].backward()

        if kind == "tensor":
            y.register_hook(run_next)
        elif kind == "prehook":
            y.grad_fn.register_prehook(run_next)
        elif kind == "post hook":
            y.grad_fn.register_hook(run_next)
        elif kind == "accumulated":
            kept.append(y.grad_fn.next_functions)
            x.register_post_accumulate_grad_hook(run_next)
        else:
            y.register_hook(lambda grad, run_next=run_next: queue(run_next))
    tensors[0].backward()
    assert order == list(range(depth))
    assert all(x.grad.tolist() == [1.0] for x in leaves)


def test_an_interruption_ends_nested_passes() -> None:
    """Ctrl-C ends nested passes at any depth, and reaches the caller as KeyboardInterrupt."""
    x = leaf(dv, 1.0)

    def nest(level: int) -> None:
        with dv.enable_grad():
            y = x * 1

        def hook(grad: Any) -> None:
            if level:
                nest(level - 1)
            else:
                _thread.interrupt_main()
                for _ in range(1000):
                    time.sleep(0.01)

        y.register_hook(hook)
        y.backward()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of shells ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            nest(60)
    finally:
        signal.signal(signal.SIGINT, before)
    assert x.grad is None
    (x * 2).backward()
    assert x.grad is not None
    assert x.grad.tolist() == [2.0]

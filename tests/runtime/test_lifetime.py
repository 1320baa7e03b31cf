"""What dies when: an ordinary forward and backward makes no reference cycle and keeps nothing too long."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.graph.node import Node, next_seq


@pytest.fixture(autouse=True)
def without_gc() -> Iterator[None]:
    """Switch the collector off: whatever dies, dies by its reference count."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def assert_no_cycles(run: Callable[[], None]) -> None:
    run()
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        run()
        gc.collect()
        left = [thing for thing in gc.garbage if isinstance(thing, Node | dv.Tensor)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == []


def plain() -> None:
    x = dv.ones(3, requires_grad=True)
    y = (x * x.exp()).sum()
    y.backward()


def without_backward() -> None:
    x = dv.ones(3, requires_grad=True)
    _ = ((x * x).exp().tanh() / 3).sum()


def retained_graph() -> None:
    x = dv.ones(3, requires_grad=True)
    y = (x * x.exp()).sum()
    y.backward(retain_graph=True)
    y.backward()


def several_outputs() -> None:
    a, b, _ = (dv.ones(3, requires_grad=True) * 2).unbind()
    (a * b).backward()


def views_and_writes() -> None:
    x = dv.ones(4, requires_grad=True)
    base = x * 2
    view = base.view(2, 2)
    view[0].mul_(3)
    base.exp_()
    view.retain_grad()
    view.sum().backward()


def double_backward() -> None:
    x = dv.ones(3, requires_grad=True)
    (first,) = dv.autograd.grad((x.exp() * x).sum(), x, create_graph=True)
    dv.autograd.grad(first.sum(), x)


def hooks() -> None:
    x = dv.ones(3, requires_grad=True)
    x.register_hook(lambda grad: grad * 2)
    x.register_post_accumulate_grad_hook(lambda leaf: None)
    y = x * 2
    y.register_hook(lambda grad: None)
    assert y.grad_fn is not None
    y.grad_fn.register_hook(lambda *grads: None)
    y.retain_grad()
    y.sum().backward()


def forward_mode() -> None:
    with dv.autograd.forward_ad.dual_level():
        x = dv.autograd.forward_ad.make_dual(dv.ones(2), dv.ones(2))
        _ = (x.exp() * x).sum()


def a_failing_backward() -> None:
    y = (dv.ones(3, requires_grad=True) * 2).exp()
    z = y.sum()
    y.add_(1)
    try:
        z.backward()
    except RuntimeError:
        pass
    else:
        raise AssertionError


def a_training_step() -> None:
    layer = dv.nn.Linear(3, 2)
    loss = (layer(dv.ones(4, 3)).tanh() ** 2).mean()
    loss.backward()
    with dv.no_grad():
        for parameter in layer.parameters():
            parameter.sub_(0.1 * parameter.grad)


@pytest.mark.parametrize(
    "run",
    [
        plain,
        without_backward,
        retained_graph,
        several_outputs,
        views_and_writes,
        double_backward,
        hooks,
        forward_mode,
        a_failing_backward,
        a_training_step,
    ],
    ids=lambda run: run.__name__,
)
def test_no_reference_cycles_by(run: Callable[[], None]) -> None:
    """Ordinary work makes no reference cycle: whatever it left is freed without the garbage collector."""
    assert_no_cycles(run)


def test_a_leaf_is_not_kept_alive_by_its_graph() -> None:
    """A graph does not keep a leaf alive whose values it did not save."""
    x = dv.ones(3, requires_grad=True)
    alive = weakref.ref(x)
    y = x + 1
    del x
    assert alive() is None
    y.sum().backward()


def test_a_leaf_that_is_saved_lives_as_long_as_the_graph_needs_it() -> None:
    """A saved input lives until the backward, or until the graph dies."""
    x = dv.ones(3, requires_grad=True)
    alive = weakref.ref(x)
    y = (x * x).sum()
    del x
    assert alive() is not None
    y.backward()
    assert alive() is None


def test_a_saved_input_is_released_by_backward_or_with_the_graph() -> None:
    """A saved input is released by backward, or with the graph."""
    for backward in (True, False):
        x = dv.ones(3, requires_grad=True)
        hidden = x * 2
        alive = weakref.ref(hidden)
        y = hidden.sin().sum()
        del hidden
        assert alive() is not None
        if backward:
            y.backward()
        else:
            del y
        assert alive() is None


def test_a_saved_output_makes_no_cycle() -> None:
    """A saved output makes no cycle: reference counts free it."""
    x = dv.ones(3, requires_grad=True)
    y = x.exp()
    tensor, node = weakref.ref(y), weakref.ref(y.grad_fn)
    del y
    assert tensor() is None
    assert node() is None


def test_retain_graph_keeps_saved_values_until_the_graph_dies() -> None:
    """`retain_graph=True` keeps saved values until the graph dies."""
    x = dv.ones(3, requires_grad=True)
    hidden = x * 2
    alive = weakref.ref(hidden)
    y = hidden.sin().sum()
    del hidden
    y.backward(retain_graph=True)
    assert alive() is not None
    del y
    assert alive() is None


def test_nodes_die_with_their_tensors() -> None:
    """Nodes die with their tensors, by reference counts."""
    x = dv.ones(3, requires_grad=True)
    y = x * 2
    node = weakref.ref(y.grad_fn)
    z = y + 1
    del y
    assert node() is not None
    del z
    assert node() is None


def test_a_node_that_is_held_keeps_what_is_below_it() -> None:
    """A node keeps what is below it."""
    x = dv.ones(3, requires_grad=True)
    y = (x * 2).exp()
    node = y.grad_fn
    below = weakref.ref(node.next_functions[0][0])  # type: ignore[union-attr,arg-type]
    del y
    assert below() is not None
    del node
    assert below() is None


def test_a_shared_node_lives_until_its_last_output_is_gone() -> None:
    """A node with several outputs lives until the last one is gone."""
    a, b = (dv.ones(2, requires_grad=True) * 2).unbind()
    node = weakref.ref(a.grad_fn)
    del a
    assert node() is not None
    del b
    assert node() is None


def test_gradients_are_freed_as_soon_as_they_are_used() -> None:
    """Each gradient of a chain dies before the next but one is made."""
    x = dv.ones(5, requires_grad=True)
    y = x * 1
    alive: list[weakref.ref[Any]] = []
    most = 0

    class Watched(np.ndarray[Any, Any]):
        pass

    class Step(Node):
        __slots__ = ("edge",)

        def apply(self, grad: Any, needed: Any, keep: bool, buffers: Any) -> Any:
            nonlocal most
            new = (grad * 1).view(Watched)
            del grad
            alive.append(weakref.ref(new))
            most = max(most, sum(ref() is not None for ref in alive))
            return new

    edge = y._edge
    for _ in range(20):
        step = Step()
        step.seq, step.hooks, step.shape, step.dtype, step.edge = next_seq(), None, y.shape, y.dtype, edge
        edge = step
    y._edge = edge
    y.backward(dv.ones(5))
    assert len(alive) == 20
    assert most <= 2
    assert all(ref() is None for ref in alive)


def test_a_hook_dies_with_its_tensor() -> None:
    """A hook dies with its tensor."""

    class Hook:
        def __call__(self, grad: Any) -> None:
            return None

    for make in (lambda: dv.ones(1, requires_grad=True), lambda: dv.ones(1, requires_grad=True) * 2):
        hook = Hook()
        alive = weakref.ref(hook)
        tensor = make()
        tensor.register_hook(hook)
        del hook
        assert alive() is not None
        del tensor
        assert alive() is None


def test_a_cycle_of_a_hook_and_its_node_is_found_by_the_collector() -> None:
    """A cycle of a hook and its node is left to the collector."""
    y = dv.ones(1, requires_grad=True) * 2
    node = y.grad_fn
    assert node is not None

    def hook(*grads: Any, holds: Any = node) -> None:
        return None

    node.register_hook(hook)
    alive = weakref.ref(node)
    del node, hook, y
    assert alive() is not None
    gc.collect()
    assert alive() is None


def test_detach_does_not_keep_the_original_alive() -> None:
    """A detached tensor does not keep the original alive."""
    y = dv.ones(1, requires_grad=True) * 2
    alive = weakref.ref(y)
    detached = y.detach()
    del y
    assert alive() is None
    assert detached.tolist() == [2.0]


def test_a_view_keeps_its_base_but_not_the_other_way_round() -> None:
    """A view keeps its base alive, not the other way round."""
    base = dv.zeros(4)
    view = base.view(2, 2)
    base_alive, view_alive = weakref.ref(base), weakref.ref(view)
    del base
    assert base_alive() is not None
    kept = view._base
    del view
    assert view_alive() is None
    assert base_alive() is kept


def test_the_collector_may_run_while_a_graph_is_torn_down() -> None:
    """The garbage collector may run while a graph is torn down."""

    class Collects:
        def __del__(self) -> None:
            gc.collect()

        def __call__(self, grad: Any) -> None:
            return None

    y = dv.ones(1, requires_grad=True) * 2
    for _ in range(50):
        y = y * 1.5
    y.register_hook(Collects())
    alive = weakref.ref(y.grad_fn)
    del y
    assert alive() is None

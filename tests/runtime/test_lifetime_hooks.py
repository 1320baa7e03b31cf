"""What keeps a graph and its hooks alive: tensors, nodes and edges that are held, and cycles that users make."""

import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import derivata as dv


class Marker:
    """Dies with what refers to it."""

    def __call__(self, *grads: Any) -> None:
        """Be a hook that changes nothing."""


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    gc.freeze()  # what was there before need not be looked at again
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def leaf(lib: Any) -> Any:
    return lib.tensor([1.0, 2.0], requires_grad=True)


def make(lib: Any, kind: str, define: Callable[..., Any]) -> Any:
    if kind == "built-in":
        return leaf(lib).exp()
    op = define(forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2)
    return op.apply(leaf(lib))


def end(y: Any, how: str) -> None:
    if how != "no backward":
        y.sum().backward(retain_graph=how == "retain_graph")


every_kind = pytest.mark.parametrize("kind", ["built-in", "custom"])
every_hook = pytest.mark.parametrize("hook", ["tensor", "node", "prehook"])
every_end = pytest.mark.parametrize("how", ["backward", "retain_graph", "no backward"])


def register(y: Any, hook: str) -> Callable[[Any], Any]:
    node = y.grad_fn
    add: Callable[[Any], Any] = {
        "tensor": y.register_hook,
        "node": node.register_hook,
        "prehook": node.register_prehook,
    }[hook]
    return add


@every_kind
@every_hook
@every_end
def test_a_hook_is_freed_with_its_output(
    lib: Any, define: Callable[..., Any], kind: str, hook: str, how: str
) -> None:
    """A hook on a tensor or a node dies with the tensor, without the garbage collector, before and after backward."""
    y = make(lib, kind, define)
    marker = Marker()
    alive = weakref.ref(marker)
    register(y, hook)(marker)
    del marker
    end(y, how)
    assert alive() is not None
    del y
    assert alive() is None


@every_kind
@every_hook
@every_end
def test_a_hook_that_refers_to_its_node_is_left_to_the_collector(
    lib: Any, define: Callable[..., Any], kind: str, hook: str, how: str
) -> None:
    """A cycle of a hook and its node is kept while the output lives, and left to the collector then."""
    y = make(lib, kind, define)
    marker = Marker()
    alive = weakref.ref(marker)
    register(y, hook)(lambda *grads, held=(y.grad_fn, marker): None)
    del marker
    end(y, how)
    gc.collect()
    assert alive() is not None
    del y
    gc.collect()
    assert alive() is None


@every_end
def test_a_hook_cycle_on_a_node_of_two_outputs_is_left_to_the_collector(
    lib: Any, define: Callable[..., Any], how: str
) -> None:
    """A hook that refers to a node of two outputs is freed by the collector when both are gone."""
    op = define(forward=lambda ctx, x: (x * 2, x * 3), backward=lambda ctx, a, b: a + b)
    for make_two in (lib.unbind, op.apply):
        first, second = make_two(leaf(lib))
        marker = Marker()
        alive = weakref.ref(marker)
        first.grad_fn.register_hook(lambda *grads, held=(first.grad_fn, marker): None)
        del marker
        end(first, how)
        del first
        gc.collect()
        assert alive() is not None
        del second
        gc.collect()
        assert alive() is None


def test_a_leafs_hooks_are_freed_with_the_leaf(lib: Any) -> None:
    """The hooks of a leaf, those after accumulation too, die with the leaf."""
    x = leaf(lib)
    hooks = [Marker(), Marker()]
    alive = [weakref.ref(hook) for hook in hooks]
    x.register_hook(hooks[0])
    x.register_post_accumulate_grad_hook(hooks[1])
    hooks.clear()
    x.sum().backward()
    assert [ref() is None for ref in alive] == [False, False]
    del x
    assert [ref() is None for ref in alive] == [True, True]


def test_a_write_to_a_view_that_saves_its_output_frees_the_hook_once(lib: Any) -> None:
    """A write to a view whose node saves the result makes no cycle: hooks die with the tensors."""
    base = leaf(lib) * 1
    view = base[0:1]
    view.relu_()
    marker = Marker()
    alive = weakref.ref(marker)
    view.register_hook(marker)
    del marker
    base.sum().backward()
    del base
    assert alive() is not None
    del view
    assert alive() is None


def test_the_node_of_a_written_view_survives_the_view(lib: Any) -> None:
    """The node of a view that was written is there when the view is gone; a view of a leaf cannot be written."""
    base = leaf(lib) * 1
    view = base[0:1]
    view.mul_(2)
    node = view.grad_fn
    del view
    assert node is not None
    assert node.next_functions
    assert "Backward" in node.name()
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        leaf(lib)[0:1].mul_(2)


def test_a_gradient_edge_keeps_the_graph_alive(lib: Any) -> None:
    """A gradient edge keeps the graph alive when its tensor is gone."""
    x = leaf(lib)
    y = x.exp()
    edge = lib.autograd.graph.get_gradient_edge(y)
    del y
    (dx,) = lib.autograd.grad(edge, x, lib.ones(2))
    assert np.allclose(dx.numpy(), np.exp([1.0, 2.0]))


def test_a_retained_gradient_does_not_keep_its_tensor_alive() -> None:
    """`retain_grad` refers to its tensor weakly: it dies while its node lives on."""
    y = leaf(dv).exp()
    z = y.sum()
    y.retain_grad()
    alive = weakref.ref(y)
    del y
    assert alive() is None
    z.backward()


def test_collecting_a_cycle_that_holds_an_intermediate_breaks_no_graph(lib: Any) -> None:
    """The collector may free a cycle that holds a tensor in the middle of a graph, which stays whole."""
    x = leaf(lib)
    y = x * 2
    cycle: list[Any] = [y]
    cycle.append(cycle)
    z = (y * y).sum()
    del y, cycle
    gc.collect()
    z.backward()
    assert x.grad.tolist() == [8.0, 16.0]


def test_saved_values_survive_create_graph(lib: Any) -> None:
    """What a node saved survives a pass with `create_graph=True`, and the next pass needs it."""
    x = leaf(lib)
    y = (x.exp() * x).sum()
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    (again,) = lib.autograd.grad(y, x, retain_graph=True)
    assert first.tolist() == again.tolist()
    (second,) = lib.autograd.grad(first.sum(), x)
    assert np.allclose(second.numpy(), [3 * np.e, 4 * np.e**2])
    point = lib.tensor([0.3, 0.7], dtype=lib.float64, requires_grad=True)
    assert lib.autograd.gradgradcheck(lambda t: t.exp() * t, (point,))


@pytest.mark.parametrize("length", [3_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_writes_with_cross_links_are_freed(lib: Any, length: int) -> None:
    """Many writes into two tensors that depend on each other are freed without recursion."""
    a, b = leaf(lib) * 1, leaf(lib) * 1
    marker = Marker()
    alive = weakref.ref(marker)
    a.register_hook(marker)
    del marker
    for _ in range(length):
        a.add_(b)
        b.add_(a)
        a.mul_(0.25)
        b.mul_(0.25)
    assert alive() is not None
    del a, b
    assert alive() is None

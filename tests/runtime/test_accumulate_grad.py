"""Accumulation into leaves: taking over, copying, adding in place or out of place."""

import sys
import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.engine.engine import run_pass
from derivata.runtime.graph.node import Node


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def address(tensor: Any) -> int:
    return int(tensor.data_ptr())


def test_second_backward_adds_in_place(lib: Any) -> None:
    """A second backward adds into the same `.grad` object in place."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()
    held = x.grad
    (x * 2).sum().backward()
    assert x.grad is held
    assert held.tolist() == [4.0]


def test_adding_in_place_counts_as_a_write() -> None:
    """Adding to a `.grad` that somebody has read counts as a write to it."""
    x = leaf(dv, 1.0)
    (x * 2).sum().backward()
    assert x.grad is not None
    before = x.grad._version
    (x * 2).sum().backward()
    assert x.grad._version == before + 1


def test_with_create_graph_a_new_object_replaces_it(lib: Any) -> None:
    """With `create_graph=True` the sum is a new object that replaces `.grad`; the old one keeps its values."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()
    held = x.grad
    lib.autograd.backward([(x * 3).sum()], create_graph=True)
    assert x.grad is not held
    assert x.grad.tolist() == [5.0]
    assert held.tolist() == [2.0]


def test_a_gradient_that_nobody_else_holds_is_taken_over() -> None:
    """A gradient that nobody else holds becomes `.grad` without a copy."""
    x = dv.ones(1000, requires_grad=True)
    edge = x._edge
    assert edge is not None
    given = np.full(1000, 3.0, np.float32)
    where = given.ctypes.data
    buffers: dict[Any, Any] = {edge: given}
    del given
    run_pass(buffers, [(edge.seq, edge)])
    assert address(x.grad) == where


class _ToTheSecond(Node):
    """Returns the only gradient of two as that of its second edge."""

    __slots__ = ("edge_first", "edge_second", "grads")

    def apply(self, grad: Any, needed: Any, keep: bool, buffers: Any) -> Any:
        return None, None, self.edge_second, self.grads.pop()


def test_a_gradient_of_a_second_argument_alone_is_taken_over() -> None:
    """The gradient of a second argument alone becomes `.grad` without a copy, too."""
    x = dv.ones(1000, requires_grad=True)
    node = _ToTheSecond()
    node.seq, node.hooks, node.edge_first, node.edge_second = -1, None, None, x._edge
    node.grads = [np.full(1000, 3.0, np.float32)]
    where = node.grads[0].ctypes.data
    run_pass({node: np.ones(1)}, [(-1, node)])
    assert address(x.grad) == where


def test_a_gradient_that_the_caller_holds_is_copied(lib: Any) -> None:
    """A gradient that the caller holds is copied into `.grad`."""
    x = leaf(lib, 1.0, 2.0)
    given = lib.tensor([5.0, 6.0])
    x.backward(given)
    assert address(x.grad) != address(given)


def test_one_gradient_for_two_leaves_is_taken_over_by_one_at_most(lib: Any) -> None:
    """Of two leaves that get the same gradient at most one takes it over."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    (x + y).exp().sum().backward()
    assert address(x.grad) != address(y.grad)
    x.grad.zero_()
    assert y.grad.abs().sum().item() > 0


def test_an_expanded_gradient_is_copied(lib: Any) -> None:
    """A gradient whose elements share memory, as that of a sum does, is copied: `.grad` can be written."""
    x, y = lib.ones(2, 3, requires_grad=True), lib.ones(2, 3, requires_grad=True)
    x.sum().backward()
    y.backward(lib.tensor([1.0]).expand(2, 3))
    for leaf in (x, y):
        assert leaf.grad.is_contiguous()
        leaf.grad[0, 0] = 5.0
        assert leaf.grad.tolist() == [[5.0, 1.0, 1.0], [1.0, 1.0, 1.0]]


def test_one_differentiable_gradient_for_two_leaves_is_shared_by_none(lib: Any) -> None:
    """With `create_graph=True` every leaf gets a copy of its own."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    lib.autograd.backward([((x + y) ** 2).sum()], create_graph=True)
    assert x.grad is not y.grad
    assert address(x.grad) != address(y.grad)
    x.grad = y.grad = None


def test_a_gradient_kept_by_retain_grad_is_not_the_leaf_s(lib: Any) -> None:
    """Gradients kept by `retain_grad` and by the leaf lie in different memory."""
    x = leaf(lib, 1.0, 2.0)
    y = x + 0
    z = y + 0
    for tensor in (y, z):
        tensor.retain_grad()
    z.exp().sum().backward()
    assert len({address(t.grad) for t in (x, y, z)}) == 3


def test_a_gradient_that_a_hook_keeps_is_not_changed_afterwards(lib: Any) -> None:
    """A gradient that a hook keeps stays as it was when more are accumulated."""
    x = leaf(lib, 1.0, 2.0)
    kept: list[Any] = []
    x.register_hook(kept.append)
    for _ in range(2):
        (x * 2).sum().backward()
    assert [grad.tolist() for grad in kept] == [[2.0, 2.0], [2.0, 2.0]]
    assert x.grad.tolist() == [4.0, 4.0]


def test_a_view_of_a_gradient_in_use_is_not_overwritten(lib: Any) -> None:
    """A gradient of which a hook holds a view is not overwritten."""
    x = lib.ones(2, 2, requires_grad=True)
    y = x * 1
    flat = y.view(4)
    kept: list[Any] = []
    flat.register_hook(kept.append)
    (flat * lib.arange(4)).sum().backward(retain_graph=True)
    (y * 2 + flat.view(2, 2)).sum().backward()
    assert kept[0].tolist() == [0.0, 1.0, 2.0, 3.0]
    assert x.grad.tolist() == [[3.0, 4.0], [5.0, 6.0]]


def test_grad_that_was_assigned_is_added_to_in_place(lib: Any) -> None:
    """A `.grad` that was assigned is added to in place."""
    x = leaf(lib, 1.0)
    mine = lib.tensor([10.0])
    x.grad = mine
    (x * 2).sum().backward()
    assert x.grad is mine
    assert mine.tolist() == [12.0]


@pytest.mark.parametrize("sparse", [False, True])
def test_grad_that_cannot_be_written_is_refused(lib: Any, sparse: bool) -> None:
    """A gradient for a leaf with a `.grad` on expanded memory is refused in words, a dense and a sparse one."""
    weight = lib.ones(4, 2, requires_grad=True)
    weight.grad = lib.ones(1).expand(4, 2)
    with pytest.raises(RuntimeError, match=r"memory.*clone"):
        lib.nn.functional.embedding(lib.tensor([1, 2]), weight, sparse=sparse).sum().backward()
    assert weight.grad.tolist() == [[1.0, 1.0]] * 4


def test_gradient_is_cast_to_the_leaf_s_dtype(lib: Any) -> None:
    """A gradient is cast to the dtype of the leaf."""
    x = leaf(lib, 1.0)
    (x * lib.tensor([2.0], dtype=lib.float64)).sum().backward()
    assert x.grad.dtype == lib.float32


def test_complex_gradient_of_a_real_leaf_is_its_real_part(lib: Any) -> None:
    """Of a complex gradient a real leaf gets the real part."""
    x = leaf(lib, 1.0)
    (x * lib.tensor([2.0 + 1j])).abs().sum().backward()
    assert x.grad.dtype == lib.float32
    assert x.grad.item() == pytest.approx(5**0.5)


def test_gradient_of_a_wrong_shape_is_refused() -> None:
    """A gradient of another shape than the leaf's is an error that names both shapes."""
    x = dv.ones(3, requires_grad=True)
    node = x._edge
    with pytest.raises(RuntimeError, match=r"expected a gradient of shape \(3,\) for the leaf, got \(2,\)"):
        node.apply(np.ones(2, np.float32), None, False, {})  # type: ignore[union-attr]


def test_accumulator_holds_its_leaf_weakly(lib: Any) -> None:
    """Differs from PyTorch: the graph holds its leaves weakly, because an accumulator without a tensor has
    nobody to accumulate for.
    """
    x = leaf(lib, 1.0)
    y = x * 2
    ref = weakref.ref(x)
    accumulator = y.grad_fn.next_functions[0][0]
    assert accumulator.variable is x
    if lib.__name__ == "derivata":  # PyTorch's accumulator holds it
        del x
        assert ref() is None
        assert accumulator.variable is None
        y.sum().backward()


def test_accumulating_costs_no_extra_reference() -> None:
    """Accumulation leaves no reference to the gradient behind."""
    x = leaf(dv, 1.0)
    (x * 2).sum().backward()
    assert x.grad is not None
    assert sys.getrefcount(x.grad._array) <= 3


def test_gradients_of_empty_products_are_empty_or_zero(lib: Any) -> None:
    """A tensor that was broadcast against an empty one gets zeros, the empty one an empty gradient."""
    x, y = lib.ones(3, 1, requires_grad=True), lib.ones(1, 0, requires_grad=True)
    (x * y).sum().backward()
    assert x.grad.tolist() == [[0.0], [0.0], [0.0]]
    assert tuple(y.grad.shape) == (1, 0)


def test_hook_that_raises_leaves_the_accumulator_usable(lib: Any) -> None:
    """A hook that raises before accumulation leaves `.grad` as it was, and the next backward works."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()

    def refuse(grad: Any) -> None:
        raise ValueError("no")

    handle = x.register_hook(refuse)
    with pytest.raises(ValueError, match="no"):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0]
    handle.remove()
    (x * 2).sum().backward()
    assert x.grad.tolist() == [4.0]


def test_leaf_that_no_longer_requires_grad_gets_none(lib: Any) -> None:
    """A leaf that no longer requires grad when its gradient arrives gets none, whether switched off or detached."""
    for stop in (lambda x: x.requires_grad_(False), lambda x: x.detach_()):
        x = leaf(lib, 1.0)
        y = (x * 2).sum()
        stop(x)
        y.backward()
        assert x.grad is None


def test_leaf_that_requires_grad_again_gets_its_gradient(lib: Any) -> None:
    """A leaf that was switched off and on again gets the gradients of graphs from before."""
    x = leaf(lib, 1.0)
    (x * 3).sum().backward()
    y = (x * 2).sum()
    x.requires_grad_(False)
    x.requires_grad_()
    y.backward()
    assert x.grad.tolist() == [5.0]


def test_hooks_of_a_leaf_outlast_a_time_without_grad(lib: Any) -> None:
    """A leaf that is switched off and on again keeps its hooks, its `.grad` and its accumulator."""
    x = leaf(lib, 1.0)
    called: list[str] = []
    x.register_hook(lambda grad: called.append("hook"))
    x.register_post_accumulate_grad_hook(lambda leaf: called.append("post"))
    (x * 2).sum().backward()
    edge = lib.autograd.graph.get_gradient_edge(x).node
    for _ in range(2):
        x.requires_grad_(False)
        assert x.grad.tolist() == [2.0]
        x.requires_grad_()
    assert lib.autograd.graph.get_gradient_edge(x).node is edge
    (x * 2).sum().backward()
    assert x.grad.tolist() == [4.0]
    assert called == ["hook", "post"] * 2


def test_grad_that_was_dropped_does_not_come_back(lib: Any) -> None:
    """A `.grad` that was set to None stays None when the leaf is switched off."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()
    x.requires_grad_(False)
    x.requires_grad_()
    x.grad = None
    x.requires_grad_(False)
    assert x.grad is None


def test_freezing_for_a_while_does_not_slow_a_leaf_down() -> None:
    """A leaf that was switched off for a while takes the engine's fast loop again."""
    x = leaf(dv, 1.0)
    x.requires_grad_(False)
    x.requires_grad_()
    assert x._edge is not None
    assert x._edge.hooks is None


def test_leaf_that_became_a_result_is_refused(lib: Any) -> None:
    """When a leaf has become the result of an op, the backward of a graph that used it as a leaf raises."""
    x, factor = leaf(lib, 1.0), leaf(lib, 3.0)
    y = (x * 2).sum()
    x.requires_grad_(False)
    x.mul_(factor)
    with pytest.raises(RuntimeError, match="leaf variable has been moved into the graph interior"):
        y.backward()
    x.sum().backward()
    assert factor.grad.tolist() == [1.0]


def test_write_to_a_leaf_in_no_grad_keeps_it_a_leaf(lib: Any) -> None:
    """A leaf that was written under `no_grad` remains the leaf of graphs from before."""
    x = leaf(lib, 1.0)
    y = (x * 2).sum()
    with lib.no_grad():
        x.add_(1)
    y.backward()
    assert x.grad.tolist() == [2.0]


def test_leaf_that_stopped_to_require_grad_gets_nothing() -> None:
    """Differs from PyTorch: hooks of a leaf that no longer requires grad when the pass comes are silent.

    Nothing is accumulated there, in PyTorch neither, which calls the hooks all the same.
    """
    x = leaf(dv, 2.0)
    seen: list[Any] = []
    x.register_post_accumulate_grad_hook(seen.append)
    y = x * 3
    x.requires_grad_(False)
    y.sum().backward()
    assert seen == []
    assert x.grad is None


def test_leaf_that_got_other_data_while_it_did_not_require_grad(lib: Any) -> None:
    """A leaf that got data of another shape and dtype while it was frozen gets gradients of these."""
    x = leaf(lib, 2.0)
    (x * 1).sum().backward()
    x.grad = None
    x.requires_grad_(False)
    x.data = lib.ones(3, 2, dtype=lib.float64)
    x.requires_grad_()
    (x * 2).sum().backward()
    assert (tuple(x.grad.shape), x.grad.dtype) == ((3, 2), lib.float64)


def test_part_of_what_a_function_keeps_is_not_written(lib: Any, define: Any) -> None:
    """A gradient that is a part of what a Function keeps is added to others in memory of its own."""
    kept = lib.tensor([1.0, 2.0, 3.0])
    op = define(forward=lambda ctx, x: x * 1, backward=lambda ctx, grad: kept[:2])
    x = leaf(lib, 1.0, 1.0)
    y = x * 2
    (op.apply(y).sum() + op.apply(y).sum() + op.apply(y).sum()).backward()
    assert kept.tolist() == [1.0, 2.0, 3.0]
    assert x.grad.tolist() == [6.0, 12.0]

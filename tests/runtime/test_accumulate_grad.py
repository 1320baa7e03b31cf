"""Accumulation into leaves: taking over, copying, adding in place or out of place."""

import sys
import weakref
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.engine import drain


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def address(tensor: Any) -> int:
    return int(tensor.data_ptr())


def test_second_backward_adds_in_place(lib: Any) -> None:
    """A second pass adds in place; with `create_graph=True` a new object replaces `.grad`."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()
    held = x.grad
    (x * 2).sum().backward()
    assert x.grad is held
    assert held.tolist() == [4.0]


def test_adding_in_place_counts_as_a_write() -> None:
    x = leaf(dv, 1.0)
    (x * 2).sum().backward()
    assert x.grad is not None
    before = x.grad._version
    (x * 2).sum().backward()
    assert x.grad._version == before + 1


def test_with_create_graph_a_new_object_replaces_it(lib: Any) -> None:
    """A second pass adds in place; with `create_graph=True` a new object replaces `.grad`."""
    x = leaf(lib, 1.0)
    (x * 2).sum().backward()
    held = x.grad
    lib.autograd.backward([(x * 3).sum()], create_graph=True)
    assert x.grad is not held
    assert x.grad.tolist() == [5.0]
    assert held.tolist() == [2.0]


def test_a_gradient_that_nobody_else_holds_is_taken_over() -> None:
    """A gradient that nobody else holds is taken over, any other is copied."""
    x = dv.ones(1000, requires_grad=True)
    edge = x._edge
    assert edge is not None
    given = np.full(1000, 3.0, np.float32)
    where = given.ctypes.data
    buffers: dict[Any, Any] = {edge: given}
    del given
    drain(buffers, [(edge.seq, edge)], False, None)
    assert address(x.grad) == where


def test_a_gradient_that_the_caller_holds_is_copied(lib: Any) -> None:
    """A gradient that nobody else holds is taken over, any other is copied."""
    x = leaf(lib, 1.0, 2.0)
    given = lib.tensor([5.0, 6.0])
    x.backward(given)
    assert address(x.grad) != address(given)


def test_one_gradient_for_two_leaves_is_taken_over_by_one_at_most(lib: Any) -> None:
    """Of two leaves at most one takes over the same gradient."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    (x + y).exp().sum().backward()
    assert address(x.grad) != address(y.grad)
    x.grad.zero_()
    assert y.grad.abs().sum().item() > 0


def test_one_differentiable_gradient_for_two_leaves_is_shared_by_none(lib: Any) -> None:
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    lib.autograd.backward([((x + y) ** 2).sum()], create_graph=True)
    assert x.grad is not y.grad
    assert address(x.grad) != address(y.grad)
    x.grad = y.grad = None


def test_a_gradient_kept_by_retain_grad_is_not_the_leaf_s(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x + 0
    z = y + 0
    for tensor in (y, z):
        tensor.retain_grad()
    z.exp().sum().backward()
    assert len({address(t.grad) for t in (x, y, z)}) == 3


def test_a_gradient_that_a_hook_keeps_is_not_changed_afterwards(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    kept: list[Any] = []
    x.register_hook(kept.append)
    for _ in range(2):
        (x * 2).sum().backward()
    assert [grad.tolist() for grad in kept] == [[2.0, 2.0], [2.0, 2.0]]
    assert x.grad.tolist() == [4.0, 4.0]


def test_a_view_of_a_gradient_in_use_is_not_overwritten(lib: Any) -> None:
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
    x = leaf(lib, 1.0)
    mine = lib.tensor([10.0])
    x.grad = mine
    (x * 2).sum().backward()
    assert x.grad is mine
    assert mine.tolist() == [12.0]


def test_gradient_is_cast_to_the_leaf_s_dtype(lib: Any) -> None:
    x = leaf(lib, 1.0)
    (x * lib.tensor([2.0], dtype=lib.float64)).sum().backward()
    assert x.grad.dtype == lib.float32


def test_complex_gradient_of_a_real_leaf_is_its_real_part(lib: Any) -> None:
    x = leaf(lib, 1.0)
    (x * lib.tensor([2.0 + 1j])).abs().sum().backward()
    assert x.grad.dtype == lib.float32
    assert x.grad.item() == pytest.approx(5**0.5)


def test_gradient_of_a_wrong_shape_is_refused() -> None:
    x = dv.ones(3, requires_grad=True)
    node = x._edge
    with pytest.raises(RuntimeError, match=r"expected a gradient of shape \(3,\) for the leaf, got \(2,\)"):
        node.apply(np.ones(2, np.float32), {}, [], False, None)  # type: ignore[union-attr]


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
    x = leaf(dv, 1.0)
    (x * 2).sum().backward()
    assert x.grad is not None
    assert sys.getrefcount(x.grad._array) <= 3

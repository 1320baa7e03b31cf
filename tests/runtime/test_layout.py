"""The layout contract: a gradient has its leaf's strides when the leaf is dense, else it is row-major."""

import warnings
from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata import nn
from derivata.runtime.graph.layout import copy_with_strides, dense_strides, is_dense, row_major_strides

LEAVES = {
    "row-major": lambda lib: lib.zeros(3, 4),
    "column-major": lambda lib: lib.zeros(4, 3).t(),
    "permuted": lambda lib: lib.zeros(2, 3, 4).permute(2, 0, 1),
    "every second": lambda lib: lib.zeros(3, 8)[:, ::2],
    "inner block": lambda lib: lib.zeros(5, 6)[1:4, 1:5],
    "size 1": lambda lib: lib.zeros(4, 1, 3).transpose(0, 2),
    "empty": lambda lib: lib.zeros(0, 3),
    "0-d": lambda lib: lib.zeros(()),
}


@pytest.mark.parametrize("kind", LEAVES)
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradient_has_the_strides_of_the_contract(lib: Any, kind: str, create_graph: bool) -> None:
    """A gradient has the strides of its leaf if that is dense in any order of dimensions, else it is row-major."""
    x = LEAVES[kind](lib).detach().requires_grad_()
    lib.autograd.backward([(x * lib.ones(x.shape)).sum()], create_graph=create_graph)
    size = x.numel()
    dense = size > 0 and kind not in ("every second", "inner block")
    expected = x.stride() if dense else lib.zeros(x.shape).stride()
    if size:
        assert tuple(x.grad.stride()) == tuple(expected)
    x.grad = None


@pytest.mark.parametrize("kind", LEAVES)
def test_expanded_gradient_is_copied_into_dense_memory(lib: Any, kind: str) -> None:
    """An expanded gradient is copied into dense memory."""
    x = LEAVES[kind](lib).detach().requires_grad_()
    x.sum().backward()
    assert x.grad.tolist() == lib.ones(x.shape).tolist()
    x.grad.add_(1)
    assert x.grad.tolist() == (lib.ones(x.shape) + 1).tolist()


def test_gradient_in_another_layout_is_copied() -> None:
    """A gradient in another layout than the leaf's is copied into the leaf's, even if nobody else holds it."""
    x = dv.zeros(3, 4, requires_grad=True)
    (x.t().contiguous() * 2).sum().backward()
    assert x.grad is not None
    assert x.grad.stride() == (4, 1)


def test_new_data_in_another_layout_changes_the_contract(lib: Any) -> None:
    """After `.data` was replaced, gradients have the layout of the new data."""
    x = lib.zeros(3, 4, requires_grad=True)
    x.data = lib.zeros(4, 3).t()
    (x * 2).sum().backward()
    assert tuple(x.grad.stride()) == (1, 3)


@pytest.mark.parametrize("create_graph", [False, True])
def test_sum_of_gradients_keeps_the_layout(lib: Any, create_graph: bool) -> None:
    """The sum of two gradients has the layout of the first, in place or not."""
    x = lib.zeros(4, 3).t().detach().requires_grad_()
    for _ in range(2):
        lib.autograd.backward([(x * x).sum()], create_graph=create_graph)
        assert tuple(x.grad.stride()) == (1, 3)
    x.grad = None


@pytest.mark.filterwarnings("ignore:grad and param do not obey")
def test_assigned_grad_keeps_its_layout(lib: Any) -> None:
    """A `.grad` that was assigned in another layout is added to in place and keeps its layout."""
    x = lib.zeros(3, 4, requires_grad=True)
    x.grad = lib.ones(4, 3).t()
    (x * 2).sum().backward()
    assert tuple(x.grad.stride()) == (1, 3)
    assert x.grad.tolist() == [[3.0] * 4] * 3


def test_assigned_grad_in_another_layout_is_no_reason_to_warn() -> None:
    """Differs from PyTorch: adding to a `.grad` that was assigned in another layout does not warn, because the layout
    was the caller's choice and a check would cost every backward.
    """
    x = dv.zeros(3, 4, requires_grad=True)
    x.grad = dv.ones(4, 3).t()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (x * 2).sum().backward()
    assert x.grad.stride() == (1, 3)


def test_dense_sum_with_a_sparse_grad_has_the_leaf_s_layout() -> None:
    """A dense gradient added to a sparse `.grad` has the layout of the leaf."""
    x = dv.zeros(4, 3).t().detach().requires_grad_()
    x.grad = dv.sparse_coo_tensor([[1]], [[1.0] * 4], (3, 4))
    (x * 2).sum().backward()
    assert x.grad.stride() == (1, 3)
    x.grad = dv.sparse_coo_tensor([[1]], [[1.0] * 4], (3, 4))
    held = x.grad = dv.zeros(4, 3).t()
    nn.functional.embedding(dv.tensor([1, 1]), x, sparse=True).sum().backward()
    assert x.grad is held
    assert x.grad.tolist() == [[0.0] * 4, [2.0] * 4, [0.0] * 4]


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 1, 3), (1, 1)])
def test_contiguous_arrays_are_dense_in_any_order(shape: tuple[int, ...]) -> None:
    """Row-major and column-major arrays count as dense."""
    array = np.zeros(shape)
    assert is_dense(array)
    assert is_dense(np.asfortranarray(array))
    if array.size:
        assert row_major_strides(shape, 8) == tuple(np.zeros(shape).strides)


def test_arrays_with_gaps_overlaps_or_reversals_are_not_dense() -> None:
    """Arrays with gaps, overlaps or reversed dimensions are not dense."""
    block = np.zeros((4, 6))
    for array in (block[:, ::2], block[1:, 1:], block[::-1], np.broadcast_to(np.zeros(3), (2, 3))):
        assert not is_dense(array)
        assert dense_strides(array) == row_major_strides(array.shape, 8)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
@pytest.mark.parametrize("middle", [3, 1])
def test_copies_have_the_wanted_strides_and_values(order: tuple[int, ...], middle: int) -> None:
    """A copy in the leaf's layout has exactly its strides, those of dimensions of size 1 included."""
    source = np.arange(8.0 * middle).reshape(2, middle, 4)
    like = np.zeros([source.shape[dim] for dim in order]).transpose(np.argsort(order))
    copy = copy_with_strides(source, like.strides)
    assert copy.strides == like.strides
    assert np.array_equal(copy, source)
    assert not np.may_share_memory(copy, source)


COPIES: dict[str, Any] = {
    "clone": lambda x, lib: x.clone(),
    "double": lambda x, lib: x.double(),
    "long": lambda x, lib: x.long(),
    "sum of two dtypes": lambda x, lib: x / lib.ones((), dtype=lib.int64),
    "float_power": lambda x, lib: x.float_power(2),
    "zeros_like": lambda x, lib: lib.zeros_like(x),
    "ones_like": lambda x, lib: lib.ones_like(x, dtype=lib.float64),
    "empty_like": lambda x, lib: lib.empty_like(x),
    "full_like": lambda x, lib: lib.full_like(x, 2.0),
}


@pytest.mark.parametrize("copy", COPIES)
def test_copies_of_expanded_tensors_have_the_order_of_their_dimensions(lib: Any, copy: str) -> None:
    """What is expanded is no reason to turn a copy round: it can be seen in another shape without another copy."""
    rows = lib.arange(6, dtype=lib.float32).reshape(1, 2, 3)
    expanded = COPIES[copy](rows.expand(4, 2, 3), lib)
    assert expanded.stride() == (6, 3, 1)
    assert expanded.view(24).shape == (24,)
    assert COPIES[copy](rows.transpose(1, 2).expand(4, 3, 2), lib).stride() == (6, 1, 3)
    assert COPIES[copy](rows[:, :1].transpose(1, 2).expand(1, 3, 5), lib).stride()[1:] == (5, 1)

"""The layout contract: a gradient has its leaf's strides when the leaf is dense, else it is row-major."""

from typing import Any

import numpy as np
import pytest

import derivata as dv
from derivata.runtime.layout import copy_with_strides, dense_strides, is_dense, row_major_strides

LEAVES = {
    "row-major": lambda lib: lib.zeros(3, 4),
    "column-major": lambda lib: lib.zeros(4, 3).t(),
    "permuted": lambda lib: lib.zeros(2, 3, 4).permute(2, 0, 1),
    "every second": lambda lib: lib.zeros(3, 8)[:, ::2],
    "inner block": lambda lib: lib.zeros(5, 6)[1:4, 1:5],
    "empty": lambda lib: lib.zeros(0, 3),
    "0-d": lambda lib: lib.zeros(()),
}


@pytest.mark.parametrize("kind", LEAVES)
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradient_has_the_strides_of_the_contract(lib: Any, kind: str, create_graph: bool) -> None:
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
    """Expanded gradients are copied into dense memory."""
    x = LEAVES[kind](lib).detach().requires_grad_()
    x.sum().backward()
    assert x.grad.tolist() == lib.ones(x.shape).tolist()
    x.grad.add_(1)
    assert x.grad.tolist() == (lib.ones(x.shape) + 1).tolist()


def test_gradient_in_another_layout_is_copied() -> None:
    x = dv.zeros(3, 4, requires_grad=True)
    (x.t().contiguous() * 2).sum().backward()
    assert x.grad is not None
    assert x.grad.stride() == (4, 1)


def test_new_data_in_another_layout_changes_the_contract(lib: Any) -> None:
    x = lib.zeros(3, 4, requires_grad=True)
    x.data = lib.zeros(4, 3).t()
    (x * 2).sum().backward()
    assert tuple(x.grad.stride()) == (1, 3)


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 1, 3), (1, 1)])
def test_contiguous_arrays_are_dense_in_any_order(shape: tuple[int, ...]) -> None:
    array = np.zeros(shape)
    assert is_dense(array)
    assert is_dense(np.asfortranarray(array))
    if array.size:
        assert row_major_strides(shape, 8) == tuple(np.zeros(shape).strides)


def test_arrays_with_gaps_overlaps_or_reversals_are_not_dense() -> None:
    block = np.zeros((4, 6))
    for array in (block[:, ::2], block[1:, 1:], block[::-1], np.broadcast_to(np.zeros(3), (2, 3))):
        assert not is_dense(array)
        assert dense_strides(array) == row_major_strides(array.shape, 8)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_copies_have_the_wanted_strides_and_values(order: tuple[int, ...]) -> None:
    source = np.arange(24.0).reshape(2, 3, 4)
    like = np.zeros([source.shape[dim] for dim in order]).transpose(np.argsort(order))
    copy = copy_with_strides(source, like.strides)
    assert copy.strides == like.strides
    assert np.array_equal(copy, source)
    assert not np.may_share_memory(copy, source)

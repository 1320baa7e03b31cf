"""Embedding tables, the gradient that flows into their rows, and one-hot vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.arrays import kernels
from derivata.arrays.indexing.rows import add_rows
from derivata.generated import functions as F

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("padding_idx", [None, 2, -1])
@pytest.mark.parametrize("shape", [(), (5,), (3, 4), (0,), (2, 0)])
def test_lookup_and_gradient_are_pytorch_s(shape: tuple[int, ...], padding_idx: int | None) -> None:
    torch = pytest.importorskip("torch")
    indices, table = np.asarray(RNG.integers(0, 6, shape)), RNG.normal(size=(6, 3))
    leaf = torch.tensor(table, requires_grad=True)
    expected = torch.nn.functional.embedding(torch.tensor(indices), leaf, padding_idx)
    result = F.embedding(table, indices, padding_idx)
    np.testing.assert_array_equal(result, expected.detach().numpy())

    grad = RNG.normal(size=result.shape)
    expected.backward(torch.tensor(grad))
    backward = F.embedding_backward(grad, indices, 6, padding_idx)
    np.testing.assert_allclose(backward, leaf.grad.numpy(), atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("index_dtype", [np.int64, np.int32, np.uint8])
def test_gradients_of_repeated_indices_add_up_in_order(dtype: Any, index_dtype: Any) -> None:
    indices, grad = RNG.integers(0, 4, 50).astype(index_dtype), RNG.normal(size=(50, 3)).astype(dtype)
    expected = np.zeros((4, 3), dtype)
    for place, row in zip(indices, grad, strict=True):
        expected[place] += row
    backward = F.embedding_backward(grad, indices, 4, None)
    np.testing.assert_array_equal(backward, expected)
    assert backward.dtype == dtype


@pytest.mark.parametrize("padding_idx", [None, 1])
def test_select_is_the_transpose_of_the_gradient(padding_idx: int | None) -> None:
    indices, table, grad = RNG.integers(0, 4, 9), RNG.normal(size=(4, 3)), RNG.normal(size=(9, 3))
    forward = F.embedding_select(table, indices, padding_idx)
    backward = F.embedding_backward(grad, indices, 4, padding_idx)
    np.testing.assert_allclose((forward * grad).sum(), (table * backward).sum())
    if padding_idx is None:
        np.testing.assert_array_equal(forward, table[indices])


@pytest.mark.parametrize("shape", [(3, 40), (100, 4, 10), (4000,)])
def test_select_refuses_what_names_no_row_of_a_matrix(shape: tuple[int, ...]) -> None:
    table, indices = RNG.normal(size=shape), np.full(100, 3)
    with pytest.raises((RuntimeError, IndexError), match=r"a matrix|rows of weight, got 3"):
        F.embedding_select(table, indices, None)


def test_lookup_copies_the_rows() -> None:
    table = np.zeros((2, 3))
    F.embedding(table, np.array([0]))[...] = 1.0
    assert not table.any()


@pytest.mark.parametrize(
    ("indices", "table", "padding_idx", "error", "message"),
    [
        (
            np.array([0, 4]),
            np.zeros((4, 2)),
            None,
            IndexError,
            r"indices must be in \[0, 3\], the rows of weight, got 4",
        ),
        (np.array([-1]), np.zeros((4, 2)), None, IndexError, "got -1"),
        (np.array([0.0]), np.zeros((4, 2)), None, RuntimeError, "integer dtype, got float64; convert"),
        (np.array([0]), np.zeros(4), None, RuntimeError, r"weight must be a matrix .* got shape \(4,\)"),
        (
            np.array([0]),
            np.zeros((4, 2)),
            4,
            IndexError,
            "padding_idx must name one of the 4 rows of weight, got 4",
        ),
    ],
)
def test_wrong_arguments_are_named(
    indices: Any, table: Any, padding_idx: Any, error: Any, message: str
) -> None:
    with pytest.raises(error, match=f"embedding: .*{message}"):
        F.embedding(table, indices, padding_idx)


def test_one_hot_marks_each_class() -> None:
    np.testing.assert_array_equal(F.one_hot(np.array([[1], [0]]), 3), [[[0, 1, 0]], [[1, 0, 0]]])
    assert F.one_hot(np.array([1, 4])).shape == (2, 5)
    assert F.one_hot(np.zeros((2, 0), np.int64), 3).shape == (2, 0, 3)


@pytest.mark.parametrize(
    ("classes", "count", "message"),
    [
        (np.array([1.0]), 3, "integer dtype"),
        (np.array([-1]), 3, "non-negative, got -1"),
        (np.array([3]), 3, "smaller than num_classes=3, got 3"),
        (np.zeros(0, np.int64), -1, "num_classes must be given for an empty tensor"),
    ],
)
def test_wrong_classes_are_named(classes: Any, count: int, message: str) -> None:
    with pytest.raises(RuntimeError, match=f"one_hot: .*{message}"):
        F.one_hot(classes, count)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("width", [64, 700])
def test_gradients_of_large_tables_are_the_same_bits_without_kernels_and_on_any_number_of_threads(
    dtype: Any, width: int
) -> None:
    """The gradient of an embedding table does not depend on kernels or on the number of threads."""
    indices, grad = RNG.integers(0, 90, 3000), RNG.normal(size=(3000, width)).astype(dtype)
    found, before = [], kernels.get_num_threads()
    try:
        for threads in (1, 3):
            kernels.set_num_threads(threads)
            found.append(F.embedding_backward(grad, indices, 100, 5))
    finally:
        kernels.set_num_threads(before)
    with kernels.disabled():
        expected = F.embedding_backward(grad, indices, 100, 5)
    for gradient in found:
        np.testing.assert_array_equal(gradient, expected)


def test_rows_out_of_range_are_refused_before_anything_is_added() -> None:
    """Adding to rows that a table lacks raises, also where a compiled loop would add."""
    table, rows = np.zeros((10, 64)), np.ones((40, 64))
    for wrong in (10, -11):
        with pytest.raises(IndexError):
            add_rows(table, np.full(40, wrong), rows)
    assert not table.any()


def test_rows_of_a_transposed_table_are_found() -> None:
    """A table need not be contiguous for a lookup."""
    table, indices = RNG.normal(size=(3, 50)).T, RNG.integers(0, 50, (4, 5))
    np.testing.assert_array_equal(F.embedding(table, indices), table[indices])

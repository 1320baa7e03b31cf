"""Rows of a table: adding to rows named by number, repeats included, and the numbers of rows with several indices."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import place_kernels

Array = NDArray[Any]

_UNSIGNED = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


def add_rows(table: Array, numbers: Array, rows: Array) -> None:
    """``table[numbers[i]] += rows[i]`` for all i, in order, for a C-contiguous table of two dimensions.

    NumPy adds single elements, because its `add.at` has a fast path for one
    dimension only: 2 ns per element, three times as fast as over rows, and faster than sorting and summing runs.
    """
    width = table.shape[1]
    if not numbers.size or not width:
        return
    # Compiled loops check no bounds; NumPy refuses what is out of range.
    if not in_range(numbers, table.shape[0]) or not place_kernels.add_slices(table, 0, numbers, rows):
        elements = (numbers.astype(np.intp, copy=False)[:, None] * width + np.arange(width)).reshape(-1)
        np.add.at(table.reshape(-1), elements, rows.reshape(-1))


def in_range(numbers: Array, count: int) -> bool:
    """Whether all of these integers are in 0..count - 1: as unsigned numbers the negative ones are large."""
    return not numbers.size or bool(
        np.maximum.reduce(numbers.view(_UNSIGNED[numbers.itemsize]), axis=None) < count
    )


def scatter_rows(values: Array, numbers: Array, shape: tuple[int, ...], dims: int) -> Array:
    """Zeros of a shape, whose first `dims` dimensions count rows, plus the values at the rows of those numbers."""
    result = place_kernels.zeros(shape, values.dtype)
    add_rows(result.reshape(prod(shape[:dims]), prod(shape[dims:])), numbers, values)
    return result


def gather_rows(dense: Array, numbers: Array, dims: int) -> Array:
    """The rows of those numbers, counted over the first `dims` dimensions: the transpose of `scatter_rows`."""
    return dense.reshape(prod(dense.shape[:dims]), *dense.shape[dims:])[numbers]


def row_numbers(indices: Array, sizes: tuple[int, ...]) -> Array:
    """The number in row-major order of each column of `indices`, which has a row per dimension."""
    if len(sizes) == 1:
        return np.asarray(indices[0])
    if not sizes:
        return np.zeros(indices.shape[1], np.intp)
    return np.asarray(np.ravel_multi_index(tuple(indices), sizes))


def row_indices(numbers: Array, sizes: tuple[int, ...]) -> Array:
    """The inverse of `row_numbers`: a row of indices per dimension."""
    if not sizes:
        return np.empty((0, numbers.size), np.int64)
    return np.stack(np.unravel_index(numbers, sizes)).astype(np.int64, copy=False)

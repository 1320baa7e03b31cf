"""Sums and extremes of one row: vectorised to the last element, and accurate for rows of any length.

The elements of a block are added in the row's own precision by many accumulators at once, the blocks in double.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined
from .stripe_reductions import (
    largest,
    smallest,
    stripe_absolute,
    stripe_distance,
    stripe_dot,
    stripe_number_sum,
    stripe_sum,
)

BLOCK = 1024
ONE = np.uint64(1)  # row numbers are unsigned
INFINITY = float("inf")
_BLOCK = np.uint64(BLOCK)


@inlined
def row_maximum(row: Any) -> float:
    """Largest element; NaN if there is one."""
    result: float = largest(row)
    return result


@inlined
def row_minimum(row: Any) -> float:
    """Smallest element; NaN if there is one."""
    result: float = smallest(row)
    return result


@inlined
def row_sum(row: Any) -> float:
    """Sum of the elements, in double precision."""
    total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
    while start < size:
        total += stripe_sum(row, start, min(_BLOCK, size - start))
        start += _BLOCK
    return total


@inlined
def row_number_sum(row: Any) -> float:
    """Sum of the elements that are not NaN, in double precision."""
    total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
    while start < size:
        total += stripe_number_sum(row, start, min(_BLOCK, size - start))
        start += _BLOCK
    return total


@inlined
def row_absolute_sum(row: Any) -> float:
    """Sum of the absolute values, in double precision."""
    total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
    while start < size:
        total += stripe_absolute(row, start, min(_BLOCK, size - start))
        start += _BLOCK
    return total


@inlined
def row_dot(row: Any, other: Any) -> float:
    """Sum of the products, in double precision."""
    total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
    while start < size:
        total += stripe_dot(row, other, start, min(_BLOCK, size - start))
        start += _BLOCK
    return total


@inlined
def row_square_distance(row: Any, centre: float) -> float:
    """Sum of (x - centre)**2, in double precision."""
    total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
    while start < size:
        total += stripe_distance(row, centre, start, min(_BLOCK, size - start))
        start += _BLOCK
    return total

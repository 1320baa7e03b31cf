"""Sums and extremes of one row: vectorised to the last element, and accurate for rows of any length.

The elements of a block are added in the row's own precision by many accumulators at once, the blocks in double.
"""

from __future__ import annotations

from collections.abc import Callable
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

Function = Callable[..., Any]

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


def _in_blocks(stripe: Function) -> Function:
    """Return the sum that `stripe` adds up over the elements from one place on, so many of them."""

    def of_row(row: Any) -> float:
        total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
        while start < size:
            total += stripe(row, start, min(_BLOCK, size - start))
            start += _BLOCK
        return total

    return inlined(of_row)


def _in_blocks_beside(stripe: Function) -> Function:
    """Return the sum of what `stripe` makes of a row and of something else."""

    def of_row(row: Any, other: Any) -> float:
        total, start, size = 0.0, np.uint64(0), np.uint64(row.size)
        while start < size:
            total += stripe(row, other, start, min(_BLOCK, size - start))
            start += _BLOCK
        return total

    return inlined(of_row)


row_sum = _in_blocks(stripe_sum)
row_number_sum = _in_blocks(stripe_number_sum)  # of those that are not NaN
row_absolute_sum = _in_blocks(stripe_absolute)
row_dot = _in_blocks_beside(stripe_dot)
row_square_distance = _in_blocks_beside(stripe_distance)  # from one number

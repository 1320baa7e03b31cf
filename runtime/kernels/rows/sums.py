"""Sums and maxima of one row: vectorised, and accurate for rows of any length.

The elements of a block are added in the row's own precision by many accumulators at once, the blocks in double.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like, maximum, radd

BLOCK = 1024
ONE = np.uint64(1)  # row numbers are unsigned
INFINITY = float("inf")


@inlined
def row_maximum(row: Any) -> float:
    """Largest element; NaN if there is one."""
    largest = like(row[0], -INFINITY)
    for j in range(row.size):
        largest = maximum(largest, row[j])
    return largest


@inlined
def row_sum(row: Any) -> float:
    """Sum of the elements, in double precision."""
    total = 0.0
    for start in range(0, row.size, BLOCK):
        block = row[start : start + BLOCK]
        part = like(row[0], 0.0)
        for j in range(block.size):
            part = radd(part, block[j])
        total += part
    return total


@inlined
def row_dot(row: Any, other: Any) -> float:
    """Sum of the products, in double precision."""
    total = 0.0
    for start in range(0, row.size, BLOCK):
        block, other_block = row[start : start + BLOCK], other[start : start + BLOCK]
        part = like(row[0], 0.0)
        for j in range(block.size):
            part = radd(part, block[j] * other_block[j])
        total += part
    return total


@inlined
def row_square_distance(row: Any, centre: float) -> float:
    """Sum of (x - centre)**2, in double precision."""
    total = 0.0
    for start in range(0, row.size, BLOCK):
        block = row[start : start + BLOCK]
        part = like(row[0], 0.0)
        for j in range(block.size):
            distance = block[j] - centre
            part = radd(part, distance * distance)
        total += part
    return total

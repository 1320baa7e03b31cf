"""Loops that reduce rows of a matrix, or blocks of a vector, to one number each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like, minimum
from .sums import INFINITY, row_maximum, row_sum


@inlined
def row_minimum(row: Any) -> float:
    """Smallest element; NaN if there is one."""
    smallest = like(row[0], INFINITY)
    for j in range(row.size):
        smallest = minimum(smallest, row[j])
    return smallest


@inlined
def _block(x: Any, number: Any, size: Any) -> Any:
    start = np.uint64(number) * np.uint64(size)
    return x[start : min(start + np.uint64(size), np.uint64(x.size))]


def sum_rows(lo: int, hi: int, x: Any, out: Any) -> None:
    """Sum of each row."""
    for r in range(lo, hi):
        out[r] = row_sum(x[r])


def maximum_rows(lo: int, hi: int, x: Any, out: Any) -> None:
    """Largest element of each row."""
    for r in range(lo, hi):
        out[r] = row_maximum(x[r])


def minimum_rows(lo: int, hi: int, x: Any, out: Any) -> None:
    """Smallest element of each row."""
    for r in range(lo, hi):
        out[r] = row_minimum(x[r])


def sum_blocks(lo: int, hi: int, x: Any, size: int, out: Any) -> None:
    """Sum of each block of `size` elements; the last block may be shorter."""
    for b in range(lo, hi):
        out[b] = row_sum(_block(x, b, size))


def maximum_blocks(lo: int, hi: int, x: Any, size: int, out: Any) -> None:
    """Largest element of each block."""
    for b in range(lo, hi):
        out[b] = row_maximum(_block(x, b, size))


def minimum_blocks(lo: int, hi: int, x: Any, size: int, out: Any) -> None:
    """Smallest element of each block."""
    for b in range(lo, hi):
        out[b] = row_minimum(_block(x, b, size))

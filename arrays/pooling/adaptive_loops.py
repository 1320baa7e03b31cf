"""Loops of adaptive pooling: maxima and means of windows that cover images evenly, and the transpose of the means.

Windows are rows (start, end) of a table for each axis. Whole rows of pixels are added first, which is vectorised.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like
from ..vector_math.simd_blocks import scratch

TYPES = {
    "adaptive_largest": "{x}[3] int64[2] int64[2] {x}[3] int64[3]",
    "adaptive_means": "{x}[3] int64[2] int64[2] {x}[2] {x}[3]",
    "adaptive_shares": "{x}[3] int64[2] int64[2] {x}[2] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _bounds(windows: Any, number: Any) -> Any:
    """Where a window begins and ends."""
    return np.uint64(windows[number, 0]), np.uint64(windows[number, 1])


@inlined
def _add(row: Any, line: Any) -> None:
    for k in range(row.size):
        line[k] += row[k]


def adaptive_means(lo: int, hi: int, x: Any, rows: Any, columns: Any, sizes: Any, out: Any) -> None:
    """Write the mean of each window; `sizes` are the numbers of their pixels."""
    line = scratch(x)[: x.shape[2]]
    for image in range(lo, hi):
        for p in range(np.uint64(out.shape[1])):
            means, count = out[image, p], sizes[p]
            top, bottom = _bounds(rows, p)
            line[:] = 0.0
            for y in range(top, bottom):
                _add(x[image, y], line)
            for q in range(means.size):
                first, last = _bounds(columns, np.uint64(q))
                total = like(line[0], 0.0)
                for k in range(first, last):
                    total += line[k]
                means[np.uint64(q)] = total / count[np.uint64(q)]


def adaptive_shares(lo: int, hi: int, grad: Any, rows: Any, columns: Any, sizes: Any, out: Any) -> None:
    """Add the share of each output's gradient at every place of its window."""
    line = scratch(grad)[: out.shape[2]]
    for image in range(lo, hi):
        out[image] = like(sizes[0, 0], 0.0)
        for p in range(np.uint64(grad.shape[1])):
            some, count = grad[image, p], sizes[p]
            top, bottom = _bounds(rows, p)
            line[:] = 0.0
            for q in range(some.size):
                first, last = _bounds(columns, np.uint64(q))
                share = some[np.uint64(q)] / count[np.uint64(q)]
                for k in range(first, last):
                    line[k] += share
            for y in range(top, bottom):
                _add(line, out[image, y])


def adaptive_largest(lo: int, hi: int, x: Any, rows: Any, columns: Any, out: Any, places: Any) -> None:
    """Write the first largest element of each window, or the last NaN, and its place in the flat image."""
    width = np.uint64(x.shape[2])
    for image in range(lo, hi):
        for p in range(np.uint64(out.shape[1])):
            best, winners = out[image, p], places[image, p]
            top, bottom = _bounds(rows, p)
            for q in range(best.size):
                first, last = _bounds(columns, np.uint64(q))
                value, winner = like(best[0], -np.inf), np.int64(top * width + first)
                for y in range(top, bottom):
                    row = x[image, y]
                    for k in range(first, last):
                        other = row[k]
                        better = (other > value) | (other != other)
                        value = other if better else value
                        winner = np.int64(y * width + k) if better else winner
                best[np.uint64(q)], winners[np.uint64(q)] = value, winner

"""Distances between rows of two matrices, and the gradients of the first: loops over the rows of the first.

Batches stand below each other; `height` and `width` are the numbers of rows that a batch has in either.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import absolute, copysign, inlined, like, maximum, radd, sqrt
from ..vector_math.elementary import pow

TYPES = {
    "distances": "{x}[2] {x}[2] {x} int64 int64 {x}[2]",
    "pair_distances": "{x}[2] {x} {x}[1]",
    "slopes": "{x}[2] {x}[2] {x}[2] {x}[2] {x} int64 int64 {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""

INFINITY = float("inf")


@inlined
def _norm(a: Any, b: Any, p: float) -> float:
    """The norm of order p of the difference of two rows."""
    total = like(a[0], 0.0)
    if p == 1.0:
        for k in range(a.size):
            total = radd(total, absolute(a[k] - b[k]))
        return total
    if p == 2.0:
        for k in range(a.size):
            total = radd(total, (a[k] - b[k]) * (a[k] - b[k]))
        return sqrt(total)
    if p == INFINITY:
        for k in range(a.size):
            total = maximum(total, absolute(a[k] - b[k]))
        return total
    if p == 0.0:
        for k in range(a.size):
            total = radd(total, like(a[0], 0.0) if a[k] == b[k] else like(a[0], 1.0))
        return total
    for k in range(a.size):
        total = radd(total, pow(absolute(a[k] - b[k]), like(a[0], p)))
    norm: float = pow(total, like(a[0], 1.0 / p))
    return norm


def distances(lo: int, hi: int, x1: Any, x2: Any, p: float, height: int, width: int, out: Any) -> None:
    """The distances of each row of x1 from all rows of its batch in x2."""
    for r in range(lo, hi):
        first = r // height * width
        for j in range(width):
            out[r, j] = _norm(x1[r], x2[first + j], p)


def pair_distances(lo: int, hi: int, x: Any, p: float, out: Any) -> None:
    """The distances of each row from all later ones.

    A task is a row and the one that is as far from the end, so that all take as long.
    """
    rows = x.shape[0]
    for number in range(lo, hi):
        task = np.int64(number)
        other = rows - 1 - task
        for turn in range(1 if other == task else 2):
            r = other if turn else task
            start = r * (2 * rows - r - 1) // 2 - r - 1
            for j in range(r + 1, rows):
                out[start + j] = _norm(x[r], x[j], p)


@inlined
def _add_slopes(total: Any, a: Any, b: Any, p: float, distance: float, grad: float) -> None:
    """Add the gradient of one distance; that of a distance of zero is zero."""
    zero = like(distance, 0.0)
    scale = grad / distance if distance != zero else zero
    if p == 2.0:
        for k in range(a.size):
            total[k] += scale * (a[k] - b[k])
    elif p == 1.0 or p == INFINITY:
        for k in range(a.size):
            d = a[k] - b[k]
            counts = (d != zero) & ((p == 1.0) | (absolute(d) == distance))
            total[k] += copysign(like(d, 1.0), d) * grad if counts else zero
    else:
        for k in range(a.size):
            d = a[k] - b[k]
            slope = pow(absolute(d) / distance, like(d, p - 1.0))
            total[k] += copysign(slope, d) * grad if d != zero else zero


def slopes(
    lo: int, hi: int, grad: Any, x1: Any, x2: Any, distance: Any, p: float, height: int, width: int, out: Any
) -> None:
    """The gradient of each row of x1."""
    for r in range(lo, hi):
        first, total = r // height * width, out[r]
        for k in range(total.size):
            total[k] = 0.0
        if p != 0.0:
            for j in range(width):
                _add_slopes(total, x1[r], x2[first + j], p, distance[r, j], grad[r, j])

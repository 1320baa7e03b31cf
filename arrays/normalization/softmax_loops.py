"""Row loops of softmax and log_softmax. A row with NaN or +inf, or of nothing but -inf, becomes NaN."""

from __future__ import annotations

from typing import Any

from ..reductions.row_sums import BLOCK, row_dot, row_maximum, row_sum
from ..vector_math.bits import inlined, like, radd
from ..vector_math.exponential import exp
from ..vector_math.logarithm import log

TYPES = {
    "log_softmax": "{x}[2] {x}[2]",
    "log_softmax_backward": "{x}[2] {x}[2] {x}[2]",
    "softmax": "{x}[2] {x}[2]",
    "softmax_backward": "{x}[2] {x}[2] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


_TAIL = 16  # elements at the end of a row that are computed as a vector, though some were before


@inlined
def _before_tail(size: int) -> int:
    """Return how many elements of a row come before its tail; all if it is short."""
    return size if size < _TAIL else size - size % _TAIL


@inlined
def exponentials(row: Any, shift: float, out: Any) -> float:
    """Write exp(x - shift) and return the sum."""
    total, whole = 0.0, _before_tail(row.size)
    for start in range(0, whole, BLOCK):
        stop = min(start + BLOCK, whole)
        block, target = row[start:stop], out[start:stop]
        part = like(shift, 0.0)
        for j in range(block.size):
            e = exp(block[j] - shift)
            target[j] = e
            part = radd(part, e)
        total += part
    if whole < row.size:
        begin, part = row.size - _TAIL, like(shift, 0.0)
        block, target = row[begin:], out[begin:]
        for j in range(_TAIL):
            e = exp(block[j] - shift)
            target[j] = e
            part = radd(part, e if begin + j >= whole else like(shift, 0.0))
        total += part
    return total


@inlined
def exponential_sum(row: Any, shift: float) -> float:
    """Sum of exp(x - shift)."""
    total, whole = 0.0, _before_tail(row.size)
    for start in range(0, whole, BLOCK):
        block = row[start : min(start + BLOCK, whole)]
        part = like(shift, 0.0)
        for j in range(block.size):
            part = radd(part, exp(block[j] - shift))
        total += part
    if whole < row.size:
        begin, part = row.size - _TAIL, like(shift, 0.0)
        block = row[begin:]
        for j in range(_TAIL):
            e = exp(block[j] - shift)
            part = radd(part, e if begin + j >= whole else like(shift, 0.0))
        total += part
    return total


def softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """exp(x) / sum(exp(x)) of each row."""
    for r in range(lo, hi):
        row, target = x[r], out[r]
        largest = row_maximum(row)
        factor = like(largest, 1.0 / exponentials(row, largest, target))
        for j in range(target.size):
            target[j] = target[j] * factor


def softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """result * (grad - sum(grad * result))."""
    for r in range(lo, hi):
        g, y, target = grad[r], result[r], out[r]
        total = like(g[0], row_dot(g, y))
        for j in range(g.size):
            target[j] = y[j] * (g[j] - total)


def log_softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """x - log(sum(exp(x))) of each row. The maximum goes first: near it the result keeps all its digits."""
    for r in range(lo, hi):
        row, target = x[r], out[r]
        largest = row_maximum(row)
        rest = like(largest, log(exponential_sum(row, largest)))
        for j in range(row.size):
            target[j] = (row[j] - largest) - rest


def log_softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """grad - exp(result) * sum(grad)."""
    for r in range(lo, hi):
        g, y, target = grad[r], result[r], out[r]
        total = like(g[0], row_sum(g))
        for j in range(g.size):
            target[j] = g[j] - exp(y[j]) * total

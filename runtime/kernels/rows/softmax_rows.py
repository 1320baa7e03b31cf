"""Row loops of softmax and log_softmax. A row with NaN or +inf, or of nothing but -inf, becomes NaN."""

from __future__ import annotations

from typing import Any

from ..vector_math.bits import inlined, like, maximum, radd
from ..vector_math.exponential import exp
from ..vector_math.logarithm import log
from .sums import BLOCK, INFINITY, ONE, row_dot, row_maximum, row_sum

TYPES = {
    "log_softmax": "{x}[2] {x}[2]",
    "log_softmax_backward": "{x}[2] {x}[2] {x}[2]",
    "softmax": "{x}[2] {x}[2]",
    "softmax_backward": "{x}[2] {x}[2] {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _exponentials(row: Any, shift: float, out: Any) -> float:
    """Write exp(x - shift) and return the sum."""
    total = 0.0
    for start in range(0, row.size, BLOCK):
        block, target = row[start : start + BLOCK], out[start : start + BLOCK]
        part = like(shift, 0.0)
        for j in range(block.size):
            e = exp(block[j] - shift)
            target[j] = e
            part = radd(part, e)
        total += part
    return total


@inlined
def exponential_sum(row: Any, shift: float) -> float:
    """Sum of exp(x - shift)."""
    total = 0.0
    for start in range(0, row.size, BLOCK):
        block = row[start : start + BLOCK]
        part = like(shift, 0.0)
        for j in range(block.size):
            part = radd(part, exp(block[j] - shift))
        total += part
    return total


def softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """exp(x) / sum(exp(x)) of each row. While a result waits for memory, the next row's maximum is found."""
    largest = row_maximum(x[lo]) if lo < hi else like(x[0, 0], 0.0)
    for r in range(lo, hi):
        target, ahead = out[r], x[min(r + ONE, hi - ONE)]
        factor = like(largest, 1.0 / _exponentials(x[r], largest, target))
        largest = like(largest, -INFINITY)
        for j in range(target.size):
            target[j] = target[j] * factor
            largest = maximum(largest, ahead[j])


def softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """result * (grad - sum(grad * result))."""
    for r in range(lo, hi):
        g, y, target = grad[r], result[r], out[r]
        total = like(g[0], row_dot(g, y))
        for j in range(g.size):
            target[j] = y[j] * (g[j] - total)


def log_softmax(lo: int, hi: int, x: Any, out: Any) -> None:
    """x - log(sum(exp(x))) of each row. The maximum goes first: near it the result keeps all its digits."""
    ahead_largest = row_maximum(x[lo]) if lo < hi else like(x[0, 0], 0.0)
    for r in range(lo, hi):
        row, target, ahead = x[r], out[r], x[min(r + ONE, hi - ONE)]
        largest = ahead_largest
        rest = like(largest, log(exponential_sum(row, largest)))
        ahead_largest = like(largest, -INFINITY)
        for j in range(row.size):
            target[j] = (row[j] - largest) - rest
            ahead_largest = maximum(ahead_largest, ahead[j])


def log_softmax_backward(lo: int, hi: int, grad: Any, result: Any, out: Any) -> None:
    """grad - exp(result) * sum(grad)."""
    for r in range(lo, hi):
        g, y, target = grad[r], result[r], out[r]
        total = like(g[0], row_sum(g))
        for j in range(g.size):
            target[j] = g[j] - exp(y[j]) * total

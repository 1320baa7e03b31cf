"""Row loops of the variance, by two passes."""

from __future__ import annotations

from typing import Any

from ..reductions.row_sums import row_square_distance, row_sum
from ..vector_math.bits import like

TYPES = {
    "var": "{x}[2] {x} {x}[1] {x}[1]",
    "var_backward": "{x}[1] {x}[2] {x}[1] {x} {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


def var(lo: int, hi: int, x: Any, divisor: float, out: Any, mean: Any) -> None:
    """sum((x - mean)**2) / divisor of each row, and the mean."""
    for r in range(lo, hi):
        row = x[r]
        centre = like(row[0], row_sum(row) / row.size)
        mean[r] = centre
        out[r] = row_square_distance(row, centre) / divisor


def var_backward(lo: int, hi: int, grad: Any, x: Any, mean: Any, divisor: float, out: Any) -> None:
    """2 * grad * (x - mean) / divisor."""
    for r in range(lo, hi):
        row, target = x[r], out[r]
        centre = mean[r]
        factor = like(centre, 2.0 * grad[r] / divisor)
        for j in range(row.size):
            target[j] = factor * (row[j] - centre)

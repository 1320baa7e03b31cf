"""Row loops of the variance, by two passes."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..reductions.row_sums import row_square_distance, row_sum
from ..vector_math.bits import inlined, like

TYPES = {
    "var": "{x}[2] {x} {x}[1] {x}[1]",
    "var_backward": "{x}[1] {x}[2] {x}[1] {x} {x}[2]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _write(row: Any, divisor: float, out: Any, mean: Any, r: int) -> None:
    """Write sum((x - mean)**2) / divisor of a row, and the mean."""
    centre = like(row[0], row_sum(row) / row.size)
    mean[r] = centre
    out[r] = row_square_distance(row, centre) / divisor


@inlined
def _slopes(g: float, row: Any, centre: float, divisor: float, out: Any) -> None:
    """2 * g * (x - mean) / divisor."""
    factor = like(centre, 2.0 * g / divisor)
    for j in range(row.size):
        out[j] = factor * (row[j] - centre)


def var(lo: int, hi: int, x: Any, divisor: float, out: Any, mean: Any) -> None:
    """sum((x - mean)**2) / divisor of each row, and the mean."""
    for r in range(lo, hi):
        _write(x[r], divisor, out, mean, r)


def var_backward(lo: int, hi: int, grad: Any, x: Any, mean: Any, divisor: float, out: Any) -> None:
    """2 * grad * (x - mean) / divisor."""
    for r in range(lo, hi):
        _slopes(grad[r], x[r], mean[r], divisor, out[r])


# Parts of compiled programs: `unbiased` and `correction` are those of the op.


@inlined
def _divisor(row: Any, unbiased: bool | None, correction: float | None) -> float:
    """Return the degrees of freedom."""
    size = float(row.size)
    if correction is None:
        return max(size - (1.0 if unbiased is None or unbiased else 0.0), 0.0)
    return max(size - correction, 0.0)


def var_rows(
    lo: int, hi: int, x: Any, unbiased: bool | None, correction: float | None, out: Any, mean: Any
) -> None:
    """Variance and mean of each row."""
    for r in range(lo, hi):
        _write(x[r], _divisor(x[r], unbiased, correction), out, mean, r)


def std_rows(
    lo: int, hi: int, x: Any, unbiased: bool | None, correction: float | None, out: Any, mean: Any
) -> None:
    """Standard deviation and mean of each row."""
    for r in range(lo, hi):
        _write(x[r], _divisor(x[r], unbiased, correction), out, mean, r)
        out[r] = sqrt(out[r])


def var_backward_rows(
    lo: int,
    hi: int,
    grad: Any,
    x: Any,
    mean: Any,
    unbiased: bool | None,
    correction: float | None,
    out: Any,
) -> None:
    """2 * grad * (x - mean) / degrees of freedom."""
    for r in range(lo, hi):
        _slopes(grad[r], x[r], mean[r], _divisor(x[r], unbiased, correction), out[r])

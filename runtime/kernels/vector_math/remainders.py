"""fmod with the sign of the dividend, remainder and floor_divide with that of the divisor, as NumPy rounds them.

The exact remainder comes from the C library: a loop with one of these does not vectorise.
"""

from __future__ import annotations

from .bits import copysign, floor, inlined, like
from .bits import frem as fmod

__all__ = ["floor_divide", "fmod", "remainder"]


@inlined
def remainder(x: float, y: float) -> float:
    """x - floor(x / y) * y, exact but for one rounding where the signs differ."""
    zero = like(x, 0.0)
    r = fmod(x, y)
    moved = r + y if (r < zero) != (y < zero) else r
    return copysign(zero, y) if r == zero else moved


@inlined
def floor_divide(x: float, y: float) -> float:
    """floor(x / y) by way of the exact remainder; x / y itself for y = 0."""
    zero, one = like(x, 0.0), like(x, 1.0)
    r = fmod(x, y)
    quotient = (x - r) / y
    quotient = quotient - one if r != zero and (r < zero) != (y < zero) else quotient
    whole = floor(quotient)
    whole = whole + one if quotient - whole > like(x, 0.5) else whole
    whole = copysign(zero, x / y) if quotient == zero else whole
    return x / y if y == zero else whole

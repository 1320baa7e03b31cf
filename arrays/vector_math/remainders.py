"""fmod with the sign of the dividend, remainder and floor_divide with that of the divisor, as NumPy rounds them.

With a fused multiplication, x - q * y is exact for the whole part q of x / y as long as q has no more digits than a
number. The rounded quotient may be too large by one, which the sign of the rest tells. Larger quotients, and infinite
divisors, are for the C library.
"""

from __future__ import annotations

import math

from .bits import absolute, copysign, exact_fma, floor, inlined, library_fmod, like, trunc
from .rare import where_missing

__all__ = ["floor_divide", "fmod", "remainder"]


LIMITS = (2.0**23, 2.0**52)  # of ordinary quotients
LARGE = (2.0**127, 2.0**1023)  # of ordinary divisors
NAN = math.nan


@inlined
def _long_fmod(x: float, y: float) -> float:
    return library_fmod(x, y)


_fmod = where_missing(_long_fmod)


@inlined
def fmod(x: float, y: float) -> float:
    """The rest of a division rounded towards zero."""
    a, size = absolute(x), absolute(y)
    quotient = a / size
    rest = exact_fma(-trunc(quotient), size, a)
    rest = copysign(rest + size if rest < like(x, 0.0) else rest, x)
    ordinary = (quotient < like(x, LIMITS)) & (size < like(x, LARGE))
    return _fmod(rest if ordinary else like(x, NAN), x, y)  # type: ignore[no-any-return]


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

"""fmod with the sign of the dividend, remainder and floor_divide with that of the divisor, as NumPy rounds them.

With a fused multiplication, x - q * y is exact for the whole part q of x / y as long as q has no more digits than a
number. The rounded quotient may be too large by one, which the sign of the rest tells. Larger quotients, and infinite
divisors, are for the C library.
"""

from __future__ import annotations

from typing import Any

from .bits import copysign, floor, inlined, like
from .lanes import Lanes
from .variants import ordinary_or_rare

__all__ = ["floor_divide", "fmod", "remainder"]


LIMITS = (2.0**23, 2.0**52)  # of ordinary quotients
LARGE = (2.0**127, 2.0**1023)  # of ordinary divisors


def _ordinary_fmod(x: Lanes, y: Lanes) -> Lanes:
    x, size = abs(x), abs(y)
    rest = (-(x / size).truncated()).fma(size, x)
    return (rest + size).where_negative(rest, rest)


def _signed_fmod(x: Lanes, y: Lanes) -> Lanes:
    return _ordinary_fmod(x, y).with_sign_of(x)


def _is_rare(x: Lanes, y: Lanes) -> Any:
    builder = x.builder
    return builder.or_(abs(x / y).not_below(LIMITS), abs(y).not_below(LARGE))


def _any_fmod(x: Lanes, y: Lanes) -> Lanes:
    return x.rest(y)


_fmod = ordinary_or_rare("fmod", _signed_fmod, _is_rare, _any_fmod)


@inlined
def fmod(x: float, y: float) -> float:
    """The rest of a division rounded towards zero."""
    r: float = _fmod(x, y)
    return r


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

"""pow and hypot. In single precision by way of double precision, which rounds correctly but for rare cases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .bits import (
    ROUNDER,
    absolute,
    add_exponent,
    by_precision,
    copysign,
    fma,
    inlined,
    like,
    polynomial,
    rint,
    split,
    sqrt,
)
from .coefficients import EXP2_WIDE, LOG2_WIDE
from .double_power import double_power

INFINITY = math.inf
NAN = math.nan
LARGEST_EXPONENT = 200.0  # 2**200 overflows a float32, 2**-200 is zero in it
LARGE, ROOT_LARGE = 2.0**600, 2.0**500

_log2_ratio = polynomial(LOG2_WIDE)
_exp2 = polynomial(EXP2_WIDE)


@inlined
def _single_magnitude(a: float, y: float) -> Any:
    """a ** y for a positive a. Every subnormal float32 is a normal double."""
    m, e = split(np.float64(a))
    s = (m - 1.0) / (m + 1.0)
    t: float = np.float64(y) * fma(s, _log2_ratio(s * s), e)
    t = min(max(t, -LARGEST_EXPONENT), LARGEST_EXPONENT)
    rounded = t + ROUNDER[1]
    return np.float32(add_exponent(_exp2(t - (rounded - ROUNDER[1])), rounded))


_magnitude = by_precision(_single_magnitude, double_power)


@inlined
def _at_the_ends(a: float, y: float, v: float) -> float:
    """v = a ** y, corrected where a is 0 or infinite, or y infinite."""
    one, zero, infinity = like(a, 1.0), like(a, 0.0), like(a, INFINITY)
    v = (infinity if y < zero else zero) if a == zero else v
    v = (zero if y < zero else infinity) if a == infinity else v
    towards = infinity if (a > one) == (y > zero) else zero
    return (one if a == one else towards) if absolute(y) == infinity else v


@inlined
def pow(x: float, y: float) -> float:
    """As IEEE 754 has it: 1 for y = 0 and for x = 1 even with NaN; odd y keep the sign of x."""
    one, zero, half = like(x, 1.0), like(x, 0.0), like(x, 0.5)
    a = absolute(x)
    v = _at_the_ends(a, y, _magnitude(a, y))
    whole = rint(y) == y
    odd = whole and rint(half * y) != half * y
    v = -v if odd and copysign(one, x) < zero else v
    v = like(x, NAN) if x < zero and not whole and a != like(x, INFINITY) else v
    v = x + y if x != x or y != y else v
    return one if y == zero or x == one else v


@inlined
def _single_hypot(a: float, b: float) -> Any:
    wide, other = np.float64(a), np.float64(b)
    return np.float32(sqrt(fma(wide, wide, other * other)))


@inlined
def _double_hypot(a: float, b: float) -> float:
    """Scaled by a power of two when a square would overflow or lose digits."""
    larger = max(a, b)
    up = LARGE if larger < 1.0 / ROOT_LARGE else 1.0
    factor = 1.0 / LARGE if larger > ROOT_LARGE else up
    a, b = a * factor, b * factor
    return sqrt(fma(a, a, b * b)) / factor


_hypot = by_precision(_single_hypot, _double_hypot)


@inlined
def hypot(x: float, y: float) -> float:
    """Length of (x, y): infinite if one of them is, even beside NaN."""
    a, b = absolute(x), absolute(y)
    infinity = like(x, INFINITY)
    return infinity if (a == infinity) | (b == infinity) else _hypot(a, b)

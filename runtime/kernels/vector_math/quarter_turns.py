"""Any angle in quarter turns: a number q of them, modulo 4, and a rest r, so that x = q * pi/2 + r, |r| <= pi/4.

x * 2/pi is needed to far more bits than a product has, but only modulo 4: bits of 2/pi whose product with the last
bit of x is a multiple of 4 can be left out (Payne and Hanek). So the digits to multiply with depend on the exponent
of x only: a choice of five rows in single precision, a table in double. Either way one branch-free path serves
angles of every size.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .bits import ROUNDER, absolute, biased_exponent, exact_fma, fma, inlined, integer_bits, rint
from .coefficients import TWO_OVER_PI, TWO_OVER_PI_BITS

HALF_PI = math.pi / 2
HALF_PI_LOW = 6.123233995736766e-17
BIAS = 1023
DOUBLE_ROWS = 970
SCALE_ROW = 512  # rows from here on are scaled up, or their last digits would be subnormal
SCALE_FROM = 2.0 ** (54 + SCALE_ROW)
SCALE_BITS = 256
SCALE_DOWN = 2.0**-SCALE_BITS


def _digits(skip: int, count: int, scale: int = 0) -> float:
    """`count` bits of 2/pi after the first `skip`, times 2**scale."""
    bits = TWO_OVER_PI >> (TWO_OVER_PI_BITS - skip - count) & (1 << count) - 1
    return math.ldexp(bits, scale - skip - count)


def _double_row(i: int) -> list[float]:
    scale = SCALE_BITS if i >= SCALE_ROW else 0
    return [_digits(skip, 53, scale) for skip in range(i, i + 4 * 53, 53)]


# Row k serves numbers from 2**(25 + 24 k) on, and row 0 all below.
SINGLE_DIGITS = tuple((_digits(i, 53), _digits(i + 53, 53)) for i in (0, 24, 48, 72, 96))
SINGLE_LIMITS = (2.0**50, 2.0**74, 2.0**98, 2.0**122)
# Row i serves numbers from 2**(54 + i) on, and row 0 all below.
DOUBLE_DIGITS = np.array([_double_row(i) for i in range(DOUBLE_ROWS)]).ravel()


@inlined
def _choose(size: float, column: int) -> float:
    digits = SINGLE_DIGITS[1][column] if size >= SINGLE_LIMITS[0] else SINGLE_DIGITS[0][column]
    digits = SINGLE_DIGITS[2][column] if size >= SINGLE_LIMITS[1] else digits
    digits = SINGLE_DIGITS[3][column] if size >= SINGLE_LIMITS[2] else digits
    return SINGLE_DIGITS[4][column] if size >= SINGLE_LIMITS[3] else digits


@inlined
def single_quarter_turns(x: float) -> tuple[Any, Any, Any]:
    """q, r and 0 for a float32, in double precision: the first product with its rounding error, then the second."""
    wide = np.float64(x)
    size = absolute(wide)
    high, low = _choose(size, 0), _choose(size, 1)
    first = wide * high
    rest = fma(wide, low, exact_fma(wide, high, -first))
    t = first + ROUNDER[1]
    turns = first - (t - ROUNDER[1])
    u = (turns + rest) + ROUNDER[1]
    r = ((turns - (u - ROUNDER[1])) + rest) * HALF_PI
    return integer_bits(t) + integer_bits(u), np.float32(r), np.float32(0.0)


@inlined
def _two_sum(a: float, b: float) -> tuple[float, float]:
    """a + b rounded, and what was rounded off."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


@inlined
def double_quarter_turns(x: float) -> tuple[Any, Any, Any]:
    """q and r in two parts for a float64: four products with their rounding errors, added without loss."""
    row = np.uint64(4) * np.uint64(min(max(biased_exponent(x) - (BIAS + 54), 0), DOUBLE_ROWS - 1))
    d1, d2 = DOUBLE_DIGITS[row], DOUBLE_DIGITS[row + np.uint64(1)]
    d3, d4 = DOUBLE_DIGITS[row + np.uint64(2)], DOUBLE_DIGITS[row + np.uint64(3)]
    x = x * SCALE_DOWN if absolute(x) >= SCALE_FROM else x
    p1, p2, p3 = x * d1, x * d2, x * d3
    e1, e2, e3 = exact_fma(x, d1, -p1), exact_fma(x, d2, -p2), exact_fma(x, d3, -p3)
    n1 = 4.0 * rint(0.25 * p1)
    n2, n3, n4 = rint(p1 - n1), rint(e1), rint(p2)
    total, lost = _two_sum(((p1 - n1) - n2) + (e1 - n3), p2 - n4)
    n5 = rint(total)
    total, lost = _two_sum(total - n5, lost)
    tail, tail_lost = _two_sum(e2, p3)
    total, total_lost = _two_sum(total, tail)
    lost = (lost + total_lost) + (tail_lost + exact_fma(x, d4, e3))
    turns = total + lost
    turns_low = lost - (turns - total)
    r = turns * HALF_PI
    r_low = exact_fma(turns, HALF_PI, -r) + (turns * HALF_PI_LOW + turns_low * HALF_PI)
    return integer_bits(((n2 + n3) + (n4 + n5)) + ROUNDER[1]), r, r_low

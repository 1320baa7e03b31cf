"""erf, erfc, erfcx and the normal distribution: near zero a polynomial, further out an exponential of or times one.

In single precision a polynomial is also what erf lacks to 1: its rounding errors hardly count beside that.
"""

from __future__ import annotations

import math

from .bits import absolute, by_precision, copysign, exact_fma, fma, inlined, like, polynomial
from .coefficients import ERF_COMPLEMENT, ERF_LARGE, ERF_SMALL, ERFC, ERFC_CENTRE, Table
from .exponential import exp, exp_decay, times_exp
from .special_coefficients import ERFCX

INFINITY = math.inf
ERF_CENTRE = (2.25, 2.5)
ERF_IS_ONE = (3.925, 6.0)  # erf rounds to 1 from here on
ERFC_IS_ZERO = (10.2, 27.25)  # erfc rounds to 0 from here on
ERFC_START = (ERFC.single[0], ERFC.double[0])
ERFCX_CENTRE = 3.75
ROOT_HALF = math.sqrt(0.5)
NDTR_IS_ZERO = 28.0 / ROOT_HALF  # the probability below -x rounds to 0 from here on
HUGE = 1e30

_small_tail = polynomial(ERF_SMALL)
_small_complement = polynomial(ERF_COMPLEMENT)
_large_exponent = polynomial(ERF_LARGE)
_erfc_slope = polynomial(Table(ERFC.single[1:], ERFC.double[1:]))
_erfcx_factor = polynomial(ERFCX)
_ndtr_factor = polynomial(ERFCX, parts=4)


@inlined
def _single_complement(a: float) -> float:
    return _small_complement(a - like(a, ERF_CENTRE))


@inlined
def _double_complement(a: float) -> float:
    return exp_decay(a * _large_exponent(a - like(a, ERF_CENTRE)))


_complement = by_precision(_single_complement, _double_complement)


@inlined
def erf(x: float) -> float:
    """Return x + x * q(x*x) below 1, and 1 less a small number above."""
    one, limit = like(x, 1.0), like(x, ERF_IS_ONE)
    a = limit if absolute(x) > limit else absolute(x)  # NaN stays
    small = a + a * _small_tail(a * a)
    large = one - _complement(a)
    return copysign(small if a < one else large, x)


@inlined
def _scaled_erfc(a: float) -> tuple[float, float]:
    """exp(a*a) * erfc(a) in two parts, for a >= 3/4: (start + t * slope) / a with t = (a - c) / (a + c).

    y is corrected by what the multiplication with the rounded 1 / a leaves over.
    """
    centre, start = like(a, ERFC_CENTRE), like(a, ERFC_START)
    t = (a - centre) / (a + centre)
    inverse = like(a, 1.0) / a
    slope = _erfc_slope(t)
    y = fma(t, slope, start) * inverse
    return y, fma(t, slope, fma(-y, a, start)) * inverse


@inlined
def erfc(x: float) -> float:
    """Return 1 - x - x * q(x*x) near zero, above and below exp(-a*a) * q for a = |x|, rounded once.

    exp would magnify the rounding of a * a.
    """
    one, zero, limit = like(x, 1.0), like(x, 0.0), like(x, ERFC_IS_ZERO)
    a = limit if absolute(x) > limit else absolute(x)  # NaN stays
    square = a * a
    y, y_low = _scaled_erfc(a)
    tail = times_exp(y, y_low, -square, exact_fma(-a, a, square))
    tail = tail if x > zero else like(x, 2.0) - tail
    return fma(-x, _small_tail(square), one - x) if a < like(x, 0.75) else tail


@inlined
def erfcx(x: float) -> float:
    """exp(x*x) * erfc(x): one polynomial from zero to infinity; below zero 2 * exp(x*x) is more than it."""
    half, centre, infinity = like(x, 0.5), like(x, ERFCX_CENTRE), like(x, INFINITY)
    a = absolute(x)
    bounded = min(a, like(x, HUGE))
    y = half * _erfcx_factor((bounded - centre) / (bounded + centre)) / (half + a)
    square = a * a
    grown = exp(square)
    grown = fma(grown, exact_fma(a, a, -square), grown) if grown < infinity else grown
    return y if x >= like(x, 0.0) else grown + (grown - y)


@inlined
def _single_ndtr(x: float) -> float:
    return like(x, 0.5) * (like(x, 1.0) + erf(like(x, ROOT_HALF) * x))


@inlined
def _double_ndtr(x: float) -> float:
    """exp(-x*x/2) * erfcx(|x| / sqrt(2)) / 2, or one less that: half of what erf takes.

    One division serves the polynomial's argument and the quotient that it is part of.
    """
    half, one, centre = like(x, 0.5), like(x, 1.0), like(x, ERFCX_CENTRE)
    a = like(x, ROOT_HALF) * min(absolute(x), like(x, NDTR_IS_ZERO))
    shifted, summed = half + a, a + centre
    share = one / (shifted * summed)
    y = like(x, 0.25) * _ndtr_factor((a - centre) * (shifted * share)) * (summed * share)
    tail = exp(-half * x * x) * y
    return one - tail if x > like(x, 0.0) else tail


ndtr = by_precision(
    _single_ndtr, _double_ndtr
)  # exact to an absolute error: in single precision far below zero, too

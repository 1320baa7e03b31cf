"""exp and what is made of it: exp2, expm1, the hyperbolic functions and the logistic sigmoid.

exp(x) = 2**n * exp(r) with n = rint(x / log(2)), so that |r| <= log(2) / 2. The product n * log(2) is taken in two
parts, the first short enough that the subtraction is exact.
"""

from __future__ import annotations

import math

from .bits import ROUNDER, absolute, add_exponent, copysign, fma, inlined, like, polynomial
from .coefficients import EXP, SINH

LOG2_E = 1.4426950408889634
LN2 = 0.6931471805599453
LN2_HIGH = (0.693115234375, 0.6931471806019545)  # 12 and 33 bits
LN2_LOW = (3.194618329871446e-05, -4.2009150726810846e-11)
INFINITY = math.inf
LOWEST = (-104.5, -746.0)  # exp rounds to zero from here on
SUBNORMAL = (-86.0, -707.0)  # exp may be subnormal from here on
LIFT = (64.0, 128.0)  # powers of two that a subnormal result is made too large by at first
LIFT_BACK = (2.0**-64, 2.0**-128)
LIFTED_ROUNDER = (ROUNDER[0] + LIFT[0], ROUNDER[1] + LIFT[1])
HIGHEST = (88.72283172607422, 709.782712893384)  # the last number whose exp is finite
HIGHEST_HALF = (89.41597747802734, 710.4758600739439)  # the last number whose exp / 2 is finite
EXPM1_LOWEST = (-20.0, -40.0)  # expm1 rounds to -1 from here on
TANH_HIGHEST = (10.0, 20.0)  # tanh rounds to 1 from here on
SIGMOID_LOWEST = (-104.5, -746.0)  # the logistic sigmoid rounds to 0 up to here
SIGMOID_HIGHEST = (64.0, 600.0)  # it rounds to 1 from here on, and further on as well
SIGMOID_SMALL = (2.0**-24, 2.0**-54)
SIGMOID_ROUNDER = (ROUNDER[0] - 24, ROUNDER[1] - 54)

_exp_tail = polynomial(EXP)
_sinh_tail = polynomial(SINH)


@inlined
def _exp_of(r: float) -> float:
    """exp(r), |r| <= log(2) / 2."""
    one = like(r, 1.0)
    return fma(fma(_exp_tail(r), r, one), r, one)


@inlined
def exp_near_zero(r: float, low: float) -> float:
    """e**(r + low), |r| <= log(2) / 2, for a much smaller `low`."""
    total = r + low
    return like(r, 1.0) + (total + fma(_exp_tail(total), total * total, (r - total) + low))


@inlined
def scaled(y: float, t: float, small: bool) -> float:
    """y * 2**n for t = ROUNDER + n; `small` results may be subnormal, and are rounded once, at the very end."""
    z = add_exponent(y, t + like(y, LIFT) if small else t)
    return z * like(y, LIFT_BACK) if small else z


@inlined
def exp(x: float) -> float:
    """e**x."""
    bounded = max(x, like(x, LOWEST))
    t = fma(bounded, like(x, LOG2_E), like(x, ROUNDER))
    n = t - like(x, ROUNDER)
    r = fma(n, -like(x, LN2_LOW), fma(n, -like(x, LN2_HIGH), bounded))
    y = scaled(_exp_of(r), t, x < like(x, SUBNORMAL))
    return y if x <= like(x, HIGHEST) else x + like(x, INFINITY)


@inlined
def exp_sum(x: float, low: float) -> float:
    """e**(x + low) for x <= 0 and a much smaller `low`."""
    bounded = max(x, like(x, LOWEST))
    t = fma(bounded, like(x, LOG2_E), like(x, ROUNDER))
    n = t - like(x, ROUNDER)
    r = fma(n, -like(x, LN2_HIGH), bounded) + fma(n, -like(x, LN2_LOW), low)
    return scaled(_exp_of(r), t, x < like(x, SUBNORMAL))


@inlined
def times_exp(y: float, y_low: float, x: float, x_low: float) -> float:
    """(y + y_low) * e**(x + x_low) for LOWEST <= x <= 0, much smaller low parts, and y of about 1.

    y is the last and largest of the terms that are added. The sum is lifted by a power of two first, so that it is
    rounded once even if the result is subnormal.
    """
    rounder = like(x, LIFTED_ROUNDER)
    t = fma(x, like(x, LOG2_E), rounder)
    n = t - rounder
    r = fma(n, -like(x, LN2_HIGH), x) + fma(n, -like(x, LN2_LOW), x_low)
    rest = _exp_tail(r) * (r * r)  # e**r = 1 + r + rest
    total = y + fma(y, r, fma(y, rest, y_low))
    return add_exponent(total, t) * like(x, LIFT_BACK)


@inlined
def exp_decay(x: float) -> float:
    """e**-x for x >= 0, or NaN."""
    return exp_sum(-x, like(x, 0.0)) if x == x else x


@inlined
def _half_exp(x: float) -> float:
    """e**x / 2 for x >= 0, finite as long as that is."""
    t = fma(x, like(x, LOG2_E), like(x, ROUNDER))
    n = t - like(x, ROUNDER)
    r = fma(n, -like(x, LN2_LOW), fma(n, -like(x, LN2_HIGH), x))
    y = add_exponent(_exp_of(r), t - like(x, 1.0))
    return y if x <= like(x, HIGHEST_HALF) else x + like(x, INFINITY)


@inlined
def exp2(x: float) -> float:
    """2**x."""
    bounded = max(x, like(x, (-151.0, -1076.0)))
    t = bounded + like(x, ROUNDER)
    r = (bounded - (t - like(x, ROUNDER))) * like(x, LN2)
    y = scaled(_exp_of(r), t, x < like(x, (-125.0, -1021.0)))
    return y if x < like(x, (128.0, 1024.0)) else x + like(x, INFINITY)


@inlined
def _half_expm1(x: float) -> float:
    """(e**x - 1) / 2 for x from EXPM1_LOWEST to HIGHEST: 2**(n-1) - 1/2 + 2**(n-1) * expm1(r).

    Half size, so that 2**(n-1) does not overflow; r carries along what its rounding lost.
    """
    half = like(x, 0.5)
    t = fma(x, like(x, LOG2_E), like(x, ROUNDER))
    n = t - like(x, ROUNDER)
    first = fma(n, -like(x, LN2_HIGH), x)
    second = n * -like(x, LN2_LOW)
    r = first + second
    tail = fma(_exp_tail(r), r * r, second - (r - first))
    power = add_exponent(half, t)
    return fma(tail, power, fma(r, power, power - half))


@inlined
def expm1(x: float) -> float:
    """e**x - 1."""
    y = _half_expm1(max(x, like(x, EXPM1_LOWEST)))
    y = y + y if x <= like(x, HIGHEST) else x + like(x, INFINITY)
    return y if x != like(x, 0.0) else x


@inlined
def sinh(x: float) -> float:
    """Hyperbolic sine: its own polynomial up to 1, where exp(x) and exp(-x) would cancel."""
    a = absolute(x)
    square = a * a
    small = fma(_sinh_tail(square), square * a, a)
    grown = _half_exp(a)
    large = grown - like(x, 0.25) / grown
    return copysign(small if a < like(x, 1.0) else large, x) if x == x else x


@inlined
def cosh(x: float) -> float:
    """Hyperbolic cosine."""
    grown = _half_exp(absolute(x))
    return grown + like(x, 0.25) / grown


@inlined
def tanh(x: float) -> float:
    """Hyperbolic tangent, by t / (t + 2) for t = expm1(2|x|)."""
    limit = like(x, TANH_HIGHEST)
    a = limit if absolute(x) > limit else absolute(x)  # NaN stays
    t = _half_expm1(a + a)
    return copysign(t / (t + like(x, 1.0)), x)


@inlined
def sigmoid(x: float) -> float:
    """1 / (1 + exp(-x)).

    Above and below the line stands a power of two, so that exp(-x) is finite as long as the result is not zero.
    """
    a = like(x, SIGMOID_LOWEST) if x < like(x, SIGMOID_LOWEST) else x
    a = like(x, SIGMOID_HIGHEST) if a > like(x, SIGMOID_HIGHEST) else a
    rounder, small = like(x, SIGMOID_ROUNDER), like(x, SIGMOID_SMALL)
    t = fma(a, -like(x, LOG2_E), rounder)
    n = t - rounder
    r = fma(n, -like(x, LN2_LOW), fma(n, -like(x, LN2_HIGH), -a))
    y = small / (small + add_exponent(_exp_of(r), t))
    return y if x == x else x

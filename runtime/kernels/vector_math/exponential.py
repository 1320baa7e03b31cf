"""exp and what is made of it: exp2, expm1, the hyperbolic functions and the logistic sigmoid.

exp(x) = 2**n * exp(r) with n = rint(x / log(2)), so that |r| <= log(2) / 2. The product n * log(2) is taken in two parts,
the first short enough that the subtraction is exact.
"""

from __future__ import annotations

import math

from .bits import absolute, copysign, fma, inlined, like, polynomial, power_of_two, rint, scale
from .coefficients import EXP, SINH

LOG2_E = 1.4426950408889634
LN2_HIGH = (0.693115234375, 0.6931471806019545)  # 12 and 33 bits
LN2_LOW = (3.194618329871446e-05, -4.2009150726810846e-11)
LOWEST = (-104.5, -746.0)  # exp rounds to zero from here on
HIGHEST = (89.5, 710.5)  # exp overflows from here on, exp / 2 does not
EXPM1_LOWEST = (-20.0, -40.0)  # expm1 rounds to -1 from here on
TANH_HIGHEST = (10.0, 20.0)  # tanh rounds to 1 from here on

_exp_tail = polynomial(EXP)
_sinh_tail = polynomial(SINH)


@inlined
def _exp_shifted(x: float, shift: float) -> float:
    """exp(x) * 2**shift for a small integral shift, without overflow on the way."""
    bounded = min(max(x, like(x, LOWEST)), like(x, HIGHEST) + like(x, 1.0))
    n = rint(bounded * like(x, LOG2_E))
    r = fma(n, -like(x, LN2_LOW), fma(n, -like(x, LN2_HIGH), bounded))
    y = scale(fma(_exp_tail(r), r * r, r) + like(x, 1.0), n + shift)
    return x if x != x else y


@inlined
def exp(x: float) -> float:
    return _exp_shifted(x, like(x, 0.0))


@inlined
def exp_sum(x: float, low: float) -> float:
    """exp(x + low) for a `low` that is much smaller than x, and x <= 0."""
    bounded = max(x, like(x, LOWEST))
    n = rint(bounded * like(x, LOG2_E))
    r = fma(n, -like(x, LN2_HIGH), bounded) + fma(n, -like(x, LN2_LOW), low)
    return scale(fma(_exp_tail(r), r * r, r) + like(x, 1.0), n)


@inlined
def exp2(x: float) -> float:
    bounded = min(max(x, like(x, (-151.0, -1076.0))), like(x, (129.0, 1025.0)))
    n = rint(bounded)
    r = (bounded - n) * like(x, math.log(2.0))
    y = scale(fma(_exp_tail(r), r * r, r) + like(x, 1.0), n)
    return x if x != x else y


@inlined
def expm1(x: float) -> float:
    """(2**n - 1) + 2**n * expm1(r), at half size so that 2**n never overflows; r carries its rounding error along."""
    zero, half, one = like(x, 0.0), like(x, 0.5), like(x, 1.0)
    bounded = min(max(x, like(x, EXPM1_LOWEST)), like(x, HIGHEST))
    n = rint(bounded * like(x, LOG2_E))
    first = fma(n, -like(x, LN2_HIGH), bounded)
    second = n * -like(x, LN2_LOW)
    r = first + second
    tail = fma(_exp_tail(r), r * r, second - (r - first))
    power = power_of_two(n - one)
    y = tail * power + (r * power + (power - half)) if n != zero else (tail + r) * half
    return x if x != x or x == zero else y + y


@inlined
def sinh(x: float) -> float:
    """By its own polynomial up to 1, where exp(x) and exp(-x) would cancel."""
    a = absolute(x)
    square = a * a
    small = fma(_sinh_tail(square), square * a, a)
    grown = _exp_shifted(a, like(x, -1.0))
    large = grown - like(x, 0.25) / grown
    return copysign(small if a < like(x, 1.0) else large, x) if x == x else x


@inlined
def cosh(x: float) -> float:
    grown = _exp_shifted(absolute(x), like(x, -1.0))
    return grown + like(x, 0.25) / grown


@inlined
def tanh(x: float) -> float:
    a = min(absolute(x), like(x, TANH_HIGHEST))
    t = expm1(a + a)
    return copysign(t / (t + like(x, 2.0)), x) if x == x else x


@inlined
def sigmoid(x: float) -> float:
    """1 / (1 + exp(-x)); only exp(-|x|) is taken, so that nothing overflows at either end."""
    decay = exp(-absolute(x))
    return (like(x, 1.0) if x >= like(x, 0.0) else decay) / (like(x, 1.0) + decay)

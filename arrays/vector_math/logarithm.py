"""log and what is made of it: log1p, log2, log10, the inverse hyperbolic functions and logaddexp.

log(x) = e * log(2) + log(m) for x = m * 2**e with m between sqrt(1/2) and sqrt(2).
"""

from __future__ import annotations

import math

from .bits import absolute, by_precision, copysign, fma, inlined, like, maximum, polynomial, split, sqrt
from .coefficients import LOG, LOG_RATIO
from .exponential import INFINITY, LN2, LN2_HIGH, LN2_LOW, LOG2_E, exp_decay

NAN = math.nan
TINY = (2.0**-126, 2.0**-1022)  # the smallest normal number
SUBNORMAL_SCALE = (2.0**23, 2.0**52)
SUBNORMAL_SHIFT = (23.0, 52.0)
LOG10_2_HIGH = (0.301025390625, 0.30102999566406652)  # 12 and 33 bits
LOG10_2_LOW = (4.605038981195214e-06, -8.5323443170571066e-14)
LOG10_E = 0.4342944819032518
LOG10_E_LOW = (-1.010305e-08, 1.098319650216765e-17)  # what is missing from it in either precision
UNIT = (2.0**-26, 2.0**-55)  # log1p rounds to its argument below
HUGE = (2.0**30, 2.0**60)  # x * x + 1 rounds to x * x, and x + 1 to x, from here on

_log_tail = polynomial(LOG)
_ratio_tail = polynomial(LOG_RATIO)


@inlined
def _reduced(x: float) -> tuple[float, float]:
    """x > 0, subnormals included, as (m - 1, e)."""
    subnormal = x < like(x, TINY)
    m, e = split(x * like(x, SUBNORMAL_SCALE) if subnormal else x)
    return m - like(x, 1.0), e - like(x, SUBNORMAL_SHIFT) if subnormal else e


@inlined
def _ends(x: float, y: float) -> float:
    """The logarithm y of x, corrected where x is zero, infinite, negative or NaN."""
    y = like(x, INFINITY) if x == like(x, INFINITY) else y
    y = -like(x, INFINITY) if x == like(x, 0.0) else y
    return y if x >= like(x, 0.0) else like(x, NAN)


@inlined
def _ratio_log(f: float) -> tuple[float, float, float]:
    """log(1 + f) = f - (h - c) with h = f*f/2, and c as found from s = f / (2 + f); returns f, h, c."""
    s = f / (f + like(f, 2.0))
    square = s * s
    half = like(f, 0.5) * f * f
    return f, half, s * fma(square, _ratio_tail(square), half)


@inlined
def _single_rest(f: float) -> float:
    square = f * f
    return fma(like(f, -0.5), square, _log_tail(f) * (f * square))


@inlined
def _double_rest(f: float) -> float:
    f, half, tail = _ratio_log(f)
    return tail - half


@inlined
def _single_log(f: float, e: float) -> float:
    square = f * f
    tail = fma(_log_tail(f), f * square, e * like(f, LN2_LOW))
    return fma(e, like(f, LN2_HIGH), f + fma(like(f, -0.5), square, tail))


@inlined
def _double_log(f: float, e: float) -> float:
    f, half, tail = _ratio_log(f)
    return fma(e, like(f, LN2_HIGH), f - (half - fma(e, like(f, LN2_LOW), tail)))


_rest = by_precision(_single_rest, _double_rest)  # log(1 + f) - f
_log = by_precision(_single_log, _double_log)  # e * log(2) + log(1 + f)


@inlined
def log(x: float) -> float:
    """Natural logarithm."""
    f, e = _reduced(x)
    return _ends(x, _log(f, e))


@inlined
def log2(x: float) -> float:
    """Add the exponent last: exact for powers of two, and never cancels, as |log2(1 + f)| <= 1/2."""
    f, e = _reduced(x)
    return _ends(x, fma(_log(f, like(x, 0.0)), like(x, LOG2_E), e))


@inlined
def log10(x: float) -> float:
    """Of the terms of log10(1 + f), the largest one, f * log10(e), is rounded last."""
    f, e = _reduced(x)
    rest = fma(f, like(x, LOG10_E_LOW), fma(_rest(f), like(x, LOG10_E), e * like(x, LOG10_2_LOW)))
    return _ends(x, fma(e, like(x, LOG10_2_HIGH), fma(f, like(x, LOG10_E), rest)))


@inlined
def log1p(x: float) -> float:
    """Return log(u) + c / u, where u = 1 + x rounded and c what was rounded off; near zero f is x itself."""
    one, zero = like(x, 1.0), like(x, 0.0)
    u = one + x
    lost = x - (u - one) if x < one else one - (u - x)
    m, e = split(u)
    inside = e == zero
    f, half, tail = _ratio_log(x if inside else m - one)
    correction = zero if inside else fma(e, like(x, LN2_LOW), lost / u)
    y = fma(e, like(x, LN2_HIGH), f - (half - (tail + correction)))
    y = x if absolute(x) < like(x, UNIT) else y
    y = x if x == like(x, INFINITY) else y
    y = -like(x, INFINITY) if x == -one else y
    return y if x >= -one else like(x, NAN)


@inlined
def asinh(x: float) -> float:
    """Area hyperbolic sine."""
    one = like(x, 1.0)
    a = absolute(x)
    square = a * a
    huge = a > like(x, HUGE)
    y = log1p(a if huge else a + square / (one + sqrt(one + square)))
    return copysign(y + like(x, LN2) if huge else y, x)


@inlined
def acosh(x: float) -> float:
    """Area hyperbolic cosine."""
    huge = x > like(x, HUGE)
    t = x - like(x, 1.0)
    y = log1p(x if huge else t + sqrt(t * (t + like(x, 2.0))))
    return (y + like(x, LN2) if huge else y) if x >= like(x, 1.0) else like(x, NAN)


@inlined
def atanh(x: float) -> float:
    """Area hyperbolic tangent."""
    a = absolute(x)
    return copysign(like(x, 0.5) * log1p((a + a) / (like(x, 1.0) - a)), x)


@inlined
def logaddexp(x: float, y: float) -> float:
    """log(exp(x) + exp(y)), by the larger and the difference; the difference of equal infinities is not used."""
    larger = maximum(x, y)
    return larger + (like(x, LN2) if x == y else log1p(exp_decay(absolute(x - y))))

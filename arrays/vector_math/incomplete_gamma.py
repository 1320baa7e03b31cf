"""The incomplete gamma functions, in double precision: a series, a continued fraction, or an asymptotic expansion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .bits import by_precision, inlined, polynomial, sqrt
from .error_function import erfc
from .exponential import exp
from .gamma import lgamma
from .large_parameters import EDGE, FIRST, LARGE, SCALE, SECOND, SLOPE
from .logarithm import log

INFINITY = math.inf
NAN = math.nan
STEPS = 10_000
LAST_DIGIT = 2.3e-16
NEGLIGIBLE = 1e-17
SINGLE = 2.0**24  # so many times less is enough for single precision

_slope, _first, _second = polynomial(SLOPE), polynomial(FIRST), polynomial(SECOND)


@inlined
def _series(a: float, x: float, coarseness: float) -> float:
    """The sum of x**k / ((a + 1) ... (a + k)) over k = 0, 1, ..."""
    term, total = 1.0, 1.0
    for k in range(1, STEPS):
        term *= x / (a + k)
        total += term
        if term <= total * (NEGLIGIBLE * coarseness):
            break
    return total


@inlined
def _fraction(a: float, x: float, coarseness: float) -> float:
    """Legendre's continued fraction by the method of Lentz."""
    b = x + 1.0 - a
    c, d = 1e300, 1.0 / b
    result = d
    for i in range(1, STEPS):
        numerator = -i * (i - a)
        b += 2.0
        d = 1.0 / (numerator * d + b)
        c = b + numerator / c
        result *= c * d
        if abs(c * d - 1.0) <= LAST_DIGIT * coarseness:
            break
    return result


@inlined
def _expansion(a: float, x: float, lower: bool) -> float:
    """The expansion of Temme."""
    u = min(max((x - a) / a, -EDGE), EDGE)
    eta = u * sqrt(_slope(u))
    z, rest = eta * sqrt(0.5 * a), _first(eta) + _second(eta) / a
    if lower:
        z, rest = -z, -rest
    return 0.5 * erfc(z) + rest * exp(-z * z) * SCALE / sqrt(a)


@inlined
def _regularised(a: float, x: float, lower: bool, coarseness: float) -> float:
    if not ((a >= 0.0) & (x >= 0.0)) or a == x == 0.0 or a == x == INFINITY:
        return NAN
    if a == 0.0 or x == INFINITY or x == 0.0 or a == INFINITY:
        return 1.0 if (a == 0.0 or x == INFINITY) == lower else 0.0
    if a >= LARGE:
        return _expansion(a, x, lower)
    below = x < a + 1.0
    scale = exp(a * log(x) - x - lgamma(a + 1.0 if below else a))
    part = scale * (_series(a, x, coarseness) if below else _fraction(a, x, coarseness))
    return part if below == lower else 1.0 - part


@inlined
def _double_lower(a: float, x: float) -> float:
    return _regularised(a, x, True, 1.0)


@inlined
def _double_upper(a: float, x: float) -> float:
    return _regularised(a, x, False, 1.0)


@inlined
def _single_lower(a: float, x: float) -> Any:
    return np.float32(_regularised(np.float64(a), np.float64(x), True, SINGLE))


@inlined
def _single_upper(a: float, x: float) -> Any:
    return np.float32(_regularised(np.float64(a), np.float64(x), False, SINGLE))


igamma = by_precision(_single_lower, _double_lower)
igammac = by_precision(_single_upper, _double_upper)

"""The incomplete gamma functions, where no compiled loop does it: elements that have converged are left out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..elementwise.elementary import erfc
from ..vector_math.large_parameters import EDGE, FIRST, LARGE, SCALE, SECOND, SLOPE
from .gamma import lgamma

Array = NDArray[Any]

_LAST_DIGIT = 2.3e-16
_NEGLIGIBLE = 1e-17
_STEPS = 10_000


def igamma(self: Array, other: Array) -> Array:
    """Return the regularised lower incomplete gamma function with the parameter `self`, at `other`."""
    return _incomplete(self, other, False)


def igammac(self: Array, other: Array) -> Array:
    """Return the regularised upper incomplete gamma function with the parameter `self`, at `other`."""
    return _incomplete(self, other, True)


def _incomplete(self: Array, other: Array, upper: bool) -> Array:
    a, x = np.broadcast_arrays(np.asarray(self, np.float64), np.asarray(other, np.float64))
    valid = (a >= 0) & (x >= 0) & ~((a == x) & ((a == 0) | np.isinf(a)))
    a, x = np.where(valid, a, 1.0), np.where(valid, x, 1.0)
    large = a >= LARGE
    near = np.where(large, 1.0, a)
    with np.errstate(all="ignore"):
        small = x < near + 1
        scale = np.exp(near * np.log(x) - x - lgamma(np.where(small, near + 1, near)))
        part = np.zeros_like(x)
        for method, chosen in ((_series, small), (_fraction, ~small)):
            some = chosen & (scale > 0)
            part[some] = scale[some] * method(near[some], x[some])
        result = np.where(small == upper, 1 - part, part)
        if large.any():
            result = np.where(large, _expansion(a, x, upper), result)
    result = np.where(x == 0, float(upper), np.where(np.isposinf(x), 1.0 - upper, result))
    result = np.where(np.isposinf(a), float(upper), np.where(a == 0, 1.0 - upper, result))
    return np.asarray(np.where(valid, result, np.nan), np.result_type(self, other))


def _expansion(a: Array, x: Array, upper: bool) -> Array:
    """Return the expansion of Temme, where parameters are large."""
    u = np.clip((x - a) / a, -EDGE, EDGE)
    eta = u * np.sqrt(np.polyval(SLOPE.double[::-1], u))
    z, sign = eta * np.sqrt(0.5 * a), 1 if upper else -1
    rest = np.polyval(FIRST.double[::-1], eta) + np.polyval(SECOND.double[::-1], eta) / a
    return np.asarray(0.5 * erfc(sign * z) + sign * rest * np.exp(-z * z) * SCALE / np.sqrt(a))


def _series(a: Array, x: Array) -> Array:
    """Sum up x^k / ((a + 1) ... (a + k)), k = 0, 1, ..."""
    result: Array = np.ones_like(a)
    places: Array = np.arange(a.size)
    term, total, k = result, result, a
    for _ in range(_STEPS):
        k = k + 1
        term = term * x / k
        total = total + term
        unfinished = np.abs(term) > np.abs(total) * _NEGLIGIBLE
        if 2 * np.count_nonzero(unfinished) <= places.size:
            result[places] = total
            places, x, term, total, k = (array[unfinished] for array in (places, x, term, total, k))
            if not places.size:
                break
    result[places] = total
    return result


def _fraction(a: Array, x: Array) -> Array:
    """Evaluate Legendre's continued fraction by the method of Lentz."""
    b = x + 1 - a
    c, d = np.full_like(b, 1e300), 1 / b
    result, places, product, unfinished = np.empty_like(b), np.arange(b.size), d, np.ones_like(a, bool)
    for i in range(1, _STEPS):
        numerator = -i * (i - a)
        b = b + 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        step = np.where(unfinished, c * d, 1)  # of the others the rounding errors would add up
        product = product * step
        unfinished = np.abs(step - 1) > _LAST_DIGIT
        if 2 * np.count_nonzero(unfinished) <= places.size:
            result[places] = product
            kept = unfinished
            places, a, b, c, d, product, unfinished = (
                array[kept] for array in (places, a, b, c, d, product, unfinished)
            )
            if not places.size:
                break
    result[places] = product
    return result

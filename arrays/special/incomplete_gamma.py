"""The incomplete gamma functions, where no compiled loop does it: all elements at once, until all have converged."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    with np.errstate(all="ignore"):
        small = x < a + 1
        scale = np.exp(a * np.log(x) - x - lgamma(np.where(small, a + 1, a)))
        lower = scale * _series(a, np.where(small, x, 1.0))
        higher = scale * _fraction(a, np.where(small, a + 2, x))
    result = np.where(small, 1 - lower if upper else lower, higher if upper else 1 - higher)
    result = np.where(x == 0, float(upper), np.where(np.isposinf(x), 1.0 - upper, result))
    result = np.where(np.isposinf(a), float(upper), np.where(a == 0, 1.0 - upper, result))
    return np.asarray(np.where(valid, result, np.nan), np.result_type(self, other))


def _series(a: Array, x: Array) -> Array:
    """Sum up x^k / ((a + 1) ... (a + k)), k = 0, 1, ..."""
    term = np.ones_like(a)
    total, k = term, a
    for _ in range(_STEPS):
        k = k + 1
        term = term * x / k
        total = total + term
        if not (np.abs(term) > np.abs(total) * _NEGLIGIBLE).any():
            break
    return total


def _fraction(a: Array, x: Array) -> Array:
    """Evaluate Legendre's continued fraction by the method of Lentz."""
    b = x + 1 - a
    c, d = np.full_like(b, 1e300), 1 / b
    result, unfinished = d, np.ones(a.shape, bool)
    for i in range(1, _STEPS):
        numerator = -i * (i - a)
        b = b + 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        step = np.where(unfinished, c * d, 1)  # of the others the rounding errors would add up
        result = result * step
        unfinished = np.abs(step - 1) > _LAST_DIGIT
        if not unfinished.any():
            break
    return result

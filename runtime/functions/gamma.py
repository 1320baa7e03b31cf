"""The gamma function's relatives: the derivatives of digamma, and the incomplete integrals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dtypes import get_default_dtype
from ..special.gamma import digamma, lgamma

Array = NDArray[Any]

_EPSILON = 1e-16
_FAR = 12.0
"""Beyond this the asymptotic series below has all digits of a double."""

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
_STEPS = 10_000


def polygamma(n: int, self: Array) -> Array:
    """Return the derivative of order `n` of digamma; digamma itself for 0."""
    if n < 0:
        raise RuntimeError(f"polygamma: n must be nonnegative, got {n}")
    x, dtype = _wide(self)
    if n == 0:
        return digamma(x).astype(dtype)
    with np.errstate(all="ignore"):
        return _shifted(n, x).astype(dtype)


def _shifted(n: int, x: Array) -> Array:
    """Add up what separates x from a point so far out that the asymptotic series holds there."""
    x, total = x.copy(), np.zeros_like(x)
    factor = (-1.0) ** (n + 1) * math.factorial(n)
    for _ in range(_STEPS):
        near = x < _FAR + n
        if not near.any():
            break
        total += np.where(near, factor / x ** (n + 1), 0)
        x = np.where(near, x + 1, x)
    return np.where(x < _FAR + n, np.nan, total + _asymptotic(n, x))


def _asymptotic(n: int, x: Array) -> Array:
    sign = (-1.0) ** (n + 1)
    result = sign * (math.factorial(n - 1) / x**n + math.factorial(n) / (2 * x ** (n + 1)))
    for k, number in enumerate(_BERNOULLI, 1):
        order = 2 * k
        coefficient = number * math.factorial(order + n - 1) / math.factorial(order)
        result = result + sign * coefficient / x ** (order + n)
    return result


def mvlgamma_dimensions(p: int) -> int:
    """Return the number of dimensions of mvlgamma, which must be positive."""
    if p < 1:
        raise RuntimeError(f"mvlgamma: p has to be greater than or equal to 1, got {p}")
    return p


def igamma(self: Array, other: Array) -> Array:
    """Return the regularised lower incomplete gamma function with the parameter `self`, at `other`."""
    return _incomplete(self, other, False)


def igammac(self: Array, other: Array) -> Array:
    """Return the regularised upper incomplete gamma function with the parameter `self`, at `other`."""
    return _incomplete(self, other, True)


def _incomplete(self: Array, other: Array, upper: bool) -> Array:
    dtype = np.result_type(_wide(self)[1], _wide(other)[1])
    a, x = np.broadcast_arrays(self.astype(np.float64), other.astype(np.float64))
    with np.errstate(all="ignore"):
        scale = np.exp(a * np.log(x) - x - lgamma(np.asarray(a)))
        small = x < a + 1
        lower = scale * _series(a, np.where(small, x, 1.0))
        higher = scale * _fraction(a, np.where(small, a + 2, x))
    result = np.where(small, 1 - lower if upper else lower, higher if upper else 1 - higher)
    result = np.where(x == 0, float(upper), np.where(np.isposinf(x), 1.0 - upper, result))
    valid = (a >= 0) & (x >= 0) & ~((a == 0) & (x == 0))
    return np.asarray(np.where(valid, np.where(a == 0, 1.0 - upper, result), np.nan), dtype)


def _series(a: Array, x: Array) -> Array:
    """Sum up x^k / (a (a + 1) ... (a + k))."""
    term = 1 / a
    total, k = term, a
    for _ in range(_STEPS):
        k = k + 1
        term = term * x / k
        total = total + term
        if not (np.abs(term) > np.abs(total) * _EPSILON).any():
            break
    return total


def _fraction(a: Array, x: Array) -> Array:
    """Evaluate Legendre's continued fraction by the method of Lentz."""
    b = x + 1 - a
    c, d = np.full_like(b, 1e300), 1 / b
    result = d
    for i in range(1, _STEPS):
        numerator = -i * (i - a)
        b = b + 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        result = result * (c * d)
        if not (np.abs(c * d - 1) > _EPSILON * 4).any():
            break
    return result


def _wide(array: Array) -> tuple[Array, Any]:
    """Return the array in double precision, and the dtype of the result."""
    return array.astype(np.float64), array.dtype if array.dtype.kind == "f" else get_default_dtype()

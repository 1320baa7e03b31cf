"""How a number of the standard gamma distribution moves with the parameter, at the same rank among all numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .gamma import digamma

Array = NDArray[Any]

_NODES = 96
_NEGLIGIBLE = 40.0
"""The integrand ends where it is e⁻⁴⁰ of its first value."""


def standard_gamma_grad(self: Array, output: Array) -> Array:
    """Return dx/da of a number x = `output` drawn with the parameter a = `self`, elementwise.

    The rank of x, the distribution function F(x; a), stays; hence dx/da = -(∂F/∂a) / p(x; a), where p is the density.
    With t = x e⁻ᵘ below, or x eᵘ above, ∂F/∂a is an integral over u > 0 of exp(±a u ± x (1 - e^±u)) (log t - ψ(a)),
    whose last factor has one sign on the side of x that log x - ψ(a) chooses: nothing cancels. The rule is that of
    Gauss and Legendre.
    """
    a, x = np.broadcast_arrays(np.asarray(self, np.float64), np.asarray(output, np.float64))
    valid = (a > 0) & (x > 0) & np.isfinite(a) & np.isfinite(x)
    a, x = np.where(valid, a, 1.0), np.where(valid, x, 1.0)
    first = np.log(x) - np.asarray(digamma(a))
    sign = np.where(first < 0, -1.0, 1.0)
    length = _length(a, x, sign)
    total = np.zeros_like(x)
    for node, weight in zip(*_rule(), strict=True):
        u = length * node
        total += weight * (sign * first + u) * np.exp(_exponent(a, x, sign, u))
    result = np.where(valid, x * length * total, np.where(output == 0, 0.0, np.nan))
    return np.asarray(result, np.result_type(self, output))


def _exponent(a: Array, x: Array, sign: Array, u: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(sign * a * u - x * np.expm1(sign * u))


def _length(a: Array, x: Array, sign: Array) -> Array:
    """Return where the integrand has become negligible, by bisection: the exponent falls from its maximum on."""
    low, high = np.zeros_like(x), np.ones_like(x)
    for _ in range(64):
        short = _exponent(a, x, sign, high) > -_NEGLIGIBLE
        if not short.any():
            break
        low, high = np.where(short, high, low), np.where(short, 2 * high, high)
    for _ in range(8):
        middle = 0.5 * (low + high)
        short = _exponent(a, x, sign, middle) > -_NEGLIGIBLE
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return np.asarray(high)


@cache
def _rule() -> tuple[Array, Array]:
    """Return nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return 0.5 * (nodes + 1), 0.5 * weights

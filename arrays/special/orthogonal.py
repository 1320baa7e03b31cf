"""Orthogonal polynomials of degree `n` by recurrences, all elements at once: 0 below degree 0, NaN beyond HIGHEST.

With Gegenbauer's and Laguerre's families, which have a parameter, come derivatives of every order of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Degree = Array | int
Step = Callable[[int, Array, Array, Array], Array]
"""From k, x and the polynomials of the degrees k - 1 and k - 2 to that of degree k."""

HIGHEST = 1_000_000
"""The recurrence takes a step per degree; higher ones would look like a program that hangs."""


def chebyshev_t(x: Array, n: Degree) -> Array:
    """Chebyshev polynomial of the first kind."""
    return _recurrence(x, n, lambda x: x, lambda k, x, last, before: 2 * x * last - before)


def hermite_h(x: Array, n: Degree) -> Array:
    """Hermite polynomial of the physicists."""
    return _recurrence(x, n, lambda x: 2 * x, lambda k, x, last, before: 2 * (x * last - (k - 1) * before))


def hermite_he(x: Array, n: Degree) -> Array:
    """Hermite polynomial of the probabilists."""
    return _recurrence(x, n, lambda x: x, lambda k, x, last, before: x * last - (k - 1) * before)


def laguerre(x: Array, n: Degree, alpha: Array | float) -> Array:
    """Laguerre polynomial with the parameter `alpha`, 0 for the classical ones."""

    def step(k: int, x: Array, last: Array, before: Array) -> Array:
        return np.asarray(((2 * k - 1 + alpha - x) * last - (k - 1 + alpha) * before) / k)

    return _recurrence(x, n, lambda x: 1 + alpha - x, step)


def gegenbauer(x: Array, n: Degree, order: Array | float) -> Array:
    """Gegenbauer polynomial: Legendre's for the order 1/2, Chebyshev's of the second kind for 1."""

    def step(k: int, x: Array, last: Array, before: Array) -> Array:
        return np.asarray((2 * (k - 1 + order) * x * last - (k - 2 + 2 * order) * before) / k)

    return _recurrence(x, n, lambda x: 2 * order * x, step)


def _recurrence(x: Array, n: Degree, first: Callable[[Array], Array], step: Step) -> Array:
    """Climb to the highest degree asked for; each element keeps the value of its own degree."""
    degree = np.trunc(np.asarray(n, np.float64))
    wide, degree = np.broadcast_arrays(np.asarray(x, np.float64), degree)
    before, last = np.ones_like(wide), np.asarray(first(wide))
    result = np.where(degree == 0, before, np.where(degree == 1, last, 0.0))
    valid = (degree <= HIGHEST) & ~np.isnan(wide)
    highest = degree.max(initial=1, where=valid)
    for k in range(2, int(highest) + 1):
        before, last = last, step(k, wide, last, before)
        result = np.where(degree == k, last, result)
    return np.asarray(np.where(valid, result, np.nan), x.dtype)

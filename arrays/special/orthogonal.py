"""Orthogonal polynomials of degree `n` by recurrences, all elements at once: 0 below degree 0, NaN beyond HIGHEST.

With Gegenbauer's and Laguerre's families, which have a parameter, come derivatives of every order of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..order import ordered_as

Array = NDArray[Any]
Degree = Array | int
Parameter = Array | float
Step = Callable[[int, Array, Array, Array, Any], Array]
"""From k, x, the polynomials of the degrees k - 1 and k - 2, and the parameter, to the polynomial of degree k."""

HIGHEST = 1_000_000
"""The recurrence takes a step per degree; higher ones would look like a program that hangs."""

FAR = 32  # steps to the next degree that are worth leaving out the elements that have theirs


def chebyshev_t(x: Array, n: Degree) -> Array:
    """Chebyshev polynomial of the first kind."""
    return _recurrence(x, n, lambda x, _: x, _chebyshev)


def _chebyshev(k: int, x: Array, last: Array, before: Array, _: Any) -> Array:
    return np.asarray((x + x) * last - before)


def hermite_h(x: Array, n: Degree) -> Array:
    """Hermite polynomial of the physicists."""
    return _recurrence(
        x, n, lambda x, _: 2 * x, lambda k, x, last, before, _: 2 * (x * last - (k - 1) * before)
    )


def hermite_he(x: Array, n: Degree) -> Array:
    """Hermite polynomial of the probabilists."""
    return _recurrence(x, n, lambda x, _: x, lambda k, x, last, before, _: x * last - (k - 1) * before)


def laguerre(x: Array, n: Degree, alpha: Parameter) -> Array:
    """Laguerre polynomial with the parameter `alpha`, 0 for the classical ones."""

    def step(k: int, x: Array, last: Array, before: Array, alpha: Any) -> Array:
        return np.asarray(((2 * k - 1 + alpha - x) * last - (k - 1 + alpha) * before) / k)

    return _recurrence(x, n, lambda x, alpha: 1 + alpha - x, step, alpha)


def gegenbauer(x: Array, n: Degree, order: Parameter) -> Array:
    """Gegenbauer polynomial: Legendre's for the order 1/2, Chebyshev's of the second kind for 1."""

    def step(k: int, x: Array, last: Array, before: Array, order: Any) -> Array:
        return np.asarray((2 * (k - 1 + order) * x * last - (k - 2 + 2 * order) * before) / k)

    if np.ndim(order) == 0 and order == 1:  # Chebyshev's of the second kind: nothing is divided
        return _recurrence(x, n, lambda x, _: x + x, _chebyshev)
    return _recurrence(x, n, lambda x, order: 2 * order * x, step, order)


def _recurrence(
    x: Array, n: Degree, first: Callable[[Array, Any], Array], step: Step, parameter: Parameter = 0.0
) -> Array:
    """Climb to the highest degree asked for, without the elements whose own degree is reached."""
    arrays = np.broadcast_arrays(np.asarray(x, np.float64), np.trunc(np.asarray(n, np.float64)), parameter)
    wide, degrees, parameters = [array.reshape(-1) for array in arrays]
    result = np.where(degrees == 0, 1.0, 0.0)
    result[(degrees > HIGHEST) | np.isnan(degrees) | np.isnan(wide)] = np.nan
    places = np.flatnonzero((degrees >= 1) & ~np.isnan(result))
    some, degree = wide[places], degrees[places]
    given: Any = parameters[places] if np.ndim(parameter) else parameter
    before, last, k = np.ones_like(some), np.asarray(first(some, given)), 1
    distinct = np.unique(degree)
    for reached, next_degree in zip(distinct, np.append(distinct[1:], 0), strict=False):
        while k < reached:
            k += 1
            before, last = last, step(k, some, last, before, given)
        here = degree == reached
        result[places[here]] = last[here]
        if next_degree - reached >= FAR:
            rest = degree > reached
            places, some, degree, before, last = (
                array[rest] for array in (places, some, degree, before, last)
            )
            given = given[rest] if np.ndim(parameter) else given
    return ordered_as(arrays[0], np.asarray(result.reshape(arrays[0].shape), x.dtype))

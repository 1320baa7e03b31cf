"""Orthogonal polynomials of degree n by recurrences, in double precision: 0 below degree 0, NaN beyond HIGHEST."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .bits import by_precision, inlined

NAN = math.nan
HIGHEST = 1_000_000.0  # one step per degree: higher ones would look like a program that hangs


@inlined
def _low(x: float, n: float, first: float) -> float:
    """The polynomials of the degrees up to 1, and what has no degree."""
    if not n <= HIGHEST or x != x:
        return NAN
    return 0.0 if n <= -1.0 else (1.0 if n < 1.0 else first)


@inlined
def _chebyshev_t(x: float, n: float) -> float:
    before, last = 1.0, x
    if not 2.0 <= n <= HIGHEST:
        return _low(x, n, last)
    for _ in range(2, int(n) + 1):
        before, last = last, 2.0 * x * last - before
    return last


@inlined
def _hermite_h(x: float, n: float) -> float:
    before, last = 1.0, 2.0 * x
    if not 2.0 <= n <= HIGHEST:
        return _low(x, n, last)
    for k in range(2, int(n) + 1):
        before, last = last, 2.0 * (x * last - (k - 1.0) * before)
    return last


@inlined
def _hermite_he(x: float, n: float) -> float:
    before, last = 1.0, x
    if not 2.0 <= n <= HIGHEST:
        return _low(x, n, last)
    for k in range(2, int(n) + 1):
        before, last = last, x * last - (k - 1.0) * before
    return last


@inlined
def _laguerre(x: float, n: float, alpha: float) -> float:
    before, last = 1.0, 1.0 + alpha - x
    if not 2.0 <= n <= HIGHEST:
        return _low(x, n, last)
    for k in range(2, int(n) + 1):
        before, last = last, ((2.0 * k - 1.0 + alpha - x) * last - (k - 1.0 + alpha) * before) / k
    return last


@inlined
def _gegenbauer(x: float, n: float, order: float) -> float:
    before, last = 1.0, 2.0 * order * x
    if not 2.0 <= n <= HIGHEST:
        return _low(x, n, last)
    if order == 1.0:  # Chebyshev's of the second kind: nothing is divided
        for _ in range(2, int(n) + 1):
            before, last = last, 2.0 * x * last - before
        return last
    for k in range(2, int(n) + 1):
        before, last = last, (2.0 * (k - 1.0 + order) * x * last - (k - 2.0 + 2.0 * order) * before) / k
    return last


def _of_two(function: Any) -> Any:
    """Return a function of two numbers for either precision."""

    def single(x: float, n: float) -> Any:
        return np.float32(function(np.float64(x), np.float64(n)))

    return by_precision(inlined(single), function)


def _of_three(function: Any) -> Any:
    """Return a function of three numbers for either precision."""

    def single(x: float, n: float, parameter: float) -> Any:
        return np.float32(function(np.float64(x), np.float64(n), np.float64(parameter)))

    return by_precision(inlined(single), function)


chebyshev_t = _of_two(_chebyshev_t)
hermite_h = _of_two(_hermite_h)
hermite_he = _of_two(_hermite_he)
laguerre = _of_three(_laguerre)
gegenbauer = _of_three(_gegenbauer)

"""The logarithm of the gamma function and its derivatives, where no compiled loop does it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..order import ordered_as

Array = NDArray[Any]

_FAR = 12.0
"""Beyond this the asymptotic series has all digits of a double."""

_TINY = 1e-30
"""Up to here gamma is the reciprocal of its argument."""

BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
"""The numbers of Bernoulli of even index, from the second on."""


def lgamma(x: Array | float) -> Array:
    """Return the logarithm of the absolute value of the gamma function: infinite at its poles."""
    given = np.asarray(x)
    wide = given.astype(np.float64).reshape(-1).tolist()
    values = np.array([_lgamma(value) for value in wide], getattr(x, "dtype", np.float64))
    return ordered_as(given, values.reshape(given.shape))


def _lgamma(x: float) -> float:
    if math.isinf(x) or (x <= 0 and x == math.floor(x)):
        return math.inf
    try:
        return math.lgamma(x)
    except OverflowError:
        return math.inf


def digamma(x: Array | float) -> Array:
    """Return the derivative of lgamma: infinite at 0, NaN at the other poles and at minus infinity."""
    wide = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        size = np.abs(wide)
        above = _positive_digamma(size)
        turn = size - np.rint(size)
        below = np.where(size > _TINY, above + 1 / size + np.pi / np.tan(np.pi * turn), 1 / size)
        result = np.where(wide > 0, above, np.where(turn == 0, np.nan, below))
        result = np.where(size == 0, -np.copysign(np.inf, wide), result)
        return np.asarray(result, getattr(x, "dtype", np.float64))


def _positive_digamma(x: Array) -> Array:
    """Add up what separates x from a point so far out that the asymptotic series holds there."""
    total = np.zeros_like(x)
    for _ in range(int(_FAR)):
        near = x < _FAR
        total -= np.where(near, 1 / x, 0)
        x = np.where(near, x + 1, x)
    inverse = 1 / np.square(x)
    series: Any = 0.0
    for order in range(len(BERNOULLI), 0, -1):
        series = inverse * (BERNOULLI[order - 1] / (2 * order) + series)
    return np.asarray(total + np.log(x) - 0.5 / x - series)


def trigamma(x: Array | float) -> Array:
    """Return the derivative of digamma: infinite at its poles."""
    wide = np.asarray(x, np.float64)
    with np.errstate(all="ignore"):
        size = np.abs(wide)
        above = _positive_trigamma(np.where(wide > 0, wide, 1 + size))
        below = np.square(np.pi / np.sin(np.pi * (size - np.rint(size)))) - above
        return np.asarray(np.where(wide > 0, above, below), getattr(x, "dtype", np.float64))


def _positive_trigamma(x: Array) -> Array:
    total = np.zeros_like(x)
    for _ in range(int(_FAR)):
        near = x < _FAR
        total += np.where(near, np.square(1 / x), 0)
        x = np.where(near, x + 1, x)
    inverse = 1 / x
    series: Any = 0.0
    for number in reversed(BERNOULLI):
        series = np.square(inverse) * (number + series)
    return np.asarray(total + inverse * (1 + 0.5 * inverse + series))

"""Windows: weights that fade out towards both ends, in double precision.

`count` elements of a symmetric window, or of a periodic one, which is a symmetric one without its last element.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

HANN = (0.5, 0.5)
HAMMING = (0.54, 0.46)
BLACKMAN = (0.42, 0.5, 0.08)
NUTTALL = (0.3635819, 0.4891775, 0.1365995, 0.0106411)


def cosine_sum(count: int, symmetric: bool, coefficients: Sequence[float]) -> Array:
    """Cosines of 0, 1, 2 ... periods with these coefficients, every other one subtracted."""
    angles = 2 * np.pi * _unit(count, symmetric)
    window = np.zeros(count)
    for number, coefficient in enumerate(coefficients):
        window += (-1) ** number * coefficient * np.cos(number * angles)
    return _one_is_one(window)


def triangle(count: int, symmetric: bool) -> Array:
    """A line up from 0 to 1, and one down (Bartlett)."""
    return _one_is_one(1 - np.abs(2 * _unit(count, symmetric) - 1))


def sine(count: int, symmetric: bool) -> Array:
    """The upper half of a sine, from which neither end is 0."""
    period = _whole(count, symmetric) + 1
    return np.sin(np.pi * (np.arange(count) + 0.5) / period)


def exponential(count: int, symmetric: bool, center: float | None, tau: float) -> Array:
    """Exponentials that fall off from the center, by the factor e over `tau` elements."""
    middle = _whole(count, symmetric) / 2 if center is None else center
    window: Array = np.exp(-np.abs(np.arange(count) - middle) / tau)
    return window


def gaussian(count: int, symmetric: bool, std: float) -> Array:
    """A normal distribution, 1 at its center."""
    places = np.arange(count) - _whole(count, symmetric) / 2
    window: Array = np.exp(-0.5 * np.square(places / std))
    return window


def kaiser(count: int, symmetric: bool, beta: float) -> Array:
    """Modified Bessel functions of the first kind, of a half circle of the height `beta`."""
    places = 2 * _unit(count, symmetric) - 1
    return _one_is_one(np.i0(beta * np.sqrt(np.maximum(1 - places * places, 0))) / np.i0(beta))


def _whole(count: int, symmetric: bool) -> int:
    """Return the place of the last element, or of the one behind it in a periodic window; one element is symmetric."""
    return count - 1 if symmetric or count == 1 else count


def _unit(count: int, symmetric: bool) -> Array:
    return np.arange(count) / max(_whole(count, symmetric), 1)


def _one_is_one(window: Array) -> Array:
    return np.ones(1) if len(window) == 1 else window

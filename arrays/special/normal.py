"""The inverses of the error function and of the normal distribution, where no compiled loop does it.

The polynomials are those of `vector_math/quantiles.py`, which says where they hold.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..vector_math.special_coefficients import ERFINV, ERFINV_TAIL

Array = NDArray[Any]

_HALF_NEAR = 3.125
_NEAR_FROM = math.exp(-6.25)
_TAIL_CENTRE = 4.0


def ndtri(x: Array | float) -> Array:
    """Return the number below which a normal variable lies with probability `x`; NaN outside [0, 1]."""
    p = np.asarray(x, np.float64)
    centred = p - 0.5
    return np.asarray(
        _inverse(centred + centred, 2.0 * np.minimum(p, 1 - p)) * math.sqrt(2),
        getattr(x, "dtype", np.float64),
    )


def erfinv(x: Array | float) -> Array:
    """Return the inverse of the error function: infinite at -1 and 1, NaN outside."""
    y = np.asarray(x, np.float64)
    return np.asarray(_inverse(y, 1 - np.abs(y)), getattr(x, "dtype", np.float64))


def _inverse(x: Array, side: Array) -> Array:
    """Return erfinv(x), where `side` is 1 - |x| to all its digits."""
    product = side * (2.0 - side)
    middle = product > _NEAR_FROM
    w = -np.log(np.where(middle, product, np.where(side > 0, side, 1.0)))
    r = np.sqrt(np.abs(w))
    near = x * np.polyval(ERFINV.double[::-1], w - _HALF_NEAR)
    far = r * np.polyval(ERFINV_TAIL.double[::-1], (r - _TAIL_CENTRE) / (r + _TAIL_CENTRE))
    far = np.where(side > 0, far, np.where(side == 0, np.inf, np.nan))
    return np.asarray(np.where(middle, near, np.copysign(far, x)))

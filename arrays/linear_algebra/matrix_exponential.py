"""Exponentials of matrices: of one after the other by SciPy, of many small ones, or without it, at once by NumPy."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import lapack
from .errors import check_square

Array = NDArray[Any]

_SMALL, _SEVERAL = 16, 8
"""So many rows at most, and so many matrices at least, are taken at once."""

_CLOSE = 5.371920351148152
"""The norm up to which the approximant is exact to double precision."""

_COEFFICIENTS = [
    factorial(26 - j) * factorial(13) / (factorial(26) * factorial(13 - j) * factorial(j)) for j in range(14)
]
"""Of its numerator, in ascending order; those of its denominator have alternating signs."""


def matrix_exp(self: Array) -> Array:
    """Return the exponential of each matrix; in single precision, squaring again and again would leave few digits."""
    check_square("linalg.matrix_exp", self)
    if not self.size:
        return self.copy()
    wide = self.astype(np.result_type(self, np.float64), copy=False)
    many = self.shape[-1] <= _SMALL and self[..., 0, 0].size >= _SEVERAL
    scipy_linalg = None if many else lapack.scipy_linalg()
    with np.errstate(all="ignore"):
        return np.asarray(scipy_linalg.expm(wide) if scipy_linalg else _of_many(wide), self.dtype)


def _of_many(self: Array) -> Array:
    """Return Padé's approximants of degree 13 of halved matrices, squared as often as each was halved."""
    norms = np.abs(self).sum(-2).max(-1)
    halvings = np.ceil(np.log2(norms / _CLOSE))
    halvings = np.where(np.isfinite(halvings), np.maximum(halvings, 0), 0).astype(np.intp)
    x = self / np.exp2(halvings)[..., None, None]
    b, one, x2 = _COEFFICIENTS, np.eye(self.shape[-1]), x @ x
    x4 = x2 @ x2
    x6 = x4 @ x2
    odd = x @ (x6 @ (b[13] * x6 + b[11] * x4 + b[9] * x2) + b[7] * x6 + b[5] * x4 + b[3] * x2 + b[1] * one)
    even = x6 @ (b[12] * x6 + b[10] * x4 + b[8] * x2) + b[6] * x6 + b[4] * x4 + b[2] * x2 + b[0] * one
    result = np.linalg.solve(even - odd, even + odd)
    for done in range(halvings.max()):
        more = halvings > done
        result[more] = result[more] @ result[more]
    return result

"""Running maxima and minima, and the running logarithm of a sum of exponentials."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..elementwise.elementary import logaddexp
from . import scan_kernels

Array = NDArray[Any]


def cummax(self: Array, dim: int) -> tuple[Array, Array]:
    """Find the largest element up to each one along `dim`, and the index of the last that has it."""
    return _running_extreme("cummax", np.maximum, self, dim)


def cummin(self: Array, dim: int) -> tuple[Array, Array]:
    """Find the smallest element up to each one along `dim`, and the index of the last that has it."""
    return _running_extreme("cummin", np.minimum, self, dim)


def logcumsumexp(self: Array, dim: int) -> Array:
    """log(cumsum(exp(self))) along `dim`, without overflow."""
    along = axis("logcumsumexp", self.ndim, dim)
    if self.dtype.kind not in "fc":
        raise TypeError(
            f"logcumsumexp: self must have a floating-point or complex dtype, got {self.dtype};"
            " pass self.float()"
        )
    if not self.ndim:
        return self.copy()
    if self.dtype.kind == "f":
        return np.asarray(np.logaddexp.accumulate(self, along))
    return _complex_logcumsumexp(self, along)


def step_pad(ndim: int, dim: int, front: bool) -> list[int]:
    """Return the padding that adds one element at the front or at the end of a dimension; none to a 0-d array."""
    if not ndim:
        return []
    pad = [0] * (2 * (ndim - axis("logcumsumexp", ndim, dim)))
    pad[-2 if front else -1] = 1
    return pad


def _running_extreme(op: str, ufunc: np.ufunc, self: Array, dim: int) -> tuple[Array, Array]:
    along = axis(op, self.ndim, dim)
    if self.dtype.kind == "c":
        raise TypeError(
            f"{op}: self must be real, got {self.dtype}, which has no order; use abs or real first"
        )
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    done = scan_kernels.running_extreme(self, along, ufunc is np.maximum)
    if done is not None:
        return done
    values = np.asarray(ufunc.accumulate(self, along))
    reached = self == values
    if self.dtype.kind == "f":
        reached |= np.isnan(self)
    places = np.arange(self.shape[along]).reshape([-1 if k == along else 1 for k in range(self.ndim)])
    return values, np.maximum.accumulate(np.where(reached, places, 0), along)


def _complex_logcumsumexp(self: Array, along: int) -> Array:
    """Add step by step, as no ufunc of NumPy does for complex numbers: one vectorised step per position."""
    out = self.copy()
    sums = np.moveaxis(out, along, 0)
    for k in range(1, len(sums)):
        sums[k] = logaddexp(sums[k - 1], sums[k])
    return out

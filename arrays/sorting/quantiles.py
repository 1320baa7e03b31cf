"""Quantiles: which places of the sorted elements they lie between. A place is a fraction of the last index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
DType = np.dtype[Any]
Shape = tuple[int, ...]

_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile_ranks(self: Array, q: Array, ignore_nan: bool) -> tuple[Array, Array]:
    """Return the place of each quantile in the sorted last dimension, and the last index it is a fraction of.

    Unless they are ignored, NaNs are the answer: the place is the last one, where they are sorted to.
    """
    outside = ~((q >= 0) & (q <= 1))  # NaN is outside too
    if outside.any():
        raise RuntimeError(f"quantile: q values must be in the range [0, 1], got {q[outside].flat[0]}")
    missing = np.isnan(self)
    if ignore_nan:
        numbers = self.shape[-1] - np.count_nonzero(missing, -1, keepdims=True)
        last = np.maximum(numbers - 1, 0).astype(self.dtype)
        return last * q.reshape(-1).astype(self.dtype), last
    undefined = missing.any(-1, keepdims=True)
    end = self.dtype.type(self.shape[-1] - 1)
    last = np.where(undefined, self.dtype.type(0), end)
    return np.where(undefined, end, end * q.reshape(-1).astype(self.dtype)), last


def quantile_rank(self: Array, q: float, ignore_nan: bool) -> Array:
    """Return the place of one quantile in the sorted last dimension."""
    return quantile_ranks(self, np.asarray(q, self.dtype), ignore_nan)[0]


def quantile_mode(op: str, self: Shape, dtype: DType, interpolation: str) -> str:
    """Return the interpolation, once it and the argument are known to be valid."""
    if dtype.kind != "f":
        raise RuntimeError(f"{op}: self must be either float or double dtype, got {dtype}; pass self.float()")
    if 0 in self:
        raise RuntimeError(f"{op}: self must be non-empty, got shape {self}")
    if interpolation not in _INTERPOLATIONS:
        raise RuntimeError(
            f"{op}: interpolation must be one of {', '.join(_INTERPOLATIONS)}, got {interpolation!r}"
        )
    return interpolation


def quantile_shape(
    op: str, self: Shape, dtype: DType, q: Shape, q_dtype: DType, dim: int | None, keepdim: bool
) -> Shape:
    """Return the shape of the quantiles: that of `q` before that of the reduction."""
    if len(q) > 1:
        raise RuntimeError(f"{op}: q must be a scalar or 1D tensor, got {len(q)} dimensions")
    if q_dtype != dtype:
        raise RuntimeError(f"{op}: q tensor must be same dtype as self, {dtype}, got {q_dtype}")
    return q + reduced_shape(op, self, dim, keepdim)


def reduced_shape(op: str, self: Shape, dim: int | None, keepdim: bool) -> Shape:
    """Return the shape of a reduction over one dimension, or over all."""
    if dim is None or not self:
        if dim is not None:
            axis(op, 0, dim)
        return (1,) * len(self) if keepdim else ()
    along = axis(op, len(self), dim)
    return self[:along] + (1,) * keepdim + self[along + 1 :]

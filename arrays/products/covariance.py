"""Shapes and checks of covariance matrices, and the powers of the points that a polynomial is fitted to."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty

Array = NDArray[Any]
DType = np.dtype[Any]
Shape = tuple[int, ...]

_COLUMNS = (
    16  # of powers that are computed one by one: NumPy's inner loops are along columns, then along rows
)


def cov_shape(shape: Shape, dtype: DType) -> Shape:
    """Return the shape of observations as a matrix: a row for each variable."""
    if len(shape) > 2:
        raise RuntimeError(
            f"cov: self must have two or fewer dimensions, variables and observations, got {len(shape)}"
        )
    if dtype.kind == "b":
        raise RuntimeError("cov: bool dtype is not supported for self; pass self.float()")
    return shape if len(shape) == 2 else (1, shape[0] if shape else 1)


def cov_weights(argument: str, shape: Shape, dtype: DType, self: Shape) -> Shape:
    """Return the shape of weights, once they are known to fit the observations."""
    observations = self[-1] if self else 1
    kinds, wanted = ("iu", "an integral") if argument == "fweights" else ("f", "a floating-point")
    if dtype.kind not in kinds:
        raise RuntimeError(f"cov: {argument} must have {wanted} dtype, got {dtype}")
    if len(shape) > 1:
        raise RuntimeError(f"cov: {argument} must have one or fewer dimensions, got {len(shape)}")
    count = shape[0] if shape else 1
    if count != observations:
        raise RuntimeError(
            f"cov: {argument} must have as many elements as there are observations, {observations}, got {count}"
        )
    return (observations,)


def check_weights(self: Array, argument: str) -> Array:
    """Return the weights, none of which may be negative."""
    if (self < 0).any():
        raise RuntimeError(f"cov: {argument} cannot be negative, got {self.min()}")
    return self.copy()


def cov_divisor(shape: Shape, correction: float) -> float:
    """Return the degrees of freedom that are left of the observations; 0 if there are none."""
    return max((shape[-1] if shape else 1) - correction, 0)


def vander(x: Array, N: int | None = None, increasing: bool = False) -> Array:
    """Return the powers of each element of a vector in a row, from 0 or, unless `increasing`, from the highest."""
    if x.ndim != 1:
        raise RuntimeError(f"vander: x must be a one-dimensional tensor, got {x.ndim} dimensions")
    if N is not None and N < 0:
        raise RuntimeError(f"vander: N must be non-negative, got {N}")
    x = x.astype(power_dtype(x.dtype) or x.dtype, copy=False)
    out = empty((x.size, x.size if N is None else N), x.dtype)
    powers = out if increasing else out[:, ::-1]
    powers[:, :1] = 1
    count = powers.shape[1]
    for k in range(1, min(count, _COLUMNS)):
        np.multiply(powers[:, k - 1], x, powers[:, k])
    known = _COLUMNS
    while known < count:  # as many again are those there are, times the next power
        more = powers[:, known : 2 * known]
        np.multiply(powers[:, : more.shape[1]], (powers[:, known - 1] * x)[:, None], more)
        known *= 2
    return out


def power_dtype(dtype: DType) -> DType | None:
    """Return the dtype of products of integers and booleans, int64; None, which keeps it, for others."""
    return np.dtype(np.int64) if dtype.kind in "iub" else None

"""Variance, standard deviation and the logarithm of a sum of exponentials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dims import reduced_axes
from .sums import reduced_count

Array = NDArray[Any]
Dims = int | Sequence[int] | None
Shape = tuple[int, ...]

_add: Callable[..., Any] = np.add.reduce
_maximum: Callable[..., Any] = np.maximum.reduce


def var(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> Array:
    """Variance over `dim`: squared distances from the mean, divided by count - correction (1)."""
    return _variance("var", self, dim, unbiased, keepdim, correction)[0]


def std(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> Array:
    """Square root of the variance over `dim`."""
    variance = _variance("std", self, dim, unbiased, keepdim, correction)[0]
    return np.sqrt(variance, out=variance)


def var_mean(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Variance and mean over `dim`."""
    return _variance("var_mean", self, dim, unbiased, keepdim, correction)


def std_mean(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Compute standard deviation and mean over `dim`."""
    variance, mean = _variance("std_mean", self, dim, unbiased, keepdim, correction)
    return np.sqrt(variance, out=variance), mean


def variance_scale(shape: Shape, dim: Dims, unbiased: bool | None, correction: float | None) -> float:
    """Weight of a squared distance in the variance: one over the degrees of freedom, inf if none is left."""
    freedom = reduced_count(shape, dim) - _correction("var", unbiased, correction)
    return 1.0 / freedom if freedom > 0 else inf


def logsumexp(self: Array, dim: Dims, keepdim: bool = False) -> Array:
    """log(sum(exp(self))) over `dim`, without overflow."""
    if self.dtype.kind in "iub":
        self = self.astype(np.float32)
    axes = reduced_axes("logsumexp", self.ndim, dim)
    largest = np.asarray(_maximum(self.real, axes, None, None, True, -inf))
    finite = np.isfinite(largest)
    if not finite.all():  # inf - inf is NaN
        largest = np.where(finite, largest, largest.dtype.type(0))
    total = np.asarray(_add(np.exp(self - largest), axes, None, None, keepdim))
    with np.errstate(divide="ignore"):
        np.log(total, out=total)
    total += largest.reshape(total.shape)
    return total


def _variance(
    op: str, self: Array, dim: Dims, unbiased: bool | None, keepdim: bool, correction: float | None
) -> tuple[Array, Array]:
    if isinstance(dim, bool):
        raise TypeError(f"{op}: dim must be an int, a tuple or None, got {dim}; write unbiased={dim}")
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            f"{op}: self must have a floating-point or complex dtype, got {self.dtype}; convert it first"
        )
    axes = reduced_axes(op, self.ndim, dim)
    count = reduced_count(self.shape, axes) if axes else 1
    freedom = max(count - _correction(op, unbiased, correction), 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.asarray(_add(self, axes, None, None, True))
        mean /= count
        distance = self - mean
        if distance.dtype.kind == "c":
            squares = np.square(distance.real) + np.square(distance.imag)
        else:
            squares = np.multiply(distance, distance, out=distance) if distance.ndim else distance * distance
        variance = np.asarray(_add(squares, axes, None, None, keepdim))
        variance /= freedom
    return variance, mean if keepdim else mean.reshape(variance.shape)


def _correction(op: str, unbiased: bool | None, correction: float | None) -> float:
    if unbiased is None:
        return 1 if correction is None else correction
    if correction is not None:
        raise TypeError(
            f"{op}: either unbiased or correction may be given, got both; unbiased=False is correction=0"
        )
    return int(unbiased)

"""Variance, standard deviation and the logarithm of a sum of exponentials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import reduced_axes
from ..kernels import reshaped
from ..normalization import column_kernels, row_kernels
from . import reduction_kernels
from .scaling_kernels import scaled_distance, scaled_exp
from .sums import reduced_count, restore_dims

Array = NDArray[Any]
Dims = int | Sequence[int] | None
Shape = tuple[int, ...]

SMALL = 1e-30
"""Below this, variances in single precision may have lost squares."""

_add: Callable[..., Any] = np.add.reduce
_maximum: Callable[..., Any] = np.maximum.reduce


def var(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Variance over `dim`: squared distances from the mean, divided by count - correction (1); and the mean.

    The mean keeps the reduced dimensions, as the gradient needs it.
    """
    return _variance("var", self, dim, unbiased, keepdim, correction)


def std(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Square root of the variance over `dim`, and the mean as in `var`."""
    return _deviation("std", self, dim, unbiased, keepdim, correction)


def var_backward(
    output_grad: Array,
    self: Array,
    mean: Array,
    dim: Dims,
    unbiased: bool | None,
    keepdim: bool,
    correction: float | None,
) -> Array:
    """Gradient of var, from the mean with the reduced dimensions kept."""
    freedom = _correction("var", unbiased, correction)
    if _is_rows(self, dim) and output_grad.flags.c_contiguous:
        length = self.shape[-1]
        done = row_kernels.var_backward(
            output_grad.reshape(-1), self.reshape(-1, length), mean.reshape(-1), freedom
        )
        if done is not None:
            return reshaped(done, self.shape)
    scale = variance_scale(self.shape, dim, unbiased, correction)
    with np.errstate(invalid="ignore"):
        factor = np.asarray(
            restore_dims(output_grad, self.ndim, dim, keepdim) * self.real.dtype.type(2 * scale)
        )
        done = scaled_distance(self, mean, factor)
        if done is not None:
            return done
        out = np.asarray(self - mean)
        out *= factor
    return out


def var_mean(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Variance and mean over `dim`."""
    variance, mean = _variance("var_mean", self, dim, unbiased, keepdim, correction)
    return variance, mean.reshape(variance.shape)


def std_mean(
    self: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    correction: float | None = None,
) -> tuple[Array, Array]:
    """Compute standard deviation and mean over `dim`."""
    deviation, mean = _deviation("std_mean", self, dim, unbiased, keepdim, correction)
    return deviation, mean.reshape(deviation.shape)


def variance_scale(shape: Shape, dim: Dims, unbiased: bool | None, correction: float | None) -> float:
    """Weight of a squared distance in the variance: one over the degrees of freedom, inf if none is left."""
    freedom = reduced_count(shape, dim) - _correction("var", unbiased, correction)
    return 1.0 / freedom if freedom > 0 else inf


def logsumexp(self: Array, dim: Dims, keepdim: bool = False) -> Array:
    """log(sum(exp(self))) over `dim`, without overflow."""
    if self.dtype.kind in "iub":
        self = self.astype(np.float32)
    if _is_rows(self, dim) and (done := row_kernels.logsumexp(self.reshape(-1, self.shape[-1]))) is not None:
        return _row_results(done, self, keepdim)
    axes = reduced_axes("logsumexp", self.ndim, dim)
    if len(axes) == 1 and (done := column_kernels.logsumexp(self, axes[0])) is not None:
        return np.expand_dims(done, axes[0]) if keepdim else done
    largest = np.asarray(_maximum(self.real, axes, None, None, True, -inf))
    finite = np.isfinite(largest)
    if not finite.all():  # inf - inf is NaN
        largest = np.where(finite, largest, largest.dtype.type(0))
    total = np.asarray(_add(np.exp(self - largest), axes, None, None, keepdim))
    with np.errstate(divide="ignore"):
        np.log(total, out=total)
    total += largest.reshape(total.shape)
    return total


def logsumexp_backward(output_grad: Array, self: Array, output: Array, dim: Dims, keepdim: bool) -> Array:
    """Gradient of logsumexp, from its output."""
    if _is_rows(self, dim) and output_grad.flags.c_contiguous:
        matrix = self.reshape(-1, self.shape[-1])
        done = row_kernels.logsumexp_backward(output_grad.reshape(-1), matrix, output.reshape(-1))
        if done is not None:
            return reshaped(done, self.shape)
    shift = restore_dims(output, self.ndim, dim, keepdim)
    grad = restore_dims(output_grad, self.ndim, dim, keepdim)
    done = scaled_exp(self, shift, grad)
    if done is not None:
        return done
    with np.errstate(invalid="ignore"):
        out = np.asarray(self - shift)
    np.exp(out, out=out)
    if out.dtype.kind == "c":
        np.conjugate(out, out=out)
    out *= grad
    return out


def _deviation(
    op: str, self: Array, dim: Dims, unbiased: bool | None, keepdim: bool, correction: float | None
) -> tuple[Array, Array]:
    """Return the root of the variance, and the mean; in double precision where that of squares has no room."""
    variance, mean = _variance(op, self, dim, unbiased, keepdim, correction)
    if variance.dtype == np.float32 and not _has_room(variance):
        wide = self.astype(np.result_type(self, np.float64))
        variance, mean = _variance(op, wide, dim, unbiased, keepdim, correction)
        return np.sqrt(variance).astype(np.float32), mean.astype(self.dtype)
    return np.sqrt(variance, out=variance), mean


def _has_room(variance: Array) -> bool:
    """Tell whether no square was too large or too small for single precision."""
    if variance.size == 1:  # the usual one, without reductions
        return bool(SMALL < variance.item() < inf)
    return not variance.size or bool(SMALL < variance.min() <= variance.max() < inf)


def _variance(
    op: str, self: Array, dim: Dims, unbiased: bool | None, keepdim: bool, correction: float | None
) -> tuple[Array, Array]:
    """Return the variance, and the mean with the reduced dimensions kept."""
    _check_variance(op, self, dim)
    subtracted = _correction(op, unbiased, correction)
    if _is_rows(self, dim):
        done = row_kernels.var(self.reshape(-1, self.shape[-1]), subtracted)
        if done is not None:
            return _row_results(done[0], self, keepdim), _row_results(done[1], self, True)
    axes = reduced_axes(op, self.ndim, dim)
    count = reduced_count(self.shape, axes) if axes else 1
    if len(axes) == self.ndim and (done := _variance_of_all(self, subtracted, keepdim)) is not None:
        return done
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        mean = np.asarray(_add(self, axes, None, None, True))
        mean /= count
        distance = np.asarray(self - mean)
        if distance.dtype.kind == "c":
            squares = np.square(distance.real) + np.square(distance.imag)
        else:
            squares = np.multiply(distance, distance, out=distance)
        variance = np.asarray(_add(squares, axes, None, None, keepdim))
        variance /= max(count - subtracted, 0)
    return variance, mean


def _variance_of_all(self: Array, subtracted: float, keepdim: bool) -> tuple[Array, Array] | None:
    """Return variance and mean over all dimensions by compiled loops; None when NumPy has to do it."""
    if row_kernels.SMALLEST <= self.size < reduction_kernels.SMALLEST and self.flags.c_contiguous:
        done = row_kernels.var(self.reshape(1, -1), subtracted)
        if done is not None:
            return done[0].reshape([1] * self.ndim if keepdim else []), done[1].reshape([1] * self.ndim)
    everything = tuple(range(self.ndim))
    total = reduction_kernels.SUM(self, everything, True)
    if total is None:
        return None
    mean = total / self.dtype.type(self.size)
    squares = reduction_kernels.square_distance(self, mean.item())
    if squares is None:
        return None
    freedom = max(self.size - subtracted, 0)
    variance = squares / freedom if freedom else np.float64(squares) * np.inf
    return np.full([1] * self.ndim if keepdim else [], variance, self.dtype), mean


def _check_variance(op: str, self: Array, dim: Dims) -> None:
    if isinstance(dim, bool):
        raise TypeError(f"{op}: dim must be an int, a tuple or None, got {dim}; write unbiased={dim}")
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            f"{op}: self must have a floating-point or complex dtype, got {self.dtype}; convert it first"
        )


def _is_rows(self: Array, dim: Dims) -> bool:
    """Tell whether the reduction is over the last dimension only, along rows in memory worth a compiled loop."""
    if self.size < row_kernels.SMALLEST or not self.flags.c_contiguous:
        return False
    only = dim if isinstance(dim, int) else dim[0] if dim and len(dim) == 1 else None
    return only == -1 or only == self.ndim - 1


def _row_results(values: Array, self: Array, keepdim: bool) -> Array:
    shape = (*self.shape[:-1], 1) if keepdim else self.shape[:-1]
    return values if values.shape == shape else values.reshape(shape)


def _correction(op: str, unbiased: bool | None, correction: float | None) -> float:
    if correction is not None and not isinstance(correction, int | float | np.number):
        raise TypeError(f"{op}: argument 'correction' must be a number, got {correction!r}")
    if unbiased is None:
        return 1 if correction is None else correction
    if correction is not None:
        raise TypeError(
            f"{op}: either unbiased or correction may be given, got both; unbiased=False is correction=0"
        )
    return int(unbiased)

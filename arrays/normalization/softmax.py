"""Softmax and log-softmax along one dimension, and their derivatives.

Both subtract the maximum first, so no exponential overflows. A slice that contains NaN or +inf, or nothing but
-inf, has no defined softmax and becomes NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis as nonnegative
from ..kernels import reshaped
from . import column_kernels, row_kernels

Array = NDArray[Any]
DType = np.dtype[Any]


def softmax(self: Array, dim: int, dtype: DType | None = None) -> Array:
    """Exponentials along `dim` divided by their sum, computed in `dtype` if it is given."""
    x = _floating("softmax", self, dtype)
    axis = nonnegative("softmax", x.ndim, dim)
    if (matrix := _as_rows(x, axis)) is not None and (done := row_kernels.softmax(matrix)) is not None:
        return reshaped(done, x.shape)
    if (done := column_kernels.softmax(x, axis)) is not None:
        return done
    if x.size == 0:
        return x.copy()
    with np.errstate(invalid="ignore"):
        if x.ndim == 0:
            return np.asarray(np.exp(x - x))
        out = x - np.maximum.reduce(x, axis=axis, keepdims=True)
        np.exp(out, out=out)
        out /= np.add.reduce(out, axis=axis, keepdims=True)
    return np.asarray(out)


def softmax_backward(output_grad: Array, output: Array, dim: int, dtype: DType | None = None) -> Array:
    """Gradient of softmax for its input, from its output; cast to `dtype`, the input's."""
    axis = nonnegative("softmax_backward", output.ndim, dim)
    if (matrices := _both_as_rows(output_grad, output, axis)) is not None:
        done = row_kernels.softmax_backward(*matrices)
        if done is not None:
            return _cast(reshaped(done, output.shape), dtype)
    if (done := column_kernels.softmax_backward(output_grad, output, axis)) is not None:
        return _cast(done, dtype)
    product = output_grad * output
    total = np.add.reduce(product, axis=axis, keepdims=True) if output.ndim else product
    return _cast(np.asarray(product - output * total), dtype)


def log_softmax(self: Array, dim: int, dtype: DType | None = None) -> Array:
    """Logarithm of softmax along `dim`, computed in one step, in `dtype` if it is given."""
    x = _floating("log_softmax", self, dtype)
    axis = nonnegative("log_softmax", x.ndim, dim)
    if (matrix := _as_rows(x, axis)) is not None and (done := row_kernels.log_softmax(matrix)) is not None:
        return reshaped(done, x.shape)
    if (done := column_kernels.log_softmax(x, axis)) is not None:
        return done
    if x.size == 0:
        return x.copy()
    with np.errstate(invalid="ignore"):
        if x.ndim == 0:
            return np.asarray(x - x)
        out = x - np.maximum.reduce(x, axis=axis, keepdims=True)
        out -= np.log(np.add.reduce(np.exp(out), axis=axis, keepdims=True))
    return np.asarray(out)


def log_softmax_backward(output_grad: Array, output: Array, dim: int, dtype: DType | None = None) -> Array:
    """Gradient of log_softmax for its input, from its output; cast to `dtype`, the input's."""
    axis = nonnegative("log_softmax_backward", output.ndim, dim)
    if (matrices := _both_as_rows(output_grad, output, axis)) is not None:
        done = row_kernels.log_softmax_backward(*matrices)
        if done is not None:
            return _cast(reshaped(done, output.shape), dtype)
    if (done := column_kernels.log_softmax_backward(output_grad, output, axis)) is not None:
        return _cast(done, dtype)
    total = np.add.reduce(output_grad, axis=axis, keepdims=True) if output.ndim else output_grad
    return _cast(np.asarray(output_grad - np.exp(output) * total), dtype)


def _as_rows(x: Array, axis: int) -> Array | None:
    """Return `x` as a matrix whose rows are its slices along `axis`, if it is one in memory and worth a kernel."""
    if x.size < row_kernels.SMALLEST or axis != x.ndim - 1 or not x.flags.c_contiguous:
        return None
    return x.reshape(-1, x.shape[-1])


def _both_as_rows(output_grad: Array, output: Array, axis: int) -> tuple[Array, Array] | None:
    grad_rows, output_rows = _as_rows(output_grad, axis), _as_rows(output, axis)
    return None if grad_rows is None or output_rows is None else (grad_rows, output_rows)


def _cast(x: Array, dtype: DType | None) -> Array:
    return x if dtype is None or x.dtype == dtype else np.asarray(x.astype(dtype))


def _floating(op: str, x: Array, dtype: DType | None) -> Array:
    x = _cast(x, dtype)
    if x.dtype.kind != "f":
        raise RuntimeError(
            f"{op}: self must have a real floating-point dtype, got {x.dtype}; pass dtype=float32"
        )
    return x

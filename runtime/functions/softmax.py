"""Softmax and log-softmax along one dimension, and their derivatives.

Both subtract the maximum first, so no exponential overflows. A slice that contains NaN or +inf, or nothing but -inf, has no
defined softmax and becomes NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dims import axis as _axis

Array = NDArray[Any]


def softmax(self: Array, dim: int, dtype: np.dtype[Any] | None = None) -> Array:
    """exp(self) / sum(exp(self)) along `dim`, computed in `dtype` if it is given."""
    x = _floating("softmax", self, dtype)
    if x.size == 0:
        return x.copy()
    axis = _axis("softmax", x.ndim, dim)
    with np.errstate(invalid="ignore"):
        out = np.atleast_1d(x) - _maximum(x, axis)
        np.exp(out, out=out)
        out /= out.sum(axis=axis, keepdims=True)
    return out.reshape(x.shape)


def softmax_backward(output_grad: Array, output: Array, dim: int, dtype: np.dtype[Any] | None = None) -> Array:
    """Gradient of softmax for its input, from its output; cast to `dtype`, the input's."""
    axis = _axis("softmax_backward", output.ndim, dim)
    product = np.atleast_1d(output_grad * output)
    gradient = product - output * product.sum(axis=axis, keepdims=True)
    return _cast(gradient.reshape(output.shape), dtype)


def log_softmax(self: Array, dim: int, dtype: np.dtype[Any] | None = None) -> Array:
    """self - log(sum(exp(self))) along `dim`, computed in `dtype` if it is given."""
    x = _floating("log_softmax", self, dtype)
    if x.size == 0:
        return x.copy()
    axis = _axis("log_softmax", x.ndim, dim)
    with np.errstate(invalid="ignore"):
        out = np.atleast_1d(x) - _maximum(x, axis)
        out -= np.log(np.exp(out).sum(axis=axis, keepdims=True))
    return out.reshape(x.shape)


def log_softmax_backward(
    output_grad: Array, output: Array, dim: int, dtype: np.dtype[Any] | None = None
) -> Array:
    """Gradient of log_softmax for its input, from its output; cast to `dtype`, the input's."""
    axis = _axis("log_softmax_backward", output.ndim, dim)
    total = np.atleast_1d(output_grad).sum(axis=axis, keepdims=True)
    gradient = output_grad - np.exp(np.atleast_1d(output)) * total
    return _cast(gradient.reshape(output.shape), dtype)


def _maximum(x: Array, axis: int) -> Array:
    return np.atleast_1d(x).max(axis=axis, keepdims=True)


def _cast(x: Array, dtype: np.dtype[Any] | None) -> Array:
    return x if dtype is None or x.dtype == dtype else x.astype(dtype)


def _floating(op: str, x: Array, dtype: np.dtype[Any] | None) -> Array:
    x = _cast(x, dtype)
    if x.dtype.kind != "f":
        raise RuntimeError(
            f"{op}: self must have a real floating-point dtype, got {x.dtype}; pass dtype=float32 to convert it"
        )
    return x

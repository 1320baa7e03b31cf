"""Batch normalisation of the channels of (N, C, ...), by compiled loops.

The functions return new arrays, or None when they decline, as those of this package do.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["batch_norm", "batch_norm_backward"]

Array = NDArray[Any]

SMALLEST = 1024  # elements worth a compiled loop
WIDTH = 64  # channels of a task, if each has one pixel
_LOOPS = f"{__package__}.batch_norm_loops"
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_batch_norm = RowKernel(_LOOPS, "batch_norm", 4)
_batch_norm_backward = RowKernel(_LOOPS, "batch_norm_backward", 6)
_columns = RowKernel(_LOOPS, "batch_norm_columns", 4)
_columns_backward = RowKernel(_LOOPS, "batch_norm_columns_backward", 6)


def batch_norm(
    x: Array, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array, Array] | None:
    """Normalised channels times weight plus bias; means, biased variances and 1 / sqrt(variance + eps)."""
    if not _fits(x):
        return None
    channels = x.shape[1]
    w = np.ones(channels, x.dtype) if weight is None else np.ascontiguousarray(weight, x.dtype)
    b = np.zeros(channels, x.dtype) if bias is None else np.ascontiguousarray(bias, x.dtype)
    out, (mean, variance, rstd) = empty(x.shape, x.dtype), np.empty((3, channels), x.dtype)
    done = _run(_batch_norm, _columns, x, (x,), w, b, float(eps), out, mean, variance, rstd)
    return (out, mean, variance, rstd) if done else None


def batch_norm_backward(
    grad: Array, x: Array, weight: Array | None, mean: Array, rstd: Array
) -> tuple[Array, Array, Array] | None:
    """Gradients for x, weight and bias, from the means and reciprocal deviations of the channels."""
    if not _fits(x) or grad.shape != x.shape or grad.dtype != x.dtype or not grad.flags.c_contiguous:
        return None
    channels = x.shape[1]
    w = np.ones(channels, x.dtype) if weight is None else np.ascontiguousarray(weight, x.dtype)
    out, dw, db = empty(x.shape, x.dtype), np.empty(channels, x.dtype), np.empty(channels, x.dtype)
    if not _run(_batch_norm_backward, _columns_backward, x, (grad, x), w, mean, rstd, out, dw, db):
        return None
    return out, dw, db


def _run(loop: RowKernel, columns: RowKernel, x: Array, images: tuple[Array, ...], *others: Any) -> bool:
    """Run one of two loops; the arrays of the shape of x are seen with three dimensions, or with two."""
    images_count, channels, pixels = x.shape[0], x.shape[1], prod(x.shape[2:])
    seen = (images_count, channels) if pixels == 1 else (images_count, channels, pixels)
    arguments = [
        a.reshape(seen) if isinstance(a, np.ndarray) and a.shape == x.shape and a.ndim > 1 else a
        for a in (*images, *others)
    ]
    if pixels == 1:
        return columns.run(-(-channels // WIDTH), *arguments, work=x.size)
    return loop.run(channels, *arguments, work=x.size)


def _fits(x: Array) -> bool:
    return SWITCH.on and x.size >= SMALLEST and x.dtype in _FLOATS and x.flags.c_contiguous and x.ndim > 1

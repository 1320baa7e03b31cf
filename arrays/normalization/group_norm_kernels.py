"""Normalisation of groups of channels of (N, C, ...), by compiled loops.

The functions return new arrays, or None when they decline, as those of this package do.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty, reshaped
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["group_norm", "group_norm_backward"]

Array = NDArray[Any]
Shape = tuple[int, ...]

SMALLEST = 64  # elements worth a compiled loop
FEW_PIXELS = 16  # of a channel, below which loops go over all elements of a group at once
BLOCK = 16384  # elements of the images whose gradients of weight and bias are one partial sum
MOST_BLOCKS = 64
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LOOPS = f"{__package__}.group_norm_loops"
_group_norm = RowKernel(_LOOPS, "group_norm", 4)
_group_norm_backward = RowKernel(_LOOPS, "group_norm_backward", 6)


def group_norm(
    x: Array, split: Shape, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array] | None:
    """Normalised groups times weight plus bias, the means, and 1 / sqrt(variance + eps).

    `split` is the shape (N, groups, channels of a group, pixels) of x; statistics have the shape (N, groups, 1, 1).
    """
    if not _fits(x, weight, bias):
        return None
    rows = split[0] * split[1]
    out, mean, rstd = (empty((rows, prod(split[2:])), x.dtype), *np.empty((2, rows), x.dtype))
    w, b = _parameter(weight, 1.0, x, split), _parameter(bias, 0.0, x, split)
    if not _group_norm.run(rows, x.reshape(out.shape), w, b, float(eps), out, mean, rstd, work=x.size):
        return None
    kept = (*split[:2], 1, 1)
    return reshaped(out, x.shape), mean.reshape(kept), rstd.reshape(kept)


def group_norm_backward(
    grad: Array, x: Array, split: Shape, weight: Array | None, mean: Array, rstd: Array
) -> tuple[Array, Array, Array] | None:
    """Gradients for x, weight and bias, from the means and reciprocal deviations of the groups."""
    if not _fits(x, weight) or grad.dtype != x.dtype or mean.dtype != x.dtype:
        return None
    images, groups, channels, pixels = split
    w = _parameter(weight, 1.0, x, split)
    height = max(-(-images // MOST_BLOCKS), -(-BLOCK // (x.size // images)))
    blocks = -(-images // height)
    out = empty((images * groups, channels * pixels), x.dtype)
    partial = np.empty((2, blocks * groups, w.shape[1]), x.dtype)
    gradients = grad.reshape(out.shape), x.reshape(out.shape), w, mean.reshape(-1), rstd.reshape(-1)
    if not _group_norm_backward.run(blocks * groups, *gradients, height, out, *partial, work=x.size):
        return None
    dw, db = partial.reshape(2, blocks, groups * channels, -1).sum(axis=(1, 3))
    return reshaped(out, x.shape), dw, db


def _fits(x: Array, *parameters: Array | None) -> bool:
    if not SWITCH.on or x.size < SMALLEST or x.dtype not in _FLOATS:
        return False
    return all(parameter is None or parameter.dtype == x.dtype for parameter in parameters)


def _parameter(values: Array | None, default: float, x: Array, split: Shape) -> Array:
    """Return a number per channel as a matrix with a row per group; if channels have few pixels, one per pixel."""
    _, groups, channels, pixels = split
    count = pixels if pixels < FEW_PIXELS else 1
    if values is None:
        return np.full((groups, channels * count), default, x.dtype)
    if count > 1:
        values = np.repeat(values, count)
    return np.ascontiguousarray(values).reshape(groups, -1)

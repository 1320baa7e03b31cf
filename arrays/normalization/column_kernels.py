"""Softmax and its relatives along a dimension that others follow, by compiled loops.

Arrays are seen as (outer, length, inner): `dim` is the one in the middle. The functions return new arrays, or None
when they decline, as those of this package do.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty, reshaped
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["log_softmax", "log_softmax_backward", "logsumexp", "softmax", "softmax_backward"]

Array = NDArray[Any]

SMALLEST = 2048  # elements worth a compiled loop
WIDTH = 256  # of the inner dimension, in a task
_NARROW = 8  # too few slices side by side for vectors
_LOOPS = f"{__package__}.column_loops"
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_logsumexp = RowKernel(_LOOPS, "logsumexp", 10)
_softmax = RowKernel(_LOOPS, "softmax", 10)
_softmax_backward = RowKernel(_LOOPS, "softmax_backward", 3)
_log_softmax = RowKernel(_LOOPS, "log_softmax", 10)
_log_softmax_backward = RowKernel(_LOOPS, "log_softmax_backward", 10)


def softmax(x: Array, dim: int) -> Array | None:
    """exp(x) / sum(exp(x)) along `dim`."""
    return _map(_softmax, dim, x)


def softmax_backward(grad: Array, result: Array, dim: int) -> Array | None:
    """Gradient for the input of softmax, from its result."""
    return _map(_softmax_backward, dim, grad, result)


def log_softmax(x: Array, dim: int) -> Array | None:
    """x - log(sum(exp(x))) along `dim`."""
    return _map(_log_softmax, dim, x)


def log_softmax_backward(grad: Array, result: Array, dim: int) -> Array | None:
    """Gradient for the input of log_softmax, from its result."""
    return _map(_log_softmax_backward, dim, grad, result)


def logsumexp(x: Array, dim: int) -> Array | None:
    """log(sum(exp(x))) along `dim`, which is removed."""
    shape = _shape(dim, x)
    if shape is None:
        return None
    out = empty((shape[0], shape[2]), x.dtype)
    done = _logsumexp.run(_tasks(shape), x.reshape(shape), out, work=x.size)
    return reshaped(out, (*x.shape[:dim], *x.shape[dim + 1 :])) if done else None


def _map(loop: RowKernel, dim: int, *arrays: Array) -> Array | None:
    shape = _shape(dim, *arrays)
    if shape is None:
        return None
    out = empty(arrays[0].shape, arrays[0].dtype)
    flat = [array.reshape(shape) for array in (*arrays, out)]
    return out if loop.run(_tasks(shape), *flat, work=out.size) else None


def _tasks(shape: tuple[int, int, int]) -> int:
    return shape[0] * -(-shape[2] // WIDTH)


def _shape(dim: int, *arrays: Array) -> tuple[int, int, int] | None:
    """Return the shape with three dimensions, if the arrays are worth a compiled loop and fit together."""
    first = arrays[0]
    if not SWITCH.on or first.size < SMALLEST or first.dtype not in _FLOATS:
        return None
    inner = prod(first.shape[dim + 1 :])
    if inner < _NARROW or not all(
        a.shape == first.shape and a.dtype == first.dtype and a.flags.c_contiguous for a in arrays
    ):
        return None
    return prod(first.shape[:dim]), first.shape[dim], inner

"""Distances between the rows of two matrices by compiled loops, for any order of the norm.

The functions return None when they decline, as those of this package do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["distances", "distances_backward", "pair_distances"]

Array = NDArray[Any]

SMALLEST = 64  # differences worth a compiled loop
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LOOPS = f"{__package__}.distance_loops"
_distances = RowKernel(_LOOPS, "distances", 3)
_pair_distances = RowKernel(_LOOPS, "pair_distances", 3)
_slopes = RowKernel(_LOOPS, "slopes", 5)
_SIMPLE = (0.0, 1.0, 2.0, float("inf"))
_POWER = 16  # what one of the other norms takes, in differences


def distances(x1: Array, x2: Array, p: float) -> Array | None:
    """The p-norm of the difference of each row of x1 and each row of x2, batch by batch."""
    batch = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    work = _work(batch, x1, x2, p)
    if not work:
        return None
    height, width = x1.shape[-2], x2.shape[-2]
    first, second = _rows(batch, x1), _rows(batch, x2)
    out = empty((len(first), width), x1.dtype)
    done = _distances.run(len(out), first, second, float(p), height, width, out, work=work)
    return out.reshape(*batch, height, width) if done else None


def pair_distances(x: Array, p: float) -> Array | None:
    """The p-norm of the difference of each row of a matrix and each later one."""
    rows = len(x)
    work = _work((), x, x, p) // 2
    if not work:
        return None
    out = empty((rows * (rows - 1) // 2,), x.dtype)
    done = _pair_distances.run((rows + 1) // 2, np.ascontiguousarray(x), float(p), out, work=work)
    return out if done else None


def distances_backward(grad: Array, x1: Array, x2: Array, p: float, distance: Array) -> Array | None:
    """The gradient of x1 in each batch."""
    batch = grad.shape[:-2]
    work = _work(batch, x1, x2, p)
    if not work or not grad.dtype == x1.dtype == distance.dtype:
        return None
    height, width = x1.shape[-2], x2.shape[-2]
    rows = [_rows(batch, x) for x in (grad, x1, x2, distance)]
    out = empty(rows[1].shape, x1.dtype)
    done = _slopes.run(len(out), *rows, float(p), height, width, out, work=work)
    return out.reshape(*batch, *x1.shape[-2:]) if done else None


def _work(batch: tuple[int, ...], x1: Array, x2: Array, p: float) -> int:
    """Return how many differences there are, weighed by the norm; 0 if NumPy is to do the work."""
    if not SWITCH.on or x1.dtype not in _FLOATS or x1.dtype != x2.dtype:
        return 0
    count = int(np.prod(batch, dtype=np.int64)) * x1.shape[-2] * x2.shape[-2] * x1.shape[-1]
    return 0 if count < SMALLEST else count if p in _SIMPLE else _POWER * count


def _rows(batch: tuple[int, ...], x: Array) -> Array:
    """Return the rows of all batches in one contiguous matrix."""
    whole = np.broadcast_to(x, (*batch, *x.shape[-2:]))
    return np.ascontiguousarray(whole).reshape(-1, x.shape[-1])

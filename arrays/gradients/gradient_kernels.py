"""Sums and copies, above all of gradients: large ones by several threads, and into memory that was used before.

On one thread NumPy is as fast; the results are the same.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import MIN_BYTES, empty
from ..jit.launch import Elementwise
from ..jit.threads.pool import POOL

__all__ = ["LARGE", "add_to", "copied", "copy_to", "expanded", "fill", "sum_of"]

Array = NDArray[Any]

LARGE = 65536  # elements from which several threads are of use
_FEW = MIN_BYTES // 16  # elements whose memory is never kept for another time

_LOOPS = f"{__package__}.gradient_loops"
_add = Elementwise(_LOOPS, "add")
_sum = Elementwise(_LOOPS, "sum_of_two")
_copy = Elementwise(_LOOPS, "copy")
_fill = Elementwise(_LOOPS, "fill")


def add_to(total: Array, grad: Array) -> None:
    """Add an array to another in place."""
    if grad.size < LARGE or POOL.size == 1 or not _add.write(total, grad):
        np.add(total, grad, total)


def sum_of(x: Any, y: Any) -> Any:
    """Return the sum of two arrays, of which one may be sparse."""
    if x.__class__ is np.ndarray and y.__class__ is np.ndarray and x.size >= LARGE:
        total = _sum(x, y)
        if total is not None:
            return total
    return np.asarray(np.add(x, y))


def copied(array: Array) -> Array:
    """Return a copy in row-major order."""
    if array.size < LARGE:
        return array.copy(order="C")
    if not array.flags.c_contiguous:
        return expanded(array, array.shape)
    copy = empty(array.shape, array.dtype)
    copy_to(copy, array)
    return copy


def copy_to(target: Array, array: Array) -> None:
    """Write the elements of an array of the same shape into a C-contiguous one."""
    if array.size < LARGE or array.dtype is not target.dtype or not _copy.write(target, array):
        np.copyto(target, array, casting="unsafe")


def fill(target: Array, value: Any) -> None:
    """Write a number into all elements."""
    if target.size < _fill.minimum or value.__class__ is not float or not _fill.write(target, target, value):
        target[...] = value


def expanded(array: Array, shape: tuple[int, ...]) -> Array:
    """Return the elements of an array, broadcast to a shape, as a new array in row-major order."""
    size = prod(shape)
    if size < _FEW:
        copy = np.empty(shape, array.dtype)
        copy[...] = array
        return copy
    if size >= LARGE and POOL.size > 1 and not array.flags.fnc:
        done: Array | None = _copy.spread_out(array, shape)
        if done is not None:
            return done
    copy = empty(shape, array.dtype)
    copy[...] = array
    return copy

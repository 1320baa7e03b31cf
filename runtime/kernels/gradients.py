"""Sums and copies of gradients: large ones by several threads, and into memory that was used before.

On one thread NumPy is as fast; the results are the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .buffers import empty
from .launch import Elementwise
from .threads import POOL

__all__ = ["add_to", "copied", "sum_of"]

Array = NDArray[Any]

LARGE = 65536  # elements from which several threads are of use

_LOOPS = f"{__package__}.gradient_loops"
_add = Elementwise(_LOOPS, "add")
_sum = Elementwise(_LOOPS, "sum_of_two")
_copy = Elementwise(_LOOPS, "copy")


def add_to(total: Array, grad: Array) -> None:
    """Add an array to another in place."""
    if grad.size < LARGE or POOL.size == 1 or _add(grad, out=total) is None:
        np.add(total, grad, total)


def sum_of(x: Any, y: Any) -> Any:
    """Return the sum of two arrays, of which one may be sparse."""
    if x.__class__ is np.ndarray and y.__class__ is np.ndarray and x.size >= LARGE and POOL.size > 1:
        total = _sum(x, y)
        if total is not None:
            return total
    return np.asarray(np.add(x, y))


def copied(array: Array) -> Array:
    """Return a copy in row-major order."""
    if array.size < LARGE:
        return array.copy(order="C")
    copy = empty(array.shape, array.dtype)
    if POOL.size == 1 or not array.flags.c_contiguous or _copy(array, out=copy) is None:
        np.copyto(copy, array)
    return copy

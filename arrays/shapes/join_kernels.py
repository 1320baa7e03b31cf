"""Large arrays joined along a dimension: into reused memory, by several threads."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..gradients.gradient_kernels import LARGE, copied, copy_to
from ..jit.buffers import empty
from ..jit.launch import RowKernel

__all__ = ["joined"]

Array = NDArray[Any]

_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_SHORT = 4  # numbers of a row: for fewer a loop takes five times as long as NumPy
_put = RowKernel(f"{__package__}.join_loops", "put", 0)


def joined(arrays: Sequence[Array], at: int) -> Array | None:
    """Return arrays of one dtype, equal but in dimension `at`, behind each other; None when NumPy has to do it."""
    first = arrays[0]
    if not 0 <= at < first.ndim or first.dtype not in _FLOATS:
        return None
    if not any(array.flags.c_contiguous for array in arrays):  # NumPy keeps another common order
        return None
    before, after = first.shape[:at], first.shape[at + 1 :]
    for array in arrays:
        if array.dtype is not first.dtype:
            return None
        if array.ndim != first.ndim or array.shape[:at] != before or array.shape[at + 1 :] != after:
            return None
    length = sum([array.shape[at] for array in arrays])
    rows, inner = prod(before), prod(after)
    if rows * length * inner < LARGE or (rows > 1 and length * inner < _SHORT * len(arrays)):
        return None
    out = empty((*before, length, *after), first.dtype)
    matrix, start = out.reshape(rows, length * inner), 0
    for array in arrays:
        width = array.shape[at] * inner
        part = array if array.flags.c_contiguous else copied(array)
        if rows == 1:
            copy_to(matrix[0, start : start + width], part.reshape(-1))
        elif width and not _put.run(rows, part.reshape(rows, width), start, matrix, work=array.size):
            return None
        start += width
    return out

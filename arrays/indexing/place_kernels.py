"""Reading, writing and adding along one dimension at places that int64 arrays name, by compiled loops.

The caller has checked that places are in range. Functions return False or None when they decline: kernels are off,
the arrays are small, strided or of another dtype. Then NumPy has to do the work; the results are the same bits.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..gradients.gradient_kernels import LARGE, fill
from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH
from ..jit.threads.pool import POOL

__all__ = [
    "SMALLEST",
    "add_elements",
    "add_slices",
    "sum_slices",
    "take_elements",
    "take_slices",
    "write_elements",
    "zeros",
]

Array = NDArray[Any]
Shape = tuple[int, ...]

SMALLEST = 64  # elements worth a compiled loop
_SLICES = 1024  # elements of slices worth one
_LARGE = 65536  # elements of slices that several threads copy
_PIECES = 16  # of the indices, or of the places, then
_WIDTH = 256  # elements of slices that one thread adds
_LONG = 64  # elements of slices that take more time than looking which thread adds them
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LOOPS = f"{__package__}.place_loops"
_add_slices = RowKernel(_LOOPS, "add_slices", 0)
_take_slices = RowKernel(_LOOPS, "take_slices", 0)
_add_elements = RowKernel(_LOOPS, "add_elements", 4)
_take_elements = RowKernel(_LOOPS, "take_elements", 4)
_write_elements = RowKernel(_LOOPS, "write_elements", 4)


def zeros(shape: Shape, dtype: np.dtype[Any]) -> Array:
    """Return zeros, in memory that may have been used before."""
    out = empty(shape, dtype)
    if out.size < LARGE:
        out.fill(0)
    else:
        fill(out, 0.0)
    return out


def add_slices(out: Array, at: int, index: Array, source: Array) -> bool:
    """Add the slices of `source` to those of `out` that `index`, a vector, names along dimension `at`."""
    return _fits(source, index, out) and _run_add_slices(out, at, index, source, False)


def sum_slices(shape: Shape, at: int, index: Array, source: Array) -> Array | None:
    """Return zeros with the slices of `source` added; None when they are few, or NumPy has to do it."""
    if source.size < _LARGE or not _fits(source, index):
        return None
    out = empty(shape, source.dtype)
    return out if _run_add_slices(out, at, index, source, True) else None


def _run_add_slices(out: Array, at: int, index: Array, source: Array, fresh: bool) -> bool:
    shape = _three(out.shape, at)
    width = min(shape[2], _WIDTH)
    alone = shape[0] > 1 or shape[2] < _LONG or source.size < _LARGE
    shares = 1 if alone else min(POOL.size, _PIECES)
    theirs = source.reshape(shape[0], index.size, shape[2])
    tasks = shape[0] * -(-shape[2] // width) * shares
    return _add_slices.run(tasks, index, theirs, width, shares, fresh, out.reshape(shape), work=source.size)


def take_slices(source: Array, at: int, index: Array) -> Array | None:
    """Return the slices that `index`, a vector, names along dimension `at`."""
    outer, length, inner = _three(source.shape, at)
    size = outer * index.size * inner
    if outer == 1 and (size < _LARGE or POOL.size == 1):
        return None  # NumPy is as fast on one thread
    if size < _SLICES or not _fits(source, index):
        return None
    out = empty((*source.shape[:at], index.size, *source.shape[at + 1 :]), source.dtype)
    theirs, ours = source.reshape(outer, length, inner), out.reshape(outer, index.size, inner)
    pieces = min(_PIECES, index.size) if outer == 1 else 1
    return out if _take_slices.run(outer * pieces, theirs, index, pieces, ours, work=out.size) else None


def add_elements(out: Array, at: int, index: Array, source: Array) -> bool:
    """Add each element of `source` at the place along dimension `at` that the index beside it names."""
    return _put(_add_elements, out, at, index, source)


def write_elements(out: Array, at: int, index: Array, source: Array) -> bool:
    """Write each element of `source` to the place along dimension `at` that the index beside it names, in order."""
    return _put(_write_elements, out, at, index, source)


def _put(kernel: RowKernel, out: Array, at: int, index: Array, source: Array) -> bool:
    if (
        source.shape != index.shape
        or not _aligned(out.shape, index.shape, at)
        or not _fits(source, index, out)
    ):
        return False
    theirs = _three(index.shape, at)
    ours = out.reshape(_three(out.shape, at))
    return kernel.run(theirs[0], index.reshape(theirs), source.reshape(theirs), ours, work=index.size)


def take_elements(source: Array, at: int, index: Array) -> Array | None:
    """Return the elements that an index as long as `source`, except along dimension `at`, names."""
    if index.size < SMALLEST or not _aligned(source.shape, index.shape, at) or not _fits(source, index):
        return None
    out, shape = empty(index.shape, source.dtype), _three(index.shape, at)
    theirs = source.reshape(_three(source.shape, at))
    done = _take_elements.run(shape[0], theirs, index.reshape(shape), out.reshape(shape), work=index.size)
    return out if done else None


def _fits(source: Array, index: Array, *others: Array) -> bool:
    if not SWITCH.on or source.size < SMALLEST or source.dtype not in _FLOATS or index.dtype != np.int64:
        return False
    for array in others:  # not `all`: a generator costs 0.5 us
        if array.dtype != source.dtype or not array.flags.c_contiguous:
            return False
    return source.flags.c_contiguous and index.flags.c_contiguous


def _aligned(shape: Shape, index_shape: Shape, at: int) -> bool:
    """Whether two shapes differ in dimension `at` only."""
    return bool(shape) and shape[:at] == index_shape[:at] and shape[at + 1 :] == index_shape[at + 1 :]


def _three(shape: Shape, at: int) -> Shape:
    """Return the shape of a view with one dimension before `at` and one behind."""
    return (prod(shape[:at]), shape[at], prod(shape[at + 1 :])) if shape else (1, 1, 1)

"""Reading, writing and adding elements of a vector at places that int64 numbers name, or a mask, by compiled loops.

Negative places count from the end. Functions return None or False when they decline: kernels are off, the arrays are
small, strided or of another dtype, or a place is out of range. Then NumPy has to do the work, or to say what is wrong:
what was written before is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["add", "take", "write", "write_chosen"]

Array = NDArray[Any]

SMALLEST = 64  # elements worth a compiled loop
_CHOSEN = 1024  # the same under a mask
_BLOCK = 16384  # elements under a mask, of which one thread sees to
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LOOPS = f"{__package__}.vector_place_loops"
_take = RowKernel(_LOOPS, "take", 4)
_write = RowKernel(_LOOPS, "write", 4)
_add = RowKernel(_LOOPS, "add", 4)
_write_chosen = RowKernel(_LOOPS, "write_chosen", 4)


def take(source: Array, index: Array) -> Array | None:
    """Return the elements of the vector `source` that `index` names."""
    if not _fit(index, source):
        return None
    wrong, out = np.zeros(1, np.int64), empty(index.shape, source.dtype)
    return out if _take.run(index.size, source, index, wrong, out) and not wrong[0] else None


def write(out: Array, index: Array, source: Array) -> bool:
    """Write each element of a vector to the place of `out` that the index beside it names; the last one stays."""
    return _change(_write, out, index, source)


def add(out: Array, index: Array, source: Array) -> bool:
    """Add each element of a vector at the place of `out` that the index beside it names."""
    return _change(_add, out, index, source)


def write_chosen(out: Array, mask: Array, source: Array) -> bool:
    """Write the elements of the vector `source`, enough of them, to those of `out` where the mask is true."""
    if not SWITCH.on or out.size < _CHOSEN or out.dtype not in _FLOATS or source.dtype != out.dtype:
        return False
    if not source.size or not all(a.flags.c_contiguous for a in (out, mask, source)):
        return False
    flat = mask.reshape(-1)
    counts = [np.count_nonzero(flat[at : at + _BLOCK]) for at in range(0, flat.size, _BLOCK)]
    starts = np.cumsum([0, *counts[:-1]])
    return _write_chosen.run(len(counts), flat, source, starts, _BLOCK, out.reshape(-1), work=out.size)


def _change(kernel: RowKernel, out: Array, index: Array, source: Array) -> bool:
    if not _fit(index, out) or source.dtype != out.dtype or not source.flags.c_contiguous:
        return False
    wrong = np.zeros(1, np.int64)
    return kernel.run(1, index, source, wrong, out, work=index.size) and not wrong[0]


def _fit(index: Array, x: Array) -> bool:
    if (
        not SWITCH.on
        or index.size < SMALLEST
        or not x.size
        or x.dtype not in _FLOATS
        or index.dtype != np.int64
    ):
        return False
    return index.flags.c_contiguous and x.flags.c_contiguous

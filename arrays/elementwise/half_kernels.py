"""Conversions of float32 to float16 and back by the processor's own instruction, where it has one, on all threads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.launch import RowKernel
from ..jit.loading.host import has

__all__ = ["converted"]

Array = NDArray[Any]
DType = np.dtype[Any]

_SMALLEST = 2048  # elements from which a launch pays
_LOOPS = f"{__package__}.half_loops"
_HALF, _SINGLE, _BITS = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.int16)
_WAYS: dict[tuple[DType, DType], tuple[RowKernel, DType, DType]] = {
    (_SINGLE, _HALF): (RowKernel(_LOOPS, "narrow"), _SINGLE, _BITS),
    (_HALF, _SINGLE): (RowKernel(_LOOPS, "widen"), _BITS, _SINGLE),
}
"""For two dtypes the loop, and what it takes their numbers for."""


def converted(x: Array, dtype: DType) -> Array | None:
    """Return a copy of `x` in the other one of float16 and float32, or None when NumPy has to do it.

    The numbers are rounded to the nearest, as NumPy does, which takes many times as long; a NaN stays one.
    """
    if x.size < _SMALLEST or (x.dtype is not _HALF and dtype is not _HALF):
        return None
    way = _WAYS.get((x.dtype, dtype))
    if way is None or not x.flags.c_contiguous or not _has_instruction():
        return None
    loop, taken, given = way
    out = np.empty(x.shape, dtype)
    return out if loop.run(x.size, x.reshape(-1).view(taken), out.reshape(-1).view(given)) else None


@lru_cache(maxsize=1)
def _has_instruction() -> bool:
    return has("f16c")

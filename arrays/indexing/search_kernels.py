"""Where values belong in sorted boundaries, by a compiled loop."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty, reshaped
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["search"]

Array = NDArray[Any]

SMALLEST = 64  # values worth a compiled loop
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_STEP = 4  # cost of halving the boundaries
_LOOPS = f"{__package__}.search_loops"
_below = RowKernel(_LOOPS, "search_below", 4)
_not_above = RowKernel(_LOOPS, "search_not_above", 4)


def search(boundaries: Array, values: Array, right: bool) -> Array | None:
    """Count the boundaries in each row before each value, or up to it if `right`; None when NumPy has to do it.

    A vector of boundaries is for all values; else each row has its own values.
    """
    length = boundaries.shape[-1]
    if not SWITCH.on or values.size < SMALLEST or not length or values.dtype not in _FLOATS:
        return None
    if boundaries.dtype != values.dtype:
        return None
    rows = np.ascontiguousarray(boundaries).reshape(-1, length)
    flat, out = np.ascontiguousarray(values).reshape(-1), empty((values.size,), np.dtype(np.int64))
    work = values.size * _STEP * length.bit_length()
    done = (_not_above if right else _below).run(values.size, rows, flat, out, work=work)
    return reshaped(out, values.shape) if done else None

"""Resampling by compiled loops.

All functions answer None when NumPy has to do it.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH
from .taps import Taps

__all__ = ["resample_axis", "resample_images"]

Array = NDArray[Any]

SMALLEST = 64  # elements worth a compiled loop
_TASKS = 64  # that images or rows are shared out among
_ROWS = 32  # of the output that are worth a task of their own
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_GATHER = 4  # the cost of an element from any place, where one in a row costs 1
_LOOPS = f"{__package__}.axis_loops"
_rows, _columns, _rows_then_columns, _columns_then_rows = (
    RowKernel(_LOOPS, name, 2) for name in ("rows", "columns", "rows_then_columns", "columns_then_rows")
)


def resample_axis(x: Array, taps: Taps, axis: int) -> Array | None:
    """Return an array with one of its axes resampled."""
    before, after = prod(x.shape[:axis]), prod(x.shape[axis + 1 :])
    count = taps.places.shape[1]
    out = empty((*x.shape[:axis], count, *x.shape[axis + 1 :]), x.dtype)
    if not _fits(x, out):
        return None
    work = out.size * len(taps.places)
    if after != 1:
        cube, cubes = x.reshape(before, -1, after), out.reshape(before, count, after)
        return out if _rows.run(before * count, cube, *taps[:2], cubes, work=work) else None
    tasks = min(before, _TASKS)
    spare = np.empty((tasks, 1, x.shape[axis] + 1), x.dtype)
    matrix, matrices = x.reshape(before, -1), out.reshape(before, count)
    return out if _columns.run(tasks, matrix, *taps[:2], spare, matrices, work=work * _GATHER) else None


def resample_images(x: Array, rows: Taps, columns: Taps) -> Array | None:
    """Return images (..., H, W) with both axes resampled."""
    height, width = x.shape[-2:]
    tall, wide = rows.places.shape[1], columns.places.shape[1]
    out = empty((*x.shape[:-2], tall, wide), x.dtype)
    if not _fits(x, out):
        return None
    images, outs = x.reshape(-1, height, width), out.reshape(-1, tall, wide)
    blocks = max(tall // _ROWS, 1)
    tasks = min(len(images) * blocks, _TASKS)
    down, across = len(rows.places), len(columns.places)
    first = tall * (width * down + wide * across * _GATHER)
    last = wide * (min(height, tall * down) * across * _GATHER + tall * down)
    spare = np.empty((tasks, 1 if first <= last else down + 1, max(width + 1, wide)), x.dtype)
    loop = _rows_then_columns if first <= last else _columns_then_rows
    tables = *rows[:2], *columns[:2]
    done = loop.run(tasks, images, *tables, blocks, spare, outs, work=len(images) * min(first, last))
    return out if done else None


def _fits(x: Array, out: Array) -> bool:
    return SWITCH.on and x.size > 0 and out.size >= SMALLEST and x.dtype in _FLOATS and x.flags.c_contiguous

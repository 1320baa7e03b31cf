"""Sampling at the points of a grid by compiled loops.

All functions answer None when NumPy has to do it. Arrays are images (N, C, pixels) and points (N, points, axes).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.switch import SWITCH

__all__ = ["gather", "scatter", "slopes"]

Array = NDArray[Any]

SMALLEST = 64  # elements worth a compiled loop
_TASKS = 32  # that points are shared out among
_PARTS = 4  # of the channels of images that are too few
_BLOCK = 256  # points whose tables are made at once
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_gather, _scatter, _slopes = (
    RowKernel(f"{__package__}.grid_loops", name, 4) for name in ("gather", "scatter", "slopes")
)


def gather(x: Array, points: Array, sizes: Sequence[int], settings: Sequence[int]) -> Array | None:
    """Return what each point reads in each channel."""
    count = points.shape[1]
    if not _fits(x, points):
        return None
    out = empty((*x.shape[:2], count), x.dtype)
    tasks, tables, taps = _tables(x, count, sizes, settings, _TASKS)
    work = (out.size + len(x) * count) * taps
    done = _gather.run(tasks, x, points, *_numbers(sizes, settings), *tables, out, work=work)
    return out if done else None


def scatter(grad: Array, points: Array, sizes: Sequence[int], settings: Sequence[int]) -> Array | None:
    """Return images with gradients added to what each point reads."""
    if not _fits(grad, points):
        return None
    images, channels, count = grad.shape
    out = empty((images, channels, int(np.prod(sizes))), grad.dtype)
    parts = min(channels, max(1, _PARTS // images))
    rows, tables, taps = _tables(grad, count, sizes, settings, images * parts, images * parts)
    work = (grad.size + images * count) * taps + out.size
    done = _scatter.run(rows, grad, points, *_numbers(sizes, settings), *tables, out, work=work)
    return out if done else None


def slopes(
    grad: Array, x: Array, points: Array, sizes: Sequence[int], settings: Sequence[int]
) -> Array | None:
    """Return the derivatives of the sum of `grad` times what points read by their coordinates."""
    if not _fits(grad, points) or not _fits(x, points):
        return None
    count, out = points.shape[1], empty(points.shape, points.dtype)
    tasks, tables, taps = _tables(x, count, sizes, settings, _TASKS)
    products = np.empty(tables[0].shape, x.dtype)
    work = (grad.size + len(x) * count) * taps * len(sizes)
    done = _slopes.run(tasks, grad, x, points, *_numbers(sizes, settings), *tables, products, out, work=work)
    return out if done else None


def _tables(
    x: Array, count: int, sizes: Sequence[int], settings: Sequence[int], most: int, least: int = 1
) -> tuple[int, tuple[Array, Array], int]:
    """Return how many tasks there are, their tables of places and of weights, and the number of taps."""
    taps: int = (2, 1, 4)[settings[0]] ** len(sizes)
    block = min(_BLOCK, count)
    tasks = max(min(most, len(x) * -(-count // block)), least)
    return (
        tasks,
        (np.empty((tasks, taps + 1, block), np.int64), np.empty((tasks, taps + 3, block), x.dtype)),
        taps,
    )


def _numbers(sizes: Sequence[int], settings: Sequence[int]) -> tuple[Array, Array]:
    return np.array(sizes, np.int64), np.array(settings, np.int64)


def _fits(x: Array, points: Array) -> bool:
    return (
        SWITCH.on and x.size > 0 and points.size >= SMALLEST and x.dtype == points.dtype and x.dtype in _FLOATS
        and x.flags.c_contiguous and points.flags.c_contiguous
    )  # fmt: skip

"""The gradient of filters as a sum of outer products, of the gradient at a pixel and the pixels that it came from.

Vectors run along channels: pixels and gradients are transposed, some rows or images at a time, and what a tap of all
filters sees of them is multiplied as it lies there, whatever the stride, the dilation and the length of rows. Every
task adds to sums that fit the second cache; the sums of parts of the images are added at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty
from ..launch import RowKernel
from .layout import Shape
from .sizes import ROWS, STRIPE

__all__ = ["SLICES", "filter_gradient", "pays", "split_up"]

Array = NDArray[Any]

SLICES = 16  # that the tasks are dealt out in, each with memory of its own
_POSITIONS = 64  # about as many are multiplied at a time
_PARTS, _PART = 8, 1024  # that the sum is cut into at most, and the least number of positions of one
_BYTES = 1 << 20  # of sums that one task adds to
_LOOPS = f"{__package__}.outer_loops"
_outer_products = RowKernel(_LOOPS, "outer_products")
_collect = RowKernel(_LOOPS, "collect")


def pays(shape: Shape) -> bool:
    """Whether stripes of channels have few numbers more than there are."""
    return shape.filters > ROWS // 2 and shape.channels % 16 not in range(1, 11)


def split_up(shape: Shape, taps: int, wide: int, itemsize: int, most: int) -> tuple[int, int, int]:
    """Return how many blocks of ROWS filters a task has, how many such tasks a group has, and in how many parts."""
    blocks = -(-shape.filters // ROWS)
    splits = min(-(-blocks * ROWS * wide * taps * itemsize // _BYTES), blocks)
    some = -(-blocks // splits)
    splits = -(-blocks // some)
    return some, splits, max(min(most, _PARTS // (splits * shape.groups)), 1)


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, channels, taps)."""
    (kh, kw), (sh, sw), (dh, dw), (tall, across) = shape.kernel, shape.stride, shape.dilation, shape.output
    itemsize, taps = images.itemsize, kh * kw
    lanes = STRIPE // itemsize
    pitch = -(-shape.channels // lanes) * lanes
    rows = min(max(round(_POSITIONS / across), 1), tall)
    together = min(max(_POSITIONS // (tall * across), 1), shape.batch) if rows == tall else 1
    lines, wide = (rows - 1) * sh + (kh - 1) * dh + 1, (across - 1) * sw + (kw - 1) * dw + 1
    some, splits, parts = split_up(shape, taps, pitch, itemsize, shape.batch * tall * across // _PART)
    tasks = shape.groups * splits * parts
    slices, high = min(tasks, SLICES), -(-some * ROWS // lanes) * lanes
    size = (together * lines * wide + lanes) * pitch + (together * rows * across + lanes) * high
    room = empty((slices, size), images.dtype)
    sums = empty((tasks, taps * some * ROWS, pitch), images.dtype)
    out = empty((shape.groups, shape.filters, shape.channels, taps), images.dtype)
    places, starts = _offsets(shape, together, rows, lines, wide)
    done = _outer_products.run(
        slices, np.ascontiguousarray(images), np.ascontiguousarray(grad), places * pitch, starts * pitch, tasks, slices,
        shape.groups, parts, some, together, rows, sh, lines, shape.padding[0], shape.padding[2], wide, room,
        sums.reshape(tasks, -1), work=shape.batch * tall * across * out.size // 8,
    ) and _collect.run(shape.groups * shape.filters, sums, parts, out, work=sums.size)  # fmt: skip
    return out if done else None


def _offsets(shape: Shape, together: int, rows: int, lines: int, wide: int) -> tuple[Array, Array]:
    """Return how many pixels behind the first one those of each position, and those of each tap, begin."""
    (kh, kw), (sh, sw), (dh, dw), across = shape.kernel, shape.stride, shape.dilation, shape.output[1]
    images = np.arange(together, dtype=np.int64) * (lines * wide)
    within = np.add.outer(np.arange(rows) * (sh * wide), np.arange(across) * sw)
    taps = np.add.outer(np.arange(kh) * (dh * wide), np.arange(kw) * dw)
    return np.add.outer(images, within).ravel(), taps.ravel().astype(np.int64)

"""The gradient of filters for many images: gradients of ROWS images side by side, times pixels where they are.

As in `pixels` vectors run along filters, and positions that see nothing of an image by a tap are left out.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import POOL
from .layout import Shape
from .pixels import Call, interleaved
from .sizes import ROWS, STRIPE

__all__ = ["filter_gradient", "pays", "suits"]

Array = NDArray[Any]

_WORK = 1 << 25  # multiplications worth transposing gradients
_POSITIONS = 192 // ROWS  # of a line, of ROWS images each, that are added at a time at most
_SHARES = 8  # of one transposition, for several threads
_LOOPS = f"{__package__}.pixel_gradient_loops"
_interleave = RowKernel(f"{__package__}.pixel_loops", "interleave")
_add, _collect = RowKernel(_LOOPS, "add_products"), RowKernel(_LOOPS, "collect")


class Launch(NamedTuple):
    """What the loops are called with, for numbers of a size on some threads."""

    grads: Call
    rows: Array  # of the filters: first position, the one behind the last, and how far a pixel is; see `add_products`
    columns: Array
    numbers: Array
    slices: int
    channels: Array  # where they are, the last one again to make whole blocks
    places: Array  # of pixels that some positions of ROWS images see
    work: int


def suits(shape: Shape, itemsize: int) -> bool:
    """Whether images and filters make whole blocks and pairs of stripes, and all taps see something."""
    return (
        shape.kernel != (1, 1) and shape.batch % ROWS == 0 and shape.batch > 0
        and shape.filters * itemsize % (2 * STRIPE) == 0
        and all((spans[:, 0] < spans[:, 1]).all() for spans in _spans(shape))
    )  # fmt: skip


def pays(shape: Shape, itemsize: int) -> bool:
    """Whether it takes clearly fewer multiplications than all positions have."""
    if not suits(shape, itemsize):
        return False
    rows, columns = (int((spans[:, 1] - spans[:, 0]).sum()) for spans in _spans(shape))
    (kh, kw), (tall, across), channels = shape.kernel, shape.output, shape.channels
    whole = kh * kw * tall * across * channels
    return (
        shape.batch * shape.filters * whole >= _WORK
        and 25 * rows * columns * -(-channels // ROWS) * ROWS <= 22 * whole
    )  # fmt: skip


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, channels, taps)."""
    launch, blocks = _launch(shape, images.itemsize, POOL.size), -(-shape.channels // ROWS)
    grads = interleaved(_interleave, grad, launch.grads, False)
    if grads is None:
        return None
    taps, stripes = (
        shape.kernel[0] * shape.kernel[1],
        shape.groups * shape.filters * images.itemsize // STRIPE,
    )
    sums = empty((stripes * blocks * taps * ROWS * STRIPE // images.itemsize,), images.dtype)
    out = empty((shape.groups, shape.filters, shape.channels, taps), images.dtype)
    images = np.ascontiguousarray(images)
    done = _add.run(
        launch.slices, images.reshape(-1), launch.rows, launch.columns, launch.numbers,
        id(images), id(grads), id(launch.channels), id(launch.places), id(sums), work=launch.work,
    ) and _collect.run(stripes * blocks, sums, blocks, out, work=2 * out.size)  # fmt: skip
    return out if done else None


@lru_cache(maxsize=256)
def _launch(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how the gradient of filters is computed on some threads."""
    (tall, across), (height, width), channels, groups = shape.output, shape.size, shape.channels, shape.groups
    (rows, columns), blocks, pairs = (
        _spans(shape),
        -(-channels // ROWS),
        shape.filters * itemsize // (2 * STRIPE),
    )
    rows[:, 2] *= width
    splits = min(threads // gcd(groups * pairs, threads), blocks)
    slices, image = min(groups * pairs * splits, threads), groups * channels * height * width
    places = np.add.outer(np.arange(min(_POSITIONS, across)) * shape.stride[1], np.arange(ROWS) * image)
    numbers = (
        shape.batch // ROWS, groups, pairs, blocks, splits, slices, tall, across, ROWS * image, image // groups,
        shape.stride[0] * width, shape.stride[1], _POSITIONS,
    )  # fmt: skip
    seen = np.minimum(np.arange(blocks * ROWS), channels - 1) * (height * width)
    taps = int((rows[:, 1] - rows[:, 0]).sum() * (columns[:, 1] - columns[:, 0]).sum())
    return Launch(
        _grads(shape, pairs, STRIPE // itemsize), rows, columns, np.array(numbers, np.int64), slices, seen,
        places.ravel(), shape.batch * groups * channels * shape.filters * taps // 8,
    )  # fmt: skip


def _grads(shape: Shape, pairs: int, lanes: int) -> Call:
    """Return how gradients are interleaved: blocks are groups of ROWS images, planes images, and rows filters."""
    area, filters, groups = shape.output[0] * shape.output[1], shape.filters, shape.groups
    units, shares, all_filters = shape.batch // ROWS, min(-(-area // lanes), _SHARES), groups * filters
    numbers = (
        1, shares, ROWS, shape.batch * all_filters, ROWS * all_filters, pairs, groups, filters * area,
        all_filters * area, area, pairs * area * ROWS * 2 * lanes, area * ROWS * 2 * lanes, 2 * lanes,
    )  # fmt: skip
    table = np.arange(area) * (ROWS * 2 * lanes)
    return Call(
        units * groups * pairs * shares, table, np.array(numbers, np.int64), units * ROWS * all_filters * area
    )


def _spans(shape: Shape) -> tuple[Array, Array]:
    """Return the positions that see something by each row and each column of filters, and how far that is."""
    found = []
    for axis in range(2):
        away = np.arange(shape.kernel[axis]) * shape.dilation[axis] - shape.padding[2 * axis]
        first = np.maximum(-(away // shape.stride[axis]), 0)
        last = np.minimum((shape.size[axis] - 1 - away) // shape.stride[axis] + 1, shape.output[axis])
        found.append(np.stack([first, last, away], 1))
    return found[0], found[1]

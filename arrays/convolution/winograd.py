"""Convolutions by filters of 3 x 3, one step apart, with 4 multiplications where the definition has 9.

Winograd's F(2 x 2, 3 x 3): a tile of 4 x 4 pixels and a filter are transformed to 16 numbers each; their products,
summed over the channels, are transformed to the 2 x 2 pixels of the result. So there are 16 products of matrices, of
filters with a panel of tiles of all images, one beside the other.

An infinite pixel would reach all of its tile, so results that are not finite are left to the definition.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import POOL
from .shape import Pair, Shape
from .sizes import APART, POINTS, ROWS, STRIPE, STRIPES

__all__ = ["convolve", "image_gradient", "pays"]

Array = NDArray[Any]

_FEW = 16  # channels and filters worth transformations
_SHORT = 8  # pixels of a row, which are not worth them
_TILES = 48  # that are worth transforming filters
_FEWER = 8  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.winograd_loops"
_lift_filters, _multiply = RowKernel(_LOOPS, "lift_filters"), RowKernel(_LOOPS, "multiply")
_BYTE = np.dtype(np.uint8)


class Launch(NamedTuple):
    """What the loops are called with; see `winograd_loops`."""

    weights: tuple[int, ...]
    rows: int  # of filters
    steps: tuple[int, ...]  # channels; in the filters: to the next row, channel, tap, and to the first one
    numbers: Array
    slices: int
    room: int  # bytes
    result: tuple[int, ...]
    work: int


@lru_cache(maxsize=1024)
def pays(shape: Shape, size: Pair) -> bool:
    """Whether a convolution is of the kind, and tiles of a result of a size are hardly larger than it is."""
    tiles = -(-size[0] // 2) * -(-size[1] // 2)
    return (
        shape.kernel == (3, 3) and shape.stride == shape.dilation == (1, 1)
        and min(shape.channels, shape.filters) >= _FEW and size[1] > _SHORT
        and tiles * shape.batch >= _TILES and 8 * tiles <= 3 * prod(size)
    )  # fmt: skip


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution; None if it is not finite."""
    shift = np.zeros(len(weight), images.dtype) if bias is None else np.ascontiguousarray(bias)
    return _run(images, weight, shift, _forward(shape, images.itemsize, POOL.size))


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images; None if it is not finite."""
    shift = np.zeros(shape.groups * shape.channels, grad.dtype)
    return _run(grad, weight, shift, _backward(shape, grad.itemsize, POOL.size))


def _run(images: Array, weight: Array, shift: Array, launch: Launch) -> Array | None:
    images, weight = np.ascontiguousarray(images), np.ascontiguousarray(weight)
    weights, room = empty(launch.weights, images.dtype), empty((launch.room,), _BYTE)
    out, notes = empty(launch.result, images.dtype), np.zeros(launch.slices, images.dtype)
    done = _lift_filters.run(
        launch.rows, weight, *launch.steps, weights, work=weights.size
    ) and _multiply.run(
        launch.slices,
        shift,
        launch.numbers,
        notes,
        id(images),
        id(weights),
        id(room),
        id(out),
        work=launch.work,
    )
    return out if done and not np.count_nonzero(notes) else None  # NaN is not zero


@lru_cache(maxsize=256)
def _forward(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how to convolve."""
    steps, (top, _, left, _) = (shape.channels * 9, 9, 1, 0), shape.padding
    counts = shape.batch, shape.groups, shape.filters, shape.channels
    return _launch(counts, steps, (shape.size, shape.output), (top, left), itemsize, threads)


@lru_cache(maxsize=256)
def _backward(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how to compute the gradient of images: a convolution by filters that are turned by half a circle."""
    steps, (top, _, left, _) = (9, shape.channels * 9, -1, 8), shape.padding
    counts = shape.batch, shape.groups, shape.channels, shape.filters
    return _launch(counts, steps, (shape.output, shape.size), (2 - top, 2 - left), itemsize, threads)


def _launch(
    counts: tuple[int, ...], steps: tuple[int, ...], sizes: tuple[Pair, Pair], before: Pair, itemsize: int, threads: int
) -> Launch:  # fmt: skip
    """Return what the loops are called with; counts: of images, groups, filters and channels of a group."""
    batch, groups, filters, channels = counts
    (height, width), panel = sizes[1], STRIPES * STRIPE
    tall, wide = -(-height // 2), -(-width // 2)
    panels = -(-batch * tall * wide * itemsize // panel)
    slices = min(groups * panels, threads)
    room = POINTS * (channels + ROWS) * panel + STRIPE  # bytes
    numbers = (*counts, *sizes[0], *sizes[1], *before, tall, wide, panels, slices, room)
    work = POINTS * batch * tall * wide * groups * filters * channels
    return Launch(
        (groups, POINTS, filters * channels + APART), groups * filters, (channels, *steps), np.array(numbers, np.int64),
        slices, slices * room + STRIPE, (batch, groups * filters, height, width), work // _FEWER,
    )  # fmt: skip

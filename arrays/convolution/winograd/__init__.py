"""Convolutions by filters of 3 x 3 with stride 1, with 4 multiplications where the definition has 9.

Winograd's F(2 x 2, 3 x 3): a tile of 4 x 4 pixels and a filter are transformed to 16 numbers each; their products,
summed over the channels, are transformed to the 2 x 2 pixels of the result. So there are 16 products of matrices, of
filters with tiles. All tiles of all images stand side by side in them: no vector ends with a row or with an image.

A pixel of the result is made of the pixels under its filter only. Where one of the results is not finite, as one of
these pixels is infinite, or a sum of them is, the functions decline, and the result is computed by its definition.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...jit.buffers import empty, reshaped
from ...jit.launch import RowKernel
from ...jit.threads.pool import POOL
from ..layout import Shape
from ..sizes import POINTS, ROWS, STRIPE
from .tasks import SLICES, divide

__all__ = ["filter_gradient", "pays", "pays_for_filters", "products"]

Array = NDArray[Any]

_PARTS = 8  # that the sum of the gradient of filters is cut into at most
_BYTES = 1 << 20  # of sums that one task adds to
_FEW = 16  # channels and filters worth transformations
# Multiplications times bytes of a number, worth transforming a filter
SAVED, SAVED_FOR_FILTERS = 1900, 4400
_LAUNCH = 2e7  # such multiplications, of all filters, worth launching one loop more
_ROW = 1350  # multiplications take the time of transforming a row of tiles
_SHORT = 4  # pixels of a row, which are not worth them
_TILES = 48  # about as many are multiplied at a time for the gradient of filters
_PART = 64  # the least number of tiles of a part of their sum
_LOOPS = f"{__package__}.loops"
_transform_filters = RowKernel(_LOOPS, "transform_filters")
_multiply = RowKernel(_LOOPS, "multiply")
_SUMS = f"{__package__}.gradient_loops"
_accumulate_products = RowKernel(_SUMS, "accumulate_products")
_lower_sums = RowKernel(_SUMS, "lower_sums")


def tiling(shape: Shape) -> tuple[int, int]:
    """Return how many tiles of 2 x 2 pixels cover a result, or every d-th row and column of it."""
    (height, width), (down, across) = shape.output, shape.dilation
    return -(-height // (2 * down)), -(-width // (2 * across))


def pays(shape: Shape, itemsize: int) -> bool:
    """Whether a convolution is of the kind, and saves more than transformations, of few tiles or short rows, cost."""
    return (
        _fits(shape) and shape.output[1] > _SHORT * shape.dilation[1]
        and _saved(shape) * itemsize >= SAVED + _LAUNCH / (shape.groups * shape.channels * shape.filters)
    )  # fmt: skip


def pays_for_filters(shape: Shape, itemsize: int) -> bool:
    """Whether their gradient should be computed so: tiles and stripes of channels are hardly larger than needed."""
    return (
        _fits(shape) and shape.channels % 16 not in range(1, 11)
        and 10 * _tiles(shape) <= 3 * shape.output[0] * shape.output[1]
        and _saved(shape) * itemsize >= SAVED_FOR_FILTERS
    )  # fmt: skip


def _fits(shape: Shape) -> bool:
    """Whether a convolution is of the kind, and its tiles are not much larger than its result."""
    return (
        shape.kernel == (3, 3) and shape.stride == (1, 1) and min(shape.channels, shape.filters) >= _FEW
        and 8 * _tiles(shape) <= 3 * shape.output[0] * shape.output[1]
    )  # fmt: skip


def _tiles(shape: Shape) -> int:
    """Return how many tiles a result has."""
    return prod(tiling(shape)) * prod(shape.dilation)


def _saved(shape: Shape) -> int:
    """Return how many multiplications less each pair of a channel and a filter takes, transformations included."""
    pairs, planes = shape.channels * shape.filters, prod(shape.dilation)
    saved = 9 * shape.output[0] * shape.output[1] - POINTS * _tiles(shape)
    rows = tiling(shape)[0] * planes * (1 if planes == 1 else 2)  # as smaller images are copies
    return shape.batch * (saved - _ROW * rows * (shape.channels + shape.filters) // pairs)


class Launch(NamedTuple):
    """What the loops of a convolution of a shape are called with, for numbers of a size on some threads."""

    weights: tuple[int, int, int, int]
    places: Array  # of the channels
    numbers: tuple[int, ...]  # see `multiply`
    slices: int
    room: int  # of each
    lanes: int
    no_bias: Array
    work: int


def products(images: Array, weight: Array, bias: Array | None, shape: Shape, turn: bool) -> Array | None:
    """Return the convolution; `turn`: by the filters that lead back from the result to the images."""
    how = _launch(shape, images.dtype, POOL.size)
    weights = empty(how.weights, images.dtype)
    filters = np.ascontiguousarray(weight).reshape(shape.groups, -1, weight.shape[1], 9)
    if not _transform_filters.run(how.weights[0], filters, turn, weights, work=weights.size):
        return None
    room, flags = empty((how.slices, how.room), images.dtype), np.zeros((how.slices, how.lanes), images.dtype)
    shift = how.no_bias if bias is None else np.ascontiguousarray(bias).reshape(how.no_bias.shape)
    out = empty((shape.batch, shape.groups, shape.filters, shape.output[0] * shape.output[1]), images.dtype)
    done = _multiply.run(
        how.slices, np.ascontiguousarray(images), weights, how.places, shift, *how.numbers, room, flags,
        shape.output[1], out, work=how.work,
    )  # fmt: skip
    if not done or np.count_nonzero(flags):  # NaN
        return None
    return reshaped(out, (shape.batch, shape.groups * shape.filters, *shape.output))


@lru_cache(maxsize=256)
def _launch(shape: Shape, dtype: np.dtype[Any], threads: int) -> Launch:
    """Return how to convolve."""
    blocks, lanes, (tall, across) = -(-shape.filters // ROWS), STRIPE // dtype.itemsize, tiling(shape)
    # Two more channels than there are: points would lie apart by a power of two, and compete for places in caches.
    weights = shape.groups * blocks, POINTS, shape.channels + 2, ROWS
    stripes = -(-shape.batch * tall * across // lanes)
    tasks = divide(stripes, shape.groups, shape.channels, shape.filters, threads)
    # Rows of an even number of stripes would compete for places in the cache as well
    tiles, size = tasks.stripes * lanes, (tasks.stripes | 1) * lanes
    planes = 8 * (size // across + 3) * across + lanes
    return Launch(
        weights, np.arange(shape.channels) * size,
        (tiles, tasks.number, tasks.slices, tasks.splits, shape.padding[0], shape.padding[2], tall, across),
        tasks.slices, POINTS * (shape.channels * size + lanes + ROWS * size) + planes, lanes,
        np.zeros((shape.groups, shape.filters), dtype), prod(weights) * shape.batch * tall * across // 16,
    )  # fmt: skip


def split_up(shape: Shape, taps: int, wide: int, itemsize: int, most: int) -> tuple[int, int, int]:
    """Return how many blocks of ROWS filters a task has, how many such tasks a group has, and in how many parts."""
    blocks = -(-shape.filters // ROWS)
    splits = min(-(-blocks * ROWS * wide * taps * itemsize // _BYTES), blocks)
    some = -(-blocks // splits)
    splits = -(-blocks // some)
    return some, splits, max(min(most, _PARTS // (splits * shape.groups)), 1)


class Sums(NamedTuple):
    """What the loops of a gradient of filters of a shape are called with, for numbers of a size."""

    places: Array  # of the tiles of a step
    numbers: tuple[int, ...]  # see `accumulate_products`
    room: tuple[int, int]
    sums: tuple[int, int, int]
    parts: int
    work: int


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, channels, 9)."""
    how = _sums(shape, images.itemsize)
    room, sums = empty(how.room, images.dtype), empty(how.sums, images.dtype)
    out = empty((shape.groups, shape.filters, shape.channels, 9), images.dtype)
    done = _accumulate_products.run(
        how.room[0], np.ascontiguousarray(images), np.ascontiguousarray(grad), how.places, *how.numbers, room,
        sums.reshape(how.sums[0], -1), work=how.work,
    ) and _lower_sums.run(shape.groups * shape.filters, sums, how.parts, out, work=sums.size)  # fmt: skip
    return out if done else None


@lru_cache(maxsize=256)
def _sums(shape: Shape, itemsize: int) -> Sums:
    """Return how the gradient of filters is computed."""
    lanes, (tall, across) = STRIPE // itemsize, tiling(shape)
    rows, wide = max(round(_TILES / across), 1), -(-shape.channels // lanes) * lanes
    some, splits, parts = split_up(shape, POINTS, wide, itemsize, shape.batch * tall * across // _PART)
    tasks = shape.groups * splits * parts
    slices = min(tasks, SLICES)
    high = -(-some * ROWS // lanes) * lanes
    pixels = ((2 * rows + 2) * (2 * across + 2) + lanes) * lanes
    work = POINTS * shape.batch * tall * across * shape.groups * shape.filters * shape.channels
    return Sums(
        np.arange(rows * across) * wide,
        (tasks, slices, shape.groups, parts, some, tall, across, rows, shape.padding[0], shape.padding[2]),
        (slices, POINTS * (rows * across * (wide + high) + 2 * lanes) + pixels),
        (tasks, POINTS * some * ROWS, wide), parts, work // 8,
    )  # fmt: skip

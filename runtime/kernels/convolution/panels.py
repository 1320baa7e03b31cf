"""Convolutions, and gradients of images, as products of filters with panels of pixels, one beside the other.

A panel has the pixels that the positions of some stripes see, tap after tap, whether these positions are in one row
or in several images. It is there only as long as the filters are multiplied with it, and fits the nearest cache.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty
from ..launch import RowKernel
from ..threads.pool import POOL
from .layout import Pair, Shape
from .sizes import DEPTH, ROWS, STRIPE, STRIPES

__all__ = ["convolve", "image_gradient", "pays"]

Array = NDArray[Any]

_PANEL = STRIPES * STRIPE  # bytes
_LEAST = 4  # channels and filters worth copying
_COPY = 16  # multiplications take the time of copying one number to a panel
_FEWER = 8  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.panel_loops"
_pack = RowKernel(_LOOPS, "pack")
_multiply = RowKernel(_LOOPS, "multiply")


_BYTE = np.dtype(np.uint8)
_NO_BIAS = {np.dtype(kind): np.zeros(1, kind) for kind in (np.float32, np.float64)}


class Plan(NamedTuple):
    """How one convolution of a shape is computed."""

    classes: Array  # first tap and number of taps of each class of positions
    taps: Array  # where the pixels that they see are, from the first one
    table: Array  # where the numbers of a channel of the filters go
    whole: int  # numbers of a filter
    rows: int  # of positions
    columns: int
    ys: Array  # the pixels that positions see, if nothing is added
    xs: Array


class Launch(NamedTuple):
    """What the loops are called with, for numbers of a size on some threads."""

    plan: Plan
    numbers: Array  # see `multiply`
    blocks: int  # of filters of all groups
    slices: int
    steps: tuple[int, ...]  # see `pack`
    packed: int  # numbers
    room: int  # bytes
    result: tuple[int, ...]
    work: int


def pays(channels: int, count: int) -> bool:
    """Whether a table of places serves enough channels, and a copy enough of the filters."""
    return min(channels, count) >= _LEAST


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images with filters, plus a bias."""
    return _run(input, weight, bias, _forward_launch(shape, input.itemsize, bias is not None, POOL.size))


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    return _run(grad, weight, None, _backward_launch(shape, grad.itemsize, POOL.size))


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch) -> Array | None:
    """Return the sums of filters by the pixels of some channels."""
    plan = launch.plan
    packed = empty((launch.packed,), images.dtype)
    if not _pack.run(
        launch.blocks, np.ascontiguousarray(weight).reshape(-1), plan.table, *launch.steps, plan.whole, packed,
        work=launch.packed,
    ):  # fmt: skip
        return None
    room, out = empty((launch.room,), _BYTE), empty(launch.result, images.dtype)
    shift = _NO_BIAS[images.dtype] if bias is None else bias
    images = np.ascontiguousarray(images)
    done = _multiply.run(
        launch.slices, shift, plan.classes, plan.taps, launch.numbers,
        id(images), id(plan.ys), id(plan.xs), id(packed), id(out), id(room), work=launch.work,
    )  # fmt: skip
    return out if done else None


@lru_cache(maxsize=256)
def _forward_launch(shape: Shape, itemsize: int, shifted: bool, threads: int) -> Launch:
    """Return how to convolve."""
    filters, channels, area = shape.filters, shape.channels, shape.kernel[0] * shape.kernel[1]
    steps = channels * area, area, filters * channels * area
    sizes = shape.size, shape.stride, shape.output, (1, 1)
    return _launch(shape, _forward(shape), channels, filters, sizes, steps, itemsize, shifted, threads)


@lru_cache(maxsize=256)
def _backward_launch(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how to compute the gradient of images."""
    filters, channels, area = shape.filters, shape.channels, shape.kernel[0] * shape.kernel[1]
    steps = area, channels * area, filters * channels * area
    sizes = shape.output, (1, 1), shape.size, shape.stride
    return _launch(shape, _backward(shape), filters, channels, sizes, steps, itemsize, False, threads)


def _launch(
    shape: Shape, plan: Plan, channels: int, count: int, sizes: tuple[Pair, ...], steps: tuple[int, int, int],
    itemsize: int, shifted: bool, threads: int,
) -> Launch:  # fmt: skip
    """Return how `count` filters are multiplied; sizes: of an image, its step, of a result, its classes."""
    groups, area, blocks = shape.groups, plan.rows * plan.columns, -(-count // ROWS)
    panels = -(-shape.batch * area * itemsize // _PANEL)
    deep = _cut(groups * panels, blocks, threads)
    slices = min(groups * panels * -(-blocks // deep), threads)
    size, step, result, classes = sizes
    room_step = deep * ROWS * _PANEL * (1 + classes[1]) + _PANEL * DEPTH // itemsize
    numbers = (
        shifted, itemsize, shape.batch, groups, count, channels, *size, *step, plan.rows, plan.columns, *result,
        *classes, deep, slices, room_step,
    )  # fmt: skip
    parts = plan.whole // plan.table.shape[1]  # of a filter, that a table is for
    taps = max(plan.whole, 1)
    return Launch(
        plan, np.array(numbers, np.int64), groups * blocks, slices, (parts, blocks, count, *steps),
        groups * blocks * ROWS * taps, room_step * slices + _PANEL, (shape.batch, groups * count, *result),
        shape.batch * groups * count * area * taps // _FEWER,
    )  # fmt: skip


def _cut(panels: int, blocks: int, threads: int) -> int:
    """Return how many blocks of filters a task has, cut so that the threads take the least time."""
    costs = []
    for splits in range(1, min(blocks, threads) + 1):
        deep = -(-blocks // splits)
        rounds = -(-panels * -(-blocks // deep) // threads)
        costs.append((rounds * (deep * ROWS + _COPY), deep))
    return min(costs)[1]


@lru_cache(maxsize=256)
def _forward(shape: Shape) -> Plan:
    """Return how to convolve: all positions see the same taps."""
    (kh, kw), (dh, dw), (top, _, left, _) = shape.kernel, shape.dilation, shape.padding
    ys, xs = np.arange(kh), np.arange(kw)
    taps = _pairs(ys * dh - top, xs * dw - left)
    classes, whole = np.array([[0, len(taps)]]), len(taps) * shape.channels
    # Numbers of all channels follow each other if each has one; else those of a channel do
    length, apart = (len(taps), shape.channels) if len(taps) > 1 else (shape.channels, 1)
    table = np.stack([np.arange(length) * apart, np.full(length, whole)]) * ROWS
    return Plan(classes, taps, table, whole, *shape.output, *_grid(shape.output, shape.stride))


@lru_cache(maxsize=256)
def _backward(shape: Shape) -> Plan:
    """Return how to compute the gradient of images: their pixels fall into classes that see different taps."""
    rows, columns = ([_seen(shape, axis, n) for n in range(shape.stride[axis])] for axis in range(2))
    area, wide, blocks = shape.kernel[0] * shape.kernel[1], shape.kernel[1], -(-shape.channels // ROWS)
    pairs = [(y, x) for y in rows for x in columns]
    taps = [_pairs(dy, dx) for (_, dy), (_, dx) in pairs]
    counts = [len(some) for some in taps]
    classes = np.array([[sum(counts[:n]), count] for n, count in enumerate(counts)])
    table = np.zeros((2, area), np.int64)
    for ((ys, _), (xs, _)), (first, count) in zip(pairs, classes, strict=True):
        places = np.add.outer(ys * wide, xs).ravel()
        table[0, places], table[1, places] = first * blocks + np.arange(count), count
    lengths = -(-shape.size[0] // shape.stride[0]), -(-shape.size[1] // shape.stride[1])
    table *= ROWS * shape.filters
    return Plan(classes, np.concatenate(taps), table, area * shape.filters, *lengths, *_grid(lengths, (1, 1)))


def _seen(shape: Shape, axis: int, residue: int) -> tuple[Array, Array]:
    """Return the taps that every `stride`-th pixel sees, and the outputs that the first of them sees by these."""
    outputs = residue + shape.padding[2 * axis] - np.arange(shape.kernel[axis]) * shape.dilation[axis]
    taps = np.flatnonzero(outputs % shape.stride[axis] == 0)
    return taps, outputs[taps] // shape.stride[axis]


def _grid(lengths: Pair, step: Pair) -> tuple[Array, Array]:
    """Return the coordinates of all positions, between zeros that are read with them."""
    found: list[Array] = []
    for places in np.indices(lengths):
        table = np.zeros(places.size + 2 * STRIPE, np.int32)
        table[STRIPE:-STRIPE] = places.ravel() * step[len(found)]
        found.append(table[STRIPE:])
    return found[0], found[1]


def _pairs(ys: Array, xs: Array) -> Array:
    """Return all pairs of two tables."""
    return np.stack([np.repeat(ys, len(xs)), np.tile(xs, len(ys))], 1)

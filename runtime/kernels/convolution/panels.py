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


def pays(channels: int, count: int) -> bool:
    """Whether a table of places serves enough channels, and a copy enough of the filters."""
    return min(channels, count) >= _LEAST


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images with filters, plus a bias."""
    filters, channels, area = shape.filters, shape.channels, shape.kernel[0] * shape.kernel[1]
    steps = channels * area, area, filters * channels * area
    return _run(
        input,
        weight,
        bias,
        shape,
        _forward(shape),
        channels,
        filters,
        shape.output,
        shape.stride,
        (1, 1),
        steps,
    )


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    filters, channels, area = shape.filters, shape.channels, shape.kernel[0] * shape.kernel[1]
    steps = area, channels * area, filters * channels * area
    return _run(
        grad,
        weight,
        None,
        shape,
        _backward(shape),
        filters,
        channels,
        shape.size,
        (1, 1),
        shape.stride,
        steps,
    )


def _run(
    images: Array, weight: Array, bias: Array | None, shape: Shape, plan: Plan, channels: int, count: int,
    size: Pair, step: Pair, classes: Pair, steps: tuple[int, int, int],
) -> Array | None:  # fmt: skip
    """Return the sums of `count` filters, which are `steps` apart, by the pixels of some channels."""
    groups, itemsize, area = shape.groups, images.itemsize, plan.rows * plan.columns
    blocks = -(-count // ROWS)
    packed = empty((groups * blocks * ROWS * max(plan.whole, 1),), images.dtype)
    parts = plan.whole // plan.table.shape[1]  # of a filter, that a table is for
    if not _pack.run(
        groups * blocks, np.ascontiguousarray(weight).reshape(-1), plan.table, parts, blocks, count, *steps,
        plan.whole, packed, work=packed.size,
    ):  # fmt: skip
        return None
    panels = -(-shape.batch * area * itemsize // _PANEL)
    deep = _cut(groups * panels, blocks, POOL.size)
    slices = min(groups * panels * -(-blocks // deep), POOL.size)
    room_step = deep * ROWS * _PANEL * (1 + classes[1]) + _PANEL * DEPTH // itemsize
    room = empty((room_step * slices + _PANEL,), np.dtype(np.uint8))
    out = empty((shape.batch, groups * count, *size), images.dtype)
    shift = np.zeros(groups * count, images.dtype) if bias is None else bias
    images = np.ascontiguousarray(images)
    done = _multiply.run(
        slices, shift, plan.classes, plan.taps, int(bias is not None), itemsize, shape.batch, groups, count, channels,
        *images.shape[2:], *step, plan.rows, plan.columns, *size, *classes, deep, slices, room_step,
        id(images), id(plan.ys), id(plan.xs), id(packed), id(out), id(room),
        work=shape.batch * groups * count * area * max(plan.whole, 1) // _FEWER,
    )  # fmt: skip
    return out if done else None


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

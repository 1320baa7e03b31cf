"""Convolutions, and gradients of images, as products of filters with panels of pixels, one beside the other.

A panel has the pixels that the positions of some stripes see, tap after tap, whether these positions are in one row
or in several images. It is there only as long as the filters are multiplied with it, and fits the nearest cache.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise
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
_multiply = RowKernel(f"{__package__}.panel_loops", "multiply")
_BYTE = np.dtype(np.uint8)
_NO_BIAS = {np.dtype(kind): np.zeros(1, kind) for kind in (np.float32, np.float64)}


class Plan(NamedTuple):
    """How one convolution of a shape is computed."""

    classes: tuple[Pair, ...]  # first tap and number of taps of each class of positions
    taps: Array  # where the pixels that they see are, from the first one
    places: Array  # which number of a filter each tap is
    rows: int  # of positions
    columns: int
    ys: Array  # the pixels that positions see, if nothing is added
    xs: Array


class Launch(NamedTuple):
    """What the loop is called with, for numbers of a size on some threads; see `multiply`."""

    plan: Plan
    classes: Array
    parts: Array
    numbers: Array
    slices: int
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
    room, out = empty((launch.room,), _BYTE), empty(launch.result, images.dtype)
    shift = _NO_BIAS[images.dtype] if bias is None else bias
    images, filters = np.ascontiguousarray(images), np.ascontiguousarray(weight)
    done = _multiply.run(
        launch.slices, shift, launch.classes, launch.parts, plan.taps, launch.numbers,
        id(images), id(plan.ys), id(plan.xs), id(filters), id(plan.places), id(out), id(room), work=launch.work,
    )  # fmt: skip
    return out if done else None


@lru_cache(maxsize=256)
def _forward_launch(shape: Shape, itemsize: int, shifted: bool, threads: int) -> Launch:
    """Return how to convolve."""
    channels, area = shape.channels, shape.kernel[0] * shape.kernel[1]
    steps, sizes = (channels * area, area), (shape.size, shape.stride, shape.output, (1, 1))
    return _launch(shape, _forward(shape), channels, shape.filters, sizes, steps, itemsize, shifted, threads)


@lru_cache(maxsize=256)
def _backward_launch(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how to compute the gradient of images."""
    channels, area = shape.channels, shape.kernel[0] * shape.kernel[1]
    steps, sizes = (area, channels * area), (shape.output, (1, 1), shape.size, shape.stride)
    return _launch(shape, _backward(shape), shape.filters, channels, sizes, steps, itemsize, False, threads)


def _launch(
    shape: Shape, plan: Plan, channels: int, count: int, sizes: tuple[Pair, ...], steps: Pair, itemsize: int,
    shifted: bool, threads: int,
) -> Launch:  # fmt: skip
    """Return how `count` filters are multiplied; sizes: of an image, its step, of a result, its classes.

    `steps` lead from one filter to the next, and from the numbers of a channel to those of the next.
    """
    groups, positions, blocks = shape.groups, shape.batch * plan.rows * plan.columns, -(-count // ROWS)
    panels = -(-positions * itemsize // _PANEL)
    rest = 1 if positions * itemsize % _PANEL not in range(1, STRIPE + 1) else 1 / STRIPES
    deep, slices = _cut(groups, panels, rest, blocks, threads)
    size, step, result, classes = sizes
    room_step = deep * ROWS * _PANEL * (1 + classes[1]) + _PANEL * DEPTH // itemsize
    numbers = (
        shifted, itemsize, shape.batch, groups, count, channels, *size, *step, plan.rows, plan.columns, *result,
        *classes, deep, slices, room_step, *steps,
    )  # fmt: skip
    found = [_parts(*pair, channels, DEPTH // itemsize) for pair in plan.classes]
    ends = np.cumsum([len(some) for some in found])
    return Launch(
        plan, np.stack([ends - [len(some) for some in found], ends], 1), np.concatenate(found), np.array(numbers),
        slices, room_step * slices + _PANEL, (shape.batch, groups * count, *result),
        positions * groups * count * channels * max(len(plan.taps), 1) // _FEWER,
    )  # fmt: skip


def _parts(first: int, count: int, channels: int, depth: int) -> Array:
    """Return the parts of a sum: first channel and how many, first tap and how many of `count`.

    All taps of some channels are added up at a time; of a single channel only some taps if there are more than `depth`.
    """
    length = -(-count // max(-(-count // depth), 1))
    most = max(depth // max(length, 1), 1)
    deep = -(-channels // -(-channels // most))
    return np.array(
        [
            (c, min(deep, channels - c), first + t, min(length, count - t))
            for c in range(0, channels, deep)
            for t in range(0, max(count, 1), max(length, 1))
        ]
    )


def _cut(groups: int, panels: int, rest: float, blocks: int, threads: int) -> Pair:
    """Return how many blocks of filters a task has, and how many slices of tasks there are.

    Slices are cut so that the threads take the least time. `rest` is the time of the last panel, that of others is 1.
    """
    costs = []
    for splits in range(1, min(blocks, threads) + 1):
        deep = -(-blocks // splits)
        tasks = groups * panels * -(-blocks // deep)
        slices = min(tasks, threads)
        ends = [tasks * n // slices for n in range(slices + 1)]
        most = max(b - a - (b // panels - a // panels) * (1 - rest) for a, b in pairwise(ends))
        costs.append((most * (deep * ROWS + _COPY), deep, slices))
    return min(costs)[1:]


@lru_cache(maxsize=256)
def _forward(shape: Shape) -> Plan:
    """Return how to convolve: all positions see the same taps."""
    (kh, kw), (dh, dw), (top, _, left, _) = shape.kernel, shape.dilation, shape.padding
    taps = _pairs(np.arange(kh) * dh - top, np.arange(kw) * dw - left)
    grid = _grid(shape.output, shape.stride)
    return Plan(((0, len(taps)),), taps, np.arange(len(taps)), *shape.output, *grid)


@lru_cache(maxsize=256)
def _backward(shape: Shape) -> Plan:
    """Return how to compute the gradient of images: their pixels fall into classes that see different taps."""
    rows, columns = ([_seen(shape, axis, n) for n in range(shape.stride[axis])] for axis in range(2))
    pairs = [(y, x) for y in rows for x in columns]
    taps = [_pairs(dy, dx) for (_, dy), (_, dx) in pairs]
    places = [np.add.outer(ys * shape.kernel[1], xs).ravel() for (ys, _), (xs, _) in pairs]
    starts = accumulate([len(some) for some in taps], initial=0)
    classes = tuple((start, len(some)) for start, some in zip(starts, taps, strict=False))
    lengths = -(-shape.size[0] // shape.stride[0]), -(-shape.size[1] // shape.stride[1])
    return Plan(classes, np.concatenate(taps), np.concatenate(places), *lengths, *_grid(lengths, (1, 1)))


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

"""Convolutions, and gradients of images, as products of filters with panels of pixels, one beside the other.

A panel has the pixels that the positions of some stripes see, tap after tap, whether these positions are in one row
or in several images. It is there only as long as the filters are multiplied with it, and fits the nearest cache.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import POOL
from .positions import Plan, backward, forward
from .reading import Reading, pack, read
from .shape import Pair, Shape
from .sizes import DEPTH, ROWS, STRIPE, STRIPES

__all__ = ["convolve", "image_gradient"]

Array = NDArray[Any]

_PANEL = STRIPES * STRIPE  # bytes
_COPY = 16  # multiplications take the time of copying one number to a panel
_SUMS = 1 << 18  # bytes of sums that are added to in turns
_FEWER = 8  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.panel_loops"
_multiply = RowKernel(_LOOPS, "multiply")
_BYTE = np.dtype(np.uint8)
_NO_BIAS = {np.dtype(kind): np.zeros(1, kind) for kind in (np.float32, np.float64)}


class Launch(NamedTuple):
    """What the loop is called with, for numbers of a size on some threads; see `multiply`."""

    shape: Shape
    plan: Plan
    reading: Reading
    numbers: Array
    slices: int
    room: int  # bytes
    result: tuple[int, ...]
    work: int


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images with filters, plus a bias."""
    return _run(input, weight, bias, _forward_launch(shape, input.itemsize, bias is not None, POOL.size))


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    return _run(grad, weight, None, _backward_launch(shape, grad.itemsize, POOL.size))


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch) -> Array | None:
    """Return the sums of filters by the pixels of some channels."""
    plan, reading = launch.plan, launch.reading
    filters = pack(weight, launch.shape, plan) if reading.packed else np.ascontiguousarray(weight)
    room, out = empty((launch.room,), _BYTE), empty(launch.result, images.dtype)
    shift = _NO_BIAS[images.dtype] if bias is None else bias
    images = np.ascontiguousarray(images)
    done = _multiply.run(
        launch.slices, shift, reading.classes, reading.parts, plan.taps, launch.numbers,
        id(images), id(plan.ys), id(plan.xs), id(filters), id(out), id(room), work=launch.work,
    )  # fmt: skip
    return out if done else None


@lru_cache(maxsize=256)
def _forward_launch(shape: Shape, itemsize: int, shifted: bool, threads: int) -> Launch:
    """Return how to convolve."""
    channels, area = shape.channels, shape.kernel[0] * shape.kernel[1]
    steps, sizes = (channels * area, area), (shape.size, shape.stride, shape.output, (1, 1))
    return _launch(shape, forward(shape), channels, shape.filters, sizes, steps, itemsize, shifted, threads)


@lru_cache(maxsize=256)
def _backward_launch(shape: Shape, itemsize: int, threads: int) -> Launch:
    """Return how to compute the gradient of images."""
    channels, area = shape.channels, shape.kernel[0] * shape.kernel[1]
    steps, sizes = (area, channels * area), (shape.output, (1, 1), shape.size, shape.stride)
    return _launch(shape, backward(shape), shape.filters, channels, sizes, steps, itemsize, False, threads)


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
    sums = deep * ROWS * _PANEL * classes[1]
    together = max(min(_SUMS // sums, panels), 1)
    room_step = deep * ROWS * _PANEL + together * sums + _PANEL * DEPTH // itemsize
    reading = read(shape, plan, channels, count, steps, DEPTH // itemsize)
    numbers = (
        shifted, itemsize, shape.batch, groups, count, channels, *size, *step, plan.rows, plan.columns, *result,
        *classes, deep, together, slices, room_step, *reading.steps,
    )  # fmt: skip
    return Launch(
        shape, plan, reading, np.array(numbers), slices, room_step * slices + _PANEL,
        (shape.batch, groups * count, *result),
        positions * groups * count * channels * max(len(plan.taps), 1) // _FEWER,
    )  # fmt: skip


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

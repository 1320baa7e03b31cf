"""Convolutions of few channels or filters, down to one of each, as sums of moved images; see `plane_loops`.

There is little to multiply matrices for: tiles of products would be almost empty.
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
from .positions import Plan, backward, forward
from .shape import Pair, Shape
from .sizes import DOTS, LINE

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays"]

Array = NDArray[Any]

_FEW = 4  # rows of a product that are too few
_BAND = 2048  # about as many numbers of a result are computed at a time: they fit the nearest cache
_SPACE = 1 << 17  # about as many numbers are laid out at most: they fit the second-level cache
_NEAR = 1 << 20  # numbers of images that caches may hold, while other arrays are used
_PARTS = 16  # wanted, of the gradient of filters, for several threads
_FEWER = 8  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.plane_loops"
_convolve, _add_products = RowKernel(_LOOPS, "convolve"), RowKernel(_LOOPS, "add_products")


class Bands(NamedTuple):
    """How images are laid out, a band of rows of positions at a time; see `plane_loops`."""

    top: int  # what the first line of a plane is to the first row of positions
    left: int
    step_y: int
    step_x: int
    down: int  # planes of a channel, of every step-th row
    across: int  # and column
    lines: int  # of a plane
    wide: int  # numbers of a line
    apart: int  # numbers from one plane to the next
    tall: int  # pixels of a column of an image
    long: int  # and of a row
    groups: int
    channels: int  # of a group
    batch: int
    bands: int  # of an image
    rows: int  # of a band
    columns: int  # numbers of a line with a position
    height: int  # rows of a result
    width: int
    classes_y: int  # of pixels of a result: of every such row
    classes_x: int  # and column
    together: int  # images that are laid out one below the other
    slices: int  # of all tasks, which threads share
    room_step: int  # numbers of the space of one
    far: int  # whether images or results are too large for caches, and are fetched before they are used


class Launch(NamedTuple):
    """What the loops are called with."""

    numbers: Array
    slices: int
    room: int  # numbers
    classes: Array  # first and last weight of each
    offsets: Array  # of what they are multiplied with
    order: Array | None  # of the numbers of a filter, unless it is their own
    taps: int  # of a filter
    parts: int  # of its gradient
    work: int


def pays(count: int) -> bool:
    """Tell whether these loops are faster: a matrix product would have too few rows."""
    return count <= _FEW


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution."""
    launch = _forward(shape, POOL.size)
    return _run(images, weight.reshape(len(weight), -1), bias, launch, shape.output)


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images."""
    launch = _backward(shape, POOL.size)
    turned = weight.reshape(shape.groups, shape.filters, shape.channels, -1).swapaxes(1, 2)
    return _run(grad, turned.reshape(shape.groups * shape.channels, -1), None, launch, shape.size)


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch, size: Pair) -> Array | None:
    """Return the sums of moved images."""
    weight = np.ascontiguousarray(weight) if launch.order is None else np.take(weight, launch.order, axis=1)
    shift = np.zeros(len(weight), images.dtype) if bias is None else np.ascontiguousarray(bias)
    out, room = empty((len(images), len(weight), *size), images.dtype), empty((launch.room,), images.dtype)
    images = np.ascontiguousarray(images)
    done = _convolve.run(
        launch.slices, weight, shift, launch.numbers, launch.classes, launch.offsets, id(images), id(room), id(out),
        work=launch.work,
    )  # fmt: skip
    return out if done else None


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, taps)."""
    launch = _for_filters(shape, POOL.size)
    out = empty((launch.parts, shape.groups * shape.filters, launch.taps), grad.dtype)
    room = empty((launch.room,), grad.dtype)
    images, grad = np.ascontiguousarray(images), np.ascontiguousarray(grad)
    done = _add_products.run(
        launch.slices, launch.numbers, launch.offsets, out, id(images), id(grad), id(room), work=launch.work
    )
    if not done:
        return None
    total: Array = out[0] if launch.parts == 1 else np.add.reduce(out, axis=0)
    return total


@lru_cache(maxsize=256)
def _forward(shape: Shape, threads: int) -> Launch:
    """Return how to convolve."""
    sizes = shape.size, shape.stride, shape.output, (1, 1)
    return _launch(shape, forward(shape), shape.channels, sizes, threads, sums=False)


@lru_cache(maxsize=256)
def _backward(shape: Shape, threads: int) -> Launch:
    """Return how to compute the gradient of images: their pixels fall into classes that see different taps."""
    sizes = shape.output, (1, 1), shape.size, shape.stride
    return _launch(shape, backward(shape), shape.filters, sizes, threads, sums=False)


@lru_cache(maxsize=256)
def _for_filters(shape: Shape, threads: int) -> Launch:
    """Return how to compute the gradient of filters."""
    sizes = shape.size, shape.stride, shape.output, (1, 1)
    return _launch(shape, forward(shape), shape.channels, sizes, threads, sums=True)


def _launch(
    shape: Shape, plan: Plan, channels: int, sizes: tuple[Pair, Pair, Pair, Pair], threads: int, sums: bool
) -> Launch:
    """Return what the loops are called with.

    Images have so many channels in a group; sizes: of an image, its step, of a result, its classes of pixels. Bands
    and parts depend on the shape alone, and so do the bits of all results.
    """
    size, step, result, classes = sizes
    rest, phase = np.divmod(plan.taps, step)
    low, reach, phases = rest.min(axis=0), np.ptp(rest, axis=0), np.array((phase[:, 0].max() + 1, step[1]))
    planes, wide = channels * int(phases.prod()), -(-(plan.columns + int(reach[1])) // LINE) * LINE
    bands = -(-plan.rows // max(min(_BAND, _SPACE // planes) // wide, 1))
    rows = -(-plan.rows // bands)
    lines, together, parts = rows + int(reach[0]), 1, 1
    if sums:
        together = min(max(_BAND // (lines * wide), 1), shape.batch) if bands == 1 else 1
        parts = min(-(-_PARTS // shape.groups), -(-shape.batch // together) * bands)
    apart = together * lines * wide
    places = (phase @ (phases[1], 1)) * apart + (rest - low) @ (wide, 1)
    channel, ends, offsets, order = np.arange(channels), [0], [], []
    for first, count in plan.classes:
        ends.append(ends[-1] + channels * count)
        offsets.append(np.add.outer(channel * (planes // channels * apart), places[first:][:count]).ravel())
        order.append(np.add.outer(channel * len(plan.taps), plan.places[first:][:count]).ravel())
    slices = max(min(shape.groups * (parts if sums else shape.batch * bands), threads), 1)
    room_step = planes * apart + LINE  # numbers behind the last line are read with it
    most = max(shape.channels * prod(shape.size), shape.filters * prod(shape.output))
    far = int(shape.batch * shape.groups * most > _NEAR)
    numbers = Bands(
        int(low[0]), int(low[1]), *step, int(phases[0]), int(phases[1]), lines, wide, apart, *size,
        shape.groups, channels, shape.batch, bands, rows, plan.columns, *result, *classes, together, slices, room_step,
        far,
    )  # fmt: skip
    work = shape.batch * shape.groups * shape.channels * shape.filters * len(plan.taps) * prod(shape.output)
    taps, among = np.concatenate(offsets), np.concatenate(order) if len(order) > 1 else None
    spare = -taps.size % DOTS if sums else 0
    return Launch(
        np.array(numbers, np.int64), slices, slices * room_step + LINE, np.array([ends[:-1], ends[1:]]).T.copy(),
        np.pad(taps, (0, spare), "edge"), among, taps.size, parts, work // _FEWER,
    )  # fmt: skip

"""Convolutions of one channel at a time, whose channels are the lanes of vectors; see `depthwise_loops`."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import POOL
from .positions import backward, forward
from .shape import Pair, Shape
from .sizes import CHANNELWISE, STRIPE

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays"]

Array = NDArray[Any]

_SPACE = 1 << 15  # bytes of pixels that are turned at a time: they fit the nearest cache
_PARTS = 16  # wanted, of the gradient of filters, for several threads
_FEWER = 8  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.depthwise_loops"
_convolve, _add_products = RowKernel(_LOOPS, "convolve"), RowKernel(_LOOPS, "add_products")


class Bands(NamedTuple):
    """How images are turned, a band of rows of positions at a time; see `depthwise_loops`."""

    top: int  # what the first line that is seen is to the first row of positions
    left: int
    step_y: int
    step_x: int
    lines: int  # of a band, that are seen
    wide: int  # pixels of such a line
    bands: int  # of an image
    rows: int  # of positions of a band
    columns: int
    classes_y: int  # of pixels of a result: of every such row
    classes_x: int  # and column
    slices: int  # of all tasks, which threads share
    room_step: int  # numbers of the space of one


class Launch(NamedTuple):
    """What the loops are called with."""

    numbers: Array
    slices: int
    room: int  # numbers
    classes: Array  # first and last weight of each
    offsets: Array  # of what they are multiplied with
    order: Array  # of the numbers of a filter
    parts: int  # of its gradient
    work: int


def pays(shape: Shape, itemsize: int) -> bool:
    """Tell whether these loops are faster: rows of results are short, and there are channels for whole stripes."""
    single = shape.channels == shape.filters == 1
    return single and itemsize * shape.output[1] <= STRIPE // 2 <= itemsize * shape.groups // 2


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution."""
    return _run(images, weight, bias, _launch(shape, images.itemsize, POOL.size), shape.output)


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images."""
    return _run(grad, weight, None, _launch(shape, grad.itemsize, POOL.size, back=True), shape.size)


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch, size: Pair) -> Array | None:
    """Return the sums of products, one for each pixel and channel of a result."""
    channels, dtype = len(weight), images.dtype
    padded = -(-channels * images.itemsize // STRIPE) * STRIPE // images.itemsize
    filters, shift = np.zeros((len(launch.order), padded), dtype), np.zeros(padded, dtype)
    filters[:, :channels] = weight.reshape(channels, -1).T[launch.order]
    if bias is not None:
        shift[:channels] = bias
    out, room = empty((len(images), channels, *size), dtype), empty((launch.room,), dtype)
    done = _convolve.run(
        launch.slices, np.ascontiguousarray(images), out, filters, shift, room, launch.numbers, launch.classes,
        launch.offsets, id(room), work=launch.work,
    )  # fmt: skip
    return out if done else None


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, taps)."""
    launch, dtype = _launch(shape, grad.itemsize, POOL.size, sums=True), grad.dtype
    padded = -(-shape.groups * grad.itemsize // STRIPE) * STRIPE // grad.itemsize
    sums, room = empty((launch.parts, len(launch.order), padded), dtype), empty((launch.room,), dtype)
    done = _add_products.run(
        launch.slices, np.ascontiguousarray(images), np.ascontiguousarray(grad), sums, room, launch.numbers,
        launch.offsets, id(room), work=launch.work,
    )  # fmt: skip
    if not done:
        return None
    total = sums[0] if launch.parts == 1 else np.add.reduce(sums, axis=0)
    return np.ascontiguousarray(total[:, : shape.groups].T)


@lru_cache(maxsize=256)
def _launch(shape: Shape, itemsize: int, threads: int, back: bool = False, sums: bool = False) -> Launch:
    """Return what the loops are called with: bands and parts depend on the shape alone, and so do the bits of results.

    It is for a convolution, for the gradient of its images (`back`) or for that of its filters (`sums`).
    """
    plan = backward(shape) if back else forward(shape)
    step, width, classes = shape.stride, shape.output[1], (1, 1)
    if back:
        step, width, classes = (1, 1), shape.size[1], shape.stride
    lanes, low = STRIPE // itemsize, plan.taps.min(axis=0)
    reach = plan.taps.max(axis=0) - low
    wide = int((plan.columns - 1) * step[1] + reach[1] + 1)
    rows = max((_SPACE // (wide * STRIPE) - int(reach[0]) - 1) // step[0] + 1, 1)
    rows = -(-plan.rows // -(-plan.rows // rows))  # bands are of nearly the same height
    bands = -(-plan.rows // rows)
    lines = int((rows - 1) * step[0] + reach[0] + 1)
    written = rows * plan.columns if sums else rows * classes[0] * width
    blocks = -(-shape.groups // lanes)
    parts = min(-(-_PARTS // blocks), shape.batch * bands) if sums else 1
    slices = max(min(blocks * (parts if sums else shape.batch * bands), threads), 1)
    room_step, taps = (lines * wide + written) * lanes, len(plan.taps)
    numbers = Bands(
        int(low[0]), int(low[1]), *step, lines, wide, bands, rows, plan.columns, *classes, slices, room_step
    )
    ends, offsets = np.array(plan.classes), (plan.taps - low) @ (wide * lanes, lanes)
    if sums:
        offsets = np.pad(offsets, (0, -taps % CHANNELWISE), "edge")
    return Launch(
        np.array(numbers, np.int64), slices, slices * room_step + lanes, np.stack([ends[:, 0], ends.sum(axis=1)], 1),
        offsets, plan.places, parts, shape.batch * shape.groups * taps * prod(shape.output) // _FEWER,
    )  # fmt: skip

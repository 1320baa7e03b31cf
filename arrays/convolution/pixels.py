"""Convolutions whose vectors run along filters: pixels are single numbers, side by side with those of other channels.

Taps that see nothing of an image are left out, so large filters of small images take fewer multiplications. Of many
images ROWS see the same taps; of few, ROWS positions of each see taps of the same rows, with zeros beside the image.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import POOL
from .layout import Pair, Shape, transposed
from .pixel_plans import Plan, plan_of
from .sizes import ROWS, STRIPE

__all__ = ["Call", "convolve", "image_gradient", "interleaved", "pays", "suits"]

Array = NDArray[Any]

_LEAST = 4  # channels worth it
_WORK = 1 << 25  # multiplications worth transposing filters and images
_FILTERS = 12288  # bytes of filters for each position, that are worth it
_NUMBER = 4  # additions take the time of putting a number aside
_SHARES = 8  # of one transposition, for several threads
_BLOCKS = 256  # of a task at most: their sums fit the second-level cache, as do
_BYTES = 3 << 18  # about as many of what they see, beside filters
_READ = 0.5  # a block's time for a tap, in which filters of a tap are read for the first time
_LOOPS = f"{__package__}.pixel_loops"
# Twice: loops called a second time with the same types are prepared for many calls
_filters_aside, _images_aside = (RowKernel(_LOOPS, "interleave") for _ in range(2))
_multiply = RowKernel(_LOOPS, "multiply")
_NO_BIAS = {np.dtype(kind): np.zeros(1, kind) for kind in (np.float32, np.float64)}


class Call(NamedTuple):
    """What `interleave` is called with."""

    units: int
    table: Array
    numbers: Array
    size: int  # of the result


class Launch(NamedTuple):
    """What the loops are called with, for numbers of a size on some threads."""

    plan: Plan
    filters: Call
    images: Call
    pieces: Array  # first block, and the one behind the last
    numbers: Array  # see `multiply`
    room: Pair
    work: int


def suits(shape: Shape, itemsize: int) -> bool:
    """Whether filters have several taps, and fill more than a stripe."""
    return shape.kernel != (1, 1) and min(shape.padding) >= 0 and shape.filters * itemsize > STRIPE


def pays(shape: Shape, itemsize: int) -> bool:
    """Whether it takes clearly fewer multiplications than panels of positions do, and filters are used often enough."""
    lanes, taps = STRIPE // itemsize, shape.channels * shape.kernel[0] * shape.kernel[1]
    positions = shape.batch * shape.output[0] * shape.output[1]
    if not suits(shape, itemsize) or shape.channels < _LEAST or positions * taps * shape.filters < _WORK:
        return False
    plan = plan_of(shape)
    uses = (
        positions if plan.together > 1 else positions // 2
    )  # panels of few images take less time to read filters
    filters, panels = -(-shape.filters // (2 * lanes)) * 2 * lanes, -(-positions // lanes) * lanes
    return (
        shape.filters * taps * itemsize <= _FILTERS * uses
        and 25 * plan.work * ROWS * filters <= 22 * panels * taps * shape.filters
    )


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images with filters, plus a bias."""
    return _run(
        input, weight, bias, _launch(shape, input.itemsize, bias is not None, False, POOL.size), shape
    )


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images; with strides of 1."""
    shape = transposed(shape)
    return _run(grad, weight, None, _launch(shape, grad.itemsize, False, True, POOL.size), shape)


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch, shape: Shape) -> Array | None:
    """Return the sums of filters by what positions see."""
    filters = interleaved(_filters_aside, weight, launch.filters, False)
    pixels = interleaved(_images_aside, images, launch.images, launch.plan.padded)
    if filters is None or pixels is None:
        return None
    room, plan = empty(launch.room, images.dtype), launch.plan
    out = empty((shape.batch, shape.groups * shape.filters, *shape.output), images.dtype)
    shift = _NO_BIAS[images.dtype] if bias is None else np.ascontiguousarray(bias)
    done = _multiply.run(
        launch.room[0], shift, room, launch.pieces, plan.spans, plan.chunks, launch.numbers, out.reshape(-1),
        id(pixels), id(room), id(plan.taps), id(plan.positions), id(filters), work=launch.work,
    )  # fmt: skip
    return out if done else None


def interleaved(kernel: RowKernel, array: Array, call: Call, padded: bool) -> Array | None:
    """Return numbers side by side, as `call` says; zeros where none are written if `padded`."""
    out = empty((call.size,), array.dtype)
    if padded:
        out[...] = 0
    flat = np.ascontiguousarray(array).reshape(-1)
    done = kernel.run(call.units, flat, call.table, call.numbers, out, work=_NUMBER * array.size)
    return out if done else None


@lru_cache(maxsize=256)
def _launch(shape: Shape, itemsize: int, shifted: bool, turned: bool, threads: int) -> Launch:
    """Return how a convolution is computed, if `turned` by the filters that lead from a result to the images."""
    plan, lanes = plan_of(shape), STRIPE // itemsize
    units, blocks = -(-shape.batch // plan.together) * shape.groups, plan.spans.shape[1]
    pairs = -(-shape.filters // (2 * lanes))
    least = max(-(-blocks // _BLOCKS), min(plan.unit * itemsize // _BYTES + 1, blocks))
    count, splits = _cut(units, blocks, least, pairs, threads)
    ends, slices = np.arange(count + 1) * blocks // count, min(units * count * splits, threads)
    numbers = (
        shifted, shape.batch, shape.groups, shape.filters, shape.output[0] * shape.output[1], plan.together, splits,
        slices, plan.unit,
    )  # fmt: skip
    return Launch(
        plan, _filters(shape, lanes, turned), _images(shape, plan, lanes), np.stack([ends[:-1], ends[1:]], 1),
        np.array(numbers, np.int64), (slices, -(-blocks // count) * ROWS * 2 * lanes),
        plan.work * shape.groups * pairs * 2 * lanes,
    )  # fmt: skip


def _filters(shape: Shape, lanes: int, turned: bool) -> Call:
    """Return how filters are interleaved: blocks are groups, planes channels, and rows filters."""
    area, channels, filters = shape.kernel[0] * shape.kernel[1], shape.channels, shape.filters
    pairs, shares, known = -(-filters // (2 * lanes)), min(channels, _SHARES), area * channels
    row, plane = (area, filters * area) if turned else (known, area)
    numbers = (
        shares, 1, channels, filters, filters, pairs, shape.groups, filters * known, plane, row,
        2 * lanes * pairs * known, 2 * lanes * known, 2 * lanes,
    )  # fmt: skip
    table = np.arange(area)[::-1] if turned else np.arange(area)
    return Call(
        shape.groups * pairs * shares, table * (2 * lanes * channels), np.array(numbers, np.int64),
        shape.groups * pairs * known * 2 * lanes,
    )  # fmt: skip


def _images(shape: Shape, plan: Plan, lanes: int) -> Call:
    """Return how images are interleaved: rows are channels, or those of ROWS images for each channel."""
    channels, groups, area = shape.channels, shape.groups, shape.size[0] * shape.size[1]
    shares, units = min(-(-area // lanes), _SHARES), -(-shape.batch // plan.together) * groups
    pairs = -(-channels // (2 * lanes)) if plan.together == 1 else 1
    if plan.together == 1:
        layout = 1, channels, channels, pairs, units, channels * area, 0, area, plan.unit, 2 * lanes, 0
    else:
        image = groups * channels * area
        layout = channels, shape.batch, ROWS, pairs, groups, channels * area, area, image, plan.unit, 0, ROWS
    numbers = np.array([1, shares, *layout], np.int64)
    return Call(units * pairs * shares, plan.places, numbers, units * plan.unit + lanes)


def _cut(units: int, blocks: int, least: int, pairs: int, threads: int) -> Pair:
    """Return into how many pieces results and pairs of stripes are cut so that the threads take the least time."""
    costs = []
    for count in range(least, min(least + 4 * threads, blocks) + 1):
        for splits in range(1, min(pairs, threads) + 1):
            rounds, each = -(-units * count * splits // threads), -(-blocks // count)
            costs.append((rounds * (each + _READ) * -(-pairs // splits), count, splits))
    _, count, splits = min(costs)
    return count, splits

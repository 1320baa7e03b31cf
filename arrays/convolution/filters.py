"""The gradient of filters: for each tap, the sum of gradients times the pixels that they came from.

Vectors run along filters: gradients are transposed, some stripes of filters at a time. Pixels are read where they are,
whatever the stride, the dilation and the length of rows; only around an image zeros must be written.
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
from .shape import Shape
from .sizes import ROWS, STRIPE, TOGETHER

__all__ = ["filter_gradient"]

Array = NDArray[Any]

_POSITIONS = 128  # about as many are multiplied at a time: their gradients fit the nearest cache
_CUTS, _CUT = 4, 256  # parts that the sum is cut into at most, and the least number of positions of one
_SUMS = 1 << 20  # bytes that one task adds to: they fit the second-level cache, as do
_BYTES = 1 << 19  # half of those of all parts of the sum
_LOOPS = f"{__package__}.filter_loops"
_add = RowKernel(_LOOPS, "add_products")
_collect, _collect_turned = RowKernel(_LOOPS, "collect"), RowKernel(_LOOPS, "collect_turned")


class Plan(NamedTuple):
    """How the gradient of filters of a shape is computed."""

    taps: Array  # where the pixels of each tap begin; the last one again, to make whole blocks
    places: Array  # where the pixels of each position are, from there on
    parts: Array  # of the filters: first stripe, and the one behind the last
    lines: int  # of pixels that are needed at a time
    wide: int  # pixels in each
    rows: int  # of the gradient of an image, or
    together: int  # images, that are multiplied at a time
    cuts: int  # of the sum
    padded: bool  # whether pixels are copied, with zeros around them


class Launch(NamedTuple):
    """What the loops are called with."""

    numbers: Array  # see `add_products`
    slices: int
    room: tuple[int, int]
    sums: tuple[int, int, int, int]


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, taps)."""
    turned = shape.filters > shape.channels and _plain(shape)
    if turned:  # a transposition of images is less than one of gradients
        grad, images = images, grad
        shape = shape._replace(channels=shape.filters, filters=shape.channels)
    plan, launch = _launch(shape, images.itemsize, POOL.size)
    room, sums = empty(launch.room, images.dtype), empty(launch.sums, images.dtype)
    blocks, count = launch.sums[2], shape.channels * shape.kernel[0] * shape.kernel[1]
    out = empty((shape.groups, *((count, shape.filters) if turned else (shape.filters, count))), images.dtype)
    images, grad = np.ascontiguousarray(images), np.ascontiguousarray(grad)
    if not _add.run(
        launch.slices, images, grad, plan.parts, room, launch.numbers,
        id(images), id(room), id(plan.taps), id(plan.places), id(sums), work=grad.size * count // 8,
    ):  # fmt: skip
        return None
    if turned:
        done = _collect_turned.run(shape.groups * blocks, sums, plan.parts, out, work=sums.size)
    else:
        done = _collect.run(shape.groups * -(-blocks // TOGETHER), sums, plan.parts, out, work=sums.size)
    return out if done else None


@lru_cache(maxsize=256)
def _launch(shape: Shape, itemsize: int, threads: int) -> tuple[Plan, Launch]:
    """Return how the gradient of filters is computed on some threads."""
    plan, groups = _plan(shape, itemsize), shape.groups
    stripes, blocks = int(plan.parts[-1, 1]), len(plan.taps) // ROWS
    least, step = -(-blocks * ROWS * stripes * STRIPE // _SUMS), threads // gcd(groups * plan.cuts, threads)
    shares = -(-least // step) * step  # as many tasks for each thread
    deep = -(-blocks // shares)
    slices = min(groups * plan.cuts * -(-blocks // deep), threads)
    size = (plan.together * plan.rows * shape.output[1] * itemsize + STRIPE) * stripes * STRIPE // itemsize
    size += plan.together * shape.channels * plan.lines * plan.wide * itemsize + STRIPE if plan.padded else 0
    numbers = (
        groups, blocks, shape.stride[0], shape.padding[0], shape.padding[2], plan.lines, plan.wide, plan.rows,
        plan.together, plan.cuts, deep, plan.padded, slices,
    )  # fmt: skip
    room, row = (slices, -(-size // STRIPE) * STRIPE // itemsize), ROWS * stripes * STRIPE // itemsize
    return plan, Launch(np.array(numbers, np.int64), slices, room, (plan.cuts, groups, blocks, row))


def _plain(shape: Shape) -> bool:
    """Whether each position sees one pixel, which is at the same place."""
    return (
        shape.kernel == shape.stride == (1, 1) and shape.size == shape.output and shape.channels > ROWS // 2
    )


@lru_cache(maxsize=256)
def _plan(shape: Shape, itemsize: int) -> Plan:
    (kh, kw), (sh, sw), (dh, dw), (tall, across) = shape.kernel, shape.stride, shape.dilation, shape.output
    (top, _, left, _), (height, width), area = shape.padding, shape.size, tall * across
    rows = min(max(round(_POSITIONS / across), 1), tall)
    rows = -(-tall // -(-tall // rows))
    lines, wide = (rows - 1) * sh + (kh - 1) * dh + 1, (across - 1) * sw + (kw - 1) * dw + 1
    needed = (tall - 1) * sh + (kh - 1) * dh + 1
    padded = (top, left) != (0, 0) or needed > height or wide > width
    if not padded:
        lines, wide = height, width
    together = max(min(_POSITIONS // area, shape.batch), 1)
    apart = shape.channels * lines * wide * (1 if padded else shape.groups)
    within = np.add.outer(np.arange(rows) * (sh * wide), np.arange(across) * sw).ravel()
    places = np.add.outer(np.arange(together) * apart, within).ravel()
    taps = np.add.outer(np.arange(kh) * (dh * wide), np.arange(kw) * dw).ravel()
    taps = np.add.outer(np.arange(shape.channels) * (lines * wide), taps).ravel()
    taps = np.concatenate([taps, np.full(-taps.size % ROWS, taps[-1])])
    stripes, units = -(-shape.filters * itemsize // STRIPE), -(-shape.batch // together) * -(-tall // rows)
    nbytes = len(taps) * stripes * STRIPE * shape.groups
    most = min(_CUTS, 2 * _BYTES // nbytes, shape.batch * area // _CUT, units)
    cuts = 1 << max(most, 1).bit_length() - 1  # a power of 2: all threads have as many
    return Plan(taps, places, _parts(stripes), lines, wide, rows, together, cuts, padded)


def _parts(stripes: int) -> Array:
    """Return from which stripe to below which one filters are multiplied: three at a time, two rather than one."""
    ends = [0]
    while (rest := stripes - ends[-1]) > 0:
        ends.append(ends[-1] + (2 if rest in (2, 4) else min(rest, 3)))
    return np.array([ends[:-1], ends[1:]]).T.copy()

"""Loops of Winograd's products: transforming images and filters, multiplying, and transforming back."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...jit.decorators import part
from ...vector_math.bits import inlined
from ...vector_math.simd_blocks import flat
from ..sizes import POINTS, ROWS, STRIPE, STRIPES
from ..tiles import product_tail, product_tile
from .filter_tiles import lift_filters
from .tiles import lift, lower, split_row

_ONE, _TWO, _NINE = np.uint64(1), np.uint64(2), np.uint64(9)
_POINTS, _ROWS = np.uint64(POINTS), np.uint64(ROWS)
_STRIPE, _STRIPES = np.uint64(STRIPE), np.uint64(STRIPES)

TYPES = {
    "transform_filters": "{x}[4] bool {x}[4]",
    "multiply": "{x}[4] {x}[4] int64[1] {x}[2]" + 8 * " int64" + " {x}[2] {x}[2] int64 {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _lanes(x: Any) -> Any:
    return _STRIPE // np.uint64(x.itemsize)


def transform_filters(lo: int, hi: int, filters: Any, turned: bool, out: Any) -> None:
    """Transform filters (groups, rows, channels, 9), ROWS at a time.

    `turned` exchanges rows and channels, and turns the filters by half a circle. out is (groups * blocks, 16, channels
    or more, ROWS).
    """
    blocks, pitch = np.uint64(out.shape[0] // filters.shape[0]), np.uint64(out.shape[2]) * _ROWS
    numbers, target, length = flat(filters), flat(out), np.uint64(filters.shape[2])
    rows, channels = np.uint64(filters.shape[1]), length
    step, apart = _NINE, length * _NINE
    if turned:
        rows, channels = channels, rows
        step, apart = apart, step
    for number in range(lo, hi):
        group, block = np.uint64(number) // blocks, np.uint64(number) % blocks
        start = group * rows * channels * _NINE + block * _ROWS * apart
        place, known = np.uint64(number) * _POINTS * pitch, min(rows - block * _ROWS, _ROWS)
        for channel in range(channels):
            c = np.uint64(channel)
            lift_filters(numbers, start + c * step, apart, known, turned, target, place + c * _ROWS, pitch)


def multiply(
    lo: int, hi: int, images: Any, weights: Any, offsets: Any, bias: Any, tiles: int, tasks: int, slices: int,
    splits: int, top: int, left: int, tall: int, across: int, room: Any, flags: Any, width: int, out: Any,
) -> None:  # fmt: skip
    """Do the tasks of some slices. A task is so many tiles of a group by some filters."""
    space, flag = room[lo], flags[lo]
    for p in range(flag.size):
        flag[p] = 0.0
    groups, filters = np.uint64(out.shape[1]), np.uint64(out.shape[2])
    channels, size = np.uint64(offsets.size), np.uint64(offsets[1])
    blocks = np.uint64(weights.shape[0]) // groups
    numbers, row = flat(weights), np.uint64(weights.shape[2])
    per_image = np.uint64(tall) * np.uint64(across)
    total = np.uint64(out.shape[0]) * per_image
    for task in range(np.uint64(tasks * lo // slices), np.uint64(tasks * hi // slices)):
        number, part = np.uint64(task) // np.uint64(splits), np.uint64(task) % np.uint64(splits)
        group, begin = number % groups, number // groups * np.uint64(tiles)
        end = min(begin + np.uint64(tiles), total)
        _lift(images, group, groups, begin, end, channels, size, top, left, tall, across, space)
        first, last = blocks * part // np.uint64(splits), blocks * (part + _ONE) // np.uint64(splits)
        for place in range(first, last):
            block = np.uint64(place)
            _products(space, end - begin, offsets, numbers, (group * blocks + block) * _POINTS * row, row)
            for r in range(min(_ROWS, filters - block * _ROWS)):
                filter = block * _ROWS + np.uint64(r)
                base = _products_begin(channels, size, space) + np.uint64(r) * size
                _lower(
                    space, base, begin, end, np.uint64(tall), np.uint64(across), size, bias[group, filter], flag,
                    group, filter, np.uint64(width), out,
                )  # fmt: skip


@inlined
def _step(channels: Any, size: Any, space: Any) -> Any:
    """How far the transforms of one point are from those of the next."""
    return channels * size + _lanes(space)


@inlined
def _products_begin(channels: Any, size: Any, space: Any) -> Any:
    """Where the products lie, behind the transforms."""
    return _POINTS * _step(channels, size, space)


@part
def _lift(
    images: Any, group: Any, groups: Any, begin: Any, end: Any, channels: Any, size: Any,
    top: int, left: int, tall: int, across: int, space: Any,
) -> None:  # fmt: skip
    """Transform all channels of some tiles."""
    step, wide = _step(channels, size, space), np.uint64(across)
    per_image = np.uint64(tall) * wide
    rows = _products_begin(channels, size, space) + _POINTS * _ROWS * size
    plane = (size // wide + np.uint64(3)) * wide
    numbers = flat(images)
    height, width = images.shape[2], np.uint64(images.shape[3])
    for channel in range(channels):
        t = begin
        while t < end:
            image, within = t // per_image, t % per_image
            count = min(end - t, per_image - within)
            first, last = within // wide, (within + count - _ONE) // wide
            start = ((image * groups + group) * channels + np.uint64(channel)) * np.uint64(height) * width
            for number in range(_TWO * (last - first) + np.uint64(4)):
                y = np.uint64(number)
                row = np.int64(_TWO * first + y) - top
                place = rows + y % _TWO * plane + y // _TWO * wide
                if 0 <= row < height:
                    split_row(
                        numbers, start + np.uint64(row) * width, width, left, wide, space, place, plane * _TWO
                    )
                else:
                    split_row(numbers, start, np.uint64(0), left, wide, space, place, plane * _TWO)
            place = rows + within - first * wide
            lift(space, place, plane, wide, count, space, np.uint64(channel) * size + (t - begin), step)
            t += count


@part
def _products(space: Any, count: Any, offsets: Any, weights: Any, base: Any, row: Any) -> None:
    """Multiply the tiles by some filters, point by point."""
    channels, lanes, size = np.uint64(offsets.size), _lanes(space), np.uint64(offsets[1])
    step, products, zero = _step(channels, size, space), _products_begin(channels, size, space), np.uint64(0)
    unit = lanes * _STRIPES
    for point in range(_POINTS):
        k = np.uint64(point)
        block, column, p = (base + k * row) * _ROWS, products + k * _ROWS * size, zero
        while p + unit < count + lanes:
            product_tile(
                space,
                k * step + p,
                offsets,
                zero,
                channels,
                weights,
                block,
                _ROWS,
                space,
                column + p,
                size,
                False,
            )
            p += unit
        while p < count:
            product_tail(
                space,
                k * step + p,
                offsets,
                zero,
                channels,
                weights,
                block,
                _ROWS,
                space,
                column + p,
                size,
                False,
            )
            p += lanes


@inlined
def _lower(
    space: Any, place: Any, begin: Any, end: Any, tall: Any, across: Any, size: Any, shift: float, flag: Any,
    group: Any, filter: Any, width: Any, out: Any,
) -> None:  # fmt: skip
    """Write the pixels of some tiles of one filter."""
    t, per_image = begin, tall * across
    while t < end:
        image, within = t // per_image, t % per_image
        y, x = _TWO * (within // across), _TWO * (within % across)
        count = min(end - t, across - within % across)
        target = out[image, group, filter]
        below = y * width + width < np.uint64(target.size)
        lower(
            space, place + (t - begin), _ROWS * size, shift, target, y * width + x, width,
            min(_TWO * count, width - x), below, flag,
        )  # fmt: skip
        t += count

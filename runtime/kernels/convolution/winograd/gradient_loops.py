"""Loops of Winograd's gradient of filters: products of transformed gradients with transformed tiles, channels last."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...vector_math.bits import inlined
from ..sizes import POINTS, ROWS, STRIPE
from ..tiles import product_pair, product_tail, product_tile
from .gradient_tiles import lift_grads, lift_pixels, lower_taps, turn

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_POINTS, _ROWS, _STRIPE = np.uint64(POINTS), np.uint64(ROWS), np.uint64(STRIPE)

TYPES = {
    "accumulate_products": "{x}[4] {x}[4] int64[1] int64 int64 int64 int64 int64 int64 int64 int64 int64 int64 "
    "{x}[2] {x}[2]",
    "add_parts": "{x}[3] int64 {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _lanes(x: Any) -> Any:
    return _STRIPE // np.uint64(x.itemsize)


@inlined
def _whole(count: Any, x: Any) -> Any:
    """The least multiple of a stripe's length that is not below `count`."""
    return (count + _lanes(x) - _ONE) // _lanes(x) * _lanes(x)


def accumulate_products(
    lo: int, hi: int, images: Any, grad: Any, offsets: Any, tasks: int, slices: int, groups: int, parts: int,
    blocks: int, tall: int, across: int, rows: int, top: int, left: int, room: Any, sums: Any,
) -> None:  # fmt: skip
    """Do the tasks of some slices: the products of a part of all tiles with the gradients of some filters.

    A task has `blocks` * ROWS filters of a group; `rows` rows of tiles are multiplied at a time.
    """
    space, wide, deep = room[lo], np.uint64(offsets[1]), np.uint64(blocks) * _ROWS
    channels, filters = np.uint64(images.shape[1] // groups), np.uint64(grad.shape[1] // groups)
    splits = (filters + deep - _ONE) // deep
    count, high = np.uint64(rows) * np.uint64(across), _whole(deep, space)
    step, far = count * wide + _lanes(space), count * high + _lanes(space)
    left_half, pixels = _POINTS * step, _POINTS * (step + far)
    total, height = np.uint64(images.shape[0]) * np.uint64(tall), np.uint64(rows)
    units = (total + height - _ONE) // height
    for task in range(np.uint64(tasks * lo // slices), np.uint64(tasks * hi // slices)):
        part, number = np.uint64(task) % np.uint64(parts), np.uint64(task) // np.uint64(parts)
        group, first = number // splits, number % splits * deep
        here, out = min(deep, filters - first), sums[task]
        out[:] = 0.0
        for place in range(units * part // np.uint64(parts), units * (part + _ONE) // np.uint64(parts)):
            begin = np.uint64(place) * height
            end = min(begin + height, total)
            _transform(
                images, group * channels, channels, begin, end, tall, across, top, left, True, space, pixels,
                np.uint64(0), wide, step,
            )  # fmt: skip
            _transform(
                grad, group * filters + first, here, begin, end, tall, across, 0, 0, False, space, pixels,
                left_half, high, far,
            )  # fmt: skip
            some = (end - begin) * np.uint64(across)
            for point in range(_POINTS):
                k = np.uint64(point)
                _add(
                    space,
                    k * step,
                    offsets,
                    some,
                    left_half + k * far,
                    high,
                    here,
                    out,
                    k * deep * wide,
                    wide,
                )


@inlined
def _transform(
    images: Any, channel: Any, channels: Any, begin: Any, end: Any, tall: int, across: int, top: Any, left: int,
    whole: bool, space: Any, pixels: Any, target: Any, apart: Any, step: Any,
) -> None:  # fmt: skip
    """Transform the rows of tiles from `begin` to below `end`: of pixels if `whole`, else of gradients."""
    lanes, high, count = _lanes(space), np.uint64(tall), np.uint64(across)
    wide = (_TWO * count + (_TWO if whole else np.uint64(0))) * lanes
    c = np.uint64(0)
    while c < channels:
        row = begin
        while row < end:
            image, within = row // high, row % high
            some = min(end - row, high - within)
            first = image * np.uint64(images.shape[1]) + channel + c
            lines = _TWO * some + (_TWO if whole else np.uint64(0))
            _turned(
                images, first, channels - c, np.int64(_TWO * within) - top, lines, left, wide, space, pixels
            )
            for number in range(some):
                r = np.uint64(number)
                source, goal = pixels + _TWO * r * wide, target + c + (row - begin + r) * count * apart
                if whole:
                    lift_pixels(space, source, wide, count, space, goal, apart, step)
                else:
                    lift_grads(space, source, wide, count, space, goal, apart, step)
            row += some
        c += lanes


@inlined
def _turned(
    images: Any, first: Any, channels: Any, y: Any, lines: Any, left: int, wide: Any, space: Any, place: Any
) -> None:
    """Write rows of pixels from row y on, a stripe of channels each, with zeros around the image."""
    lanes, flat = _lanes(space), images.reshape(images.size)
    height, width = images.shape[2], np.uint64(images.shape[3])
    area = np.uint64(height) * width
    before, behind = np.uint64(left) * lanes, min((np.uint64(left) + width) * lanes, wide)
    for number in range(lines):
        line, row = place + np.uint64(number) * wide, y + np.int64(number)
        if 0 <= row < height:
            start, p = first * area + np.uint64(row) * width, before
            while p < behind:
                turn(flat, start, area, channels, p // lanes - np.uint64(left), width, space, line + p)
                p += lanes * lanes
            space[line : line + before] = 0.0
            space[line + behind : line + wide] = 0.0
        else:
            space[line : line + wide] = 0.0


@inlined
def _add(
    space: Any, right: Any, offsets: Any, count: Any, left: Any, apart: Any, filters: Any, out: Any, column: Any,
    wide: Any,
) -> None:  # fmt: skip
    """Add the products of one point: rows of filters, `apart` numbers for each tile, with `wide` channels."""
    lanes, zero, row = _lanes(space), np.uint64(0), np.uint64(0)
    while row < filters:
        p = zero
        while p < wide:
            stripes, goal = (wide - p) // lanes, column + row * wide + p
            if stripes == _THREE or stripes > _THREE + _ONE:
                product_tile(
                    space, right + p, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
                p += _THREE * lanes
            elif stripes > _ONE:
                product_pair(
                    space, right + p, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
                p += _TWO * lanes
            else:
                product_tail(
                    space, right + p, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
                p += lanes
        row += _ROWS


def add_parts(lo: int, hi: int, sums: Any, parts: int, out: Any) -> None:
    """Write the gradients of filters (groups, filters, channels, 9) of sums of products, as many `parts` for each.

    sums is (groups * splits * parts, 16 * rows, channels or more).
    """
    filters, deep = np.uint64(out.shape[1]), np.uint64(sums.shape[1]) // _POINTS
    splits, flat = (filters + deep - _ONE) // deep, sums.reshape(sums.size)
    for number in range(lo, hi):
        group, f = np.uint64(number) // filters, np.uint64(number) % filters
        task = (group * splits + f // deep) * np.uint64(parts)
        total, r = sums[task], f % deep
        for part in range(_ONE, np.uint64(parts)):
            other = sums[task + np.uint64(part)]
            for point in range(_POINTS):
                goal, source = total[np.uint64(point) * deep + r], other[np.uint64(point) * deep + r]
                for c in range(goal.size):
                    goal[c] += source[c]
        target, apart = out[group, f], deep * np.uint64(sums.shape[2])
        begin = task * _POINTS * apart + r * np.uint64(sums.shape[2])
        lower_taps(flat, begin, apart, np.uint64(sums.shape[2]))
        for n in range(target.shape[1]):
            taps = flat[begin + np.uint64(n) * apart : begin + (np.uint64(n) + _ONE) * apart]
            for c in range(target.shape[0]):
                target[c, n] = taps[c]

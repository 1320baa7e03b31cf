"""Loops of Winograd's gradient of filters: products of transformed gradients with transformed tiles, channels last."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...vector_math.bits import inlined
from ...vector_math.simd_blocks import flat
from ..channels_last import add_outer, add_parts, stripe_length, turned, whole
from ..sizes import POINTS, ROWS
from .gradient_tiles import lift_grads, lift_pixels, lower_taps

_ONE, _TWO, _NINE = np.uint64(1), np.uint64(2), np.uint64(9)
_POINTS, _ROWS = np.uint64(POINTS), np.uint64(ROWS)

TYPES = {
    "accumulate_products": "{x}[4] {x}[4] int64[1] int64 int64 int64 int64 int64 int64 int64 int64 int64 int64 "
    "{x}[2] {x}[2]",
    "lower_sums": "{x}[3] int64 {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


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
    count, high = np.uint64(rows) * np.uint64(across), whole(deep, space)
    step, farther = count * wide + stripe_length(space), count * high + stripe_length(space)
    left_half, pixels = _POINTS * step, _POINTS * (step + farther)
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
            for side in range(2):  # one piece of code for both: half the time to compile
                padded = side == 0
                source, base = (images, group * channels) if padded else (grad, group * filters + first)
                goal, apart, far = (np.uint64(0), wide, step) if padded else (left_half, high, farther)
                _transform(
                    source, base, channels if padded else here, begin, end, tall, across, top if padded else 0,
                    left if padded else 0, padded, space, pixels, goal, apart, far,
                )  # fmt: skip
            some = (end - begin) * np.uint64(across)
            for point in range(_POINTS):
                k = np.uint64(point)
                begin, goal = k * step, k * deep * wide
                add_outer(space, begin, offsets, some, left_half + k * farther, high, here, out, goal, wide)


@inlined
def _transform(
    images: Any, channel: Any, channels: Any, begin: Any, end: Any, tall: int, across: int, top: Any, left: int,
    padded: bool, space: Any, pixels: Any, target: Any, apart: Any, step: Any,
) -> None:  # fmt: skip
    """Transform rows of tiles from `begin` to below `end`: of pixels, with others around, if `padded`; or gradients."""
    lanes, high, count = stripe_length(space), np.uint64(tall), np.uint64(across)
    wide = _TWO * count + (_TWO if padded else np.uint64(0))
    c = np.uint64(0)
    while c < channels:
        row = begin
        while row < end:
            image, within = row // high, row % high
            some = min(end - row, high - within)
            first = image * np.uint64(images.shape[1]) + channel + c
            lines = _TWO * some + (_TWO if padded else np.uint64(0))
            turned(
                images,
                first,
                channels - c,
                np.int64(_TWO * within) - top,
                lines,
                left,
                wide,
                space,
                pixels,
                lanes,
            )
            for number in range(some):
                r = np.uint64(number)
                source, goal = (
                    pixels + _TWO * r * wide * lanes,
                    target + c + (row - begin + r) * count * apart,
                )
                if padded:
                    lift_pixels(space, source, wide * lanes, count, space, goal, apart, step)
                else:
                    lift_grads(space, source, wide * lanes, count, space, goal, apart, step)
            row += some
        c += lanes


def lower_sums(lo: int, hi: int, sums: Any, parts: int, out: Any) -> None:
    """Write the gradients of filters (groups, filters, channels, 9) of sums of products, as many `parts` for each.

    sums is (groups * splits * parts, 16 * rows, channels or more).
    """
    filters, deep = np.uint64(out.shape[1]), np.uint64(sums.shape[1]) // _POINTS
    splits, numbers, target = (filters + deep - _ONE) // deep, flat(sums), flat(out)
    for number in range(lo, hi):
        group, f = np.uint64(number) // filters, np.uint64(number) % filters
        task = (group * splits + f // deep) * np.uint64(parts)
        r = f % deep
        add_parts(sums, task, parts, np.uint64(sums.shape[1]) // deep, deep, r)  # not 16: no unrolling
        apart = deep * np.uint64(sums.shape[2])
        begin = task * _POINTS * apart + r * np.uint64(sums.shape[2])
        channels = np.uint64(out.shape[2])
        lower_taps(numbers, begin, apart, channels, target, np.uint64(number) * _NINE * channels)

"""Loops of gradients of filters as sums of outer products: the gradient at a pixel by the pixels that it came from."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined
from .channels_last import add_outer, add_parts, stripe_length, turned, whole
from .sizes import ROWS
from .turning import turn

_ONE, _ROWS = np.uint64(1), np.uint64(ROWS)

TYPES = {
    "outer_products": "{x}[4] {x}[4] int64[1] int64[1] int64 int64 int64 int64 int64 int64 int64 int64 int64 int64 "
    "int64 int64 {x}[2] {x}[2]",
    "collect": "{x}[3] int64 {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


def outer_products(
    lo: int, hi: int, images: Any, grad: Any, offsets: Any, taps: Any, tasks: int, slices: int, groups: int,
    parts: int, blocks: int, together: int, rows: int, step: int, lines: int, top: int, left: int, wide: int,
    room: Any, sums: Any,
) -> None:  # fmt: skip
    """Do the tasks of some slices: the products of a part of the images with the gradients of some filters.

    A task has `blocks` * ROWS filters of a group. `together` images, or `rows` rows of the gradient of one, are
    multiplied at a time: the pixels of position p and tap t begin offsets[p] + taps[t] numbers behind the first one.
    """
    space, deep = room[lo], np.uint64(blocks) * _ROWS
    channels, filters = np.uint64(images.shape[1] // groups), np.uint64(grad.shape[1] // groups)
    splits = (filters + deep - _ONE) // deep
    pitch, high, area = whole(channels, space), whole(deep, space), np.uint64(grad.shape[2] * grad.shape[3])
    lefts = np.uint64(together) * np.uint64(lines) * np.uint64(wide) * pitch + stripe_length(space) * pitch
    pieces = (grad.shape[2] + rows - 1) // rows
    units = np.uint64((images.shape[0] + together - 1) // together * pieces)
    for task in range(np.uint64(tasks * lo // slices), np.uint64(tasks * hi // slices)):
        part, number = np.uint64(task) % np.uint64(parts), np.uint64(task) // np.uint64(parts)
        group, first = number // splits, number % splits * deep
        here, out = min(deep, filters - first), sums[task]
        out[:] = 0.0
        for place in range(units * part // np.uint64(parts), units * (part + _ONE) // np.uint64(parts)):
            image, y = np.int64(place) // pieces * together, np.int64(place) % pieces * rows
            some, count = min(together, images.shape[0] - image), min(rows, grad.shape[2] - y)
            needed = np.uint64(lines - (rows - count) * step)
            for nth in range(some):
                n = np.uint64(nth)
                base = (np.uint64(image) + n) * np.uint64(images.shape[1]) + group * channels
                begin = n * np.uint64(lines) * np.uint64(wide) * pitch
                _pixels(
                    images, base, channels, y * step - top, needed, left, np.uint64(wide), space, begin, pitch
                )
                base = (np.uint64(image) + n) * np.uint64(grad.shape[1]) + group * filters + first
                start, length = np.uint64(y * grad.shape[3]), np.uint64(count * grad.shape[3])
                _gradients(grad, base, here, start, length, space, lefts + n * length * high, high, area)
            total = np.uint64(some * count * grad.shape[3])
            for tap in range(taps.size):
                k = np.uint64(tap)
                begin = np.uint64(taps[k])
                add_outer(space, begin, offsets, total, lefts, high, here, out, k * deep * pitch, pitch)


@inlined
def _pixels(
    images: Any, base: Any, channels: Any, y: int, lines: Any, left: int, wide: Any, space: Any, begin: Any,
    pitch: Any,
) -> None:  # fmt: skip
    """Transpose rows of an image."""
    c = np.uint64(0)
    while c < channels:
        turned(images, base + c, channels - c, y, lines, left, wide, space, begin + c, pitch)
        c += stripe_length(space)


@inlined
def _gradients(
    grad: Any, base: Any, filters: Any, start: Any, count: Any, space: Any, begin: Any, pitch: Any, area: Any
) -> None:
    """Transpose some pixels, which follow each other, of a gradient."""
    c, flat = np.uint64(0), grad.reshape(grad.size)
    while c < filters:
        p = np.uint64(0)
        while p < count:
            turn(
                flat,
                (base + c) * area + start,
                area,
                filters - c,
                p,
                count,
                space,
                begin + c + p * pitch,
                pitch,
            )
            p += stripe_length(space)
        c += stripe_length(space)


def collect(lo: int, hi: int, sums: Any, parts: int, out: Any) -> None:
    """Write the gradients of filters (groups, filters, channels, taps) of sums of products.

    sums is (groups * splits * parts, taps * rows, channels or more).
    """
    filters, taps = np.uint64(out.shape[1]), np.uint64(out.shape[3])
    deep = np.uint64(sums.shape[1]) // taps
    splits = (filters + deep - _ONE) // deep
    for number in range(lo, hi):
        group, f = np.uint64(number) // filters, np.uint64(number) % filters
        task, r = (group * splits + f // deep) * np.uint64(parts), f % deep
        add_parts(sums, task, parts, taps, deep, r)
        target = out[group, f]
        for n in range(taps):
            source = sums[task, np.uint64(n) * deep + r]
            for c in range(target.shape[0]):
                target[c, n] = source[c]

"""Loops of the gradient of filters: gradients transposed, sums over positions, and what the sums mean.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from ..vector_math.simd_blocks import flat
from .filter_tiles import add_one, add_three, add_two
from .lines import put_lines
from .sizes import ROWS, STRIPE, TOGETHER
from .turning import turn, turn_block

TYPES = {
    "add_products": "{x}[4] {x}[4] int64[2] {x}[2] int64[1]" + 5 * " int64",
    "collect": "{x}[4] int64[2] {x}[3]",
    "collect_turned": "{x}[4] int64[2] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""

_STRIPE = np.uint64(STRIPE)


def add_products(
    lo: int, hi: int, images: Any, grad: Any, parts: Any, space: Any, numbers: Any,
    x: int, room: int, taps: int, places: int, sums: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: `deep` of the `blocks` of ROWS taps of a group, in one of `cuts` parts of the sum.

    `together` images, or `rows` rows of the gradient of one, are multiplied at a time. They see `lines` lines of `wide`
    pixels, which are copied with zeros around them if `padded`. Position p sees number taps[t] + places[p] by tap t.
    sums is (cuts, groups, blocks, ROWS * stripes of filters); space is the same memory as room.
    """
    groups, blocks, step, top, left = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    lines, wide, rows, together, cuts = numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]
    deep, padded, slices = numbers[10], numbers[11], numbers[12]
    size, channels, filters = space.itemsize, images.shape[1] // groups, grad.shape[1] // groups
    across, stripes = grad.shape[3], parts[parts.shape[0] - 1, 1]
    pieces, splits = (grad.shape[2] + rows - 1) // rows, (blocks + deep - 1) // deep
    units = (images.shape[0] + together - 1) // together * pieces
    tasks, depth = groups * cuts * splits, together * rows * across + STRIPE // size
    for task in range(tasks * np.int64(lo) // slices, tasks * np.int64(hi) // slices):
        cut, number = task % cuts, task // cuts
        group, begin = number // splits, number % splits * deep
        end, start = min(begin + deep, blocks), units * cut // cuts
        target = word(sums + DATA) + STRIPE * (cut * groups + group) * blocks * ROWS * stripes
        right = word(room + DATA) + size * np.int64(lo) * space.shape[1]
        for unit in range(start, units * (cut + 1) // cuts):
            image, y = unit // pieces * together, unit % pieces * rows
            some, count = min(together, images.shape[0] - image), min(rows, grad.shape[2] - y) * across
            pixels = right + STRIPE * stripes * depth
            for n in range(some):
                _turn(
                    grad,
                    (image + n) * groups + group,
                    filters,
                    y * across,
                    count,
                    parts,
                    depth,
                    n * count,
                    space[lo],
                )
            first = ((image * groups + group) * channels) * images.shape[2] * wide
            if padded == 0:
                pixels = word(x + DATA) + size * (first + y * step * wide)
            else:
                _pad(
                    size, images, image, some, group, groups, y * step - top, left, lines, wide, word(x + DATA), pixels,
                    images[0, 0, 0, 0],
                )  # fmt: skip
            for nth in range(parts.shape[0]):
                first, width = parts[nth, 0], parts[nth, 1] - parts[nth, 0]
                for n in range(begin, end):
                    _add(
                        images[0, 0, 0, 0], width, pixels, word(taps + DATA) + 8 * n * ROWS, word(places + DATA),
                        right + STRIPE * first * depth, some * count,
                        target + ROWS * STRIPE * (n * stripes + first), unit == start,
                    )  # fmt: skip


@part
def _turn(
    grad: Any,
    number: Any,
    filters: Any,
    start: Any,
    count: Any,
    parts: Any,
    depth: Any,
    position: Any,
    space: Any,
) -> None:
    """Transpose `count` positions of gradients: each part of the filters by itself, position after position."""
    lanes, numbers = _STRIPE // np.uint64(space.itemsize), flat(grad)
    area = np.uint64(grad.shape[2] * grad.shape[3])
    for nth in range(parts.shape[0]):
        first, last = np.uint64(parts[nth, 0]), np.uint64(parts[nth, 1])
        pitch = (last - first) * lanes
        begin = first * lanes * np.uint64(depth) + np.uint64(position) * pitch
        for stripe in range(last - first):
            f = (first + np.uint64(stripe)) * lanes
            source = (np.uint64(number * filters) + f) * area + np.uint64(start)
            place, p = begin + np.uint64(stripe) * lanes, np.uint64(0)
            while p < np.uint64(count):
                known = np.uint64(filters) - f
                turn(numbers, source, area, known, p, np.uint64(count), space, place + p * pitch, pitch)
                p += lanes


@part
def _pad(
    size: Any, images: Any, image: Any, some: Any, group: Any, groups: Any, y: Any, left: Any, lines: Any, wide: Any,
    source: Any, goal: Any, sample: Any,
) -> None:  # fmt: skip
    """Copy lines of all channels of some images, with zeros around them."""
    height, width = images.shape[2], images.shape[3]
    channels = images.shape[1] // groups
    for n in range(some):
        for c in range(channels):
            first = (((image + n) * groups + group) * channels + c) * height * width
            put_lines(sample, source + size * first, height, width, y, 1, -left, lines, wide, goal, 0, 0)
            goal += size * lines * wide


@part
def _add(
    like: Any,
    stripes: Any,
    pixels: Any,
    taps: Any,
    places: Any,
    grads: Any,
    count: Any,
    sums: Any,
    fresh: Any,
) -> None:
    """Add the products of ROWS taps with some stripes of filters."""
    if stripes == 3:
        add_three(like, pixels, taps, places, grads, count, sums, fresh)
    elif stripes == 2:
        add_two(like, pixels, taps, places, grads, count, sums, fresh)
    else:
        add_one(like, pixels, taps, places, grads, count, sums, fresh)


def collect(lo: int, hi: int, sums: Any, parts: Any, out: Any) -> None:
    """Write the gradients of filters (groups, filters, taps) of sums (cuts, groups, blocks, ROWS * stripes).

    Some blocks of taps are written for a stripe of filters at a time: whole lines of memory.
    """
    lanes, blocks, target = STRIPE // sums.itemsize, sums.shape[2], flat(out)
    per_group = (blocks + TOGETHER - 1) // TOGETHER
    for number in range(lo, hi):
        group, begin = number // per_group, number % per_group * TOGETHER
        end = min(begin + TOGETHER, blocks)
        _add_cuts(sums, group, begin, end)
        for nth in range(parts.shape[0]):
            first, last = parts[nth, 0] * lanes, parts[nth, 1] * lanes
            for f in range(first, min(last, out.shape[1]), lanes):
                for block in range(begin, end):
                    turn_block(
                        flat(sums[0, group, block]), first * ROWS + f - first, last - first,
                        min(ROWS, out.shape[2] - block * ROWS), min(lanes, out.shape[1] - f),
                        target, (group * out.shape[1] + f) * out.shape[2] + block * ROWS, out.shape[2],
                    )  # fmt: skip


def collect_turned(lo: int, hi: int, sums: Any, parts: Any, out: Any) -> None:
    """Write the gradients as (groups, taps, filters), as they lie in the sums."""
    lanes, blocks = STRIPE // sums.itemsize, sums.shape[2]
    for number in range(lo, hi):
        group, block = number // blocks, number % blocks
        _add_cuts(sums, group, block, block + 1)
        for nth in range(parts.shape[0]):
            first, last = parts[nth, 0] * lanes, parts[nth, 1] * lanes
            for r in range(min(ROWS, out.shape[1] - block * ROWS)):
                target = out[group, block * ROWS + r, first : min(last, out.shape[2])]
                begin = first * ROWS + r * (last - first)
                for f in range(target.size):
                    target[f] = sums[0, group, block, begin + f]


@part
def _add_cuts(sums: Any, group: Any, begin: Any, end: Any) -> None:
    """Add to some blocks of the first part of the sums those of the others."""
    for cut in range(1, sums.shape[0]):
        for block in range(begin, end):
            total, other = sums[0, group, block], sums[cut, group, block]
            for n in range(total.size):
                total[n] += other[n]

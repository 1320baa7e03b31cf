"""Loops of convolutions whose vectors run along filters: pixels are single numbers, side by side with those of others.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from .filter_tiles import add_two, put_repeatedly
from .packing import put_lanes, put_row_by_row
from .sizes import ROWS, STRIPE

TYPES = {
    "interleave": "{x}[1] int64[1] int64[1] {x}[1]",
    "multiply": "{x}[1] {x}[2] int64[2] int64[3] int64[2] int64[1] {x}[1]" + 5 * " int64",
}
"""What each loop is compiled for; see `inventory`."""


def interleave(lo: int, hi: int, source: Any, table: Any, numbers: Any, out: Any) -> None:
    """Write rows of numbers side by side, a stripe of rows beside each other, for all planes of some blocks.

    `numbers` are in how many shares planes, and the numbers of rows, are dealt with, and so on, as they are named
    below. Number n of a row goes table[n] further. Blocks are in groups; a block has at most `most` rows, those of the
    next group of blocks follow. The planes of a block are written one after the other: the end of what is written for
    one may be overwritten by the next.
    """
    plane_shares, shares, planes, rows, most, pairs = (
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
    )
    groups, block_step, plane_step, row_step = numbers[6], numbers[7], numbers[8], numbers[9]
    block_goal, pair_goal, plane_goal = numbers[10], numbers[11], numbers[12]
    lanes, length = STRIPE // source.itemsize, table.size
    stripes = (length + lanes - 1) // lanes
    for number in range(lo, hi):
        share, rest = number % shares, number // shares
        plane_share, rest = rest % plane_shares, rest // plane_shares
        pair, block = rest % pairs, rest // pairs
        begin = block // groups * most
        known = min(rows - begin, most)
        for c in range(planes * plane_share // plane_shares, planes * (plane_share + 1) // plane_shares):
            for r in range(2 * pair * lanes, min(2 * (pair + 1) * lanes, known), lanes):
                start = block % groups * block_step + c * plane_step + (begin + r) * row_step
                place = block * block_goal + pair * pair_goal + c * plane_goal + r - 2 * pair * lanes
                for stripe in range(stripes * share // shares, stripes * (share + 1) // shares):
                    put_lanes(source, start, row_step, known - r, stripe * lanes, length, out, place, table)


def multiply(
    lo: int, hi: int, bias: Any, space: Any, pieces: Any, spans: Any, chunks: Any, numbers: Any, out: Any,
    x: int, room: int, taps: int, positions: int, filters: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a piece of the result of `together` images by some pairs of stripes of filters.

    A piece is some blocks of ROWS numbers for each filter: as many positions of one image, or one of as many images.
    Number r of block n sees what is positions[n, r] + taps[t] behind the first pixel by the taps t of a span: others
    see nothing of the image. Each chunk of the taps names the row of `spans` in which its own are. space is the same
    memory as room.
    """
    shifted, count, groups, group_count, area = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    together, splits, slices, unit_size, size = numbers[5], numbers[6], numbers[7], numbers[8], space.itemsize
    pairs, each = (group_count * size + 2 * STRIPE - 1) // (2 * STRIPE), ROWS // together
    known, sums = chunks[chunks.shape[0] - 1, 1], word(room + DATA) + size * np.int64(lo) * space.shape[1]
    tasks = (count + together - 1) // together * groups * pieces.shape[0] * splits
    for task in range(tasks * np.int64(lo) // slices, tasks * np.int64(hi) // slices):
        unit, split = task // splits, task % splits
        piece, number = unit % pieces.shape[0], unit // pieces.shape[0]
        image, group = number // groups * together, number % groups
        first, last = pieces[piece, 0], pieces[piece, 1]
        here = min(last * each, area) - first * each
        pixels = word(x + DATA) + size * number * unit_size
        for pair in range(pairs * split // splits, pairs * (split + 1) // splits):
            f = 2 * pair * (STRIPE // size)
            if shifted != 0:
                _fill(bias, group * group_count + f, group_count - f, sums, (last - first) * ROWS)
            a = word(filters + DATA) + 2 * STRIPE * (group * pairs + pair) * known
            for chunk in range(chunks.shape[0]):
                lowest, highest, row = chunks[chunk, 0], chunks[chunk, 1], chunks[chunk, 2]
                for n in range(first, last):
                    start, end = max(spans[row, n, 0], lowest), min(spans[row, n, 1], highest)
                    if start < end:
                        _add(
                            bias[0], pixels, word(positions + DATA) + 8 * n * ROWS, word(taps + DATA) + 8 * start,
                            a + 2 * STRIPE * start, end - start, sums + 2 * STRIPE * (n - first) * ROWS,
                            start == spans[0, n, 2] and shifted == 0,
                        )  # fmt: skip
            for r in range(min(together, count - image)):
                _put(
                    space[lo], f, r, together, here, group_count, area, out,
                    ((image + r) * groups + group) * group_count, first * each,
                )  # fmt: skip


@part
def _fill(bias: Any, start: Any, known: Any, goal: Any, count: Any) -> None:
    """Write the bias of each filter to the sums of all positions."""
    for q in range(2):
        some = q * (STRIPE // bias.itemsize)
        put_repeatedly(bias, start + some, max(known - some, 0), goal + q * STRIPE, 2, count)


@part
def _add(
    like: Any, pixels: Any, positions: Any, taps: Any, filters: Any, count: Any, sums: Any, fresh: Any
) -> None:  # fmt: skip
    """Add the products of two stripes of filters with what ROWS positions see by some taps."""
    add_two(like, pixels, positions, taps, filters, count, sums, fresh)


@part
def _put(
    sums: Any, f: Any, r: Any, together: Any, here: Any, count: Any, area: Any, out: Any, number: Any, place: Any
) -> None:  # fmt: skip
    """Write the sums of two stripes of filters to an image of the result, from a place in each of its planes on."""
    lanes = STRIPE // sums.itemsize
    for g in range(f, min(f + 2 * lanes, count), lanes):
        for p in range(0, here, ROWS):
            put_row_by_row(
                sums, 2 * (p * together + r) * lanes + g - f, 2 * together * lanes, min(ROWS, here - p),
                min(lanes, count - g), out, (number + g) * area + place + p, area,
            )  # fmt: skip

"""Loops of the gradient of filters for many images: gradients of ROWS images side by side, times single pixels.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from ..vector_math.simd_blocks import flat
from .filter_tiles import add_two
from .packing import put_row_by_row
from .sizes import ROWS, STRIPE

TYPES = {
    "add_products": "{x}[1] int64[2] int64[2] int64[1]" + 5 * " int64",
    "collect": "{x}[1] int64 {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


def add_products(
    lo: int, hi: int, images: Any, rows: Any, columns: Any, numbers: Any,
    x: int, grad: int, channels: int, places: int, sums: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: some blocks of ROWS channels by a pair of stripes of filters of a group.

    Row ky of the filters sees something of the images from position rows[ky, 0] to below rows[ky, 1] of a column, and
    is rows[ky, 2] away from what position 0 sees; so are columns. Number q of some positions of ROWS images sees what
    is places[q] behind the first one. sums are ROWS * 2 stripes for each tap of each block of channels of each pair.
    """
    units, groups, pairs, blocks, splits, slices = (
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
    )
    tall, across, unit_step, group_step = numbers[6], numbers[7], numbers[8], numbers[9]
    line_step, step, most, size = numbers[10], numbers[11], numbers[12], images.itemsize
    taps, tasks = rows.shape[0] * columns.shape[0], groups * pairs * splits
    for task in range(tasks * lo // slices, tasks * hi // slices):
        number, split = task // splits, task % splits
        group = number // pairs
        for block in range(blocks * split // splits, blocks * (split + 1) // splits):
            begin = word(sums + DATA) + 2 * STRIPE * ROWS * (number * blocks + block) * taps
            for unit in range(units):
                grads = (
                    word(grad + DATA) + 2 * STRIPE * ROWS * (unit * groups * pairs + number) * tall * across
                )
                seen = word(x + DATA) + size * (unit * unit_step + group * group_step)
                for y in range(tall):
                    for ky in range(rows.shape[0]):
                        if rows[ky, 0] <= y < rows[ky, 1]:
                            _add_line(
                                images, columns, seen + size * (y * line_step + rows[ky, 2]),
                                word(channels + DATA) + 8 * ROWS * block, word(places + DATA),
                                grads + 2 * STRIPE * ROWS * y * across,
                                begin + 2 * STRIPE * ROWS * ky * columns.shape[0], step, most,
                                unit == 0 and y == rows[ky, 0],
                            )  # fmt: skip


@part
def _add_line(
    images: Any, columns: Any, pixels: Any, channels: Any, places: Any, grads: Any, sums: Any, step: Any, most: Any,
    fresh: Any,
) -> None:  # fmt: skip
    """Add the products of ROWS channels with two stripes of filters, for a line of positions and all taps of a row."""
    for kx in range(columns.shape[0]):
        first, last, away = columns[kx, 0], columns[kx, 1], columns[kx, 2]
        for p in range(first, last, most):
            add_two(
                images[0], pixels + images.itemsize * (p * step + away), channels, places,
                grads + 2 * STRIPE * ROWS * p, ROWS * min(most, last - p), sums + 2 * STRIPE * ROWS * kx,
                fresh and p == first,
            )  # fmt: skip


def collect(lo: int, hi: int, sums: Any, blocks: int, out: Any) -> None:
    """Write the gradients (groups, filters, channels, taps) of blocks of ROWS channels of stripes of filters."""
    lanes, filters, channels, taps = STRIPE // sums.itemsize, out.shape[1], out.shape[2], out.shape[3]
    target, stripes = flat(out), out.shape[1] // (STRIPE // sums.itemsize)
    for number in range(lo, hi):
        stripe, block = number // blocks, number % blocks
        begin = (stripe // 2 * blocks + block) * taps * ROWS * 2 + stripe % 2
        group, f = stripe // stripes, stripe % stripes * lanes
        for c in range(block * ROWS, min(block * ROWS + ROWS, channels)):
            for t in range(0, taps, ROWS):
                put_row_by_row(
                    sums, (begin + 2 * (t * ROWS + c - block * ROWS)) * lanes, 2 * ROWS * lanes, min(ROWS, taps - t),
                    lanes, target, ((group * filters + f) * channels + c) * taps + t, channels * taps,
                )  # fmt: skip

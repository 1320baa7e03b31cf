"""Loops of Winograd's products: transforming filters and tiles of pixels, multiplying, and transforming back.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from ..vector_math.bits import like
from ..vector_math.simd_blocks import flat
from .panel_tiles import add_line, add_tile
from .sizes import APART, POINTS, ROWS, STRIPE, STRIPES
from .winograd_tiles import lift, lower

PANEL = STRIPES * STRIPE  # bytes

TYPES = {
    "lift_filters": "{x}[4] int64 int64 int64 int64 int64 {x}[3]",
    "multiply": "{x}[1] int64[1] {x}[1] int64 int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


def lift_filters(
    lo: int,
    hi: int,
    filters: Any,
    channels: int,
    row_step: int,
    channel_step: int,
    tap_step: int,
    first: int,
    out: Any,
) -> None:
    """Transform rows of filters; out is (groups, POINTS, rows * channels or more)."""
    rows, numbers = (out.shape[2] - APART) // channels, flat(filters)
    for number in range(lo, hi):
        group, row = number // rows, number % rows
        for c in range(channels):
            p = group * rows * channels * 9 + row * row_step + c * channel_step + first
            a = _lift(numbers[p], numbers[p + 3 * tap_step], numbers[p + 6 * tap_step])
            p += tap_step
            b = _lift(numbers[p], numbers[p + 3 * tap_step], numbers[p + 6 * tap_step])
            p += tap_step
            d = _lift(numbers[p], numbers[p + 3 * tap_step], numbers[p + 6 * tap_step])
            for i in range(4):
                found = _lift(a[i], b[i], d[i])
                for j in range(4):
                    out[group, 4 * i + j, row * channels + c] = found[j]


@part
def _lift(a: Any, b: Any, c: Any) -> Any:
    """Transform three weights of a filter."""
    half = like(a, 0.5)
    return a, (a + c + b) * half, (a + c - b) * half, c


def multiply(
    lo: int, hi: int, bias: Any, numbers: Any, notes: Any, images: int, weights: int, room: int, out: int
) -> None:
    """Do the tasks of some slices: all filters of a group by a panel of tiles; `numbers` are those of `winograd`.

    A slice's note becomes NaN if one of its results is not finite.
    """
    batch, groups, filters, channels, height = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    width, tall, wide, top, left = numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]
    rows, columns, panels, slices, room_step = numbers[10], numbers[11], numbers[12], numbers[13], numbers[14]
    sample, size, lanes = bias[0], bias.itemsize, STRIPE // bias.itemsize
    total, line, apart = batch * rows * columns, PANEL // size, filters * channels + APART
    for number in range(lo, hi):
        space = (word(room + DATA) + STRIPE - 1) // STRIPE * STRIPE + room_step * number
        sums = space + POINTS * channels * PANEL
        for task in range(groups * panels * number // slices, groups * panels * (number + 1) // slices):
            group, begin = task // panels, task % panels * STRIPES * lanes
            end = min(begin + STRIPES * lanes, total)
            t = begin
            while t < end:
                image, within = t // (rows * columns), t % (rows * columns)
                y, x = within // columns, within % columns
                known = min(end - t, columns - x, lanes)
                source = word(images + DATA) + size * (image * groups + group) * channels * height * width
                lift(
                    sample, source, height * width, channels, height, width, 2 * y - top, 2 * x - left, known,
                    space + size * (t - begin), channels * PANEL // size,
                )  # fmt: skip
                t += known
            for f in range(0, filters, ROWS):
                count, place = min(filters - f, ROWS), group * filters + f
                for point in range(POINTS):
                    a = word(weights + DATA) + size * ((group * POINTS + point) * apart + f * channels)
                    b, c = space + point * channels * PANEL, sums + point * ROWS * PANEL
                    if end - begin > lanes:
                        add_tile(sample, a, channels, 1, 0, channels, 1, b, c, line, c, line, True, count)
                    else:
                        add_line(sample, a, channels, 1, 0, channels, 1, b, c, line, c, line, True, count)
                t = begin
                while t < end:
                    image, within = t // (rows * columns), t % (rows * columns)
                    y, x = within // columns, within % columns
                    known = min(end - t, columns - x, lanes)
                    pixel = ((image * groups * filters + place) * tall + 2 * y) * wide + 2 * x
                    notes[number] += lower(
                        sums + size * (t - begin), count, known, bias, place, word(out + DATA) + size * pixel,
                        tall * wide, wide, tall - 2 * y, min(2 * known, wide - 2 * x),
                    )  # fmt: skip
                    t += known

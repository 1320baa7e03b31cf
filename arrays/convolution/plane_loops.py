"""Loops of convolutions of few channels or filters: numbers times images with zeros around them, moved tap by tap.

A tap of a filter sees the same rows of an image with zeros around it, some numbers further on, so a result is a sum of
moved rows.
"""

from __future__ import annotations

from typing import Any

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from .lines import put_half_lines, put_lines
from .plane_tiles import add_dots, add_pairs, add_taps
from .sizes import LINES, STRIPE

TYPES = {
    "convolve": "{x}[2] {x}[1] int64[1] int64[2] int64[1] int64 int64 int64",
    "add_products": "int64[1] int64[1] {x}[3] int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


def convolve(
    lo: int, hi: int, weights: Any, bias: Any, numbers: Any, classes: Any, offsets: Any,
    images: int, room: int, out: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a band of `rows` rows of positions of an image, in all channels of a group.

    `numbers` are `planes.Bands`. Position (y, x) of class i * across + j is pixel (y * down + i, x * across + j) of a
    channel of the result. There position (y, x) of a band is the sum of weights[channel, n] times number
    offsets[n] + y * wide + x of the planes, for the weights n of its class.
    """
    groups, channels, batch, bands, rows = numbers[11], numbers[12], numbers[13], numbers[14], numbers[15]
    columns, height, width, down, across = numbers[16], numbers[17], numbers[18], numbers[19], numbers[20]
    slices, room_step, wide, far = numbers[22], numbers[23], numbers[7], numbers[24]
    count, size, lanes = weights.shape[0] // groups, bias.itemsize, STRIPE // bias.itemsize
    tasks, sample = batch * groups * bands, bias[0]
    for number in range(lo, hi):
        planes = (word(room + DATA) + (STRIPE - 1)) // STRIPE * STRIPE + size * room_step * number
        for task in range(tasks * number // slices, tasks * (number + 1) // slices):
            image, y = task // bands, task % bands * rows
            _lay_out(sample, size, word(images + DATA), image * channels, channels, y, numbers, planes)
            for r in range(count):
                row = image % groups * count + r
                for i in range(down):
                    end = min(y + rows, (height - i + down - 1) // down)
                    for line in range(y, end, LINES):
                        first = ((image * count + r) * height + line * down + i) * width
                        goal = word(out + DATA) + size * first
                        for p in range(0, columns, lanes):
                            here = planes + size * ((line - y) * wide + p)
                            if across == 1:
                                add_taps(
                                    here, wide, bias[row], offsets, weights[row], classes, i, goal + size * p,
                                    down * width, min(end - line, LINES), min(columns - p, lanes), far,
                                )  # fmt: skip
                            else:
                                add_pairs(
                                    here, wide, bias[row], offsets, weights[row], classes, 2 * i, goal + size * 2 * p,
                                    down * width, min(end - line, LINES), min(width - 2 * p, 2 * lanes), far,
                                )  # fmt: skip


def add_products(
    lo: int, hi: int, numbers: Any, offsets: Any, sums: Any, images: int, grad: int, room: int
) -> None:
    """Do the tasks of some slices: gradients of the filters of a group, over one of the parts that images are cut into.

    sums is (parts, filters, taps). Some images are laid out one below the other; see `convolve`.
    """
    groups, channels, batch, bands, rows = numbers[11], numbers[12], numbers[13], numbers[14], numbers[15]
    columns, height, together, slices = numbers[16], numbers[17], numbers[21], numbers[22]
    lines, wide, room_step, parts = numbers[6], numbers[7], numbers[23], sums.shape[0]
    units, filters = (batch + together - 1) // together * bands, sums.shape[1] // groups
    size, sample = sums.itemsize, sums[0, 0, 0]
    for number in range(lo, hi):
        planes = (word(room + DATA) + (STRIPE - 1)) // STRIPE * STRIPE + size * room_step * number
        for task in range(groups * parts * number // slices, groups * parts * (number + 1) // slices):
            part, group = task % parts, task // parts
            for f in range(filters):
                sums[part, group * filters + f] = 0.0
            for unit in range(units * part // parts, units * (part + 1) // parts):
                first, y = unit // bands * together, unit % bands * rows
                some = min(together, batch - first)
                for n in range(some):
                    image, goal = (first + n) * groups + group, planes + size * n * lines * wide
                    _lay_out(sample, size, word(images + DATA), image * channels, channels, y, numbers, goal)
                for f in range(filters):
                    row = ((first * groups + group) * filters + f) * height + y
                    add_dots(
                        planes, wide, lines * wide, offsets, word(grad + DATA) + size * row * columns,
                        groups * filters * height * columns, some, min(rows, height - y), columns,
                        sums[part, group * filters + f],
                    )  # fmt: skip


@part
def _lay_out(
    sample: Any, size: Any, source: Any, first: Any, count: Any, y: Any, numbers: Any, goal: Any
) -> None:
    """Copy channels of an image, from the first one on, to planes with zeros around, from row y of positions on.

    Number (line, column) of plane (i, j) is pixel ((y + line + top) * step_y + i, (column + left) * step_x + j).
    """
    top, left, step_y, step_x = numbers[0], numbers[1], numbers[2], numbers[3]
    down, across, far = numbers[4], numbers[5], numbers[24]
    lines, wide, apart, height, width = numbers[6], numbers[7], numbers[8], numbers[9], numbers[10]
    for channel in range(first, first + count):
        image = source + size * channel * height * width
        for i in range(down):
            row, column = (y + top) * step_y + i, left * step_x
            if across == 1:
                put_lines(sample, image, height, width, row, step_y, column, lines, wide, goal, apart, far)
            else:
                put_half_lines(
                    sample, image, height, width, row, step_y, column, lines, wide, goal, apart, far
                )
            goal += size * apart * across

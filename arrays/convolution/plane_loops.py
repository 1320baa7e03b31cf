"""Loops of convolutions of few channels or filters: numbers times images with zeros around them, moved tap by tap.

An image with zeros around it is one long row of numbers, in which a tap of a filter sees the same row, some numbers
further on. So a result is a sum of long rows; what comes of the zeros between the rows of an image is left out.
"""

from __future__ import annotations

from typing import Any

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from ..vector_math.bits import fma, like, sum_of_products
from .lines import put_half_lines, put_lines
from .panel_tiles import put_apart, put_pairs, put_rows
from .sizes import STRIPE, UNIT

TYPES = {
    "convolve": "{x}[2] {x}[1] int64[1] int64[2] int64[1] {x}[2] int64 int64 int64",
    "add_products": "int64[1] int64[1] {x}[2] {x}[3] int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


def convolve(
    lo: int, hi: int, weights: Any, bias: Any, numbers: Any, classes: Any, offsets: Any, space: Any, images: int,
    room: int, out: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a band of `rows` rows of positions of an image, in all channels of a group.

    `numbers` are `planes.Bands`. Position (y, x) of class i * across + j is pixel (y * down + i, x * across + j) of a
    channel of the result. There position p of a band is the sum of weights[channel, n] times number offsets[n] + p of
    the slice's space, for the weights n of its class. `space` is the same memory as room.
    """
    groups, channels, batch, bands, rows = numbers[11], numbers[12], numbers[13], numbers[14], numbers[15]
    columns, length, height, width = numbers[16], numbers[17], numbers[18], numbers[19]
    down, across, slices, wide = numbers[20], numbers[21], numbers[23], numbers[7]
    count, size, lanes = weights.shape[0] // groups, space.itemsize, STRIPE // space.itemsize
    tasks, sample = batch * groups * bands, bias[0]
    for number in range(lo, hi):
        here = word(room + DATA) + size * space.shape[1] * number
        for task in range(tasks * number // slices, tasks * (number + 1) // slices):
            image, y = task // bands, task % bands * rows
            planes = here + size * across * length
            _lay_out(sample, size, word(images + DATA), image * channels, channels, y, numbers, planes)
            for r in range(count):
                row = image % groups * count + r
                for i in range(down):
                    for j in range(across):
                        _add_taps(
                            space[number], j * length, length, bias[row], offsets, classes[i * across + j], weights[row]
                        )  # fmt: skip
                    lines = min(rows, (height - i + down - 1) // down - y)
                    goal = word(out + DATA) + size * ((image * count + r) * height + y * down + i) * width
                    for p in range(0, columns, lanes):
                        _put(
                            sample, size, here + size * p, wide, length, goal + size * p * across, down * width, lines,
                            width - p * across, across, lanes,
                        )  # fmt: skip


def add_products(
    lo: int, hi: int, numbers: Any, offsets: Any, space: Any, sums: Any, images: int, grad: int, room: int
) -> None:
    """Do the tasks of some slices: gradients of the filters of a group, over one of the parts that images are cut into.

    sums is (parts, filters, taps). Some images are laid out one below the other, and so are their gradients, with zeros
    behind each row; see `convolve`.
    """
    groups, channels, batch, bands, rows = numbers[11], numbers[12], numbers[13], numbers[14], numbers[15]
    columns, length, height = numbers[16], numbers[17], numbers[18]
    together, slices, lines, wide = numbers[22], numbers[23], numbers[6], numbers[7]
    parts, filters, size, sample = sums.shape[0], sums.shape[1] // groups, space.itemsize, space[0, 0]
    units, image_size = (batch + together - 1) // together * bands, size * lines * wide
    for number in range(lo, hi):
        here = word(room + DATA) + size * space.shape[1] * number
        space[number] = 0.0  # what is behind the last number is multiplied with zeros
        for task in range(groups * parts * number // slices, groups * parts * (number + 1) // slices):
            part, group = task % parts, task // parts
            for f in range(filters):
                sums[part, group * filters + f] = 0.0
            for unit in range(units * part // parts, units * (part + 1) // parts):
                first, y = unit // bands * together, unit % bands * rows
                some = min(together, batch - first)
                for n in range(some):
                    image, planes = (first + n) * groups + group, here + size * length + n * image_size
                    _lay_out(
                        sample, size, word(images + DATA), image * channels, channels, y, numbers, planes
                    )
                for f in range(filters):
                    for n in range(some):
                        image = ((first + n) * groups + group) * filters + f
                        put_lines(
                            sample, word(grad + DATA) + size * image * height * columns, min(y + rows, height), columns,
                            y, 1, 0, lines, wide, here + n * image_size,
                        )  # fmt: skip
                    total = sums[part, group * filters + f]
                    _add_dots(space[number], some * lines * wide, length, offsets, total)


@part
def _lay_out(
    sample: Any, size: Any, source: Any, first: Any, count: Any, y: Any, numbers: Any, goal: Any
) -> None:
    """Copy channels of an image, from the first one on, to planes with zeros around, from row y of positions on.

    Number (line, column) of plane (i, j) is pixel ((y + line + top) * step_y + i, (column + left) * step_x + j).
    """
    top, left, step_y, step_x, down, across = (
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5],
    )  # fmt: skip
    lines, wide, apart, height, width = numbers[6], numbers[7], numbers[8], numbers[9], numbers[10]
    for channel in range(first, first + count):
        image = source + size * channel * height * width
        for i in range(down):
            for j in range(across):
                row, column = (y + top) * step_y + i, left * step_x + j
                if step_x == 1:
                    put_lines(sample, image, height, width, row, step_y, column, lines, wide, goal)
                else:
                    put_half_lines(sample, image, height, width, row, step_y, column, lines, wide, goal)
                goal += size * apart


@part
def _put(
    sample: Any, size: Any, source: Any, wide: Any, length: Any, goal: Any, apart: Any, lines: Any, known: Any,
    across: Any, lanes: Any,
) -> None:  # fmt: skip
    """Write a stripe of the positions of some lines, of each class of pixels that are side by side."""
    if across == 1:
        put_rows(sample, source, wide, goal, apart, lines, min(known, lanes))
    elif across == 2:
        put_pairs(sample, source, source + size * length, wide, goal, apart, lines, min(known, 2 * lanes))
    else:
        for j in range(across):
            some = min(lanes, (known - j + across - 1) // across)
            put_apart(sample, source + size * j * length, wide, goal + size * j, apart, lines, some, across)


@part
def _add_taps(space: Any, place: Any, length: Any, bias: Any, offsets: Any, ends: Any, weights: Any) -> None:
    """Write `length` sums of products of weights with the numbers that lie from the offsets on, four at a time."""
    out, n, last = space[place : place + length], ends[0], ends[1]
    out[:] = bias
    while n + 4 <= last:
        w0, w1, w2, w3 = weights[n], weights[n + 1], weights[n + 2], weights[n + 3]
        x0, x1 = space[offsets[n] :][:length], space[offsets[n + 1] :][:length]
        x2, x3 = space[offsets[n + 2] :][:length], space[offsets[n + 3] :][:length]
        for p in range(out.size):
            out[p] += fma(w3, x3[p], fma(w2, x2[p], fma(w1, x1[p], w0 * x0[p])))  # short chains: small errors
        n += 4
    while n < last:
        w0, x0 = weights[n], space[offsets[n] : offsets[n] + length]
        for p in range(out.size):
            out[p] = fma(w0, x0[p], out[p])
        n += 1


@part
def _add_dots(space: Any, used: Any, length: Any, offsets: Any, sums: Any) -> None:
    """Add the products of the first `used` numbers, of `length`, with those that lie from the offsets on."""
    space[used:length] = 0.0
    count, n = min((used + UNIT - 1) // UNIT * UNIT, length), 0
    grad = space[:count]
    while n + 4 <= offsets.size:
        x0, x1 = space[offsets[n] :][:count], space[offsets[n + 1] :][:count]
        x2, x3 = space[offsets[n + 2] :][:count], space[offsets[n + 3] :][:count]
        t0 = like(grad[0], 0.0)
        t1, t2, t3 = t0, t0, t0
        for p in range(grad.size):
            t0 = sum_of_products(t0, grad[p], x0[p])
            t1 = sum_of_products(t1, grad[p], x1[p])
            t2 = sum_of_products(t2, grad[p], x2[p])
            t3 = sum_of_products(t3, grad[p], x3[p])
        sums[n] += t0
        sums[n + 1] += t1
        sums[n + 2] += t2
        sums[n + 3] += t3
        n += 4
    while n < offsets.size:
        x0, t0 = space[offsets[n] : offsets[n] + count], like(grad[0], 0.0)
        for p in range(grad.size):
            t0 = sum_of_products(t0, grad[p], x0[p])
        sums[n] += t0
        n += 1

"""Loops of convolutions of one channel at a time: pixels are turned to stripes of channels, with zeros around them.

So all lanes of a vector are used, however narrow images are and however far apart the pixels that filters see.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from ..vector_math.simd_blocks import flat
from .depthwise_tiles import add_channel_dots, add_channel_taps
from .sizes import PIXELS, ROWS, STRIPE
from .turning import turn_block

TYPES = {
    "convolve": "{x}[4] {x}[4] {x}[2] {x}[1] {x}[1] int64[1] int64[2] int64[1] int64",
    "add_products": "{x}[4] {x}[4] {x}[3] {x}[1] int64[1] int64[1] int64",
}
"""What each loop is compiled for; see `inventory`."""


def convolve(
    lo: int, hi: int, images: Any, out: Any, weights: Any, bias: Any, space: Any, numbers: Any, classes: Any,
    offsets: Any, room: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a band of `rows` rows of positions of an image, in a stripe of channels.

    `numbers` are `depthwise.Bands`; weights are (taps, channels). Position (y, x) of class i * across + j is pixel
    (y * down + i, x * across + j) of a channel of the result: the sum of weights[n] times what stands offsets[n] behind
    number (y * step_y, x * step_x) of the band, for the weights n of its class. space is the same memory as room.
    """
    top, left, step_y, step_x = numbers[0], numbers[1], numbers[2], numbers[3]
    lines, wide = numbers[4], numbers[5]
    bands, rows, down, across = numbers[6], numbers[7], numbers[9], numbers[10]
    slices, room_step, pixels = numbers[11], numbers[12], flat(out)
    size, channels, height, width = space.itemsize, out.shape[1], out.shape[2], out.shape[3]
    lanes, area = STRIPE // size, height * width
    blocks = (channels + lanes - 1) // lanes
    tasks = blocks * out.shape[0] * bands
    skip = -(word(room + DATA) // size) % lanes
    for number in range(np.int64(lo), np.int64(hi)):
        start = skip + room_step * number
        goal = start + lines * wide * lanes
        for task in range(tasks * number // slices, tasks * (number + 1) // slices):
            image, y = task // bands, task % bands * rows
            channel = image % blocks * lanes
            plane, count = image // blocks * channels + channel, min(channels - channel, lanes)
            _lay_out(images, plane, count, y * step_y + top, left, lines, wide, space, start)
            end = min((y + rows) * down, height) - y * down
            for kind in range(down * across):
                i, j = kind // across, kind % across
                first, last = classes[kind, 0], classes[kind, 1]
                some = (width - j + across - 1) // across
                for line in range((end - i + down - 1) // down):
                    here = start + line * step_y * wide * lanes
                    there = goal + ((line * down + i) * width + j) * lanes
                    for x in range(0, some, PIXELS):
                        add_channel_taps(
                            space, here + x * step_x * lanes, step_x * lanes, offsets, weights, channel, bias, first,
                            last, there + x * across * lanes, across * lanes, min(some - x, PIXELS),
                        )  # fmt: skip
            target = plane * area + y * down * width
            for p in range(0, end * width, ROWS):
                turn_block(
                    space, goal + p * lanes, lanes, min(end * width - p, ROWS), count, pixels, target + p, area
                )  # fmt: skip


def add_products(
    lo: int, hi: int, images: Any, grad: Any, sums: Any, space: Any, numbers: Any, offsets: Any, room: int
) -> None:
    """Do the tasks of some slices: gradients of the filters of a stripe of channels, over a part of all bands.

    sums is (parts, taps, channels); see `convolve`.
    """
    top, left, step_y, step_x = numbers[0], numbers[1], numbers[2], numbers[3]
    lines, wide = numbers[4], numbers[5]
    bands, rows, columns = numbers[6], numbers[7], numbers[8]
    slices, room_step, shares = numbers[11], numbers[12], flat(grad)
    size, channels, area = space.itemsize, grad.shape[1], grad.shape[2] * grad.shape[3]
    parts, taps, padded = sums.shape
    lanes = STRIPE // size
    blocks, units = padded // lanes, grad.shape[0] * bands
    skip = -(word(room + DATA) // size) % lanes
    for number in range(np.int64(lo), np.int64(hi)):
        start = skip + room_step * number
        goal = start + lines * wide * lanes
        for task in range(blocks * parts * number // slices, blocks * parts * (number + 1) // slices):
            part, channel = task % parts, task // parts * lanes
            count = min(channels - channel, lanes)
            sums[part, :, channel : channel + lanes] = 0
            for unit in range(units * part // parts, units * (part + 1) // parts):
                y, plane = unit % bands * rows, unit // bands * channels + channel
                _lay_out(images, plane, count, y * step_y + top, left, lines, wide, space, start)
                some = min(rows, grad.shape[2] - y)
                for r in range(0, count, ROWS):
                    place = (plane + r) * area + y * columns
                    turn_block(
                        shares, place, area, min(count - r, ROWS), some * columns, space, goal + r, lanes
                    )
                add_channel_dots(
                    space, start, step_y * wide * lanes, step_x * lanes, offsets, goal, some, columns,
                    sums, part * taps * padded + channel, padded,
                )  # fmt: skip


@part
def _lay_out(
    images: Any, plane: int, count: int, y: int, left: int, lines: int, wide: int, space: Any, start: int
) -> None:
    """Turn some lines of some channels of an image, from line y and column `left` on, zeros outside of it."""
    height, width, lanes, pixels = images.shape[2], images.shape[3], STRIPE // space.itemsize, flat(images)
    begin, end = max(left, 0), min(left + wide, width)
    for line in range(y, y + lines):
        here = start + (line - y) * wide * lanes
        if line < 0 or line >= height or end <= begin or count < lanes:
            space[here : here + wide * lanes] = 0
        else:
            space[here : here + (begin - left) * lanes] = 0
            space[here + (end - left) * lanes : here + wide * lanes] = 0
        if line >= 0 and line < height and begin < end:
            for r in range(0, count, ROWS):
                place = ((plane + r) * height + line) * width + begin
                turn_block(
                    pixels, place, height * width, min(count - r, ROWS), end - begin, space,
                    here + (begin - left) * lanes + r, lanes,
                )  # fmt: skip

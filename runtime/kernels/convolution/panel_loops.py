"""Loops of convolutions whose pixels are copied to panels: any position beside any other, none computed in vain.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import part, rolled, separate
from ..memory import save, word
from ..objects import DATA
from .packing import copy_side_by_side, put_side_by_side
from .panel_tiles import (
    add_few,
    add_line,
    add_tile,
    put_apart,
    put_pairs,
    put_panel,
    put_pixels,
    put_rows,
    put_second_pixels,
)
from .sizes import DEPTH, ROWS, STRIPE, STRIPES

PANEL = STRIPES * STRIPE  # bytes

TYPES = {
    "pack": "{x}[1] int64[2] int64 int64 int64 int64 int64 int64 int64 {x}[1]",
    "multiply": "{x}[1] int64[2] int64[2] int64[1]" + 6 * " int64",
}
"""What each loop is compiled for; see `inventory`."""


@rolled
def pack(
    lo: int, hi: int, weights: Any, table: Any, channels: int, blocks: int, count: int, row_step: int,
    channel_step: int, group_step: int, whole: int, out: Any,
) -> None:  # fmt: skip
    """Write the filters of each class, ROWS at a time, tap after tap.

    Number n of a channel of a filter goes where the table says: to table[0, n], and table[1, n] further for each block.
    """
    length, lanes = np.uint64(table.shape[1]), np.uint64(STRIPE // weights.itemsize)
    for number in range(lo, hi):
        group, block = number // blocks, number % blocks
        place, begin = group * blocks * ROWS * whole, group * group_step + block * ROWS * row_step
        known = min(count - block * ROWS, ROWS)
        if row_step == 1:
            copy_side_by_side(
                weights, begin, channel_step, known, channels, out, place + block * ROWS * channels
            )
        else:
            for c in range(channels):
                first = np.uint64(0)
                while first < length:
                    put_side_by_side(
                        weights, begin + c * channel_step, row_step, known, first, length, out, place + c * ROWS,
                        table, block,
                    )  # fmt: skip
                    first += lanes


@rolled
def multiply(
    lo: int, hi: int, bias: Any, classes: Any, taps: Any, numbers: Any,
    x: int, ys: int, xs: int, filters: int, out: int, room: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a panel of positions of all images by `deep` blocks of filters of a group.

    `numbers` are whether there is a bias, the bytes of a number, how many images, groups, filters and channels of a
    group, and so on, as they are named below. There are rows * columns positions. Position p sees pixels
    (ys[p] + dy, xs[p] + dx) of tall * wide, in all channels of its group, for some taps (dy, dx): those of its class.
    The result has down * across classes of pixels, (y * down + i, x * across + j) of height * width.
    """
    shifted, size, images, groups, count = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    channels, tall, wide, step_y, step_x = numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]
    rows, columns, height, width, down = numbers[10], numbers[11], numbers[12], numbers[13], numbers[14]
    across, deep, slices, room_step = numbers[15], numbers[16], numbers[17], numbers[18]
    panel = PANEL // size
    area, blocks = rows * columns, -(-count // ROWS)
    panels = -(-images * area // panel)
    splits, ready = -(-blocks // deep), -1
    tasks = groups * splits * panels
    shifts = (word(room + DATA) + np.int64(lo) * room_step + (STRIPE - 1)) // STRIPE * STRIPE
    sums = shifts + deep * ROWS * PANEL
    pixels = sums + deep * ROWS * across * PANEL
    source, target = word(x + DATA), word(out + DATA)
    for task in range(tasks * np.int64(lo) // slices, tasks * np.int64(hi) // slices):
        number, p = task // panels, task % panels
        group, block = number // splits, number % splits * deep
        top, here = block * ROWS, min(deep * ROWS, count - block * ROWS)
        if shifted != 0 and number != ready:
            ready = number
            for r in range(here):
                for q in range(panel):
                    save(shifts, r * panel + q, bias[group * count + top + r])
        begin = target + size * (group * count + top) * height * width
        image, place = p * panel // area, p * panel % area
        direct = down * across == 1 and place + panel <= area
        for i in range(down):
            for j in range(across):
                goal, line = sums + j * PANEL, across * panel
                if direct:
                    goal, line = begin + size * (image * groups * count * area + place), area
                start, known = classes[i * across + j, 0], classes[i * across + j, 1] * channels
                a = word(filters + DATA)
                a += size * ROWS * ((group * taps.shape[0] + start) * channels * blocks + block * known)
                parts = max((known + DEPTH // size - 1) // (DEPTH // size), 1)
                most = (known + parts - 1) // parts
                for share in range(parts):
                    k = share * most
                    depth = min(known - k, most)
                    _see(
                        bias[0], size, source, group, groups, p * panel, images * area, area, columns, channels,
                        tall, wide, step_y, step_x, word(ys + DATA), word(xs + DATA), taps, start, k, depth, pixels,
                    )  # fmt: skip
                    plus, plus_line = goal, line
                    if k == 0 and shifted != 0:
                        plus, plus_line = shifts, panel
                    _add(
                        bias[0], size, a + size * k * ROWS, known, pixels, depth, goal, line, plus, plus_line,
                        k == 0 and shifted == 0, here, images * area - p * panel,
                    )  # fmt: skip
            if not direct:
                _write(
                    bias[0], size, sums, begin, p * panel, images * area, groups * count * height * width, columns,
                    area, i, down, across, height, width, here,
                )  # fmt: skip


@separate
def _see(
    sample: Any, size: Any, source: Any, group: Any, groups: Any, q: Any, total: Any, area: Any, columns: Any,
    channels: Any, tall: Any, wide: Any, step_y: Any, step_x: Any, ys: Any, xs: Any, taps: Any, start: Any, k: Any,
    depth: Any, goal: Any,
) -> None:  # fmt: skip
    """Copy what the positions of a panel, from q on, see by `depth` taps and channels from the k-th on."""
    lane, panel = 0, PANEL // size
    while lane < panel and q < total:
        image, place = q // area, q % area
        y, x = place // columns, place % columns
        whole = step_y * step_x == 1 and wide == columns
        known = area - place if whole else columns - x
        if lane != 0 or known < panel or not whole:
            known = min(known, STRIPE // size, panel - lane)
        known = min(known, panel)
        first, done = (image * groups + group) * channels, 0
        while done < depth:
            tap, channel = (k + done) // channels, (k + done) % channels
            dy, dx = taps[start + tap, 0], taps[start + tap, 1]
            some = min(channels - channel, depth - done)
            origin = source + size * (((first + channel) * tall + y * step_y + dy) * wide + x * step_x + dx)
            target = goal + size * lane + done * PANEL
            _copy(
                sample, size, origin, tall * wide, some, ys + 4 * place, xs + 4 * place, dy, dx, tall, wide, step_x,
                known, panel - lane, target,
            )  # fmt: skip
            done += some
        lane, q = lane + known, q + known


@part
def _copy(
    sample: Any, size: Any, source: Any, apart: Any, count: Any, ys: Any, xs: Any, dy: Any, dx: Any, tall: Any,
    wide: Any, step: Any, known: Any, room: Any, goal: Any,
) -> None:  # fmt: skip
    """Copy `known` pixels of some channels to rows of a panel, in which there is room for so many."""
    if step == 2:
        put_second_pixels(sample, source, apart, count, ys, xs, dy, dx, tall, wide, known, room, goal)
    elif known > STRIPE // size:
        put_panel(sample, source, apart, count, ys, xs, dy, dx, tall, wide, goal)
    else:
        put_pixels(sample, source, apart, count, ys, xs, dy, dx, tall, wide, known, room, goal)


@separate
def _add(
    sample: Any, size: Any, a: Any, pitch: Any, b: Any, depth: Any, c: Any, line: Any, start: Any, start_line: Any,
    fresh: Any, count: Any, known: Any,
) -> None:  # fmt: skip
    """Multiply `count` filters, whose blocks have `pitch` taps, with one panel of which `known` numbers are needed."""
    for r in range(0, count, ROWS):
        if known <= STRIPE // size:
            add_line(sample, a, b, depth, c, line, start, start_line, fresh, count - r)
        elif count - r > ROWS // 2:
            add_tile(sample, a, b, depth, c, line, start, start_line, fresh, count - r)
        else:
            add_few(sample, a, b, depth, c, line, start, start_line, fresh, count - r)
        a += size * ROWS * pitch
        c, start = c + size * ROWS * line, start + size * ROWS * start_line


@separate
def _write(
    sample: Any, size: Any, source: Any, target: Any, q: Any, total: Any, image_size: Any, columns: Any, area: Any,
    i: Any, down: Any, across: Any, height: Any, width: Any, count: Any,
) -> None:  # fmt: skip
    """Write the sums of a panel to row after row of the result."""
    lanes, line = STRIPE // size, across * PANEL // size
    end = min(q + PANEL // size, total)
    while q < end:
        image, place = q // area, q % area
        y, x = place // columns * down + i, place % columns
        known = min(columns - x, end - q, lanes)
        goal = target + size * (image * image_size + y * width + x * across)
        if y >= height:
            pass
        elif across == 1:
            put_rows(sample, source, line, goal, height * width, count, known)
        elif across == 2:
            put_pairs(
                sample, source, source + PANEL, line, goal, height * width, count, min(2 * known, width - 2 * x)
            )  # fmt: skip
        else:
            for j in range(across):
                some = min(known, (width - x * across - j + across - 1) // across)
                put_apart(
                    sample, source + j * PANEL, line, goal + size * j, height * width, count, some, across
                )  # fmt: skip
        source, q = source + size * known, q + known

"""Loops of convolutions that copy pixels to panels: positions of all images side by side, without padding to tiles.

Arguments beside numbers and small arrays are addresses of ndarray objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import word
from ..jit.objects import DATA
from .panel_tiles import (
    add_few,
    add_line,
    add_tile,
    put_apart,
    put_everywhere,
    put_pairs,
    put_panel,
    put_pixels,
    put_rows,
    put_second_pixels,
)
from .sizes import ROWS, STRIPE, STRIPES

PANEL = STRIPES * STRIPE  # bytes

TYPES = {
    "multiply": "{x}[1] int64[2] int64[2] int64[2] int64[1]" + 6 * " int64",
}
"""What each loop is compiled for; see `inventory`."""


def multiply(
    lo: int, hi: int, bias: Any, classes: Any, parts: Any, taps: Any, numbers: Any,
    x: int, ys: int, xs: int, filters: int, out: int, room: int,
) -> None:  # fmt: skip
    """Do the tasks of some slices: a panel of positions of all images by `deep` blocks of filters of a group.

    `numbers` are whether there is a bias, the bytes of a number, how many images, groups, filters and channels of a
    group, and so on, as they are named below. There are rows * columns positions. Position p sees pixels
    (ys[p] + dy, xs[p] + dx) of tall * wide, in all channels of its group, for some taps (dy, dx): those of its class.
    A class has parts of the sum, from classes[., 0] to below classes[., 1], and its filters are classes[., 2] numbers
    apart. A part has its first channel and how many, its first tap and how many, and where its numbers begin in the
    filters: how many chunks, `chunk_step` apart, of how many numbers, `step` apart.
    The result has down * across classes of pixels, (y * down + i, x * across + j) of height * width.

    A part of the sum is added for `together` panels before the next one is: so far filters stay in the nearest caches.
    """
    shifted, size, images, groups, count = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    channels, tall, wide, step_y, step_x = numbers[5], numbers[6], numbers[7], numbers[8], numbers[9]
    rows, columns, height, width, down = numbers[10], numbers[11], numbers[12], numbers[13], numbers[14]
    across, deep, together, slices, room_step = (
        numbers[15],
        numbers[16],
        numbers[17],
        numbers[18],
        numbers[19],
    )
    group_step, chunk_step, step = numbers[20], numbers[21], numbers[22]
    panel = PANEL // size
    area, blocks = rows * columns, -(-count // ROWS)
    panels = -(-images * area // panel)
    splits, ready = -(-blocks // deep), -1
    tasks = groups * splits * panels
    shifts = (word(room + DATA) + np.int64(lo) * room_step + (STRIPE - 1)) // STRIPE * STRIPE
    sums, sums_step = shifts + deep * ROWS * PANEL, deep * ROWS * across * PANEL
    pixels = sums + together * sums_step
    source, target, image_size = word(x + DATA), word(out + DATA), groups * count * height * width
    task, last = tasks * np.int64(lo) // slices, tasks * np.int64(hi) // slices
    while task < last:
        number, first = task // panels, task % panels
        end = min(panels, first + last - task, first + together)
        group, block = number // splits, number % splits * deep
        top, here = block * ROWS, min(deep * ROWS, count - block * ROWS)
        if shifted != 0 and number != ready:
            ready = number
            for r in range(here):
                put_everywhere(bias[0], bias[group * count + top + r], shifts + r * PANEL)
        begin = target + size * (group * count + top) * height * width
        for i in range(down):
            for j in range(across):
                kind = i * across + j
                a = word(filters + DATA) + size * (group * group_step + top * classes[kind, 2])
                for n in range(classes[kind, 0], classes[kind, 1]):
                    for p in range(first, end):
                        image, place = p * panel // area, p * panel % area
                        goal, line = sums + (p - first) * sums_step + j * PANEL, across * panel
                        if down * across == 1 and place + panel <= area:
                            goal, line = begin + size * (image * image_size + place), area
                        _see(
                            bias[0], size, source, group, groups, channels, parts[n, 0], parts[n, 1], p * panel,
                            images * area, area, columns, tall, wide, step_y, step_x, word(ys + DATA),
                            word(xs + DATA), taps, parts[n, 2], parts[n, 3], pixels,
                        )  # fmt: skip
                        fresh, plus, plus_line = n == classes[kind, 0], goal, line
                        if fresh and shifted != 0:
                            fresh, plus, plus_line = False, shifts, panel
                        _add(
                            bias[0], size, a + size * parts[n, 4], classes[kind, 2], parts[n, 5], chunk_step,
                            parts[n, 6], step, pixels, goal, line, plus, plus_line, fresh, here,
                            images * area - p * panel,
                        )  # fmt: skip
            for p in range(first, end):
                if down * across > 1 or p * panel % area + panel > area:
                    _write(
                        bias[0], size, sums + (p - first) * sums_step, begin, p * panel, images * area, image_size,
                        columns, area, i, down, across, height, width, here,
                    )  # fmt: skip
        task += end - first


@part
def _see(
    sample: Any, size: Any, source: Any, group: Any, groups: Any, channels: Any, channel: Any, count: Any, q: Any,
    total: Any, area: Any, columns: Any, tall: Any, wide: Any, step_y: Any, step_x: Any, ys: Any, xs: Any, taps: Any,
    tap: Any, length: Any, goal: Any,
) -> None:  # fmt: skip
    """Copy the pixels that the positions of a panel, from q on, read in `count` channels through `length` taps."""
    lane, panel = 0, PANEL // size
    while lane < panel and q < total:
        image, place = q // area, q % area
        y, x = place // columns, place % columns
        whole = step_y * step_x == 1 and wide == columns
        known = area - place if whole else columns - x
        if lane != 0 or known < panel or not whole:
            known = min(known, STRIPE // size, panel - lane)
        known = min(known, panel)
        first = ((image * groups + group) * channels + channel) * tall + y * step_y
        for n in range(length):
            dy, dx = taps[tap + n, 0], taps[tap + n, 1]
            _copy(
                sample, size, source + size * ((first + dy) * wide + x * step_x + dx), tall * wide, count,
                ys + 4 * place, xs + 4 * place, dy, dx, tall, wide, step_x, known, panel - lane,
                goal + size * lane + n * PANEL, length * panel,
            )  # fmt: skip
        lane, q = lane + known, q + known


@part
def _copy(
    sample: Any, size: Any, source: Any, apart: Any, count: Any, ys: Any, xs: Any, dy: Any, dx: Any, tall: Any,
    wide: Any, step: Any, known: Any, room: Any, goal: Any, pitch: Any,
) -> None:  # fmt: skip
    """Copy `known` pixels of some channels to rows of a panel, in which there is room for so many."""
    if step == 2:
        put_second_pixels(sample, source, apart, count, ys, xs, dy, dx, tall, wide, known, room, goal, pitch)
    elif known > STRIPE // size:
        put_panel(sample, source, apart, count, ys, xs, dy, dx, tall, wide, goal, pitch)
    else:
        put_pixels(sample, source, apart, count, ys, xs, dy, dx, tall, wide, known, room, goal, pitch)


@part
def _add(
    sample: Any, size: Any, a: Any, row_step: Any, chunks: Any, chunk_step: Any, length: Any, step: Any,
    b: Any, c: Any, line: Any, start: Any, start_line: Any, fresh: Any, count: Any, known: Any,
) -> None:  # fmt: skip
    """Multiply `count` filters, `row_step` numbers apart, with a panel, whose `known` are needed."""
    for r in range(0, count, ROWS):
        if known <= STRIPE // size:
            add_line(
                sample, a, row_step, chunks, chunk_step, length, step, b, c, line, start, start_line, fresh, count - r
            )  # fmt: skip
        elif count - r > ROWS // 2:
            add_tile(
                sample, a, row_step, chunks, chunk_step, length, step, b, c, line, start, start_line, fresh, count - r
            )  # fmt: skip
        else:
            add_few(
                sample, a, row_step, chunks, chunk_step, length, step, b, c, line, start, start_line, fresh, count - r
            )  # fmt: skip
        a += size * ROWS * row_step
        c, start = c + size * ROWS * line, start + size * ROWS * start_line


@part
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

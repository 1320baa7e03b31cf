"""Products of matrices: a piece of the result is computed from panels of both factors, see `panels` and `tiles`.

Arguments beside numbers are addresses of ndarray objects. Steps and lengths are counted in numbers of `size` bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import plain, separate
from ..memory import word
from ..objects import DATA
from .panels import put_across, put_along
from .sizes import DEPTH, FEW, FEWER, GROUP, PANEL, ROOM, ROWS, STRIPE, WIDE
from .tiles import few_rows, tile

TYPES = {
    "multiply": "{x}" + 23 * " int64",
}
"""What each loop is compiled for; see `inventory`."""


@plain
def multiply(
    lo: int, hi: int, sample: Any, size: int, rows: int, length: int, columns: int, row_step: int, column_step: int,
    inner: int, a_outer: int, a_inner: int, a_row: int, a_place: int,
    b_outer: int, b_inner: int, b_place: int, b_column: int, room_step: int, rooms: int, tasks: int,
    a: int, b: int, bias: int, out: int, room: int,
) -> None:  # fmt: skip
    """Multiply matrices; a task is `row_step` rows and `column_step` columns of one.

    The first `inner` matrices are evenly spaced, and so are the next ones. The products of DEPTH bytes of each row are
    added to zero, or to the bias, and the sums of further ones to the result, whatever the tasks are. Calls for
    different chunks of the tasks, of which there are at most as many as `rooms`, keep their panels in different rooms.
    """
    across, down = -(-columns // column_step), -(-rows // row_step)
    depth, wide, lanes = DEPTH // size, WIDE // size, PANEL // size
    memory = word(room + DATA) + np.int64(lo) * rooms // tasks * room_step
    memory = (memory + (STRIPE - 1)) // STRIPE * STRIPE
    panels = memory + GROUP // ROWS * ROOM * DEPTH
    for task in range(np.int64(lo), np.int64(hi)):
        number, piece = task // (across * down), task % (across * down)
        top, left = piece // across * row_step, piece % across * column_step
        bottom, right = min(top + row_step, rows), min(left + column_step, columns)
        a_start = word(a + DATA) + size * (number // inner * a_outer + number % inner * a_inner)
        b_start = word(b + DATA) + size * (number // inner * b_outer + number % inner * b_inner)
        target = word(out + DATA) + size * number * rows * columns
        for first in range(left, right, wide):
            width = min(right - first, wide)
            for k in range(0, length, depth):
                count = min(length - k, depth)
                source = b_start + size * (k * b_place + first * b_column)
                _lay_out(sample, size, source, b_column, b_place, count, width, lanes, lanes, panels)
                for r in range(top, bottom, GROUP):
                    height = min(bottom - r, GROUP)
                    source = a_start + size * (r * a_row + k * a_place)
                    _lay_out(sample, size, source, a_row, a_place, count, height, ROWS, ROOM, memory)
                    goal = target + size * (r * columns + first)
                    start, start_line = goal, columns
                    if k == 0 and bias != 0:
                        start, start_line = word(bias + DATA) + size * first, 0
                    fresh = k == 0 and bias == 0
                    for c in range(0, width, lanes):
                        panel = panels + c * DEPTH
                        _column(
                            sample, size, memory, panel, count, goal + size * c, columns,
                            start + size * c, start_line, fresh, width - c, height,
                        )  # fmt: skip


@separate
def _lay_out(
    sample: Any, size: Any, source: Any, line: Any, place: Any, count: Any,
    lines: Any, width: Any, pitch: Any, target: Any,
) -> None:  # fmt: skip
    """Copy the first `count` numbers of lines, which are `place` apart, to panels of `width` lines.

    Stripes without a line get numbers too: whatever lay there could be subnormal, and products with it are slow.
    """
    lanes = STRIPE // size
    if line == 1:
        for k in range(0, count, FEW):
            for first in range(0, lines, width):
                goal = target + first // width * pitch * DEPTH + size * k * pitch
                for s in range(0, width, lanes):
                    rest = max(min(lines - first, width) - s, 1)
                    origin = source + size * (k * place + min(first + s, lines - 1))
                    put_along(sample, origin, place, min(count - k, FEW), rest, goal + size * s, pitch)
    else:
        for first in range(0, lines, width):
            goal = target + first // width * pitch * DEPTH
            for s in range(0, width, lanes):
                rest = max(min(lines - first, width) - s, 1)
                origin = source + size * min(first + s, lines - 1) * line
                put_across(sample, origin, line, count, rest, goal + size * s, pitch)


@separate
def _column(
    sample: Any, size: Any, a: Any, b: Any, depth: Any, c: Any, line: Any, start: Any, start_line: Any, fresh: Any,
    columns: Any, count: Any,
) -> None:  # fmt: skip
    """Multiply `count` rows with one panel."""
    r = 0
    while r + ROWS <= count:
        tile(sample, a, b, depth, c, line, start, start_line, fresh, ROWS, columns)
        a, r = a + ROOM * DEPTH, r + ROWS
        c, start = c + size * ROWS * line, start + size * ROWS * start_line
    while r < count:
        few_rows(sample, a, b, depth, c, line, start, start_line, fresh, count - r, columns)
        a, r = a + size * FEWER, r + FEWER
        c, start = c + size * FEWER * line, start + size * FEWER * start_line

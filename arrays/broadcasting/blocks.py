"""Runs a flat loop block by block over operands of different shapes: broadcasting, strides, and sums of gradients.

The table (see `layout`) describes the iteration. Its tasks are groups of rows, cut into blocks that fit into the
first-level cache. For each block every operand becomes what a flat loop takes: the address of contiguous elements,
or one number. A gradient that has to be summed is computed into a buffer of one block, and summed from there while it
is in the cache. Which elements are added in which order depends on the table alone.

This code decides; elements are moved by the loops in `moves`, which it calls by their addresses: those are compiled
for each dtype, and only if they are needed.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import apply, call, get, put, request, save, word
from ..jit.objects import DATA
from . import layout
from .layout import (
    BLOCK,
    BLOCKS,
    BUFFERS,
    FOLD,
    MODE,
    MOVES,
    PACK,
    PLACE,
    RECORD,
    RECORDS,
    ROW,
    STARTS,
    STEP,
    TOTAL,
    VALUE,
)

TYPES = {
    "run": "int64 int64 int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


def run(lo: Any, hi: Any, table: Any, entry: Any, arrays: Any, obtain: Any, release: Any) -> None:
    """Run the tasks `lo..hi` of a flat loop, `entry`; if that is 0, sum the last operand."""
    count = word(table + layout.COUNT)
    memory = request(obtain, layout.HEAD + 2 * BLOCK * count + 64)
    slots = (memory + 63) // 64 * 64
    for p in range(0, 8 * count, 8):
        put(slots + p, slots + BLOCKS + p - DATA)
        put(slots + BUFFERS + p, slots + layout.HEAD + 2 * BLOCK * (p // 8))
        put(slots + BLOCKS + p, word(slots + BUFFERS + p))
    failed = 0
    for task in range(np.int64(lo), np.int64(hi)):
        failed |= run_task(task, table, entry, arrays, slots)
    apply(release, memory)
    if failed != 0:
        raise RuntimeError("a kernel failed on a part of its operands")


@part
def run_task(task: Any, table: Any, entry: Any, arrays: Any, slots: Any) -> Any:
    """Run the blocks of one task; return the error of one of them, or 0."""
    piece, rest = task % word(table + layout.PIECES), task // word(table + layout.PIECES)
    group, rest = rest % word(table + layout.GROUPS), rest // word(table + layout.GROUPS)
    column, rows = piece * word(table + layout.PIECE), word(table + layout.ROWS)
    first = group * word(table + layout.GROUP)
    last = min(first + word(table + layout.GROUP), word(table + layout.LENGTH))
    width = min(word(table + layout.PIECE), word(table + layout.INNER) - column)
    highest = min(rows, last - first)
    count = word(table + layout.COUNT)
    for p in range(count):
        start = word(word(arrays + 8 * p) + DATA)
        record = table + RECORDS + RECORD * p
        mode = word(record + MODE)
        if mode == FOLD:
            start += 8 * ((rest * word(table + layout.GROUPS) + group) * word(table + layout.INNER) + column)
            clear(
                word(slots + BUFFERS + 8 * p) + BLOCK, (highest * width * word(table + layout.SIZE) + 7) // 8
            )
            clear(start, width)
        else:
            start += word(record + STEP) * (piece if mode == TOTAL else column) + leading(rest, table, record)
        put(slots + STARTS + 8 * p, start)
    failed = 0
    for row in range(first, last, rows):
        height = min(rows, last - row)
        for p in range(count):
            place(p, table + RECORDS + RECORD * p, row, height, width, row == first, slots)
        if entry != 0:
            failed |= call(entry, slots, 0, height * width)
        done = row + rows >= last or (row - first) // rows % layout.FLUSH == layout.FLUSH - 1
        for p in range(count):
            record = table + RECORDS + RECORD * p
            mode = word(record + MODE)
            if mode >= FOLD:
                source = word(slots + BLOCKS + 8 * (p if entry != 0 else count - 1))
                target = word(slots + STARTS + 8 * p)
                if mode == FOLD:
                    sums = word(slots + BUFFERS + 8 * p) + BLOCK
                    move(record, source, sums, target if done else 0, highest, width, height, slots)
                else:
                    stride, step, item = word(record + ROW), word(record + STEP), word(record + layout.ITEM)
                    apart = item if mode == TOTAL else 0 if step == item else step
                    move(record, source, target + row * stride, stride, apart, width, height, slots)
    return failed


@part
def leading(rest: Any, table: Any, record: Any) -> Any:
    """Return the offset in an operand of the rows with these leading indices."""
    offset = 0
    for axis in range(8 * word(table + layout.LEADING) - 8, -8, -8):
        size = word(table + layout.SIZES + axis)
        offset += rest % size * word(record + layout.STRIDES + axis)
        rest //= size
    return offset


@part
def place(p: Any, record: Any, row: Any, height: Any, width: Any, new: Any, slots: Any) -> None:
    """Make a block of an operand contiguous, as a flat loop needs it."""
    mode, item, stride = word(record + MODE), word(record + layout.ITEM), word(record + ROW)
    source = word(slots + STARTS + 8 * p) + row * stride
    if mode == PLACE:
        put(slots + BLOCKS + 8 * p, source)
    elif mode == VALUE:
        if item == 8:
            save(slots + 8 * p, 0, get(source, 0, np.float64(0)))
        elif item == 4:
            save(slots + 8 * p, 0, np.float64(get(source, 0, np.float32(0))))
        else:
            save(slots + 8 * p, 0, np.float64(get(source, 0, np.uint8(0))))
    elif mode == PACK and (new or stride != 0):  # else the buffer still holds the same rows
        move(record, source, word(slots + BUFFERS + 8 * p), stride, word(record + STEP), width, height, slots)


@part
def move(
    record: Any, source: Any, target: Any, row: Any, step: Any, width: Any, height: Any, slots: Any
) -> None:
    """Call the loop of `moves` that an operand needs, on `height` rows."""
    words = slots + MOVES
    put(words + 8, source)
    put(words + 16, target)
    put(words + 24, row)
    put(words + 32, step)
    put(words + 40, width)
    call(word(record + layout.MOVE), words, 0, height)


@part
def clear(target: Any, count: Any) -> None:
    """Write zeros to so many words."""
    for p in range(0, 8 * count, 8):
        put(target + p, 0)

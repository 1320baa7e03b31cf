"""Runs a flat loop block by block over operands of different shapes: broadcasting, strides, and sums of gradients.

The table (see `layout`) describes the iteration. Its tasks are groups of rows, cut into blocks that fit into the
first-level cache. For each block every operand becomes what a flat loop takes: the address of contiguous elements,
or one number. A gradient that has to be summed is computed into a buffer of one block, and summed from there while it
is in the cache. Which elements are added in which order depends on the table alone.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..compiler import light, part, separate
from ..memory import apply, call, get, put, request, save, word
from ..objects import DATA
from ..vector_math.bits import like, radd
from . import layout
from .layout import (
    BLOCK,
    BLOCKS,
    BUFFERS,
    FOLD,
    MODE,
    PACK,
    PLACE,
    RECORD,
    RECORDS,
    ROW,
    STARTS,
    STEP,
    STORE,
    TOTAL,
    VALUE,
)

TYPES = {
    "run": "{x} int64 int64 int64 int64 int64",
}
"""What each loop is compiled for; see `inventory`."""


@light
def run(
    lo: Any, hi: Any, sample: Any, table: Any, entry: Any, arrays: Any, obtain: Any, release: Any
) -> None:
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
        failed |= run_task(task, sample, table, entry, arrays, slots)
    apply(release, memory)
    if failed != 0:
        raise RuntimeError("a kernel failed on a part of its operands")


@separate
def run_task(task: Any, sample: Any, table: Any, entry: Any, arrays: Any, slots: Any) -> Any:
    """Run the blocks of one task; return the error of one of them, or 0."""
    piece, rest = task % word(table + layout.PIECES), task // word(table + layout.PIECES)
    group, rest = rest % word(table + layout.GROUPS), rest // word(table + layout.GROUPS)
    column, rows = piece * word(table + layout.PIECE), word(table + layout.ROWS)
    first = group * word(table + layout.GROUP)
    last = min(first + word(table + layout.GROUP), word(table + layout.LENGTH))
    width = min(word(table + layout.PIECE), word(table + layout.INNER) - column)
    count = word(table + layout.COUNT)
    for p in range(count):
        start = word(word(arrays + 8 * p) + DATA)
        record = table + RECORDS + RECORD * p
        mode = word(record + MODE)
        if mode == FOLD:
            start += 8 * ((rest * word(table + layout.GROUPS) + group) * word(table + layout.INNER) + column)
            clear(word(slots + BUFFERS + 8 * p) + BLOCK, min(rows, last - first) * width, sample)
            clear(start, width, 0.0)
        else:
            start += word(record + STEP) * (piece if mode == TOTAL else column) + leading(rest, table, record)
        put(slots + STARTS + 8 * p, start)
    failed = 0
    for row in range(first, last, rows):
        height = min(rows, last - row)
        for p in range(count):
            place(p, table + RECORDS + RECORD * p, row, height, width, row == first, sample, slots)
        if entry != 0:
            failed |= call(entry, slots, 0, height * width)
        done = row + rows >= last or (row - first) // rows % layout.FLUSH == layout.FLUSH - 1
        for p in range(count):
            record = table + RECORDS + RECORD * p
            mode = word(record + MODE)
            if mode >= FOLD:
                source = word(slots + BLOCKS + 8 * (p if entry != 0 else count - 1))
                sums = word(slots + BUFFERS + 8 * p) + BLOCK
                target = word(slots + STARTS + 8 * p)
                if mode == TOTAL:
                    totals(source, target + row * word(record + ROW), record, height, width, sample)
                elif mode == STORE:
                    store(source, target + row * word(record + ROW), record, height, width, sample)
                else:
                    fold(source, sums, height * width, sample)
                    if done:
                        unfold(sums, target, min(rows, last - first), width, sample)
    return failed


@part
def leading(rest: Any, table: Any, record: Any) -> Any:
    """Return how far into an operand the rows with these leading indices are."""
    offset = 0
    for axis in range(8 * word(table + layout.LEADING) - 8, -8, -8):
        size = word(table + layout.SIZES + axis)
        offset += rest % size * word(record + layout.STRIDES + axis)
        rest //= size
    return offset


@separate
def place(p: Any, record: Any, row: Any, height: Any, width: Any, new: Any, sample: Any, slots: Any) -> None:
    """Make a block of an operand what a flat loop takes."""
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
        target = word(slots + BUFFERS + 8 * p)
        for i in range(height):
            there, here = source + i * stride, target + i * width * item
            if item == 1:
                pack(there, here, word(record + STEP), width, np.uint8(0))
            else:
                pack(there, here, word(record + STEP), width, sample)


@part
def pack(source: Any, target: Any, step: Any, count: Any, sample: Any) -> None:
    """Copy elements that are `step` bytes apart."""
    if step == 0:
        value = get(source, 0, sample)
        for j in range(count):
            save(target, j, value)
    else:
        for j in range(count):
            save(target, j, get(source + j * step, 0, sample))


@separate
def clear(target: Any, count: Any, sample: Any) -> None:
    """Write zeros."""
    for j in range(count):
        save(target, j, like(sample, 0.0))


@separate
def fold(source: Any, sums: Any, count: Any, sample: Any) -> None:
    """Add a block to the sums by columns."""
    for j in range(count):
        save(sums, j, get(sums, j, sample) + get(source, j, sample))


@separate
def unfold(sums: Any, target: Any, height: Any, width: Any, sample: Any) -> None:
    """Add the sums of `height` rows to those in double precision, and begin anew."""
    for i in range(height):
        for j in range(width):
            save(target, j, get(target, j, 0.0) + np.float64(get(sums, i * width + j, sample)))
    clear(sums, height * width, sample)


@separate
def totals(source: Any, target: Any, record: Any, height: Any, width: Any, sample: Any) -> None:
    """Write the sum of each row of a block."""
    for i in range(height):
        total = like(sample, 0.0)
        for j in range(width):
            total = radd(total, get(source, i * width + j, sample))
        if word(record + layout.ITEM) == 8:
            save(target + i * word(record + ROW), 0, np.float64(total))
        else:
            save(target + i * word(record + ROW), 0, total)


@separate
def store(source: Any, target: Any, record: Any, height: Any, width: Any, sample: Any) -> None:
    """Copy a block to where it belongs."""
    step, item = word(record + STEP), word(record + layout.ITEM)
    for i in range(height):
        there, here = target + i * word(record + ROW), source + i * width * item
        if step == item:
            for j in range(width):
                save(there, j, get(here, j, sample))
        else:
            for j in range(width):
                save(there + j * step, 0, get(here, j, sample))

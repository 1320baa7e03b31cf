"""Loops that bring blocks of operands together for a flat loop, and what it computes to where it belongs; see `blocks`.

All have the same arguments, which `blocks.move` fills in: two addresses, two distances in bytes or numbers, and how
many elements a row of the block has. `lo` to `hi` are the rows. Each is compiled when the first plan needs it.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..jit.memory import bytes_of, get, save
from ..vector_math.bits import like, radd

_WORDS = " int64" * 5
TYPES = {
    "pack": "{x}" + _WORDS,
    "pack_bools": "int64" + _WORDS,
    "fold": "{x}" + _WORDS,
    "total": "{x}" + _WORDS,
    "store": "{x}" + _WORDS,
}
"""What each loop is compiled for; see `inventory`."""


def pack(lo: Any, hi: Any, sample: Any, source: Any, target: Any, row: Any, step: Any, width: Any) -> None:
    """Copy rows `row` bytes apart, whose elements are `step` bytes apart, to a block."""
    copy(np.int64(lo), np.int64(hi), sample, source, target, row, step, width)


def pack_bools(
    lo: Any, hi: Any, sample: Any, source: Any, target: Any, row: Any, step: Any, width: Any
) -> None:
    """Do so with elements of a byte."""
    copy(np.int64(lo), np.int64(hi), np.uint8(0), source, target, row, step, width)


@part
def copy(lo: Any, hi: Any, sample: Any, source: Any, target: Any, row: Any, step: Any, width: Any) -> None:
    """Copy rows, of one number each if their elements are in one place."""
    for i in range(lo, hi):
        start = source + i * row
        if step == bytes_of(sample):
            for j in range(width):
                save(target, i * width + j, get(start, j, sample))
        elif step == 0:
            value = get(start, 0, sample)
            for j in range(width):
                save(target, i * width + j, value)
        else:
            for j in range(width):
                save(target, i * width + j, get(start + j * step, 0, sample))


def fold(lo: Any, hi: Any, sample: Any, source: Any, sums: Any, target: Any, height: Any, width: Any) -> None:
    """Add a block to the sums by columns; if there is a target, add those to it, in double precision.

    The sums, of `height` rows, then begin anew.
    """
    for j in range(np.int64(lo) * width, np.int64(hi) * width):
        save(sums, j, get(sums, j, sample) + get(source, j, sample))
    if target != 0:
        for i in range(height):
            for j in range(width):
                save(target, j, get(target, j, 0.0) + np.float64(get(sums, i * width + j, sample)))
        for j in range(height * width):
            save(sums, j, like(sample, 0.0))


def total(lo: Any, hi: Any, sample: Any, source: Any, target: Any, row: Any, item: Any, width: Any) -> None:
    """Write the sum of each row of a block, `row` bytes apart, as a number of `item` bytes."""
    for i in range(np.int64(lo), np.int64(hi)):
        whole = like(sample, 0.0)
        for j in range(width):
            whole = radd(whole, get(source, i * width + j, sample))
        if item == 8:
            save(target + i * row, 0, np.float64(whole))
        else:
            save(target + i * row, 0, whole)


def store(lo: Any, hi: Any, sample: Any, source: Any, target: Any, row: Any, step: Any, width: Any) -> None:
    """Copy a block to rows `row` bytes apart, whose elements are `step` bytes apart; 0: without gaps."""
    for i in range(np.int64(lo), np.int64(hi)):
        there = target + i * row
        if step == 0 or step == bytes_of(sample):
            for j in range(width):
                save(there, j, get(source, i * width + j, sample))
        else:
            for j in range(width):
                save(there + j * step, 0, get(source, i * width + j, sample))

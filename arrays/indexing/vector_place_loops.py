"""Loops that read, write and add elements of a vector at places that integers name, or a mask.

Negative places count from the end. One that is out of range is replaced by the last, and noted: `wrong[0]` becomes 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined

TYPES = {
    "take": "{x}[1] int64[1] int64[1] {x}[1]",
    "write": "int64[1] {x}[1] int64[1] {x}[1]",
    "add": "int64[1] {x}[1] int64[1] {x}[1]",
    "write_chosen": "bool[1] {x}[1] int64[1] int64 {x}[1]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _place(place: int, size: int) -> Any:
    """The place from the start, at most the size if it is out of range."""
    from_start = np.uint64(place + size if place < 0 else place)
    return min(from_start, np.uint64(size))


def take(lo: int, hi: int, source: Any, index: Any, wrong: Any, out: Any) -> None:
    """out[i] = source[index[i]]."""
    size, places, target = source.size, index[lo:hi], out[lo:hi]
    last, largest = np.uint64(size - 1), np.uint64(0)
    for i in range(target.size):
        place = _place(places[i], size)
        largest = max(largest, place)
        target[i] = source[min(place, last)]
    if largest > last:
        wrong[0] = 1


def write(lo: int, hi: int, index: Any, source: Any, wrong: Any, out: Any) -> None:
    """out[index[i]] = source[i], the last one of those at one place; in one piece."""
    last, largest = np.uint64(out.size - 1), np.uint64(0)
    for i in range(index.size):
        place = _place(index[i], out.size)
        largest = max(largest, place)
        out[min(place, last)] = source[i]
    if largest > last:
        wrong[0] = 1


def add(lo: int, hi: int, index: Any, source: Any, wrong: Any, out: Any) -> None:
    """out[index[i]] += source[i], one by one; in one piece."""
    last, largest = np.uint64(out.size - 1), np.uint64(0)
    for i in range(index.size):
        place = _place(index[i], out.size)
        largest = max(largest, place)
        out[min(place, last)] += source[i]
    if largest > last:
        wrong[0] = 1


def write_chosen(lo: int, hi: int, mask: Any, source: Any, starts: Any, size: int, out: Any) -> None:
    """Write `source`, in its order, to the places of blocks of `size` elements where the mask is true.

    `starts` counts those before each block. Every place is written, so that there is no branch.
    """
    last = np.uint64(source.size - 1)
    for block in range(lo, hi):
        begin, k = np.uint64(block) * np.uint64(size), np.uint64(starts[block])
        end = min(begin + np.uint64(size), np.uint64(out.size))
        chosen, target = mask[begin:end], out[begin:end]
        for i in range(target.size):
            target[i] = source[min(k, last)] if chosen[i] else target[i]
            k += np.uint64(chosen[i])

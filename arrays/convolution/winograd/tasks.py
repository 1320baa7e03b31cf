"""How Winograd's products are cut into tasks: some tiles of all images by some of the filters."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from ..sizes import POINTS, ROWS, STRIPE, STRIPES

__all__ = ["SLICES", "Tasks", "divide"]

SLICES = 16  # that the tasks are dealt out in, each with memory of its own, or two for a thread
_ROOM = 1 << 20  # bytes of transformed tiles that fit the second-level cache, beside filters
_MOST = 8  # stripes of tiles, or products leave the nearest cache before they are transformed back
# In the time that the products of a filter with a stripe of tiles take:
_LIFT = 25.0  # transforming a stripe of tiles
_READ, _FETCH = 0.5, 2.0  # reading a transformed filter, from another processor's cache if there are several
_LEFT = 0.5  # what a stripe takes longer by itself, where STRIPES of them make a tile of products


class Tasks(NamedTuple):
    """What the loop is called for."""

    stripes: int  # of tiles of a task
    splits: int  # of the filters of a group
    number: int
    slices: int


@lru_cache(maxsize=256)
def divide(stripes: int, groups: int, channels: int, filters: int, threads: int) -> Tasks:
    """Return the division that takes some threads the least time; `stripes`: of all tiles of a group.

    With more tiles in a task filters are read less often, with more filters tiles are transformed less often.
    """
    most = min(max(_ROOM // (POINTS * STRIPE * channels), STRIPES), _MOST)
    blocks = -(-filters // ROWS)
    found = []
    for size, splits in product(range(1, min(most, stripes) + 1), range(1, min(blocks, 2 * threads) + 1)):
        count = -(-stripes // size) * groups * splits
        tasks = Tasks(size, splits, count, min(count, max(SLICES, 2 * threads)))
        some = -(-blocks // splits) * ROWS
        whole, last = (
            _one(n, some, _FETCH if threads > 1 else _READ)
            for n in (size, stripes - (stripes - 1) // size * size)
        )
        found.append((_time(tasks, groups * splits, whole, last, threads), tasks))
    return min(found)[1]


def _one(stripes: int, filters: int, read: float) -> float:
    """Return the time of a task."""
    return stripes * _LIFT + filters * (stripes + stripes % STRIPES * _LEFT + read)


def _time(tasks: Tasks, few: int, whole: float, last: float, threads: int) -> float:
    """Return when the last thread is done, if each takes the next slice; the last few tasks are shorter."""
    ends = [0.0] * threads
    for begin, end in pairwise(tasks.number * n // tasks.slices for n in range(tasks.slices + 1)):
        short = max(end - max(begin, tasks.number - few), 0)
        ends[ends.index(min(ends))] += (end - begin - short) * whole + short * last
    return max(ends)

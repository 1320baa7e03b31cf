"""How the numbers of filters are read for products with panels: where they are, or packed, filters side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .layout import Pair, Shape
from .positions import Plan
from .sizes import ROWS

__all__ = ["Packing", "Reading", "read"]

Array = NDArray[Any]
Part = tuple[int, int, int, int]  # of a sum: first channel and how many, first tap and how many


class Packing(NamedTuple):
    """What filters are packed with; see `pack`."""

    blocks: int  # of all groups
    arguments: tuple[Any, ...]
    size: int  # numbers


class Reading(NamedTuple):
    """Tables and numbers that the products are computed by; see `multiply`."""

    classes: Array
    parts: Array
    steps: tuple[int, int, int, int]
    packing: Packing | None


def read(shape: Shape, plan: Plan, channels: int, count: int, steps: Pair, depth: int) -> Reading:
    """Return how `count` filters are read, `depth` numbers of each at a time.

    `steps` lead from one filter to the next, and from the numbers of a channel to those of the next.
    """
    found = [list(_parts(*taps, channels, depth)) for taps in plan.classes]
    ends = np.cumsum([len(parts) for parts in found])
    area, (filter_step, channel_step) = len(plan.taps), steps
    group_step, apart, packing = count * channels * area, np.full(len(found), filter_step), None
    row_step, chunk_step, step = filter_step, 0, 1
    if area == 1:
        step = channel_step
        places = [[c * channel_step * length, 1, some * length] for c, some, _, length in chain(*found)]
    elif len(found) > 1:  # a class needs some of the numbers of every line of memory
        packing = _packing(shape, plan, channels, count, steps)
        group_step, row_step, step = packing.size // shape.groups, 1, ROWS
        apart = np.array([number for _, number in plan.classes]) * channels
        starts = [first * packing.blocks // shape.groups * channels * ROWS for first, _ in plan.classes]
        places = [
            [start + (c * number + tap - first) * ROWS, 1, some * length]
            for start, (first, number), parts in zip(starts, plan.classes, found, strict=True)
            for c, some, tap, length in parts
        ]
    elif channel_step == area:
        places = [[c * area + tap, 1, some * length] for c, some, tap, length in found[0]]
    else:
        chunk_step = channel_step
        places = [[c * chunk_step + tap, some, length] for c, some, tap, length in found[0]]
    classes = np.stack([ends - [len(parts) for parts in found], ends, apart], 1)
    parts = np.hstack([np.array(list(chain(*found))), np.array(places)])
    return Reading(classes, parts, (group_step, row_step, chunk_step, step), packing)


def _parts(first: int, count: int, channels: int, depth: int) -> Iterator[Part]:
    """Yield the parts of a sum over `count` taps, from the first one on.

    All taps of some channels are added up at a time; of a single channel only some taps if there are more than `depth`.
    """
    if count == 0:
        yield 0, channels, first, 0
        return
    length = -(-count // -(-count // depth))
    deep = -(-channels // -(-channels // (depth // length)))
    for c in range(0, channels, deep):
        for t in range(0, count, length):
            yield c, min(deep, channels - c), first + t, min(length, count - t)


def _packing(shape: Shape, plan: Plan, channels: int, count: int, steps: Pair) -> Packing:
    """Return how filters are packed: class by class, ROWS at a time, all taps of a channel, then of the next."""
    area, blocks = len(plan.taps), -(-count // ROWS)
    table = np.empty((3, area), np.int64)
    for first, number in plan.classes:
        places = plan.places[first : first + number]
        table[0, places] = first * blocks * channels + np.arange(number)
        table[1, places], table[2, places] = number * channels, number
    arguments = table * ROWS, blocks, count, channels, *steps, count * channels * area
    return Packing(shape.groups * blocks, arguments, shape.groups * blocks * ROWS * channels * area)

"""Sums of arrays that are parts of a larger one, as gradients of several slices of one value are.

To write each into zeros and to add these takes memory and time for all of the larger array. Here, what all parts have
in common was added before, and the edges are left. Results are those of whole arrays, to the sign of a zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty

Array = NDArray[Any]
Shape = tuple[int, ...]
Margins = tuple[tuple[int, int], ...]
"""Where a part is: for each dimension, how many elements are before it and after it."""
Slices = tuple[slice, ...]
Box = tuple[tuple[int, int], ...]
Edge = tuple[Slices, bool, list[tuple[int, Slices, Slices]]]
"""A box of the sum, whether the first part there fills it, and which parts are where in it."""


def common(margins: Sequence[Margins]) -> Margins:
    """Return where all parts are."""
    return tuple(
        [
            (max([before for before, _ in dim]), max([after for _, after in dim]))
            for dim in zip(*margins, strict=True)
        ]
    )


def sum_of_parts(
    inside: Sequence[Array], parts: Sequence[Array], shape: Shape, margins: tuple[Margins, ...]
) -> Array:
    """Return the sum of arrays in an array of `shape`, from left to right; each is zero outside of its place.

    `inside` is the sum of what all parts have in common, or two arrays that make it; empty if that is nothing.
    """
    out = empty(tuple(shape), parts[0].dtype)
    shapes, place, edges = _plan(tuple(shape), margins)
    parts = [part.reshape(whole) for part, whole in zip(parts, shapes, strict=True)]
    if len(inside) == 2 and inside[0].size:
        np.add(inside[0], inside[1], out=out[place])
    elif inside and inside[0].size:
        out[place] = inside[0]
    for where, filled, found in edges:
        edge = out[where]
        if filled:
            number, _, piece = found[0]
            np.add(parts[number][piece], 0, out=edge)
        else:
            edge.fill(0)
        for number, within, piece in found[filled:]:
            target = edge[within]
            target += parts[number][piece]
    return out


@lru_cache(256)
def _plan(shape: Shape, margins: tuple[Margins, ...]) -> tuple[list[Shape], Slices, list[Edge]]:
    """Return the shapes of the parts, the place that all have in common, and the edges around it."""
    boxes = [_box(shape, margin) for margin in margins]
    inside = _common(boxes)
    edges = []
    for edge in _apart(boxes, shape) if inside is None else _around(inside, shape):
        met = [(number, box, part) for number, box in enumerate(boxes) if (part := _common([edge, box]))]
        found = [(number, _slices(part, edge), _slices(part, box)) for number, box, part in met]
        edges.append((_slices(edge), bool(met) and met[0][2] == edge, found))
    lengths = [tuple([end - start for start, end in box]) for box in boxes]
    return lengths, _slices(inside or boxes[0]), edges


def _box(shape: Shape, margins: Margins) -> Box:
    return tuple([(before, length - after) for length, (before, after) in zip(shape, margins, strict=True)])


def _common(boxes: Sequence[Box]) -> Box | None:
    """Return the box that all have in common, None if it is empty."""
    ends = [
        (max([start for start, _ in dim]), min([end for _, end in dim])) for dim in zip(*boxes, strict=True)
    ]
    return tuple(ends) if all(start < end for start, end in ends) else None


def _apart(boxes: Sequence[Box], shape: Shape) -> list[Box]:
    """Return boxes that fill a shape: the given ones if they do so without overlaps, else the whole."""
    overlap = any(_common(pair) for pair in combinations(boxes, 2))
    size = sum([prod([end - start for start, end in box]) for box in boxes])
    return [*boxes] if size == prod(shape) and not overlap else [tuple([(0, length) for length in shape])]


def _around(inside: Box, shape: Shape) -> list[Box]:
    """Return boxes that fill a shape outside of one: two for each dimension but for empty ones."""
    rest = [(0, length) for length in shape]
    found: list[Box] = []
    for dim, (start, end) in enumerate(inside):
        found += [(*rest[:dim], ends, *rest[dim + 1 :]) for ends in ((0, start), (end, shape[dim]))]
        rest[dim] = (start, end)
    return [box for box in found if all(start < end for start, end in box)]


def _slices(box: Box, origin: Box | None = None) -> Slices:
    """Return a box as an index, counted from the first element of another one."""
    firsts = [0] * len(box) if origin is None else [start for start, _ in origin]
    return tuple([slice(start - first, end - first) for (start, end), first in zip(box, firsts, strict=True)])

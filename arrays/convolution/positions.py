"""Which pixels the positions of a convolution see, and those of its gradient, and by which taps."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .shape import Pair, Shape
from .sizes import STRIPE

__all__ = ["Plan", "backward", "forward"]

Array = NDArray[Any]


class Plan(NamedTuple):
    """The positions of a convolution, in classes that see different taps."""

    classes: tuple[Pair, ...]  # first tap and number of taps of each class of positions
    taps: Array  # where the pixels that they see are, from the first one
    places: Array  # which number of a filter each tap is
    rows: int  # of positions
    columns: int
    ys: Array  # the pixels that positions see, if nothing is added
    xs: Array


@lru_cache(maxsize=256)
def forward(shape: Shape) -> Plan:
    """Return how to convolve: all positions see the same taps."""
    (kh, kw), (dh, dw), (top, _, left, _) = shape.kernel, shape.dilation, shape.padding
    taps = _pairs(np.arange(kh) * dh - top, np.arange(kw) * dw - left)
    grid = _grid(shape.output, shape.stride)
    return Plan(((0, len(taps)),), taps, np.arange(len(taps)), *shape.output, *grid)


@lru_cache(maxsize=256)
def backward(shape: Shape) -> Plan:
    """Return how to compute the gradient of images: their pixels fall into classes that see different taps."""
    rows, columns = ([_seen(shape, axis, n) for n in range(shape.stride[axis])] for axis in range(2))
    pairs = [(y, x) for y in rows for x in columns]
    taps = [_pairs(dy, dx) for (_, dy), (_, dx) in pairs]
    places = [np.add.outer(ys * shape.kernel[1], xs).ravel() for (ys, _), (xs, _) in pairs]
    starts = accumulate([len(some) for some in taps], initial=0)
    classes = tuple((start, len(some)) for start, some in zip(starts, taps, strict=False))
    lengths = -(-shape.size[0] // shape.stride[0]), -(-shape.size[1] // shape.stride[1])
    return Plan(classes, np.concatenate(taps), np.concatenate(places), *lengths, *_grid(lengths, (1, 1)))


def _seen(shape: Shape, axis: int, residue: int) -> tuple[Array, Array]:
    """Return the taps that every `stride`-th pixel sees, and the outputs that the first of them sees by these."""
    outputs = residue + shape.padding[2 * axis] - np.arange(shape.kernel[axis]) * shape.dilation[axis]
    taps = np.flatnonzero(outputs % shape.stride[axis] == 0)
    return taps, outputs[taps] // shape.stride[axis]


def _grid(lengths: Pair, step: Pair) -> tuple[Array, Array]:
    """Return the coordinates of all positions, between zeros that are read with them."""
    found: list[Array] = []
    for places in np.indices(lengths):
        table = np.zeros(places.size + 2 * STRIPE, np.int32)
        table[STRIPE:-STRIPE] = places.ravel() * step[len(found)]
        found.append(table[STRIPE:])
    return found[0], found[1]


def _pairs(ys: Array, xs: Array) -> Array:
    """Return all pairs of two tables."""
    return np.stack([np.repeat(ys, len(xs)), np.tile(xs, len(ys))], 1)

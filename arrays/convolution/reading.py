"""How the numbers of filters are read for products with panels: where they are, or put together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .positions import Plan
from .shape import Pair, Shape

__all__ = ["Reading", "pack", "read"]

Array = NDArray[Any]
Part = tuple[int, int, int, int]  # of a sum: first channel and how many, first tap and how many


class Reading(NamedTuple):
    """Tables and numbers that the products are computed by; see `multiply`."""

    classes: Array
    parts: Array
    steps: tuple[int, int, int]
    packed: bool  # whether the numbers of each class must be put together first, by `pack`


def read(shape: Shape, plan: Plan, channels: int, count: int, steps: Pair, depth: int) -> Reading:
    """Return how `count` filters are read, `depth` numbers of each at a time.

    `steps` lead from one filter to the next, and from the numbers of a channel to those of the next.
    """
    found = [list(_parts(*taps, channels, depth)) for taps in plan.classes]
    ends = np.cumsum([len(parts) for parts in found])
    area, (filter_step, channel_step) = len(plan.taps), steps
    packed, apart, chunk_step, step = len(found) > 1, np.full(len(found), filter_step), 0, 1
    if packed:
        apart = np.array([number for _, number in plan.classes]) * channels
        places = [
            [first * count * channels + c * number + tap - first, 1, some * length]
            for (first, number), parts in zip(plan.classes, found, strict=True)
            for c, some, tap, length in parts
        ]
    elif area == 1:
        step = channel_step
        places = [[c * step, 1, some] for c, some, _, _ in found[0]]
    elif channel_step == area:
        places = [[c * area + tap, 1, some * length] for c, some, tap, length in found[0]]
    else:
        chunk_step = channel_step
        places = [[c * chunk_step + tap, some, length] for c, some, tap, length in found[0]]
    classes = np.stack([ends - [len(parts) for parts in found], ends, apart], 1)
    parts = np.hstack([np.array(list(chain(*found))), np.array(places)])
    return Reading(classes, parts, (count * channels * area, chunk_step, step), packed)


def pack(weight: Array, shape: Shape, plan: Plan) -> Array:
    """Return filters for the gradient of images, class by class of pixels: a class would read some of every line."""
    groups, filters, channels, area = shape.groups, shape.filters, shape.channels, len(plan.taps)
    turned = weight.reshape(groups, filters, channels, area).swapaxes(1, 2)
    packed = np.empty((groups, filters * channels * area), weight.dtype)
    for first, count in plan.classes:
        part = packed[:, filters * channels * first :][:, : filters * channels * count]
        part = part.reshape(groups, channels, filters, count)
        for n, place in enumerate(plan.places[first : first + count]):
            part[..., n] = turned[..., place]
    return packed


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

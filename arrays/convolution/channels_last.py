"""Parts of loops on channels last: pixels transposed, and sums of outer products of gradients with them.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined
from .sizes import ROWS, STRIPE
from .tiles import product_pair, product_tail, product_tile
from .turning import turn

__all__ = ["add_outer", "add_parts", "stripe_length", "turned", "whole"]

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_ROWS, _STRIPE = np.uint64(ROWS), np.uint64(STRIPE)


@inlined
def stripe_length(x: Any) -> Any:
    """How many numbers a stripe has."""
    return _STRIPE // np.uint64(x.itemsize)


@inlined
def whole(count: Any, x: Any) -> Any:
    """The least multiple of a stripe's length that is not below `count`."""
    lanes = stripe_length(x)
    return (count + lanes - _ONE) // lanes * lanes


@inlined
def turned(
    images: Any, first: Any, channels: Any, y: Any, lines: Any, left: int, wide: Any, space: Any, place: Any,
    pitch: Any,
) -> None:  # fmt: skip
    """Write rows of `wide` pixels, `pitch` apart, from row y on: a stripe of channels, with zeros around the image."""
    lanes, flat = stripe_length(space), images.reshape(images.size)
    height, width = images.shape[2], np.uint64(images.shape[3])
    area = np.uint64(height) * width
    before, behind = np.uint64(left), min(np.uint64(left) + width, wide)
    for number in range(lines):
        line, row = place + np.uint64(number) * wide * pitch, y + np.int64(number)
        if 0 <= row < height:
            start, p = first * area + np.uint64(row) * width, before
            while p < behind:
                turn(flat, start, area, channels, p - before, width, space, line + p * pitch, pitch)
                p += lanes
            _clear(space, line, before, pitch)
            _clear(space, line + behind * pitch, wide - behind, pitch)
        else:
            _clear(space, line, wide, pitch)


@inlined
def _clear(space: Any, place: Any, count: Any, pitch: Any) -> None:
    """Write zeros to a stripe of channels of some pixels."""
    for number in range(count):
        begin = place + np.uint64(number) * pitch
        space[begin : begin + stripe_length(space)] = 0.0


@inlined
def add_outer(
    space: Any, right: Any, offsets: Any, count: Any, left: Any, apart: Any, filters: Any, out: Any, column: Any,
    wide: Any,
) -> None:  # fmt: skip
    """Add the products of `count` rows of gradients, `apart` from each other, with as many rows of `wide` channels."""
    lanes, p = stripe_length(space), np.uint64(0)
    while p < wide:
        stripes = (wide - p) // lanes
        some = _THREE if stripes == _THREE or stripes > _THREE + _ONE else min(stripes, _TWO)
        row, begin, zero = np.uint64(0), right + p, np.uint64(0)
        while row < filters:
            goal = column + row * wide + p
            if some == _THREE:
                product_tile(
                    space, begin, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
            elif some == _TWO:
                product_pair(
                    space, begin, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
            else:
                product_tail(
                    space, begin, offsets, zero, count, space, left + row, apart, out, goal, wide, True
                )
            row += _ROWS
        p += some * lanes


@inlined
def add_parts(sums: Any, task: Any, parts: int, points: Any, deep: Any, row: Any) -> None:
    """Add the sums of other parts of the images to those of the first one, for one filter."""
    total = sums[task]
    for part in range(_ONE, np.uint64(parts)):
        other = sums[task + np.uint64(part)]
        for point in range(points):
            goal, source = total[np.uint64(point) * deep + row], other[np.uint64(point) * deep + row]
            for c in range(goal.size):
                goal[c] += source[c]

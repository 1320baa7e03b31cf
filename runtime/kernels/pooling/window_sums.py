"""Loops of pooling: sums of windows of images, and the transpose of this map; see `pooling_rows` for the geometry.

For steps of 1 and 2 loops go over outputs, for one place in the window after the other. Windows that are further apart
are summed one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..stripes import scratch
from ..vector_math.bits import inlined, like
from .windows import inside

_GEOMETRY = "int64 int64 int64 int64 int64 int64"
TYPES = {
    "sums": f"{{x}}[3] {_GEOMETRY} {{x}}[2] {{x}}[3]",
    "spread_shares": f"{{x}}[3] {_GEOMETRY} {{x}}[2] {{x}}[3]",
}
"""What each loop is compiled for; see `inventory`."""


def _add(literal: int) -> Any:
    """Return the function that adds elements from `begin` on to a total; the literal is their distance."""

    @inlined
    def loop(row: Any, begin: Any, total: Any) -> None:
        for q in range(total.size):
            total[q] += row[begin + np.uint64(q) * np.uint64(literal)]

    return loop


_add_1, _add_2 = _add(1), _add(2)


def _give(literal: int) -> Any:
    """Return the function that adds shares to the elements from `begin` on; the literal is their distance."""

    @inlined
    def loop(grad: Any, below: Any, row: Any, begin: Any) -> None:
        for q in range(grad.size):
            row[begin + np.uint64(q) * np.uint64(literal)] += grad[q] / below[q]

    return loop


_give_1, _give_2 = _give(1), _give(2)


@inlined
def _window(begin: Any, size: int, length: int) -> Any:
    """The first place of a window that is inside of the image, and the one behind its last."""
    first = max(begin, 0)
    return np.uint64(first), np.uint64(max(min(begin + size, length), first))


@inlined
def _sum_windows(image: Any, kw: int, sw: int, pw: int, top: Any, bottom: Any, line: Any, total: Any) -> None:
    """Write sums of windows that have the rows from `top` to below `bottom`; first of columns, which is vectorised."""
    width = np.uint64(image.shape[1])
    for x in range(width):
        line[x] = 0.0
    for y in range(top, bottom):
        row = image[np.uint64(y)]
        for x in range(width):
            line[x] += row[x]
    for q in range(total.size):
        first, last = _window(np.int64(q) * sw - pw, kw, image.shape[1])
        value = like(total[0], 0.0)
        for x in range(first, last):
            value += line[np.uint64(x)]
        total[np.uint64(q)] = value


@inlined
def _give_windows(
    image: Any, kw: int, sw: int, pw: int, top: Any, bottom: Any, grad: Any, below: Any
) -> None:
    """Add shares to all elements of windows that have the rows from `top` to below `bottom`."""
    for q in range(grad.size):
        first, last = _window(np.int64(q) * sw - pw, kw, image.shape[1])
        share = grad[np.uint64(q)] / below[np.uint64(q)]
        for y in range(top, bottom):
            row = image[np.uint64(y)]
            for x in range(first, last):
                row[np.uint64(x)] += share


def sums(
    lo: int, hi: int, x: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, divisors: Any, out: Any
) -> None:
    """Write the sum of each window by its divisor; columns first, of narrow images, with steps of more than 2."""
    line = scratch(x)
    height, width = x.shape[1], x.shape[2]
    for image in range(lo, hi):
        for p in range(out.shape[1]):
            total, below = out[image, np.uint64(p)], divisors[np.uint64(p)]
            if sw > 2:
                top, bottom = _window(p * sh - ph, kh, height)
                _sum_windows(x[image], kw, sw, pw, top, bottom, line, total)
            else:
                for q in range(total.size):
                    total[q] = 0.0
            for i in range(kh if sw <= 2 else 0):
                y = p * sh - ph + i
                if y < 0 or y >= height:
                    continue
                row = x[image, np.uint64(y)]
                for j in range(kw):
                    first, last = inside(j - pw, sw, width, out.shape[2])
                    begin, some = np.uint64(first * sw + j - pw), total[first:last]
                    if sw == 1:
                        _add_1(row, begin, some)
                    else:
                        _add_2(row, begin, some)
            for q in range(total.size):
                total[q] /= below[q]


def spread_shares(
    lo: int, hi: int, grad: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, divisors: Any, out: Any
) -> None:
    """Add each output's gradient by its divisor at every place of its window."""
    height, width = out.shape[1], out.shape[2]
    for image in range(lo, hi):
        out[image] = like(divisors[0, 0], 0.0)
        for p in range(grad.shape[1]):
            some, below = grad[image, np.uint64(p)], divisors[np.uint64(p)]
            if sw > 2:
                top, bottom = _window(p * sh - ph, kh, height)
                _give_windows(out[image], kw, sw, pw, top, bottom, some, below)
            for i in range(kh if sw <= 2 else 0):
                y = p * sh - ph + i
                if y < 0 or y >= height:
                    continue
                row = out[image, np.uint64(y)]
                for j in range(kw):
                    first, last = inside(j - pw, sw, width, grad.shape[2])
                    begin = np.uint64(first * sw + j - pw)
                    if sw == 1:
                        _give_1(some[first:last], below[first:last], row, begin)
                    else:
                        _give_2(some[first:last], below[first:last], row, begin)

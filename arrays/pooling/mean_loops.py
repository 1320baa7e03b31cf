"""Loops of pooling: sums of windows of images, and the transpose of this map; see `windows` for the geometry.

For steps of 1 and 2 a stripe of windows of a row is summed in registers, and so is a stripe of pixels of what they
share out. Windows that are further apart are summed one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like
from ..vector_math.simd_blocks import flat, scratch
from .row_loops import mean_row, mean_row_by_2, share_row, share_row_by_2

_GEOMETRY = "int64 int64 int64 int64 int64 int64"
TYPES = {
    "sums": f"{{x}}[3] {_GEOMETRY} {{x}}[2] {{x}}[3]",
    "spread_shares": f"{{x}}[3] {_GEOMETRY} {{x}}[2] {{x}}[3] {{x}}[3]",
}
"""What each loop is compiled for; see `inventory`."""


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
    line, height, count = scratch(x), x.shape[1], np.uint64(out.shape[2])
    numbers, below, target = flat(x), flat(divisors), flat(out)
    width, column, wide = np.uint64(x.shape[2]), np.uint64(-pw), np.uint64(kw)
    for image in range(lo, hi):
        for p in range(out.shape[1]):
            row = np.uint64(p) * count
            place = np.uint64(image) * np.uint64(out.shape[1]) * count + row
            top, bottom = _window(p * sh - ph, kh, height)
            start = (np.uint64(image) * np.uint64(height) + top) * width
            if sw == 1:
                mean_row(numbers, start, width, column, bottom - top, wide, below, row, count, target, place)
            elif sw == 2:
                mean_row_by_2(
                    numbers, start, width, column, bottom - top, wide, below, row, count, target, place
                )
            else:
                total = out[image, np.uint64(p)]
                _sum_windows(x[image], kw, sw, pw, top, bottom, line, total)
                for q in range(total.size):
                    total[q] /= divisors[np.uint64(p), np.uint64(q)]


def spread_shares(
    lo: int, hi: int, grad: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, divisors: Any, shares: Any,
    out: Any,
) -> None:  # fmt: skip
    """Add each output's gradient by its divisor, its share, at every place of its window."""
    height, count = out.shape[1], np.uint64(out.shape[2])
    numbers, target, below = flat(shares), flat(out), flat(divisors)
    tall, width, left, wide = grad.shape[1], np.uint64(grad.shape[2]), np.uint64(pw), np.uint64(kw)
    for image in range(lo, hi):
        if sw > 2:
            out[image] = like(divisors[0, 0], 0.0)
            for p in range(tall):
                top, bottom = _window(p * sh - ph, kh, height)
                row = np.uint64(p)
                _give_windows(out[image], kw, sw, pw, top, bottom, grad[image, row], divisors[row])
        else:
            some, theirs = flat(shares[image]), flat(grad[image])
            for k in range(below.size):
                some[k] = theirs[k] / below[k]
            for y in range(height):
                first = max(y + ph - kh + sh, 0) // sh
                last = max(min((y + ph) // sh + 1, tall), first)
                start = (np.uint64(image) * np.uint64(tall) + np.uint64(first)) * width
                place, rows = (
                    (np.uint64(image) * np.uint64(height) + np.uint64(y)) * count,
                    np.uint64(last - first),
                )
                if sw == 1:
                    share_row(numbers, start, width, left, rows, wide, target, place, count)
                else:
                    share_row_by_2(numbers, start, width, left, rows, wide, target, place, count)

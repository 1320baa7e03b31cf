"""Loops of pooling: maxima of windows of images, and the transpose of this map.

Output (p, q) has the window of the elements (p * sh + i * dh - ph, q * sw + j * dw - pw), i < kh, j < kw; those outside
of the image are left out. Loops go over outputs, for one (i, j) after the other: they are vectorised, for the
steps 1 and 2 by having these as literals. A few windows are searched one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..vector_math.bits import inlined, like

_FEW = np.uint64(28)  # windows of an image that no vector is worth
_GEOMETRY = "int64 int64 int64 int64 int64 int64"
TYPES = {
    "largest": f"{{x}}[3] {_GEOMETRY} int64 int64 int64[1] int64[1] int64 {{x}}[2] {{x}}[2] int64[2]",
    "scatter": "{x}[2] int64[2] {x}[2] int64[1]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def inside(shift: int, step: int, length: int, count: int) -> Any:
    """The range of those q below `count` for which q * step + shift is at least 0 and below `length`."""
    first = min(max(0, (step - 1 - shift) // step), count)
    return first, max(min(count, (length - 1 - shift) // step + 1), first)


def _pack(literal: int) -> Any:
    """Return the function that copies elements from `begin` on, `distance` apart; the literal is this, unless 0."""

    @inlined
    def loop(row: Any, begin: Any, distance: Any, out: Any) -> None:
        step = np.uint64(literal) if literal else distance
        for q in range(out.size):
            out[q] = row[begin + np.uint64(q) * step]

    return loop


_pack_1, _pack_2, _pack_n = _pack(1), _pack(2), _pack(0)


def largest(
    lo: int, hi: int, x: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, dh: int, dw: int,
    starts: Any, firsts: Any, wide: int, spare: Any, out: Any, places: Any,
) -> None:  # fmt: skip
    """Write the first largest element of each window, or the last NaN, and its place in the flat image.

    A task is some images, and has a row of `spare`. The output has `wide` columns; `starts` are where the windows begin
    in the flat image, negative in the padding, `firsts` the first places in them that are no padding.
    """
    tasks, images = np.uint64(spare.shape[0]), np.uint64(x.shape[0])
    for task in range(lo, hi):
        some = spare[task]
        for image in range(images * np.uint64(task) // tasks, images * np.uint64(task + 1) // tasks):
            best, winners = out[np.uint64(image)], places[np.uint64(image)]
            if best.size < _FEW:
                _scan(x[np.uint64(image)], kh, kw, sh, sw, ph, pw, dh, dw, firsts, wide, best, winners)
            else:
                _begin(firsts, best, winners)
                _sweep(x[np.uint64(image)], kh, kw, sh, sw, ph, pw, dh, dw, starts, wide, some, best, winners)


@part
def _begin(firsts: Any, best: Any, winners: Any) -> None:
    """Let no element be the largest yet."""
    for k in range(best.size):
        best[k] = like(best[0], -np.inf)
        winners[k] = firsts[k]


@part
def _sweep(
    image: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, dh: int, dw: int, starts: Any, wide: int,
    some: Any, best: Any, winners: Any,
) -> None:  # fmt: skip
    """Compare one element of all windows after the other."""
    for i in range(kh):
        for j in range(kw):
            _gather(image, sh, sw, i * dh - ph, j * dw - pw, wide, some)
            _compare(some, starts, i * dh * image.shape[1] + j * dw, best, winners)


@part
def _scan(
    image: Any, kh: int, kw: int, sh: int, sw: int, ph: int, pw: int, dh: int, dw: int, firsts: Any, wide: int,
    best: Any, winners: Any,
) -> None:  # fmt: skip
    """Find the largest element of one window after the other."""
    for p in range(np.uint64(best.size) // np.uint64(wide)):
        for q in range(np.uint64(wide)):
            k = np.uint64(p) * np.uint64(wide) + np.uint64(q)
            value, winner = like(best[0], -np.inf), firsts[k]
            for i in range(kh):
                y = np.int64(p) * sh - ph + i * dh
                if y < 0 or y >= image.shape[0]:
                    continue
                row = image[np.uint64(y)]
                for j in range(kw):
                    x = np.int64(q) * sw - pw + j * dw
                    if 0 <= x < image.shape[1]:
                        other = row[np.uint64(x)]
                        better = (other > value) | (other != other)
                        value = other if better else value
                        winner = y * image.shape[1] + x if better else winner
            best[k], winners[k] = value, winner


@part
def _gather(image: Any, sh: int, sw: int, above: int, aside: int, wide: int, out: Any) -> None:
    """Copy the element (p * sh + above, q * sw + aside) for each output (p, q); -inf if it is outside."""
    first, last = inside(aside, sw, image.shape[1], wide)
    begin = np.uint64(first * sw + aside)
    for p in range(out.size // wide):
        y, line = p * sh + above, out[p * wide : p * wide + wide]
        known = 0 <= y < image.shape[0]
        for q in range(np.uint64(first if known else wide)):
            line[q] = like(line[0], -np.inf)
        if known:
            for q in range(np.uint64(last), np.uint64(wide)):
                line[q] = like(line[0], -np.inf)
            if sw == 1:
                _pack_1(image[np.uint64(y)], begin, np.uint64(1), line[first:last])
            elif sw == 2:
                _pack_2(image[np.uint64(y)], begin, np.uint64(2), line[first:last])
            else:
                _pack_n(image[np.uint64(y)], begin, np.uint64(sw), line[first:last])


@part
def _compare(some: Any, starts: Any, offset: int, best: Any, winners: Any) -> None:
    """Take the elements that are larger than the best ones, or NaN."""
    for k in range(best.size):
        value, old, winner, place = some[k], best[k], winners[k], starts[k] + offset
        better = (value > old) | (value != value)  # not `or`, which is a branch
        best[k] = value if better else old
        winners[k] = place if better else winner


def scatter(lo: int, hi: int, grad: Any, places: Any, out: Any, wrong: Any) -> None:
    """Add each output's gradient at its place in the image; `wrong[0]` becomes 1 if the image has no such place."""
    last, largest = np.uint64(out.shape[1] - 1), np.uint64(0)
    for image in range(lo, hi):
        target, some, theirs = out[image], grad[image], places[image]
        target[:] = like(some[0], 0.0)
        for k in range(some.size):
            place = np.uint64(theirs[k])
            largest = max(largest, place)
            target[min(place, last)] += some[k]
    if largest > last:
        wrong[0] = 1

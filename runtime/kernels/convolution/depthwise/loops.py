"""Loops of convolutions whose filters see one channel each, and of their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...vector_math.bits import inlined, like, radd
from ..sizes import STRIPE
from .tiles import dot_rows, filter_row

_STRIPE = np.uint64(STRIPE)
_NUMBERS = " ".join(["int64"] * 9)

TYPES = {
    "convolve": "{x}[4] {x}[2] {x}[1] " + _NUMBERS + " {x}[4]",
    "add_products": "{x}[4] {x}[4] " + _NUMBERS + " {x}[2] {x}[3]",
}
"""What each loop is compiled for; see `inventory`."""

_filter_3, _filter_5, _half_filter_3, _half_filter_5 = (
    filter_row(taps, step) for step in (1, 2) for taps in (3, 5)
)
_dot_3, _dot_5, _half_dot_3, _half_dot_5 = (dot_rows(taps, step) for step in (1, 2) for taps in (3, 5))


@inlined
def _known(place: int, step: int, count: int, length: int) -> Any:
    """The range of those i below count for which place + i * step is at least 0 and below length."""
    first, last = 0, count
    while first < last and not 0 <= place + first * step < length:
        first += 1
    while last > first and not 0 <= place + (last - 1) * step < length:
        last -= 1
    return first, last - first


def convolve(
    lo: int, hi: int, images: Any, filters: Any, bias: Any, kh: int, kw: int, sh: int, sw: int, top: int, left: int,
    dh: int, dw: int, each: int, out: Any,
) -> None:  # fmt: skip
    """Write channels of results: each channel of an image is seen by `each` filters."""
    x, weights, target = images.reshape(images.size), filters.reshape(filters.size), out.reshape(out.size)
    height, width = images.shape[2], np.uint64(images.shape[3])
    area, count, column = np.uint64(height) * width, np.uint64(out.shape[3]), np.uint64(-left)
    across, dx, down = np.uint64(kw), np.uint64(dw), np.uint64(dh) * width
    for number in range(lo, hi):
        f = np.uint64(number) % np.uint64(out.shape[1])
        image = np.uint64(number) // np.uint64(each) * area
        for row in range(out.shape[2]):
            y = row * sh - top
            i, some = _known(y, dh, kh, height)
            start, tall = image + np.uint64(y + i * dh) * width, np.uint64(some)
            tap = (f * np.uint64(kh) + np.uint64(i)) * across
            place = (np.uint64(number) * np.uint64(out.shape[2]) + np.uint64(row)) * count
            if sw == 1 and kw == 3:
                _filter_3(
                    x, start, down, width, column, dx, weights, tap, tall, count, bias[f], target, place,
                )  # fmt: skip
            elif sw == 1:
                _filter_5(
                    x, start, down, width, column, dx, weights, tap, tall, count, bias[f], target, place,
                )  # fmt: skip
            elif kw == 3:
                _half_filter_3(
                    x, start, down, width, column, dx, weights, tap, tall, count, bias[f], target, place,
                )  # fmt: skip
            else:
                _half_filter_5(
                    x, start, down, width, column, dx, weights, tap, tall, count, bias[f], target, place,
                )  # fmt: skip


def add_products(
    lo: int, hi: int, images: Any, grad: Any, kh: int, kw: int, sh: int, sw: int, top: int, left: int,
    dh: int, dw: int, each: int, sums: Any, out: Any,
) -> None:  # fmt: skip
    """Write gradients of filters to out (parts, filters, taps): sums over a part of the batch."""
    x, grads, height = images.reshape(images.size), grad.reshape(grad.size), images.shape[2]
    width, lanes = np.uint64(images.shape[3]), _STRIPE // np.uint64(sums.itemsize)
    filters, tall, count = np.uint64(out.shape[1]), np.uint64(grad.shape[2]), np.uint64(grad.shape[3])
    column, dx, down = np.uint64(-left), np.uint64(dw), np.uint64(sh) * width
    for task in range(lo, hi):
        part, f = np.int64(task) // out.shape[1], np.uint64(task) % filters
        stripes = sums[task]
        stripes[:] = 0.0
        for image in range(len(images) * part // len(out), len(images) * (part + 1) // len(out)):
            number = np.uint64(image) * filters + f
            for i in range(kh):
                first, some = _known(i * dh - top, sh, grad.shape[2], height)
                row = np.uint64(first * sh + i * dh - top)
                start = (number // np.uint64(each) * np.uint64(height) + row) * width
                begin, rows = (number * tall + np.uint64(first)) * count, np.uint64(some)
                tap = np.uint64(i * kw) * lanes
                if sw == 1 and kw == 3:
                    _dot_3(x, start, down, width, column, dx, grads, begin, count, rows, stripes, tap)
                elif sw == 1:
                    _dot_5(x, start, down, width, column, dx, grads, begin, count, rows, stripes, tap)
                elif kw == 3:
                    _half_dot_3(x, start, down, width, column, dx, grads, begin, count, rows, stripes, tap)
                else:
                    _half_dot_5(x, start, down, width, column, dx, grads, begin, count, rows, stripes, tap)
        target = out[part, f]
        for n in range(target.size):
            total = like(target[0], 0.0)
            for p in range(lanes):
                total = radd(total, stripes[np.uint64(n) * lanes + np.uint64(p)])
            target[n] = total

"""The loop of gradients of filters as dot products: of gradients with shifted images."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..vector_math.bits import inlined, like, radd
from .sizes import RIGHT, STRIPE
from .tiles import dot_row, dot_tile

_ONE = np.uint64(1)
_RIGHT, _STRIPE = np.uint64(RIGHT), np.uint64(STRIPE)
_BLOCK = np.uint64(64)  # stripes of a tile's gradients: they fit the nearest cache

TYPES = {
    "dots": "{x}[1] int64[1] int64 {x}[1] int64[1] int64 int64 int64 int64 int64 int64 int64 {x}[2] {x}[4]",
}
"""What the loop is compiled for; see `inventory`."""


@inlined
def _lanes(x: Any) -> Any:
    return _STRIPE // np.uint64(x.itemsize)


def dots(
    lo: int, hi: int, grad: Any, grad_rows: Any, grad_size: int, x: Any, offsets: Any, image_size: int, groups: int,
    group_size: int, parts: int, images: int, count: int, left: int, sums: Any, out: Any,
) -> None:  # fmt: skip
    """Write `left` filters' products with all shifted images of one part of the batch to out[part, group]."""
    height = np.uint64(left)
    blocks = np.uint64(grad_rows.size) // height // np.uint64(groups)
    lanes, taps = _lanes(x), np.uint64(offsets.size)
    for task in range(lo, hi):
        part, number = np.uint64(task) % np.uint64(parts), np.uint64(task) // np.uint64(parts)
        group, stripes = number // blocks, sums[task]
        stripes[:] = 0.0
        image = np.uint64(images) * part // np.uint64(parts)
        last = np.uint64(images) * (part + _ONE) // np.uint64(parts)
        together, size = max(_BLOCK // np.uint64(count), _ONE), np.uint64(count)
        block = (size + (size + _BLOCK - _ONE) // _BLOCK - _ONE) // ((size + _BLOCK - _ONE) // _BLOCK)
        while image < last:
            some = min(together, last - image)
            begin = np.uint64(0)
            while begin < size:
                length, p = min(block, size - begin), begin * lanes
                start = image * np.uint64(image_size) + group * np.uint64(group_size) + p
                for tap in range(taps // _RIGHT):
                    _dot(
                        grad, image * np.uint64(grad_size) + p, np.uint64(grad_size), grad_rows, number,
                        x, start, np.uint64(image_size), offsets, np.uint64(tap) * _RIGHT,
                        some, length, height, stripes,
                    )  # fmt: skip
                begin += length
            image += some
        _collect(stripes, lanes, height, (number % blocks) * height, out[part, group])


@inlined
def _dot(
    grad: Any, grad_start: Any, grad_size: Any, grad_rows: Any, number: Any, x: Any, start: Any, image_size: Any,
    offsets: Any, tap: Any, images: Any, length: Any, height: Any, stripes: Any,
) -> None:  # fmt: skip
    """Add the products of one block of filters with RIGHT shifted images to their stripes."""
    first, place = number * height, tap * height * _lanes(x)
    if height == np.uint64(1):
        dot_row(
            grad, grad_start, grad_size, grad_rows, first, x, start, image_size, offsets, tap,
            images, length, stripes, place,
        )  # fmt: skip
    else:
        dot_tile(
            grad, grad_start, grad_size, grad_rows, first, x, start, image_size, offsets, tap,
            images, length, stripes, place,
        )  # fmt: skip


@inlined
def _collect(stripes: Any, lanes: Any, height: Any, first: Any, out: Any) -> None:
    """Add up stripes: the sums of filters from `first` on."""
    for i in range(min(height, np.uint64(out.shape[0]) - first)):
        row = out[first + np.uint64(i)]
        for k in range(row.size):
            tap = np.uint64(k)
            place = (tap // _RIGHT * height + np.uint64(i)) * _RIGHT + tap % _RIGHT
            stripe = stripes[place * lanes : place * lanes + lanes]
            total = like(stripe[0], 0.0)
            for p in range(stripe.size):
                total = radd(total, stripe[p])
            row[tap] = total

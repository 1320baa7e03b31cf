"""Loops of convolutions: laying out images, packing filters, and products of filters with shifted images."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import rolled, separate
from ..stripes import scratch
from ..vector_math.bits import inlined, like
from .moving import copy_row, halve_row, put_line
from .sizes import FEW, ROWS, STRIPE, STRIPES, WIDTH
from .tiles import (
    few_tail,
    few_tile,
    product_row,
    product_row_tail,
    product_tail,
    product_tile,
)

_ONE = np.uint64(1)
_ROWS, _FEW = np.uint64(ROWS), np.uint64(FEW)
_STRIPE = np.uint64(STRIPE)
_STRIPES, _WIDTH = np.uint64(STRIPES), np.uint64(WIDTH)
_TAPS = np.uint64(512)  # added before a tile is put down: so many taps of ROWS filters fit the nearest cache


TYPES = {
    "pack": "{x}[3] {x}[3]",
    "products": "{x}[1] int64 int64 int64 int64[1] {x}[3] {x}[2] int64 "
    "int64 bool int64 int64 {x}[4] int64 int64 int64",
    "spread": "{x}[3] int64 int64 int64 int64 int64 int64 int64 int64 int64 {x}[1]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _lanes(x: Any) -> Any:
    return _STRIPE // np.uint64(x.itemsize)


@rolled
def spread(
    lo: int, hi: int, images: Any, top: int, left: int, sh: int, sw: int, down: int, across: int,
    tall: int, wide: int, size: int, out: Any,
) -> None:  # fmt: skip
    """Copy images to planes of tall * wide numbers, with zeros around and behind them, `size` numbers in all.

    With steps (sh, sw) there are down * across planes: row y, column x goes to plane (y % sh, x % sw).
    """
    width, area = np.uint64(images.shape[2]), np.uint64(images.shape[1] * images.shape[2])
    flat, count, full = images.reshape(images.size), np.uint64(wide), np.uint64(size)
    for image in range(lo, hi):
        for plane in range(down * across):
            begin = (np.uint64(image) * np.uint64(down * across) + np.uint64(plane)) * full
            above, aside = plane // across - top, np.uint64(plane % across - left)
            for y in range(tall):
                row, place = y * sh + above, begin + np.uint64(y) * count
                known, start = np.uint64(0), np.uint64(image) * area
                if 0 <= row < images.shape[1]:
                    known, start = width, start + np.uint64(row) * width
                if sw == 1:
                    copy_row(flat, start, known, aside, count, out, place)
                elif sw == 2:
                    halve_row(flat, start, known, aside, count, out, place)
                else:
                    _put_every(flat, start, known, aside, np.uint64(sw), out[place : place + count])
            out[begin + np.uint64(tall) * count : begin + full] = 0.0


@inlined
def _put_every(x: Any, start: Any, width: Any, begin: Any, step: Any, out: Any) -> None:
    """Write pixels of a row, `step` apart, from `begin` on, and zeros before and behind it."""
    for p in range(out.size):
        q = begin + np.uint64(p) * step
        out[p] = x[start + q] if q < width else like(x[0], 0.0)


@rolled
def pack(lo: int, hi: int, filters: Any, out: Any) -> None:
    """Interleave filters (groups, count, taps), some at a time: out is (groups * blocks, taps, rows)."""
    blocks, height = np.uint64(out.shape[0] // filters.shape[0]), np.uint64(out.shape[2])
    for number in range(lo, hi):
        group, block = np.uint64(number) // blocks, np.uint64(number) % blocks
        target = out[number]
        for r in range(height):
            f = block * height + np.uint64(r)
            if f < np.uint64(filters.shape[1]):
                source = filters[group, f]
                for k in range(source.size):
                    target[k, r] = source[k]
            else:
                for k in range(target.shape[0]):
                    target[k, r] = 0.0


@rolled
def products(
    lo: int, hi: int, x: Any, image_size: int, group_size: int, row_size: int, offsets: Any, weights: Any,
    bias: Any, groups: int, chunks: int, channels_first: bool, rows: int, columns: int, out: Any,
    origin: int, down: int, across: int,
) -> None:  # fmt: skip
    """Write some channels of an image, WIDTH stripes long: sums of filters times x, shifted by `offsets`.

    Position y * row_size + x of a source is pixel (y, x) of a result of rows * columns pixels, which lie `down`
    and `across` apart in an image of `out` (N, groups, channels, height * width), from `origin` on.
    """
    tile = scratch(x)
    width = _lanes(x) * _WIDTH
    blocks = np.uint64(weights.shape[0]) // np.uint64(groups)
    images = np.uint64(out.shape[0])
    positions = np.uint64(rows - 1) * np.uint64(row_size) + np.uint64(columns)
    for task in range(lo, hi):
        number = np.uint64(task)
        if channels_first:
            block, number = number // (images * np.uint64(chunks)), number % (images * np.uint64(chunks))
            chunk, image = number % np.uint64(chunks), number // np.uint64(chunks)
        else:
            block, number = number % np.uint64(weights.shape[0]), number // np.uint64(weights.shape[0])
            chunk, image = number % np.uint64(chunks), number // np.uint64(chunks)
        group, begin = block // blocks, chunk * width
        end = min(begin + width, positions)
        start = image * np.uint64(image_size) + group * np.uint64(group_size)
        height = np.uint64(weights.shape[2])
        first = (block % blocks) * height
        if rows == 1 and across == 1 and height == _ROWS and first + height <= np.uint64(out.shape[2]):
            whole = (end - begin) // _lanes(x) * _lanes(x)
            channel = (image * np.uint64(groups) + group) * np.uint64(out.shape[2]) + first
            place = channel * np.uint64(out.shape[3]) + np.uint64(origin) + begin
            _fill_rows(x, start + begin, whole, offsets, weights, block, bias[group], first, out, place)
            begin += whole
            if begin == end:
                continue
        back = min(begin, (begin - end) % _lanes(x))  # so that whole stripes end with the image
        _fill(x, start + begin - back, end - begin + back, offsets, weights, block, tile)
        target = out[image, group]
        for r in range(min(height, np.uint64(target.shape[0]) - first)):
            channel = first + np.uint64(r)
            line = tile[np.uint64(r) * width + back : np.uint64(r) * width + back + (end - begin)]
            _put(line, begin, bias[group, channel], row_size, columns, target[channel], origin, down, across)


@separate
def _fill_rows(
    x: Any,
    start: Any,
    length: Any,
    offsets: Any,
    weights: Any,
    block: Any,
    bias: Any,
    first: Any,
    out: Any,
    place: Any,
) -> None:
    """Compute whole stripes of `length` positions of ROWS channels, which follow each other in the result, in place."""
    unit, taps, width = _lanes(x) * _STRIPES, np.uint64(offsets.size), np.uint64(out.shape[3])
    flat, target = weights.reshape(weights.size), out.reshape(out.size)
    known, more, base = np.uint64(0), False, block * taps * _ROWS
    for r in range(_ROWS):
        shift = bias[first + np.uint64(r)]
        if shift != 0:
            more = True
    if more:
        for r in range(_ROWS):
            begin = place + np.uint64(r) * width
            target[begin : begin + length] = bias[first + np.uint64(r)]
    while True:
        last = min(known + _TAPS, taps)
        p = np.uint64(0)
        while p + unit <= length:
            product_tile(
                x, start + p, offsets, known, last, flat, base, _ROWS, target, place + p, width, more
            )
            p += unit
        while p < length:
            product_tail(
                x, start + p, offsets, known, last, flat, base, _ROWS, target, place + p, width, more
            )
            p += _lanes(x)
        known, more = last, True
        if known >= taps:
            break


@separate
def _fill(x: Any, start: Any, length: Any, offsets: Any, weights: Any, block: Any, tile: Any) -> None:
    """Compute whole stripes of `length` positions of some channels."""
    width, taps = _lanes(x) * _WIDTH, np.uint64(offsets.size)
    height, flat = np.uint64(weights.shape[2]), weights.reshape(weights.size)
    first, base = np.uint64(0), block * taps * height
    unit = _lanes(x) * (_STRIPES + _STRIPES if height == _FEW else _STRIPES)
    while True:
        last, more = min(first + _TAPS, taps), first > 0
        p = np.uint64(0)
        while p + unit <= length:
            if height == _ONE:
                product_row(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            elif height == _ROWS:
                product_tile(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            else:
                few_tile(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            p += unit
        while p < length:
            if height == _ONE:
                product_row_tail(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            elif height == _ROWS:
                product_tail(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            else:
                few_tail(x, start + p, offsets, first, last, flat, base, height, tile, p, width, more)
            p += _lanes(x)
        first = last
        if first >= taps:
            break


@separate
def _put(
    line: Any, begin: Any, bias: float, row_size: Any, columns: Any, image: Any, origin: Any, down: Any, across: Any
) -> None:  # fmt: skip
    """Write the pixels of a line of positions that begins at `begin`; positions behind a row's end are left out."""
    wide, long, end = np.uint64(row_size), np.uint64(columns), begin + np.uint64(line.size)
    y = begin // wide
    while y * wide < end:
        head = max(y * wide, begin)
        tail = min(y * wide + long, end)
        if head < tail:
            place = np.uint64(origin) + y * np.uint64(down) + (head - y * wide) * np.uint64(across)
            if across == 1:
                put_line(line, head - begin, tail - head, bias, image, place)
            else:
                source = line[head - begin : tail - begin]
                for p in range(source.size):
                    image[place + np.uint64(p) * np.uint64(across)] = source[p] + bias
        y += _ONE

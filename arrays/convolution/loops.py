"""Loops of convolutions: laying out images, packing filters, and products of filters with shifted images."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..vector_math.bits import inlined, like
from ..vector_math.simd_blocks import flat, scratch
from .moving import copy_row, halve_row, put_lines
from .sizes import FEW, ROWS, STRIPE, STRIPES, WIDTH
from .tiles import few_tail, few_tile, product_row, product_row_tail, product_tail, product_tile

_ONE = np.uint64(1)
_ROWS, _FEW = np.uint64(ROWS), np.uint64(FEW)
_STRIPE = np.uint64(STRIPE)
_STRIPES, _WIDTH = np.uint64(STRIPES), np.uint64(WIDTH)
_TAPS = np.uint64(512)  # added before a tile is put down: so many taps of ROWS filters fit the nearest cache


TYPES = {
    "pack": "{x}[4] int64[1] int64 int64 int64 int64 {x}[3]",
    "products": "{x}[1] int64[1] int64[1] {x}[3] {x}[1] {x}[4]",
    "spread": "{x}[4] int64[1] {x}[1]",
}
"""What each loop is compiled for; see `inventory`."""


@inlined
def _lanes(x: Any) -> Any:
    return _STRIPE // np.uint64(x.itemsize)


def spread(lo: int, hi: int, images: Any, numbers: Any, out: Any) -> None:
    """Copy images to planes of tall * wide numbers, with zeros around and behind them, `size` numbers in all.

    `numbers` are named below. With steps (sh, sw) there are down * across planes: row y, column x goes to plane
    (y % sh, x % sw).
    """
    top, left, sh, sw, down = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    across, tall, wide, size = numbers[5], numbers[6], numbers[7], numbers[8]
    width, area = np.uint64(images.shape[3]), np.uint64(images.shape[2] * images.shape[3])
    numbers, count, full = flat(images), np.uint64(wide), np.uint64(size)
    for image in range(lo, hi):
        for plane in range(down * across):
            begin = (np.uint64(image) * np.uint64(down * across) + np.uint64(plane)) * full
            above, aside = plane // across - top, np.uint64(plane % across - left)
            for y in range(tall):
                row, place = y * sh + above, begin + np.uint64(y) * count
                known, start = np.uint64(0), np.uint64(image) * area
                if 0 <= row < images.shape[2]:
                    known, start = width, start + np.uint64(row) * width
                if sw == 1:
                    copy_row(numbers, start, known, aside, count, out, place)
                elif sw == 2:
                    halve_row(numbers, start, known, aside, count, out, place)
                else:
                    _put_every(numbers, start, known, aside, np.uint64(sw), out[place : place + count])
            out[begin + np.uint64(tall) * count : begin + full] = 0.0


@inlined
def _put_every(x: Any, start: Any, width: Any, begin: Any, step: Any, out: Any) -> None:
    """Write pixels of a row, `step` apart, from `begin` on, and zeros before and behind it."""
    for p in range(out.size):
        q = begin + np.uint64(p) * step
        out[p] = x[start + q] if q < width else like(x[0], 0.0)


def pack(
    lo: int, hi: int, weights: Any, places: Any, count: int, blocks: int, group_step: int, row_step: int, out: Any
) -> None:  # fmt: skip
    """Interleave the `count` filters of each group, some at a time: out is (groups * blocks, taps, rows).

    A filter begins `row_step` behind the one before it, and its tap k is places[k] behind its beginning.
    """
    height, numbers = np.uint64(out.shape[2]), flat(weights)
    for number in range(lo, hi):
        group, block = np.uint64(number) // np.uint64(blocks), np.uint64(number) % np.uint64(blocks)
        target = out[number]
        for r in range(height):
            f = block * height + np.uint64(r)
            if f < np.uint64(count):
                start = group * np.uint64(group_step) + f * np.uint64(row_step)
                for k in range(target.shape[0]):
                    target[k, r] = numbers[start + np.uint64(places[np.uint64(k)])]
            else:
                for k in range(target.shape[0]):
                    target[k, r] = 0.0


def products(lo: int, hi: int, x: Any, numbers: Any, offsets: Any, weights: Any, bias: Any, out: Any) -> None:
    """Write some channels of an image, `long` positions at a time: sums of filters times x, shifted by `offsets`.

    `numbers` are named below. Position y * row_size + x of a source is pixel (y, x) of a result of rows * columns
    pixels, which lie `down` and `across` apart in an image of `out` (N, groups * channels, H, W), from `origin` on.
    """
    image_size, group_size, row_size = np.uint64(numbers[0]), np.uint64(numbers[1]), np.uint64(numbers[2])
    groups, chunks, channels_first = np.uint64(numbers[3]), np.uint64(numbers[4]), numbers[5]
    rows, columns, origin = np.uint64(numbers[6]), np.uint64(numbers[7]), np.uint64(numbers[8])
    down, across, long = np.uint64(numbers[9]), np.uint64(numbers[10]), np.uint64(numbers[11])
    tile, width = scratch(x), _lanes(x) * _WIDTH
    blocks, height = np.uint64(weights.shape[0]) // groups, np.uint64(weights.shape[2])
    images, channels = np.uint64(out.shape[0]), np.uint64(out.shape[1])
    pixels, positions = np.uint64(out.shape[2] * out.shape[3]), (rows - _ONE) * row_size + columns
    target = flat(out)
    for task in range(lo, hi):
        number = np.uint64(task)
        if channels_first != 0:
            block, number = number // (images * chunks), number % (images * chunks)
        else:
            block, number = number % (groups * blocks), number // (groups * blocks)
        chunk, image = number % chunks, number // chunks
        group, begin = block // blocks, chunk * long
        end = min(begin + long, positions)
        start = image * image_size + group * group_size
        first = group * (channels // groups) + block % blocks * height
        known = min(height, (group + _ONE) * (channels // groups) - first)
        place = (image * channels + first) * pixels + origin
        if rows == _ONE and across == _ONE and known == _ROWS:
            whole = (end - begin) // _lanes(x) * _lanes(x)
            _fill_rows(
                x, start + begin, whole, offsets, weights, block, bias, first, target, place + begin, pixels
            )
            begin += whole
            if begin == end:
                continue
        back = min(begin, (begin - end) % _lanes(x))  # so that whole stripes end with the image
        _fill(x, start + begin - back, end - begin + back, offsets, weights, block, tile)
        _put(
            tile, width, back, known, begin, end, bias, first, row_size, columns, target, place, pixels, down, across
        )  # fmt: skip


@part
def _fill_rows(
    x: Any, start: Any, length: Any, offsets: Any, weights: Any, block: Any, bias: Any, first: Any, target: Any,
    place: Any, width: Any,
) -> None:  # fmt: skip
    """Compute whole stripes of `length` positions of ROWS channels, which lie `width` apart in the result, in place."""
    unit, taps = _lanes(x) * _STRIPES, np.uint64(offsets.size)
    numbers = flat(weights)
    known, more, base = np.uint64(0), False, block * taps * _ROWS
    for r in range(_ROWS):
        if bias[first + np.uint64(r)] != 0:
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
                x, start + p, offsets, known, last, numbers, base, _ROWS, target, place + p, width, more
            )
            p += unit
        while p < length:
            product_tail(
                x, start + p, offsets, known, last, numbers, base, _ROWS, target, place + p, width, more
            )
            p += _lanes(x)
        known, more = last, True
        if known >= taps:
            break


@part
def _fill(x: Any, start: Any, length: Any, offsets: Any, weights: Any, block: Any, tile: Any) -> None:
    """Compute whole stripes of `length` positions of some channels."""
    width, taps = _lanes(x) * _WIDTH, np.uint64(offsets.size)
    height, numbers = np.uint64(weights.shape[2]), flat(weights)
    first, base = np.uint64(0), block * taps * height
    unit = _lanes(x) * (_STRIPES + _STRIPES if height == _FEW else _STRIPES)
    while True:
        last, more = min(first + _TAPS, taps), first > 0
        p = np.uint64(0)
        while p + unit <= length:
            if height == _ONE:
                product_row(x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more)
            elif height == _ROWS:
                product_tile(x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more)
            else:
                few_tile(x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more)
            p += unit
        while p < length:
            if height == _ONE:
                product_row_tail(
                    x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more
                )
            elif height == _ROWS:
                product_tail(x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more)
            else:
                few_tail(x, start + p, offsets, first, last, numbers, base, height, tile, p, width, more)
            p += _lanes(x)
        first = last
        if first >= taps:
            break


@part
def _put(
    tile: Any, width: Any, back: Any, known: Any, begin: Any, end: Any, bias: Any, first: Any, row_size: Any,
    columns: Any, target: Any, place: Any, pixels: Any, down: Any, across: Any,
) -> None:  # fmt: skip
    """Write the positions from `begin` to `end` of some channels; those behind a row's end are left out."""
    y = begin // row_size
    while y * row_size < end:
        head, tail = max(y * row_size, begin), min(y * row_size + columns, end)
        if head < tail:
            source, goal = back + head - begin, place + y * down + (head - y * row_size) * across
            if across == _ONE:
                put_lines(tile, source, width, tail - head, bias, first, known, target, goal, pixels)
            else:
                for r in range(known):
                    shift = bias[first + np.uint64(r)]
                    line, row = source + np.uint64(r) * width, goal + np.uint64(r) * pixels
                    for p in range(tail - head):
                        target[row + np.uint64(p) * across] = tile[line + np.uint64(p)] + shift
        y += _ONE

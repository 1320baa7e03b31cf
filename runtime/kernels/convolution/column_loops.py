"""Loops between images and columns: what the taps of filters see of some positions, and the sum back into images.

`numbers` are the first image, how many, the first row of positions, how many, the lengths of filters, the strides, the
zeros above and to the left, the dilations, the positions of a row, how far columns of a tap are from those of the next
and of the next image, and how many columns a plane of pixels has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiler import light, part
from ..vector_math.bits import inlined, like
from .rows import add_rows, copy_rows, halve_rows

TYPES = {
    "gather": "{x}[4] int64[1] {x}[1]",
    "scatter": "{x}[1] int64[1] {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


@light
def gather(lo: int, hi: int, images: Any, numbers: Any, out: Any) -> None:
    """Write the columns of some planes of pixels."""
    image, y, rows, kh, kw = numbers[0], numbers[2], numbers[3], numbers[4], numbers[5]
    sh, sw, top, left, dh, dw = numbers[6], numbers[7], numbers[8], numbers[9], numbers[10], numbers[11]
    across, next_tap, next_image = np.uint64(numbers[12]), np.uint64(numbers[13]), np.uint64(numbers[14])
    channels, height, width = images.shape[1], images.shape[2], np.uint64(images.shape[3])
    flat, area, pitch = images.reshape(images.size), np.uint64(height) * width, np.uint64(kh * kw) * next_tap
    plane = lo
    while plane < hi:
        n, c = plane // channels, plane % channels
        some = min(channels - c, hi - plane)
        begin = np.uint64((image + n) * channels + c) * area
        target = np.uint64(n) * next_image + np.uint64(c) * pitch
        for i in range(kh):
            for j in range(kw):
                first, place, row = np.uint64(j * dw - left), target, y * sh + i * dh - top
                for _ in range(rows):
                    known, start = np.uint64(0), begin
                    if 0 <= row < height:
                        known, start = width, begin + np.uint64(row) * width
                    if sw == 1:
                        copy_rows(flat, start, known, first, across, out, place, np.uint64(some), area, pitch)
                    elif sw == 2:
                        halve_rows(
                            flat, start, known, first, across, out, place, np.uint64(some), area, pitch
                        )
                    else:
                        _copy_every(
                            flat,
                            start,
                            known,
                            first,
                            np.uint64(sw),
                            across,
                            out,
                            place,
                            np.uint64(some),
                            area,
                            pitch,
                        )
                    place += across
                    row += sh
                target += next_tap
        plane += some


@part
def _copy_every(
    x: Any, start: Any, width: Any, first: Any, step: Any, count: Any, out: Any, place: Any, channels: Any, apart: Any,
    pitch: Any,
) -> None:  # fmt: skip
    """Copy pixels of rows, `step` apart, from the first one on; zeros from outside of them."""
    for c in range(channels):
        row, goal = start + np.uint64(c) * apart, place + np.uint64(c) * pitch
        for p in range(count):
            q = first + np.uint64(p) * step
            out[goal + np.uint64(p)] = x[row + q] if q < width else like(x[0], 0.0)


@light
def scatter(lo: int, hi: int, columns: Any, numbers: Any, out: Any) -> None:
    """Add columns to the pixels that they show; those of a plane are zeros before its first row of positions."""
    image, y, rows, kh, kw = numbers[0], numbers[2], numbers[3], numbers[4], numbers[5]
    sh, sw, top, left, dh, dw = numbers[6], numbers[7], numbers[8], numbers[9], numbers[10], numbers[11]
    across, next_tap, next_image = numbers[12], numbers[13], numbers[14]
    channels, height, width = out.shape[1], out.shape[2], out.shape[3]
    flat, area, pitch = out.reshape(out.size), height * width, kh * kw * next_tap
    plane = lo
    while plane < hi:
        n, c = plane // channels, plane % channels
        some = min(channels - c, hi - plane)
        begin = ((image + n) * channels + c) * area
        source = n * next_image + c * pitch
        if y == 0:
            pixels = flat[begin : begin + some * area]
            for k in range(pixels.size):
                pixels[k] = like(pixels[k], 0.0)
        for i in range(kh):
            for j in range(kw):
                shift, place, row = j * dw - left, source, y * sh + i * dh - top
                first, last = _seen(shift, sw, width, across)
                for _ in range(rows):
                    if 0 <= row < height:
                        _add(
                            columns, np.uint64(place + first), np.uint64(last - first), flat,
                            np.uint64(begin + row * width + shift + first * sw), np.uint64(sw), np.uint64(some),
                            np.uint64(pitch), np.uint64(area),
                        )  # fmt: skip
                    place += across
                    row += sh
                source += next_tap
        plane += some


@inlined
def _add(
    columns: Any,
    start: Any,
    count: Any,
    out: Any,
    goal: Any,
    step: Any,
    channels: Any,
    pitch: Any,
    apart: Any,
) -> None:
    """Add `count` columns to the pixels that they show, `step` apart, of each channel."""
    if step == 1:
        add_rows(columns, start, count, out, goal, channels, pitch, apart)
    else:
        for c in range(channels):
            row, pixels = start + np.uint64(c) * pitch, goal + np.uint64(c) * apart
            for p in range(count):
                out[pixels + np.uint64(p) * step] += columns[row + np.uint64(p)]


@inlined
def _seen(shift: int, step: int, length: int, count: int) -> Any:
    """The range of those q below `count` for which q * step + shift is at least 0 and below `length`."""
    first = min(max(0, (step - 1 - shift) // step), count)
    return first, max(min(count, (length - 1 - shift) // step + 1), first)

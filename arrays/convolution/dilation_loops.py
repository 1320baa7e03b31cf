"""Loops that deal the pixels of images to smaller images, and put those together again."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit.decorators import part
from ..vector_math.bits import like
from ..vector_math.simd_blocks import flat
from .moving import copy_row, halve_row, weave_rows

TYPES = {
    "deal": "{x}[4] int64 int64 int64 int64 {x}[6]",
    "join": "{x}[6] {x}[4]",
}
"""What each loop is compiled for; see `inventory`."""


def deal(lo: int, hi: int, images: Any, down: int, across: int, top: int, left: int, out: Any) -> None:
    """Write pixel (y * down + i - top, x * across + j - left) of each channel to out[image, i, j, channel, y, x].

    There are zeros in place of pixels outside of the images.
    """
    channels, height, width = images.shape[1], images.shape[2], np.uint64(images.shape[3])
    tall, wide = out.shape[4], np.uint64(out.shape[5])
    numbers, target = flat(images), flat(out)
    for number in range(lo, hi):
        image, channel = number // channels, number % channels
        for i in range(down):
            for j in range(across):
                small = ((image * down + i) * across + j) * channels + channel
                for y in range(tall):
                    row, known, start = y * down + i - top, np.uint64(0), np.uint64(0)
                    if 0 <= row < height:
                        known, start = width, np.uint64(number * height + row) * width
                    first, place = np.uint64(j - left), np.uint64(small * tall + y) * wide
                    if across == 1:
                        copy_row(numbers, start, known, first, wide, target, place)
                    elif across == 2:
                        halve_row(numbers, start, known, first, wide, target, place)
                    else:
                        _copy_every(
                            numbers, start, known, first, np.uint64(across), target[place : place + wide]
                        )


@part
def _copy_every(x: Any, start: Any, width: Any, first: Any, step: Any, out: Any) -> None:
    """Copy pixels of a row, `step` apart, from the first one on; zeros from outside of it."""
    for p in range(out.size):
        q = first + np.uint64(p) * step
        out[p] = x[start + q] if q < width else like(x[0], 0.0)


def join(lo: int, hi: int, parts: Any, out: Any) -> None:
    """Write parts[image, i, j, channel, y, x] to pixel (y * down + i, x * across + j) of each channel.

    Pixels outside of an image are left out.
    """
    down, across, tall, wide = parts.shape[1], parts.shape[2], parts.shape[4], parts.shape[5]
    channels, height, width = out.shape[1], out.shape[2], out.shape[3]
    numbers, target = flat(parts), flat(out)
    farther = channels * tall * wide
    for number in range(lo, hi):
        image, channel = number // channels, number % channels
        for row in range(height):
            small = (image * down + row % down) * across * channels + channel
            start, place = (small * tall + row // down) * wide, (number * height + row) * width
            if across == 2:
                weave_rows(numbers, start, farther, width, target, place)
            else:
                for j in range(across):
                    begin = start + j * farther
                    for p in range((width - j + across - 1) // across):
                        target[place + j + p * across] = numbers[begin + p]

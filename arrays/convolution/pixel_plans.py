"""What convolutions see whose vectors run along filters: blocks of positions of an image, or of one of many images."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .layout import Shape
from .sizes import ROWS, STRIPE

__all__ = ["Plan", "plan_of"]

Array = NDArray[Any]

_TAPS = 144  # about as many are added at a time: their filters fit the nearest cache beside what blocks see
_APART = 16  # numbers: a multiple of a stripe's for any size of numbers


class Plan(NamedTuple):
    """How one convolution of a shape is computed; see `multiply`."""

    together: int  # images
    places: Array  # where what belongs to each pixel begins
    unit: int  # numbers that belong to all pixels of an image, or of as many as are taken together
    padded: bool  # whether there are zeros beside them
    taps: Array  # how far what each tap sees is from the first one, tap after tap, and channel by channel
    positions: Array  # where what each number of a block sees begins
    spans: Array  # the first tap of each block, the one behind the last, and the first of all rows; for rows of taps
    chunks: Array  # the first tap, the one behind the last, and the row of spans
    work: int  # blocks times taps


@lru_cache(maxsize=256)
def plan_of(shape: Shape) -> Plan:
    """Return how to convolve by blocks of positions, or of images, if that is clearly less work."""
    one = _by_positions(shape)
    if shape.batch < ROWS:
        return one
    many = _by_images(shape)
    return many if many is not None and 16 * many.work < 15 * one.work else one


def _by_positions(shape: Shape) -> Plan:
    """Return how blocks of positions see an image with zeros around it, all channels of a pixel side by side."""
    (kh, kw), (dh, dw), (sh, sw), (tall, across) = shape.kernel, shape.dilation, shape.stride, shape.output
    (top, _, left, _), (height, width), channels = shape.padding, shape.size, shape.channels
    lines, wide = (tall - 1) * sh + (kh - 1) * dh + 1, (across - 1) * sw + (kw - 1) * dw + 1
    apart = (
        -(-channels // _APART) | 1
    ) * _APART  # odd: pixels would share places of caches, were it a power of 2
    ys, xs = (places.ravel() for places in np.indices((height, width)))
    ys, xs = ys + top, xs + left
    places = (
        np.where((ys < lines) & (xs < wide), ys * wide + xs, lines * wide) * apart
    )  # what nobody sees is behind
    ys, xs = np.divmod(np.minimum(np.arange(-(-tall * across // ROWS) * ROWS), tall * across - 1), across)
    rows = ys.reshape(-1, ROWS) * sh - top
    low = np.clip(-(rows[:, -1] // dh), 0, kh - 1)
    high = np.clip((height - 1 - rows[:, 0]) // dh + 1, low + 1, kh)
    return Plan(
        1, places, (lines * wide + 1) * apart, True, _taps(shape, wide, apart, 1), (ys * sh * wide + xs * sw) * apart,
        np.stack([low, high, low], 1)[None] * (kw * channels), _chunks(1, kh * kw * channels),
        int((high - low).sum()) * kw * channels * shape.batch,
    )  # fmt: skip


def _by_images(shape: Shape) -> Plan | None:
    """Return how blocks of images see pixels, ROWS of them side by side; None if there is nothing to see for some."""
    (kh, kw), (dh, dw), (tall, across), (top, _, left, _) = (
        shape.kernel,
        shape.dilation,
        shape.output,
        shape.padding,
    )
    (height, width), channels = shape.size, shape.channels
    apart = channels * ROWS + STRIPE  # no power of 2, and room for what is written behind the last channel
    ys, xs = np.divmod(np.arange(tall * across), across)
    ys, xs = ys * shape.stride[0] - top, xs * shape.stride[1] - left
    first, last = np.maximum(-(xs // dw), 0), np.minimum((width - 1 - xs) // dw + 1, kw)
    rows = np.arange(kh)[:, None]
    counts = np.where((ys + rows * dh >= 0) & (ys + rows * dh < height), np.maximum(last - first, 0), 0)
    if not counts.any(axis=0).all():
        return None
    begins, low = rows * kw + first, np.maximum(-(ys // dh), 0)
    spans = np.stack([begins, begins + counts, np.broadcast_to(low * kw + first, begins.shape)], 2)
    return Plan(
        ROWS, np.arange(height * width) * apart, height * width * apart, False, _taps(shape, width, apart, ROWS),
        np.add.outer((ys * width + xs) * apart, np.arange(ROWS)).ravel(), spans * channels, _chunks(kh, kw * channels),
        int(counts.sum()) * channels * -(-shape.batch // ROWS),
    )  # fmt: skip


def _taps(shape: Shape, wide: int, apart: int, step: int) -> Array:
    """Return how far the channels of each tap are, which are `step` apart."""
    ys, xs = (
        np.arange(shape.kernel[0]) * (shape.dilation[0] * wide),
        np.arange(shape.kernel[1]) * shape.dilation[1],
    )
    taps: Array = np.add.outer(np.add.outer(ys, xs) * apart, np.arange(shape.channels) * step)
    return taps.ravel()


def _chunks(rows: int, length: int) -> Array:
    """Return `rows` rows of taps cut into equal chunks."""
    parts = -(-length // _TAPS)
    ends = np.arange(parts + 1) * length // parts
    whole = [
        (row * length + ends[n], row * length + ends[n + 1], row) for row in range(rows) for n in range(parts)
    ]
    return np.array(whole, np.int64)

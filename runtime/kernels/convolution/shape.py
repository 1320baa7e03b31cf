"""The lengths of a convolution, and the blocks of positions that it is computed in."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

__all__ = ["Pair", "Part", "Shape", "Sides", "parts", "transposed"]

Pair = tuple[int, int]
Sides = tuple[int, int, int, int]


class Shape(NamedTuple):
    """The lengths of a convolution. `padding` is (top, bottom, left, right)."""

    batch: int
    groups: int
    channels: int  # of a group
    filters: int  # of a group
    size: Pair
    kernel: Pair
    output: Pair
    stride: Pair
    padding: Sides
    dilation: Pair


def transposed(shape: Shape) -> Shape:
    """Return the convolution that makes the gradient of the images of that of the result; with strides of 1."""
    (dh, dw), (kh, kw), (top, bottom, left, right) = shape.dilation, shape.kernel, shape.padding
    down, across = (kh - 1) * dh, (kw - 1) * dw
    return shape._replace(
        channels=shape.filters, filters=shape.channels, size=shape.output, output=shape.size,
        padding=(down - top, down - bottom, across - left, across - right),
    )  # fmt: skip


class Part(NamedTuple):
    """Some rows of some images; several images are there with all their rows."""

    image: int
    images: int
    row: int
    rows: int


def parts(batch: int, tall: int, across: int, most: int) -> list[Part]:
    """Cut images of `tall` rows of `across` positions into parts of about equal size, of `most` positions or fewer.

    A part has one row at least.
    """
    together = most // (tall * across)
    if together:
        return [Part(a, b - a, 0, tall) for a, b in _cut(batch, together)]
    rows = _cut(tall, max(most // across, 1))
    return [Part(image, 1, a, b - a) for image in range(batch) for a, b in rows]


def _cut(length: int, most: int) -> list[Pair]:
    count = -(-length // most)
    return list(pairwise([length * n // count for n in range(count + 1)]))

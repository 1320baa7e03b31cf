"""Where the operands of a convolution lie in memory, so that it needs no copy of the image for each tap.

An image with zeros around it, seen as one long row, is multiplied as it is: the pixels that a tap sees are those that
the output positions see, shifted by a constant. The positions are those of output rows as long as the source's, whose
ends are computed in vain. With a stride of s the image is split into s * s planes of every s-th pixel, to which the
same applies. So is the gradient of the images: its pixels fall into s * s classes that see different taps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .sizes import RIGHT

Array = NDArray[Any]
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


class Planes(NamedTuple):
    """How images are laid out: `down` * `across` planes of `tall` * `wide` numbers each, `size` with what follows."""

    top: int
    left: int
    step: Pair
    down: int
    across: int
    tall: int
    wide: int
    size: int

    @property
    def channel(self) -> int:
        """How many numbers one channel of an image takes."""
        return self.down * self.across * self.size

    def is_plain(self, size: Pair) -> bool:
        """Whether this is how images of `size` lie in memory anyway."""
        return self == (0, 0, (1, 1), 1, 1, *size, size[0] * size[1])


class Class(NamedTuple):
    """Pixels of the gradient of the images that see the same taps."""

    origin: int  # the first of them
    output: Pair  # how many
    taps: tuple[tuple[int, ...], tuple[int, ...]]  # rows and columns of the filters that they see
    offsets: Array


@lru_cache(maxsize=256)
def sources(shape: Shape) -> tuple[Planes, Array]:
    """Return the layout of the images, and where the pixels of each tap of a filter begin."""
    (sh, sw), (dh, dw), (kh, kw) = shape.stride, shape.dilation, shape.kernel
    ys, xs = np.arange(kh) * dh, np.arange(kw) * dw
    tall, wide = ys[-1] // sh + shape.output[0], xs[-1] // sw + shape.output[1]
    down, across = (ys % sh).max() + 1, (xs % sw).max() + 1
    top, _, left, _ = shape.padding
    numbers = (down, across, tall, wide, tall * wide)
    planes = Planes(top, left, shape.stride, *map(int, numbers))
    rows = (ys % sh * across * tall + ys // sh) * wide
    columns = xs % sw * planes.size + xs // sw
    channels = np.arange(shape.channels) * planes.channel
    return planes, _sums(channels, rows, columns)


@lru_cache(maxsize=256)
def classes(shape: Shape) -> tuple[Planes, tuple[Class, ...]]:
    """Return the layout of the gradient of the output, and the classes of pixels of the images."""
    rows = [_residue(shape, 0, residue) for residue in range(shape.stride[0])]
    columns = [_residue(shape, 1, residue) for residue in range(shape.stride[1])]
    top, tall = _reach(rows, shape.output[0])
    left, wide = _reach(columns, shape.output[1])
    planes = Planes(top, left, (1, 1), 1, 1, tall, wide, tall * wide)
    filters = np.arange(shape.filters) * planes.size
    found = []
    for i, y, first_row, down in rows:
        for j, x, first_column, across in columns:
            if down and across:
                offsets = _sums(filters, (first_row + top) * wide, first_column + left)
                origin = y * shape.size[1] + x
                found.append(Class(origin, (down, across), (i, j), offsets))
    return planes, tuple(found)


Residue = tuple[tuple[int, ...], int, Array, int]


def _residue(shape: Shape, axis: int, residue: int) -> Residue:
    """Return the taps, the first pixel, the outputs that it meets by each tap, and the count of a class on an axis."""
    step, before, length = shape.stride[axis], shape.padding[2 * axis], shape.size[axis]
    reach = np.arange(shape.kernel[axis]) * shape.dilation[axis]
    taps = np.flatnonzero(reach % step == residue)
    first = -(-(before - residue) // step)
    last = (before + length - 1 - residue) // step
    outputs = first - (reach[taps] - residue) // step
    return tuple(taps.tolist()), first * step + residue - before, outputs, max(last - first + 1, 0)


def _reach(classes: list[Residue], length: int) -> Pair:
    """Return how many zeros are needed before the outputs on an axis, and the length with all zeros."""
    needed = [
        (int(outputs.min()), int(outputs.max()) + count) for _, _, outputs, count in classes if outputs.size
    ]
    first = min([low for low, _ in needed], default=0)
    before = max(0, -first)
    return before, max([high for _, high in needed] + [length]) + before


def _sums(channels: Array, rows: Array, columns: Array) -> Array:
    """Return the offsets of all taps, channels first, and columns the fastest."""
    return np.ascontiguousarray(np.add.outer(channels, np.add.outer(rows, columns)).ravel(), np.int64)


def padded_taps(offsets: Array) -> Array:
    """Return the offsets, with as many zeros behind as make whole tiles of dot products."""
    return np.concatenate([offsets, np.zeros(-len(offsets) % RIGHT, np.int64)])


def filter_rows(shape: Shape, size: int, together: int) -> Array:
    """Return where each filter's gradients begin in an image; the last one again, to make whole tiles."""
    blocks = -(-shape.filters // together) * together
    within = np.minimum(np.arange(blocks), shape.filters - 1)
    return (np.add.outer(np.arange(shape.groups) * shape.filters, within).ravel() * size).astype(np.int64)

"""Convolutions of few channels or filters: products of filters with images that are shifted, without columns.

An image with zeros around it is one long row of numbers (see `layout`); what a convolution of a shape needs beside the
operands' numbers is found once.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from ..jit.threads.pool import SHORT
from .layout import Planes, Shape, classes, filter_rows, padded_taps, sources
from .sizes import FEW, LEFT, ROWS, STRIPE, STRIPES, WIDTH

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays", "pays_back"]

Array = NDArray[Any]
DType = np.dtype[Any]

_LARGE = 1 << 19  # bytes of filters that are not read anew for each image
_TASKS = 16  # wanted, when the batch is cut for several threads
_AREA = 25  # taps of a filter worth it, and
_MUCH = 7 << 19  # multiplications: of less, others would wait for images that one thread has laid out
_FETCH = 4  # additions take the time in which another thread fetches a number that this one has written
_FEWER = 8  # multiplications take the time of one addition and its traffic
_WRITTEN = 2  # such additions take the time of putting a result to its place
_LOOPS = f"{__package__}.loops"
_spread, _pack, _products = (RowKernel(_LOOPS, function) for function in ("spread", "pack", "products"))
_dots = RowKernel(f"{__package__}.dot_loops", "dots")


class Source(NamedTuple):
    """How images are laid out."""

    numbers: Array  # see `spread`
    images: int  # of one channel each
    size: int  # numbers in all; 0: as many and where they are anyway


class Product(NamedTuple):
    """How one class of the pixels of a result is computed."""

    places: Array  # see `pack`
    packing: tuple[int, int, int, int]
    packed: tuple[int, int, int]
    numbers: Array  # see `products`
    offsets: Array
    tasks: int
    work: int


class Launch(NamedTuple):
    """How all pixels of a result are computed."""

    source: Source
    products: tuple[Product, ...]
    result: tuple[int, ...]
    no_bias: Array


def pays(shape: Shape) -> bool:
    """Whether a convolution is better made of shifted images than of copies, which few rows of a tile would use."""
    return _is_worth(shape, shape.filters, shape.channels, shape.output)


def pays_back(shape: Shape) -> bool:
    """The same of the gradient of its images."""
    return _is_worth(shape, shape.channels, shape.filters, shape.size)


def _is_worth(shape: Shape, count: int, depth: int, size: tuple[int, int]) -> bool:
    area = shape.kernel[0] * shape.kernel[1]
    return (
        shape.stride == (1, 1) and area >= _AREA and ROWS // 2 < count <= ROWS
        and shape.batch * prod(size) * shape.groups * count * depth * area >= _MUCH
    )  # fmt: skip


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution."""
    return _run(images, weight, bias, _forward(shape, images.dtype))


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images."""
    return _run(grad, weight, None, _backward(shape, grad.dtype))


def _run(images: Array, weight: Array, bias: Array | None, launch: Launch) -> Array | None:
    """Return the sums of filters by shifted images."""
    source = _laid_out(images, launch.source)
    if source is None:
        return None
    weight, shift = np.ascontiguousarray(weight), launch.no_bias if bias is None else bias
    out, shift = empty(launch.result, images.dtype), np.ascontiguousarray(shift)
    for part in launch.products:
        packed = empty(part.packed, images.dtype)
        done = _pack.run(
            part.packed[0], weight, part.places, *part.packing, packed, work=packed.size
        ) and _products.run(
            part.tasks, source, part.numbers, part.offsets, packed, shift, out, work=part.work
        )
        if not done:
            return None
    return out


def _laid_out(images: Array, source: Source) -> Array | None:
    """Return the numbers of images in a layout."""
    images = np.ascontiguousarray(images)
    if source.size == 0:
        return images.reshape(-1)
    out = empty((source.size,), images.dtype)
    out[-STRIPE // out.itemsize :] = 0
    return out if _spread.run(source.images, images, source.numbers, out, work=source.size) else None


@lru_cache(maxsize=256)
def _forward(shape: Shape, dtype: DType) -> Launch:
    """Return how to convolve: all pixels see the same taps."""
    planes, offsets = sources(shape)
    positions = (shape.output[0] - 1) * planes.wide + shape.output[1]
    source = _source(
        shape.batch * shape.groups * shape.channels, shape.size, planes, _exact(positions, dtype), dtype
    )
    taps = len(offsets)
    result, packing = (shape.batch, shape.groups * shape.filters, *shape.output), (shape.filters * taps, taps)
    part = _product(
        shape, dtype, source, planes, shape.channels, shape.filters, np.arange(taps), packing, offsets, shape.output,
        (0, shape.output[1], 1),
    )  # fmt: skip
    return Launch(source, (part,), result, np.zeros(result[1], dtype))


@lru_cache(maxsize=256)
def _backward(shape: Shape, dtype: DType) -> Launch:
    """Return how to compute the gradient of images, whose pixels fall into classes that see different taps."""
    planes, pixels = classes(shape)
    (sh, sw), (height, width), (kh, kw) = shape.stride, shape.size, shape.kernel
    exact = all(_exact((c.output[0] - 1) * planes.wide + c.output[1], dtype) for c in pixels)
    source = _source(shape.batch * shape.groups * shape.filters, shape.output, planes, exact, dtype)
    whole, parts = shape.channels * kh * kw, []
    for origin, output, (i, j), offsets in pixels:
        seen = np.add.outer(np.array(i, np.int64) * kw, np.array(j, np.int64)).ravel()
        places = np.add.outer(np.arange(shape.filters) * whole, seen).ravel()
        packing, step = (shape.filters * whole, kh * kw), (origin, sh * width, sw)
        parts.append(
            _product(
                shape,
                dtype,
                source,
                planes,
                shape.filters,
                shape.channels,
                places,
                packing,
                offsets,
                output,
                step,
            )
        )
    result = (shape.batch, shape.groups * shape.channels, height, width)
    return Launch(source, tuple(parts), result, np.zeros(result[1], dtype))


def _source(count: int, size: tuple[int, int], planes: Planes, exact: bool, dtype: DType) -> Source:
    """Return how `count` images are laid out; `exact`: nothing behind an image is read."""
    numbers = np.array([planes.top, planes.left, *planes.step, *planes[3:]], np.int64)
    plain = exact and planes.is_plain(size)
    return Source(numbers, count, 0 if plain else count * planes.channel + STRIPE // dtype.itemsize)


def _product(
    shape: Shape, dtype: DType, source: Source, planes: Planes, channels: int, count: int, places: Array,
    packing: tuple[int, int], offsets: Array, output: tuple[int, int], step: tuple[int, int, int],
) -> Product:  # fmt: skip
    """Return how the `count` channels of one class of pixels, `step` in an image, are computed."""
    rows = ROWS if count > FEW else FEW if count > 1 else 1
    groups, blocks, taps = shape.groups, -(-count // rows), len(offsets)
    pixels, wide = output[0] * output[1], planes.wide
    if output[1] == wide and step[1:] == (wide, 1):  # rows follow each other in source and result
        output, wide = (1, pixels), pixels
    positions = (output[0] - 1) * wide + output[1]
    lanes, unit = STRIPE // dtype.itemsize, STRIPES if rows != FEW else 2 * STRIPES
    long = _length(-(-positions // lanes), shape.batch * groups * blocks, unit) * lanes
    chunks = -(-positions // long)
    packed, group_size = (groups * blocks, taps, rows), channels * planes.channel
    nbytes = groups * blocks * taps * rows * dtype.itemsize
    anew = (
        blocks * source.images * planes.channel * dtype.itemsize,
        shape.batch * chunks * nbytes,
    )  # what is read in either order
    channels_first = nbytes > _LARGE and anew[0] < anew[1]
    work = shape.batch * groups * count * pixels * (taps // _FEWER + _WRITTEN)
    if source.size * _spread.cost < SHORT:  # one thread lays out the images
        work -= source.size * _FETCH
    numbers = groups * group_size, group_size, wide, groups, chunks, channels_first, *output, *step, long
    return Product(
        places, (count, blocks, *packing), packed, np.array(numbers, np.int64), offsets,
        shape.batch * chunks * groups * blocks, max(work, 0),
    )  # fmt: skip


def _length(stripes: int, tasks: int, unit: int) -> int:
    """Return how many stripes of positions are computed at a time: as many tasks as several threads want, if possible.

    A tile has `unit` of them.
    """
    chunks = max(-(-stripes // WIDTH), min(-(-_TASKS // max(tasks, 1)), stripes // unit), 1)
    most = -(-stripes // chunks)
    return min(-(-most // unit) * unit, WIDTH)


def _exact(positions: int, dtype: DType) -> bool:
    """Whether the stripes of positions end with an image."""
    lanes = STRIPE // dtype.itemsize
    return positions >= WIDTH * lanes or positions % lanes == 0


class Sums(NamedTuple):
    """How the gradient of few filters is computed: as dot products of gradients with shifted images."""

    images: Source
    grads: Source
    rows: Array
    taps: Array
    numbers: tuple[int, ...]  # see `dots`
    sums: tuple[int, int]
    out: tuple[int, int, int, int]
    work: int


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of few filters.

    None also if it is not finite, as pixels next to an infinite one may be lost in it.
    """
    how = _sums(shape, grad.dtype)
    source, products = _laid_out(images, how.images), _laid_out(grad, how.grads)
    if source is None or products is None:
        return None
    size, channels, groups, group_size, parts, batch, count, left = how.numbers
    sums, out = empty(how.sums, grad.dtype), empty(how.out, grad.dtype)
    done = _dots.run(
        len(sums), products, how.rows, size, source, how.taps, channels, groups, group_size, parts, batch, count,
        left, sums, out, work=how.work,
    )  # fmt: skip
    if not done:
        return None
    total = out[0] if parts == 1 else np.add.reduce(out, axis=0)
    return total if np.isfinite(total).all() else None


@lru_cache(maxsize=256)
def _sums(shape: Shape, dtype: DType) -> Sums:
    """Return how the gradient of the filters is computed."""
    planes, offsets = sources(shape)
    lanes, (tall, wide), groups = STRIPE // dtype.itemsize, (shape.output[0], planes.wide), shape.groups
    positions = (tall - 1) * wide + shape.output[1]
    count = -(-positions // lanes)
    images = _source(
        shape.batch * groups * shape.channels, shape.size, planes, positions == count * lanes, dtype
    )
    rows = Planes(0, 0, (1, 1), 1, 1, tall, wide, -(-tall * wide // lanes) * lanes)
    grads = _source(shape.batch * groups * shape.filters, shape.output, rows, True, dtype)
    left = 1 if shape.filters == 1 else LEFT
    blocks, taps = groups * -(-shape.filters // left), padded_taps(offsets)
    parts = min(-(-_TASKS // blocks), shape.batch)
    group_size = shape.channels * planes.channel
    numbers = (
        groups * shape.filters * rows.size, groups * group_size, groups, group_size, parts, shape.batch, count, left
    )  # fmt: skip
    return Sums(
        images, grads, filter_rows(shape, rows.size, left), taps, numbers, (blocks * parts, len(taps) * left * lanes),
        (parts, groups, shape.filters, len(offsets)),
        shape.batch * groups * shape.filters * shape.output[0] * shape.output[1] * len(offsets) // _FEWER,
    )  # fmt: skip

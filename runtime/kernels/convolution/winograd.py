"""Convolutions by filters of 3 x 3 with stride 1, with 4 multiplications where the definition has 9.

Winograd's F(2 x 2, 3 x 3): a tile of 4 x 4 pixels and a filter are transformed to 16 numbers each, the points; their
products, summed over the channels, are transformed to the 2 x 2 pixels of the result. So there are 16 products of
matrices, of filters with tiles. The gradient of filters is the transpose: gradients of 2 x 2 pixels become 16 numbers,
and their products with the tiles of pixels, summed over the tiles, the 9 of a filter.

A pixel of the result is made of the pixels under its filter only. Where one of the results is not finite, as one of
these pixels is infinite, or a sum of them is, the functions decline, and the result is computed by its definition.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty
from ..launch import RowKernel
from .shape import Shape, parts, transposed

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays"]

Array = NDArray[Any]

_POINTS = 16
LEAST = 64  # tiles worth transforming all filters
_FEW = 8  # channels and filters worth transformations
_BYTES = 1 << 21  # of transformed tiles and of products
_TILES = 256  # worth reading all filters, however long these are
_ADDED = 112  # tiles that are added at a time for the gradient of filters: longer sums have larger errors
_SLICES = 16  # of channels
_NEAR = 1 << 14  # bytes of pixels of some channels: they stay in the nearest cache
_STRIPE = 64  # bytes: what loops write beyond the last tile
_LOOPS = f"{__package__}.winograd_loops"
_lift_images, _lift_gradients = RowKernel(_LOOPS, "lift_images"), RowKernel(_LOOPS, "lift_gradients")
_lower_products = RowKernel(_LOOPS, "lower_products")
# The values of a + b x + c x**2 at 0, 1, -1 (halved), and infinity; and the transpose
_VALUES = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
_FILTERS = {np.dtype(kind): np.kron(_VALUES, _VALUES).astype(kind) for kind in (np.float32, np.float64)}


class Block(NamedTuple):
    """The tiles of some rows of some images."""

    numbers: Array  # see `lift_images`
    tiles: int


class Plan(NamedTuple):
    """How a convolution is cut into blocks."""

    blocks: tuple[Block, ...]
    pitch: int  # from a channel's tiles to those of the next
    room: tuple[int, int]  # of the slices


def pays(shape: Shape) -> bool:
    """Whether a convolution is of the kind, and multiplies more than transforming filters and tiles takes."""
    if shape.kernel != (3, 3) or shape.stride != (1, 1) or shape.dilation != (1, 1):
        return False
    tall, across = _tiling(shape)
    return (
        min(shape.channels, shape.filters) >= _FEW and shape.batch * tall * across >= LEAST
        and 8 * tall * across <= 3 * shape.output[0] * shape.output[1]
    )  # fmt: skip


@np.errstate(over="ignore", invalid="ignore")  # if so, the definition computes the result
def convolve(
    images: Array, weight: Array, bias: Array | None, shape: Shape, turned: bool = False
) -> Array | None:
    """Return the convolution; `turned`: by the filters that lead back from the result to the images."""
    groups, channels, filters, dtype = shape.groups, shape.channels, shape.filters, images.dtype
    plan, images = _plan(shape, _most(shape, dtype.itemsize), dtype.itemsize), np.ascontiguousarray(images)
    lifted = _lifted(weight, shape, turned)
    tiles = _room(groups * channels, plan.pitch, dtype)
    products = _room(groups * filters, plan.pitch, dtype)
    room, flags = empty(plan.room, dtype), np.zeros((_SLICES, _STRIPE // dtype.itemsize), dtype)
    shift = np.zeros(groups * filters, dtype) if bias is None else np.ascontiguousarray(bias)
    out = empty((shape.batch, groups * filters, *shape.output), dtype)
    for block in plan.blocks:
        if not _lift_images.run(_SLICES, images, block.numbers, room, tiles, work=tiles.size):
            return None
        right, goal = (_of_groups(some, groups, plan.pitch, block.tiles) for some in (tiles, products))
        np.matmul(lifted, right, out=goal)
        if not _lower_products.run(
            _SLICES, products, shift, block.numbers, room, flags, out, work=products.size
        ):
            return None
    return None if np.count_nonzero(flags) else out  # NaN


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images."""
    return convolve(grad, weight, None, transposed(shape), True)


@np.errstate(over="ignore", invalid="ignore")
def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, channels, 9)."""
    groups, channels, filters, dtype = shape.groups, shape.channels, shape.filters, images.dtype
    images, grad = np.ascontiguousarray(images), np.ascontiguousarray(grad)
    plan = _plan(shape, _ADDED, dtype.itemsize)
    tiles = _room(groups * channels, plan.pitch, dtype)
    grads = _room(groups * filters, plan.pitch, dtype)
    room, total = empty(plan.room, dtype), None
    for block in plan.blocks:
        if not (
            _lift_images.run(_SLICES, images, block.numbers, room, tiles, work=tiles.size)
            and _lift_gradients.run(_SLICES, grad, block.numbers, room, grads, work=grads.size)
        ):
            return None
        left, right = (_of_groups(some, groups, plan.pitch, block.tiles) for some in (grads, tiles))
        found = np.matmul(left, right.swapaxes(2, 3))
        total = found if total is None else np.add(total, found, out=total)
    points: Any = total
    out: Array = np.matmul(points.reshape(_POINTS, -1).T, _FILTERS[dtype])
    return out if np.isfinite(out).all() else None


def _lifted(weight: Array, shape: Shape, turned: bool) -> Array:
    """Return the filters of each point (16, groups, filters, channels)."""
    values = _FILTERS[weight.dtype]
    points: Array = np.matmul(values[:, ::-1] if turned else values, weight.reshape(-1, 9).T)
    if turned:
        return points.reshape(_POINTS, shape.groups, shape.channels, shape.filters).swapaxes(2, 3)
    return points.reshape(_POINTS, shape.groups, shape.filters, shape.channels)


def _of_groups(numbers: Array, groups: int, pitch: int, tiles: int) -> Array:
    """Return the tiles of a block (16, groups, channels, tiles)."""
    points = numbers[:, : numbers.shape[1] // pitch * pitch]
    return points.reshape(_POINTS, groups, -1, pitch)[..., :tiles]


def _room(channels: int, pitch: int, dtype: Any) -> Array:
    """Return memory for the tiles of some channels, point by point."""
    lanes = _STRIPE // dtype.itemsize
    # An odd number of stripes: points a power of 2 apart would compete for places in the cache.
    return empty((_POINTS, (channels * pitch // lanes | 1) * lanes), dtype)


def _tiling(shape: Shape) -> tuple[int, int]:
    """Return how many tiles of 2 x 2 pixels cover a result."""
    return -(-shape.output[0] // 2), -(-shape.output[1] // 2)


def _most(shape: Shape, itemsize: int) -> int:
    """Return how many tiles a block should have."""
    return max(_BYTES // (_POINTS * shape.groups * (shape.channels + shape.filters) * itemsize), _TILES)


@lru_cache(maxsize=256)
def _plan(shape: Shape, most: int, itemsize: int) -> Plan:
    tall, across = _tiling(shape)
    lanes = _STRIPE // itemsize
    found = parts(shape.batch, tall, across, most)
    planes = 8 * (max(part.rows for part in found) + 3) * across  # of a channel
    together = max(_NEAR // (planes * itemsize), 1)
    sizes = [part.images * part.rows * across for part in found]
    pitch = (-(-max(sizes) // lanes) + 1 | 1) * lanes  # a stripe more is written, and it is odd again
    blocks = [
        Block(np.array([*part, across, shape.padding[0], shape.padding[2], pitch, together]), size)
        for part, size in zip(found, sizes, strict=True)
    ]
    return Plan(tuple(blocks), pitch, (_SLICES, planes * together + 4 * lanes))

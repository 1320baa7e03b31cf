"""Convolutions and their gradients as products of filters with columns, of what each position of a result sees.

Columns of all images would be many times the images, so they exist for a part of the positions at a time, which fits
the second-level cache. The products are `np.matmul`'s. Large images have columns of their own, and their products are
where they belong; those of small images are multiplied side by side, and their products moved.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty
from ..launch import RowKernel
from .shape import Shape, parts

__all__ = ["convolve", "filter_gradient", "image_gradient"]

Array = NDArray[Any]

_BYTES = 5 << 17  # of columns
_POSITIONS = 384  # worth reading all filters, however long these are
_LARGE = 128  # positions of an image that are worth a product of their own
_FEW = 128  # filters: BLAS takes less time to transpose their gradients than columns
_LOOPS = f"{__package__}.column_loops"
_gather, _scatter = RowKernel(_LOOPS, "gather"), RowKernel(_LOOPS, "scatter")


class Block(NamedTuple):
    """The columns of some positions."""

    images: slice
    positions: slice  # of each
    shape: tuple[int, int, int, int]  # of the columns: images or 1, groups, taps, positions
    numbers: Array  # see `gather`
    planes: int  # of pixels that they show


class Plan(NamedTuple):
    """How a convolution is cut into blocks."""

    blocks: tuple[Block, ...]
    room: int  # numbers of the largest block
    plain: bool  # whether images are their own columns


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the cross-correlation of images with filters, plus a bias."""
    plan, out = _plan(shape, images.itemsize), empty(_result(shape), images.dtype)
    room, images = _room(plan, images), np.ascontiguousarray(images)
    filters, goals = _filters(weight, shape), _by_groups(out, shape.groups)
    shift = None if bias is None else bias.reshape(shape.groups, shape.filters, 1)
    for block in plan.blocks:
        columns = _columns(images, block, room, plan.plain)
        if columns is None:
            return None
        goal = goals[block.images, :, :, block.positions]
        if block.shape[0] == len(goal):
            np.matmul(filters, columns, out=goal)
        else:
            _move(np.matmul(filters, columns[0]), goal)
        if shift is not None:
            goal += shift
    return out


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images: columns of gradients, added up where their pixels came from."""
    plan, filters = _plan(shape, grad.itemsize), _filters(weight, shape).swapaxes(1, 2)
    room, grads = _room(plan, grad), _by_groups(np.ascontiguousarray(grad), shape.groups)
    out = empty((shape.batch, shape.groups * shape.channels, *shape.size), grad.dtype)
    goals = _by_groups(out, shape.groups)
    for block in plan.blocks:
        some = grads[block.images, :, :, block.positions]
        if plan.plain:
            np.matmul(filters, some, out=goals[block.images])
            continue
        columns = room[: block.planes * block.numbers.item(-1)]
        np.matmul(filters, _beside(some, block), out=columns.reshape(block.shape))
        if not _scatter.run(block.planes, columns, block.numbers, out, work=columns.size):
            return None
    return out


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, taps)."""
    plan, grads = _plan(shape, grad.itemsize), _by_groups(np.ascontiguousarray(grad), shape.groups)
    room, images = _room(plan, images), np.ascontiguousarray(images)
    turned = shape.filters < _FEW and shape.filters < plan.blocks[0].shape[2]
    total: Any = None
    for block in plan.blocks:
        columns = _columns(images, block, room, plan.plain)
        if columns is None:
            return None
        some = _beside(grads[block.images, :, :, block.positions], block)
        left, right = (columns, some) if turned else (some, columns)
        products = np.matmul(left, right.swapaxes(2, 3))
        found = products[0] if len(products) == 1 else np.add.reduce(products, 0)
        total = found if total is None else np.add(total, found, out=total)
    gradient: Array = total.swapaxes(1, 2).copy() if turned else total
    return gradient


def _columns(images: Array, block: Block, room: Array, plain: bool) -> Array | None:
    """Return what the positions of a block see."""
    if plain:
        return _by_groups(images, block.shape[1])[block.images]
    columns = room[: block.planes * block.numbers.item(-1)]
    done = _gather.run(block.planes, images, block.numbers, columns, work=columns.size)
    return columns.reshape(block.shape) if done else None


def _beside(results: Array, block: Block) -> Array:
    """Return results of images as the columns of a block lie: side by side, if these are small."""
    if block.shape[0] == len(results):
        return results
    beside = results.transpose(1, 2, 0, 3)
    return beside.reshape(1, *beside.shape[:2], -1)


def _move(products: Array, goal: Array) -> None:
    """Write products of images side by side where they belong."""
    count, *_, positions = goal.shape
    np.copyto(goal.transpose(1, 2, 0, 3), products.reshape(*products.shape[:2], count, positions))


def _filters(weight: Array, shape: Shape) -> Array:
    return weight.reshape(shape.groups, shape.filters, -1)


def _by_groups(images: Array, groups: int) -> Array:
    """Return images (N, channels, height, width) as (N, groups, channels of each, height * width)."""
    count, channels, height, width = images.shape
    return images.reshape(count, groups, channels // groups, height * width)


def _result(shape: Shape) -> tuple[int, int, int, int]:
    return (shape.batch, shape.groups * shape.filters, *shape.output)


def _room(plan: Plan, like: Array) -> Array:
    return empty((0 if plan.plain else plan.room,), like.dtype)


@lru_cache(maxsize=256)
def _plan(shape: Shape, itemsize: int) -> Plan:
    (kh, kw), (tall, across), groups = shape.kernel, shape.output, shape.groups
    taps, large = shape.channels * kh * kw, tall * across >= _LARGE
    plain = large and shape.kernel == shape.stride == (1, 1) and shape.size == shape.output
    most = max(_BYTES // (groups * taps * itemsize), tall * across if plain else _POSITIONS)
    blocks = []
    for part in parts(shape.batch, tall, across, most):
        positions = part.rows * across
        beside = 1 if large else part.images
        numbers = np.array([
            *part, kh, kw, *shape.stride, shape.padding[0], shape.padding[2], *shape.dilation, across,
            beside * positions, groups * taps * positions if large else positions, kh * kw * positions,
        ])  # fmt: skip
        blocks.append(
            Block(
                slice(part.image, part.image + part.images),
                slice(part.row * across, part.row * across + positions),
                (part.images // beside, groups, taps, beside * positions),
                numbers,
                part.images * groups * shape.channels,
            )
        )
    room = max(block.planes * block.numbers.item(-1) for block in blocks)
    return Plan(tuple(blocks), room, plain)

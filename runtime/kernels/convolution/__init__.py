"""Convolutions of float32 and float64 images: products of filters with shifted images, without columns.

The functions return new arrays, or None when they decline: kernels are off, the work is little, or the dtype is
another. Then NumPy has to do it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..buffers import empty, reshaped
from ..launch import RowKernel
from ..switch import SWITCH
from . import depthwise, dilation, filters, panels, winograd
from .layout import Planes, Shape, classes, filter_rows, padded_taps, sources, transposed
from .sizes import FEW, LEFT, ROWS, STRIPE, WIDTH

__all__ = ["SMALLEST", "Shape", "convolve", "filter_gradient", "image_gradient"]

Array = NDArray[Any]

SMALLEST = 65536  # multiplications worth compiled loops
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))
_LARGE = 1 << 19  # bytes of filters that are not read anew for each image
_TASKS = 16  # wanted, when the batch is cut for several threads
_FEWER = 8  # multiplications take the time of one addition and its traffic
_WRITTEN = 2  # such additions take the time of putting a result to its place


def _kernel(function: str, module: str = "loops") -> RowKernel:
    return RowKernel(f"{__name__}.{module}", function)


_spread = _kernel("spread")
_pack = _kernel("pack")
_products = _kernel("products")
_dots = _kernel("dots", "dot_loops")


def _work(shape: Shape) -> int:
    """Count the multiplications."""
    taps = shape.channels * shape.kernel[0] * shape.kernel[1]
    return shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps


def _fits(shape: Shape, *arrays: Array) -> bool:
    return (
        SWITCH.on and arrays[0].dtype in _FLOATS and all(a.dtype == arrays[0].dtype for a in arrays)
        and _work(shape) >= SMALLEST
    )  # fmt: skip


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images (N, C, H, W) with filters, plus a bias."""
    if not _fits(shape, input, weight):
        return None
    if depthwise.pays(shape):
        return depthwise.convolve(input, weight, bias, shape)
    if winograd.pays(shape, input.itemsize):
        done = dilation.products(input, weight, bias, shape, False)
        if done is not None:
            return done
    if shape.stride[1] <= 2 and panels.pays(shape.channels, shape.filters):
        return panels.convolve(input, weight, bias, shape)
    planes, offsets = sources(shape)
    positions = (shape.output[0] - 1) * planes.wide + shape.output[1]
    source = _laid_out(input, planes, _exact(positions, input.dtype))
    filters = weight.reshape(shape.groups, shape.filters, -1)
    out = empty((shape.batch, shape.groups, shape.filters, shape.output[0] * shape.output[1]), input.dtype)
    if source is None or not _multiply(
        source, planes, shape.channels, offsets, filters, bias, out, shape.output, (0, shape.output[1], 1)
    ):
        return None
    return reshaped(out, (shape.batch, shape.groups * shape.filters, *shape.output))


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    if not _fits(shape, grad, weight):
        return None
    if depthwise.pays(shape):
        done = depthwise.image_gradient(grad, weight, shape)
        if done is not None:
            return done
    if shape.stride == (1, 1) and winograd.pays(turned := transposed(shape), grad.itemsize):
        done = dilation.products(grad, weight, None, turned, True)
        if done is not None:
            return done
    if panels.pays(shape.filters, shape.channels):
        return panels.image_gradient(grad, weight, shape)
    planes, pixels = classes(shape)
    exact = all(_exact((c.output[0] - 1) * planes.wide + c.output[1], grad.dtype) for c in pixels)
    source = _laid_out(grad, planes, exact)
    if source is None:
        return None
    height, width = shape.size
    (sh, sw), filters = (
        shape.stride,
        weight.reshape(shape.groups, shape.filters, shape.channels, *shape.kernel),
    )
    out = empty((shape.batch, shape.groups, shape.channels, height * width), grad.dtype)
    for origin, output, (i, j), offsets in pixels:
        seen = filters if shape.stride == (1, 1) else filters[:, :, :, i][..., j]
        seen = seen.transpose(0, 2, 1, 3, 4).reshape(shape.groups, shape.channels, -1)
        places = (origin, sh * width, sw)
        if not _multiply(source, planes, shape.filters, offsets, seen, None, out, output, places):
            return None
    return reshaped(out, (shape.batch, shape.groups * shape.channels, height, width))


def filter_gradient(grad: Array, input: Array, shape: Shape) -> Array | None:
    """Gradient of the filters (groups, filters, channels, taps)."""
    if not _fits(shape, grad, input):
        return None
    if depthwise.pays(shape):
        return depthwise.filter_gradient(grad, input, shape)
    if winograd.pays_for_filters(shape, grad.itemsize):
        found = dilation.filter_gradient(grad, input, shape)
        if found is not None and np.isfinite(found).all():
            return found
    if filters.pays(shape):
        return filters.filter_gradient(grad, input, shape)
    return _dot_products(grad, input, shape)


def _dot_products(grad: Array, input: Array, shape: Shape) -> Array | None:
    """Return the gradient of filters of few channels.

    None also if it is not finite, as pixels next to an infinite one may be lost in it.
    """
    planes, offsets = sources(shape)
    lanes = STRIPE // grad.itemsize
    positions = (shape.output[0] - 1) * planes.wide + shape.output[1]
    count = -(-positions // lanes)
    source = _laid_out(input, planes, positions == count * lanes)
    rows = Planes(
        0, 0, (1, 1), 1, 1, shape.output[0], planes.wide, -(-shape.output[0] * planes.wide // lanes) * lanes
    )
    products = _laid_out(grad, rows, True)
    if source is None or products is None:
        return None
    left = 1 if shape.filters == 1 else LEFT
    blocks = shape.groups * -(-shape.filters // left)
    parts = min(-(-_TASKS // blocks), shape.batch)
    taps = padded_taps(offsets)
    sums = empty((blocks * parts, len(taps) * left * lanes), grad.dtype)
    out = empty((parts, shape.groups, shape.filters, len(offsets)), grad.dtype)
    channels = shape.groups * shape.channels * planes.channel
    done = _dots.run(
        blocks * parts, products, filter_rows(shape, rows.size, left), shape.groups * shape.filters * rows.size, source,
        taps, channels, shape.groups, shape.channels * planes.channel, parts, shape.batch, count, left, sums, out,
        work=_work(shape) // _FEWER,
    )  # fmt: skip
    if not done:
        return None
    total = out[0] if parts == 1 else np.add.reduce(out, axis=0)
    return total if np.isfinite(total).all() else None


def _exact(positions: int, dtype: np.dtype[Any]) -> bool:
    """Whether the stripes of positions end with an image."""
    lanes = STRIPE // dtype.itemsize
    return positions >= WIDTH * lanes or positions % lanes == 0


def _laid_out(images: Array, planes: Planes, exact: bool) -> Array | None:
    """Return the numbers of images in a layout; `exact`: nothing behind an image is read."""
    images = np.ascontiguousarray(images)
    if exact and planes.is_plain((images.shape[-2], images.shape[-1])):
        return images.reshape(-1)
    count = images.shape[0] * images.shape[1]
    behind = STRIPE // images.itemsize
    out = empty((count * planes.channel + behind,), images.dtype)
    out[-behind:] = 0
    done = _spread.run(
        count, images.reshape(count, *images.shape[2:]), planes.top, planes.left, *planes.step, *planes[3:], out,
        work=out.size,
    )  # fmt: skip
    return out if done else None


def _multiply(
    source: Array, planes: Planes, channels: int, offsets: Array, filters: Array, bias: Array | None,
    out: Array, output: tuple[int, int], places: tuple[int, int, int],
) -> bool:  # fmt: skip
    """Write one class of pixels of `out` (N, groups, filters, pixels)."""
    groups, count, taps = filters.shape
    rows = ROWS if count > FEW else FEW if count > 1 else 1
    blocks = -(-count // rows)
    packed = empty((groups * blocks, taps, rows), filters.dtype)
    if not _pack.run(groups * blocks, np.ascontiguousarray(filters), packed, work=packed.size):
        return False
    shift = np.zeros((groups, count), filters.dtype) if bias is None else bias.reshape(groups, count)
    wide = planes.wide
    if places[1:] == (wide, 1):  # rows follow each other in source and result
        output, wide = (1, output[0] * output[1]), output[0] * output[1]
    positions = (output[0] - 1) * wide + output[1]
    chunks = -(-positions // (WIDTH * STRIPE // filters.itemsize))
    group_size = channels * planes.channel
    anew = blocks * source.nbytes, len(out) * chunks * packed.nbytes  # what is read in either order
    channels_first = packed.nbytes > _LARGE and anew[0] < anew[1]
    return _products.run(
        len(out) * chunks * groups * blocks, source, groups * group_size, group_size, wide, offsets, packed,
        np.ascontiguousarray(shift), groups, chunks, channels_first, *output, out, *places,
        work=out.size // out.shape[3] * output[0] * output[1] * (taps // _FEWER + _WRITTEN),
    )  # fmt: skip

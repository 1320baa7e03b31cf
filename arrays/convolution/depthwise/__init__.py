"""Convolutions whose filters see one channel each: rows of the result from rows of the image, as they lie in memory.

There is nothing to multiply matrices for: such a convolution reads and writes more than it computes. Zeros around an
image are masks of vectors, so no copy of it is made; a row of a result stays in registers while the taps are added.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...jit.buffers import empty
from ...jit.launch import RowKernel
from ..layout import Shape, transposed

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays"]

Array = NDArray[Any]

_TASKS = 16  # wanted, when the batch is cut for several threads
_FEWER = 4  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.loops"
_COLUMNS = (3, 5, 7)  # of filters
_filter, _spread, _dot = (
    {columns: RowKernel(_LOOPS, f"{name}_{columns}") for columns in _COLUMNS}
    for name in ("filter", "spread", "dot")
)


def pays(shape: Shape) -> bool:
    """Whether a convolution is of the kind; images that many filters see are better laid out once for all."""
    return (
        shape.channels == 1 and shape.filters <= 2 and shape.kernel[1] in _COLUMNS
        and shape.stride[1] <= 2
    )  # fmt: skip


def _work(shape: Shape) -> int:
    taps = shape.kernel[0] * shape.kernel[1]
    return shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps // _FEWER


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution."""
    filters = np.ascontiguousarray(weight).reshape(len(weight), -1)
    shift = np.zeros(len(weight), images.dtype) if bias is None else np.ascontiguousarray(bias)
    out = empty((shape.batch, len(weight), *shape.output), images.dtype)
    done = _filter[shape.kernel[1]].run(
        shape.batch * len(weight), np.ascontiguousarray(images), filters, shift, _rows(shape), shape.stride[1],
        shape.padding[2], shape.dilation[1], shape.dilation[0] * shape.size[1], shape.filters, out, work=_work(shape),
    )  # fmt: skip
    return out if done else None


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images; None with some strides, and if several filters see a channel."""
    if shape.filters > 1:
        return None
    if shape.stride == (1, 1):
        return convolve(grad, weight[:, :, ::-1, ::-1], None, transposed(shape))
    if shape.stride[1] == 1 or shape.dilation[1] > 1:
        return None
    filters = np.ascontiguousarray(weight).reshape(len(weight), -1)
    out = empty((shape.batch, len(weight), *shape.size), grad.dtype)
    common = gcd(shape.stride[0], shape.dilation[0])
    done = _spread[shape.kernel[1]].run(
        shape.batch * len(weight), np.ascontiguousarray(grad), filters, _rows_back(shape), shape.padding[2],
        shape.stride[0] // common, shape.dilation[0] // common * shape.output[1], out, work=_work(shape),
    )  # fmt: skip
    return out if done else None


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, 1, taps)."""
    count, taps = shape.groups * shape.filters, shape.kernel[0] * shape.kernel[1]
    parts = min(-(-_TASKS // count), shape.batch)
    out = empty((parts, count, taps), grad.dtype)
    cuts = shape.batch * np.arange(parts + 2) // parts
    cuts[-1] = np.diff(cuts[:-1]).max()  # the last is the most images of a part
    sums = np.empty((parts * count, taps * 64 // grad.itemsize), grad.dtype)
    done = _dot[shape.kernel[1]].run(
        parts * count, np.ascontiguousarray(images), np.ascontiguousarray(grad), _rows_of_taps(shape), shape.stride[1],
        shape.padding[2], shape.dilation[1], shape.stride[0] * shape.size[1], shape.filters, cuts, sums, out,
        work=_work(shape),
    )  # fmt: skip
    if not done:
        return None
    total = out[0] if parts == 1 else np.add.reduce(out, axis=0)
    gradient: Array = total.reshape(shape.groups, shape.filters, 1, taps)
    return gradient


@lru_cache(maxsize=256)
def _rows(shape: Shape) -> Array:
    """Return, for each row of a result, the first tap that sees a row of pixels, how many do, and the first row."""
    first = np.arange(shape.output[0]) * shape.stride[0] - shape.padding[0]
    return _table(first, shape.dilation[0], shape.kernel[0], shape.size[0])


@lru_cache(maxsize=256)
def _rows_of_taps(shape: Shape) -> Array:
    """Return, for each row of taps, the first row of a result that sees pixels, how many do, and their first row."""
    first = np.arange(shape.kernel[0]) * shape.dilation[0] - shape.padding[0]
    return _table(first, shape.stride[0], shape.output[0], shape.size[0])


@lru_cache(maxsize=256)
def _rows_back(shape: Shape) -> Array:
    """Return, for each row of pixels, the first tap that it was seen by, how many, and from which row of results."""
    (step, apart), found = (shape.stride[0], shape.dilation[0]), []
    for y in range(shape.padding[0], shape.padding[0] + shape.size[0]):
        rows = [
            (tap, (y - tap * apart) // step)
            for tap in range(shape.kernel[0])
            if (y - tap * apart) % step == 0 and 0 <= y - tap * apart < shape.output[0] * step
        ]
        tap, row = rows[0] if rows else (0, 0)
        found.append((tap, len(rows), row))
    return np.array(found)


def _table(first: Array, step: int, count: int, length: int) -> Array:
    """Return which i below `count` have first + i * step within `length`: the first, how many, and the first place."""
    begin = np.clip(-(first // step), 0, count)
    end = np.clip(-((first - length) // step), 0, count)
    begin = np.minimum(begin, end)
    return np.stack([begin, end - begin, first + begin * step], 1)

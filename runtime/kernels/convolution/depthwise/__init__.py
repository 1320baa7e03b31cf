"""Convolutions whose filters see one channel each: rows of the result from rows of the image, as they lie in memory.

There is nothing to multiply matrices for: such a convolution reads and writes more than it computes. Zeros around an
image are masks of vectors, so no copy of it is made; a row of a result stays in registers while the taps are added.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...buffers import empty
from ...launch import RowKernel
from ..layout import Shape, transposed

__all__ = ["convolve", "filter_gradient", "image_gradient", "pays"]

Array = NDArray[Any]

_TASKS = 16  # wanted, when the batch is cut for several threads
_FEWER = 4  # multiplications take the time of one addition and its traffic
_LOOPS = f"{__package__}.loops"
_convolve = RowKernel(_LOOPS, "convolve")
_add_products = RowKernel(_LOOPS, "add_products")


def pays(shape: Shape) -> bool:
    """Whether a convolution is of the kind; images that many filters see are better laid out once for all."""
    return (
        shape.channels == 1 and shape.filters <= 2 and shape.kernel[1] in (3, 5)
        and shape.stride[1] <= 2
    )  # fmt: skip


def _numbers(shape: Shape) -> tuple[int, ...]:
    return *shape.kernel, *shape.stride, shape.padding[0], shape.padding[2], *shape.dilation, shape.filters


def _work(shape: Shape) -> int:
    taps = shape.kernel[0] * shape.kernel[1]
    return shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps // _FEWER


def convolve(images: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Return the convolution."""
    filters = np.ascontiguousarray(weight).reshape(len(weight), -1)
    shift = np.zeros(len(weight), images.dtype) if bias is None else np.ascontiguousarray(bias)
    out = empty((shape.batch, len(weight), *shape.output), images.dtype)
    count = shape.batch * len(weight)
    done = _convolve.run(
        count, np.ascontiguousarray(images), filters, shift, *_numbers(shape), out, work=_work(shape)
    )
    return out if done else None


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Return the gradient of the images; None with strides, and if several filters see a channel."""
    if shape.stride != (1, 1) or shape.filters > 1:
        return None
    return convolve(grad, weight[:, :, ::-1, ::-1], None, transposed(shape))


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters (groups, filters, 1, taps)."""
    count, taps = shape.groups * shape.filters, shape.kernel[0] * shape.kernel[1]
    parts = min(-(-_TASKS // count), shape.batch)
    out = empty((parts, count, taps), grad.dtype)
    sums = np.empty((parts * count, taps * 64 // grad.itemsize), grad.dtype)
    done = _add_products.run(
        parts * count, np.ascontiguousarray(images), np.ascontiguousarray(grad), *_numbers(shape), sums, out,
        work=_work(shape),
    )  # fmt: skip
    if not done:
        return None
    total = out[0] if parts == 1 else np.add.reduce(out, axis=0)
    gradient: Array = total.reshape(shape.groups, shape.filters, 1, taps)
    return gradient

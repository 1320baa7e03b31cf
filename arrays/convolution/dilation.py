"""Winograd's products of dilated filters, whose taps see every d-th row and column.

Smaller images are made of these rows and columns, ordinary filters are moved over them, and their results are put
together again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..jit.launch import RowKernel
from . import winograd
from .layout import Pair, Shape, Sides

__all__ = ["filter_gradient", "products"]

Array = NDArray[Any]

_COPY = 2  # additions take the time of copying a number
_LOOPS = f"{__package__}.dilation_loops"
_deal, _join = RowKernel(_LOOPS, "deal"), RowKernel(_LOOPS, "join")


def products(images: Array, weight: Array, bias: Array | None, shape: Shape, turn: bool) -> Array | None:
    """Return the convolution; see `winograd.products`."""
    if shape.dilation == (1, 1):
        return winograd.products(images, weight, bias, shape, turn)
    small = _undilated(shape)
    parts = _dealt(images, shape.dilation, shape.padding, small.size)
    found = None if parts is None else winograd.products(parts, weight, bias, small, turn)
    return None if found is None else _joined(found, shape)


def filter_gradient(grad: Array, images: Array, shape: Shape) -> Array | None:
    """Return the gradient of the filters; see `winograd.filter_gradient`."""
    if shape.dilation == (1, 1):
        return winograd.filter_gradient(grad, images, shape)
    small = _undilated(shape)
    grads = _dealt(grad, shape.dilation, (0, 0, 0, 0), small.output)
    parts = _dealt(images, shape.dilation, shape.padding, small.size)
    return None if grads is None or parts is None else winograd.filter_gradient(grads, parts, small)


def _undilated(shape: Shape) -> Shape:
    """Return the convolution of the smaller images, which have zeros around them."""
    (down, across), (height, width), (kh, kw) = shape.dilation, shape.output, shape.kernel
    output = -(-height // down), -(-width // across)
    return shape._replace(
        batch=shape.batch * down * across, size=(output[0] + kh - 1, output[1] + kw - 1), output=output,
        padding=(0, 0, 0, 0), dilation=(1, 1),
    )  # fmt: skip


def _dealt(images: Array, dilation: Pair, padding: Sides, size: Pair) -> Array | None:
    """Return smaller images of `size`, dilation[0] * dilation[1] of each."""
    count, channels = images.shape[:2]
    out = empty((count, *dilation, channels, *size), images.dtype)
    done = _deal.run(
        count * channels, np.ascontiguousarray(images), *dilation, padding[0], padding[2], out, work=out.size * _COPY
    )  # fmt: skip
    return out.reshape(-1, channels, *size) if done else None


def _joined(small: Array, shape: Shape) -> Array | None:
    """Return the result of that of the smaller images."""
    channels, size = small.shape[1], small.shape[2:]
    out = empty((shape.batch, channels, *shape.output), small.dtype)
    parts = small.reshape(shape.batch, *shape.dilation, channels, *size)
    done = _join.run(shape.batch * channels, parts, out, work=out.size * _COPY)
    return out if done else None

"""Convolutions of float32 and float64 images: products of filters with shifted images, without columns.

The functions return new arrays, or None when they decline: kernels are off, the work is little, or the dtype is
another. Then NumPy has to do it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.switch import SWITCH
from . import depthwise, filters, panels, planes, winograd
from .shape import Shape

__all__ = ["SMALLEST", "Shape", "convolve", "filter_gradient", "image_gradient"]

Array = NDArray[Any]

SMALLEST = 2048  # multiplications worth compiled loops
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images (N, C, H, W) with filters, plus a bias."""
    if not _fits(input, weight, shape):
        return None
    if depthwise.pays(shape, input.itemsize):
        return depthwise.convolve(input, weight, bias, shape)
    if planes.pays(shape.filters) and shape.stride[1] <= 2:
        return planes.convolve(input, weight, bias, shape)
    if winograd.pays(shape, shape.output):
        out = winograd.convolve(input, weight, bias, shape)
        if out is not None:
            return out
    # Pixels further apart than two are copied one by one, which NumPy does as well.
    return panels.convolve(input, weight, bias, shape) if shape.stride[1] <= 2 else None


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    if not _fits(grad, weight, shape):
        return None
    if depthwise.pays(shape, grad.itemsize):
        return depthwise.image_gradient(grad, weight, shape)
    if planes.pays(shape.channels) and shape.stride[1] <= 2:
        return planes.image_gradient(grad, weight, shape)
    if winograd.pays(shape, shape.size):
        out = winograd.image_gradient(grad, weight, shape)
        if out is not None:
            return out
    return panels.image_gradient(grad, weight, shape)


def filter_gradient(grad: Array, input: Array, shape: Shape) -> Array | None:
    """Gradient of the filters (groups, filters, channels, taps)."""
    if not _fits(grad, input, shape):
        return None
    if depthwise.pays(shape, grad.itemsize):
        return depthwise.filter_gradient(grad, input, shape)
    if planes.pays(shape.filters) and shape.stride[1] <= 2:
        return planes.filter_gradient(grad, input, shape)
    return filters.filter_gradient(grad, input, shape)


def _fits(a: Array, b: Array, shape: Shape) -> bool:
    dtype = a.dtype
    return SWITCH.on and dtype in _FLOATS and b.dtype == dtype and _multiplications(shape) >= SMALLEST


@lru_cache(maxsize=1024)
def _multiplications(shape: Shape) -> int:
    taps = shape.channels * shape.kernel[0] * shape.kernel[1]
    return shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps

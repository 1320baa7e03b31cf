"""Convolutions of float32 and float64 images: products of filters with shifted images, without columns.

The functions return new arrays, or None when they decline: kernels are off, the work is little, or the dtype is
another. Then NumPy has to do it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.switch import SWITCH
from . import depthwise, dilation, few, filters, panels, pixel_gradients, pixels, winograd
from .layout import Shape, transposed

__all__ = ["SMALLEST", "Shape", "convolve", "filter_gradient", "image_gradient"]

Array = NDArray[Any]
Ways = tuple[Callable[..., Array | None], ...]
"""What computes convolutions of a shape: the first one that does not decline."""

SMALLEST = 2048  # multiplications worth compiled loops
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images (N, C, H, W) with filters, plus a bias."""
    if _fits(input, weight):
        for way in _forward(shape, input.itemsize, SMALLEST):
            out = way(input, weight, bias, shape)
            if out is not None:
                return out
    return None


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    if _fits(grad, weight):
        for way in _backward(shape, grad.itemsize, SMALLEST):
            out = way(grad, weight, shape)
            if out is not None:
                return out
    return None


def filter_gradient(grad: Array, input: Array, shape: Shape) -> Array | None:
    """Gradient of the filters (groups, filters, channels, taps)."""
    if _fits(grad, input):
        for way in _for_filters(shape, grad.itemsize, SMALLEST):
            out = way(grad, input, shape)
            if out is not None:
                return out
    return None


def _fits(a: Array, b: Array) -> bool:
    dtype = a.dtype
    return SWITCH.on and dtype in _FLOATS and b.dtype == dtype


def _is_little(shape: Shape, least: int) -> bool:
    """Whether there are less multiplications."""
    taps = shape.channels * shape.kernel[0] * shape.kernel[1]
    return shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps < least


@lru_cache(maxsize=1024)
def _forward(shape: Shape, itemsize: int, least: int) -> Ways:
    if _is_little(shape, least):
        return ()
    if depthwise.pays(shape):
        return (depthwise.convolve,)
    if pixels.pays(shape, itemsize):
        last: Any = pixels
    else:
        copied = shape.stride[1] <= 2 and panels.pays(shape.channels, shape.filters)
        last = panels if copied and not few.pays(shape) else few
    return (_by_winograd, last.convolve) if winograd.pays(shape, itemsize) else (last.convolve,)


@lru_cache(maxsize=1024)
def _backward(shape: Shape, itemsize: int, least: int) -> Ways:
    if _is_little(shape, least):
        return ()
    ways = [depthwise.image_gradient] if depthwise.pays(shape) else []
    copied = panels.pays(shape.filters, shape.channels) and not few.pays_back(shape)
    last: Any = panels if copied else few
    if shape.stride == (1, 1):
        turned = transposed(shape)
        if winograd.pays(turned, itemsize):
            ways.append(_back_by_winograd)
        if pixels.pays(turned, itemsize):
            last = pixels
    return (*ways, last.image_gradient)


@lru_cache(maxsize=1024)
def _for_filters(shape: Shape, itemsize: int, least: int) -> Ways:
    if _is_little(shape, least):
        return ()
    if depthwise.pays(shape):
        return (depthwise.filter_gradient,)
    last: Any = filters if filters.pays(shape) else few
    if pixel_gradients.pays(shape, itemsize):
        last = pixel_gradients
    if winograd.pays_for_filters(shape, itemsize):
        return _filters_by_winograd, last.filter_gradient
    return (last.filter_gradient,)


def _by_winograd(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    return dilation.products(input, weight, bias, shape, False)


def _back_by_winograd(grad: Array, weight: Array, shape: Shape) -> Array | None:
    return dilation.products(grad, weight, None, transposed(shape), True)


def _filters_by_winograd(grad: Array, input: Array, shape: Shape) -> Array | None:
    found = dilation.filter_gradient(grad, input, shape)
    return found if found is not None and np.isfinite(found).all() else None

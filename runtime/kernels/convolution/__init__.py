"""Convolutions of float32 and float64 images.

The functions return new arrays, or None when they decline: kernels are off, the work is little, or the dtype is
another. Then NumPy has to do it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..switch import SWITCH
from . import columns, depthwise, winograd
from .shape import Shape

__all__ = ["SMALLEST", "Shape", "convolve", "filter_gradient", "image_gradient"]

Array = NDArray[Any]

SMALLEST = 2048  # multiplications worth compiled loops
_FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


def convolve(input: Array, weight: Array, bias: Array | None, shape: Shape) -> Array | None:
    """Cross-correlation of images (N, C, H, W) with filters, plus a bias."""
    return _first("convolve", (input, weight, bias), shape)


def image_gradient(grad: Array, weight: Array, shape: Shape) -> Array | None:
    """Gradient of the images."""
    return _first("image_gradient", (grad, weight), shape)


def filter_gradient(grad: Array, input: Array, shape: Shape) -> Array | None:
    """Gradient of the filters (groups, filters, channels, taps)."""
    return _first("filter_gradient", (grad, input), shape)


def _first(name: str, arrays: tuple[Any, ...], shape: Shape) -> Array | None:
    """Return what the first way computes that does not decline."""
    dtype = arrays[0].dtype
    if SWITCH.on and dtype in _FLOATS and arrays[1].dtype == dtype:
        for way in _ways(name, shape, SMALLEST):
            out = way(*arrays, shape)
            if out is not None:
                return out
    return None


@lru_cache(maxsize=1024)
def _ways(name: str, shape: Shape, least: int) -> tuple[Callable[..., Array | None], ...]:
    """Return what computes convolutions of a shape, or their gradients: the best first."""
    taps = shape.channels * shape.kernel[0] * shape.kernel[1]
    if shape.batch * shape.groups * shape.filters * shape.output[0] * shape.output[1] * taps < least:
        return ()
    modules: list[Any] = [module for module in (depthwise, winograd) if module.pays(shape)]
    return tuple([getattr(module, name) for module in (*modules, columns)])

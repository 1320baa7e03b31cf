"""Activations with shapes or random numbers to see to: PReLU, GLU, randomised ReLU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..random import default_generator

Array = NDArray[Any]
Shape = tuple[int, ...]


def prelu_shape(shape: Shape, weight_shape: Shape) -> Shape:
    """Return the shape in which the weights of prelu broadcast over an argument of `shape`."""
    if weight_shape in ((), (1,)):
        return (1,) * len(shape)
    if len(weight_shape) != 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {len(weight_shape)}"
        )
    if not shape:
        raise RuntimeError("prelu: Not allow zero-dim input tensor with several weights; give it one weight")
    channels = shape[1] if len(shape) > 1 else 1
    if weight_shape[0] != channels:
        raise RuntimeError(
            "prelu: Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{weight_shape[0]} and channel size = {channels}."
        )
    return (channels,) + (1,) * (len(shape) - 2)


def glu_half(shape: Shape, dim: int) -> int:
    """Return half the length of the dimension that glu divides."""
    if not shape:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    length = shape[axis("glu", len(shape), dim)]
    if length % 2:
        raise RuntimeError(f"glu: Halving dimension must be even, but dimension {dim} is size {length}")
    return length // 2


def bounds_in_order(min_val: float, max_val: float) -> bool:
    """Refuse bounds of hardtanh that leave nothing between them."""
    if min_val > max_val:
        raise ValueError(f"hardtanh: min_val cannot be greater than max_val, got {min_val} and {max_val}")
    return True


def shrinks(lambd: float) -> bool:
    """Refuse a lambda of softshrink that would move its argument away from zero."""
    if not lambd >= 0:
        raise RuntimeError(f"softshrink: lambda must be in range [0, inf), but found {lambd}")
    return True


def slopes_are_random(lower: float, upper: float, training: bool) -> bool:
    """Tell whether rrelu draws its slopes."""
    if lower > upper:
        raise RuntimeError(
            f"rrelu: Lower bound should be less than or equal to the upper bound, got {lower} and {upper}"
        )
    return training


def rrelu(self: Array, lower: float, upper: float) -> tuple[Array, Array]:
    """Multiply what is not positive by random slopes, which are also returned."""
    drawn = default_generator.random(self.shape, self.dtype) * (upper - lower) + lower
    slope = np.where(self > 0, 1.0, drawn).astype(self.dtype, copy=False)
    return np.asarray(self * slope), slope

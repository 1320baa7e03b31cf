"""What the elementwise losses share: checks of their arguments, their reduction, and binary cross-entropy's domain."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .loss import check_reduction

Array = NDArray[Any]
Shape = tuple[int, ...]


def loss_reduction(op: str, reduction: str, input_shape: Shape, target_shape: Shape) -> str:
    """The reduction of an elementwise loss, once reduction and shapes are known to be right."""
    check_reduction(op, reduction)
    if input_shape != target_shape:
        raise ValueError(
            f"{op}: target must have the shape of input, {input_shape}, got {target_shape};"
            " expand or reshape one of them"
        )
    return reduction


def loss_threshold(op: str, name: str, value: float, zero_allowed: bool) -> float:
    """The point where a loss turns from quadratic to linear, if it is in its domain."""
    if value < 0 or (value == 0 and not zero_allowed):
        raise RuntimeError(f"{op}: {name} must be {'at least' if zero_allowed else 'greater than'} 0, got {value}")
    return value


def reduce_loss(self: Array, reduction: str) -> Array:
    """The mean or the sum of all elements; the mean of none is NaN."""
    if reduction == "sum":
        return np.asarray(self.sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(self.sum() / self.dtype.type(self.size))


def reduction_scale(reduction: str, shape: Shape) -> float:
    """What each element's loss is multiplied by: 1 for a sum, 1 / number of elements for a mean."""
    if reduction == "sum":
        return 1.0
    count = 1
    for length in shape:
        count *= length
    return 1.0 / count if count else 1.0


def binary_cross_entropy_elements(self: Array, target: Array) -> Array:
    """-(target * log(self) + (1 - target) * log(1 - self)), with logarithms no smaller than -100."""
    if self.size and not (self.min() >= 0 and self.max() <= 1):
        raise RuntimeError(
            "binary_cross_entropy: input must hold probabilities between 0 and 1,"
            f" got values from {self.min()} to {self.max()};"
            " apply sigmoid, or use binary_cross_entropy_with_logits"
        )
    with np.errstate(divide="ignore"):
        log_p = np.maximum(np.log(self), self.dtype.type(-100))
        log_q = np.maximum(np.log1p(-self), self.dtype.type(-100))
    return np.asarray((target - 1) * log_q - target * log_p)


def probability_scale(reduction: str, shape: Shape) -> float:
    """`reduction_scale` of a loss against class probabilities, where the mean is over all positions but not the classes."""
    return reduction_scale(reduction, shape[:1] + shape[2:] if len(shape) > 1 else ())

"""Dropout: zeroes elements at random and scales up the others, so that the expected value stays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..random import default_generator

Array = NDArray[Any]
Shape = tuple[int, ...]


def dropout(self: Array, p: float, mask_shape: Shape) -> tuple[Array, Array]:
    """Multiply by a random mask of zeros and 1 / (1 - p), which is also returned."""
    keep = 1.0 - p
    dtype = self.dtype if self.dtype.kind in "fc" else np.dtype(np.float32)
    # The mask holds the scale: forward and backward are one multiplication each.
    scale = dtype.type(1.0 / keep) if keep > 0.0 else dtype.type(0.0)
    mask = np.asarray(default_generator.bernoulli(keep, mask_shape) * scale)
    return np.asarray(self * mask), mask


def dropout_is_active(op: str, p: float, training: bool) -> bool:
    """Tell whether dropout changes anything; `p` is checked in evaluation too."""
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"{op}: p must be a probability between 0 and 1, got {p}")
    return training and p > 0.0


def channel_mask_shape(op: str, shape: Shape) -> Shape:
    """Return the shape of a mask with one element per image and channel."""
    if len(shape) != 4:
        raise RuntimeError(f"{op}: input must be (N, C, H, W), got shape {shape}")
    return (*shape[:2], 1, 1)

"""Dropout: zeroes elements at random and scales up the others, so that the expected value stays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dtypes import get_default_dtype
from ..random import default_generator

Array = NDArray[Any]
Shape = tuple[int, ...]

SELU_LIMIT = 1.7580993408473766
"""Minus the limit of selu for large negative numbers: scale times alpha."""

_LEADING = {"dropout1d": {2: 1, 3: 2}, "dropout2d": {3: 2, 4: 2}, "dropout3d": {4: 1, 5: 2}}
"""Numbers of dimensions that an input may have, with how many of them number its channels: one without samples."""


def dropout(self: Array, p: float, mask_shape: Shape) -> tuple[Array, Array]:
    """Multiply by a random mask of zeros and 1 / (1 - p), which is also returned."""
    keep = 1.0 - p
    dtype = self.dtype if self.dtype.kind in "fc" else get_default_dtype()
    # The mask holds the scale: forward and backward are one multiplication each.
    if keep > 0.0:
        mask = np.asarray(default_generator.bernoulli(keep, mask_shape) * dtype.type(1.0 / keep))
    else:  # there is nothing to draw
        mask = np.zeros(mask_shape, dtype)
    return np.asarray(np.multiply(self, mask, dtype=dtype)), mask


def alpha_dropout(self: Array, p: float, mask_shape: Shape) -> tuple[Array, Array]:
    """Replace elements by the negative limit of selu, restore mean and variance; also return each slope."""
    keep = 1.0 - p
    number = self.dtype.type
    if keep <= 0.0:  # there is nothing to draw, and no variance to restore
        scale = np.zeros(mask_shape, self.dtype)
        return np.asarray(self * scale), scale
    mask = default_generator.bernoulli(keep, mask_shape)
    factor = 1.0 / math.sqrt((SELU_LIMIT**2 * p + 1.0) * keep)
    scale = np.asarray(mask * number(factor))
    shift = np.where(mask, number(SELU_LIMIT * factor * p), number(SELU_LIMIT * factor * (p - 1.0)))
    return np.asarray(self * scale + shift), scale


def dropout_is_active(op: str, p: float, training: bool) -> bool:
    """Tell whether dropout changes anything; `p` is checked in evaluation too."""
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"{op}: dropout probability has to be between 0 and 1, but got {p}")
    return training and p > 0.0


def channel_mask_shape(op: str, shape: Shape) -> Shape:
    """Return the shape of a mask with one element per sample and channel; the samples may be missing."""
    known = _LEADING[op]
    if len(shape) not in known:
        few, many = sorted(known)
        raise RuntimeError(
            f"{op}: Expected {few}D or {many}D input, but received a {len(shape)}D input, of shape {shape}"
        )
    leading = known[len(shape)]
    return shape[:leading] + (1,) * (len(shape) - leading)


def feature_mask_shape(op: str, shape: Shape) -> Shape:
    """Return the shape of a mask with one element for each index of the first two dimensions."""
    if len(shape) < 2:
        raise RuntimeError(
            f"{op}: Feature dropout requires at least 2 dimensions in the input, got shape {shape}"
        )
    return shape[:2] + (1,) * (len(shape) - 2)

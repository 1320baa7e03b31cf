"""Dropout: zeroes elements at random and scales up the others, so that the expected value stays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..random import default_generator

Array = NDArray[Any]


def dropout_is_active(p: float, training: bool) -> bool:
    """Whether dropout changes anything; the check of `p`, which is wanted in evaluation too."""
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"dropout: p must be a probability between 0 and 1, got {p}")
    return training and p > 0.0


def dropout(input: Array, p: float) -> tuple[Array, Array]:
    """`input` times a random mask of zeros and 1 / (1 - p); also the mask."""
    keep = 1.0 - p
    dtype = input.dtype if input.dtype.kind in "fc" else np.dtype(np.float32)
    # The mask holds the scale: forward and backward are one multiplication each.
    scale = dtype.type(1.0 / keep) if keep > 0.0 else dtype.type(0.0)
    mask = default_generator.bernoulli(keep, input.shape) * scale
    return np.asarray(input * mask), np.asarray(mask)

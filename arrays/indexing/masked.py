"""The elements that a mask selects, and the places of the elements that are not zero."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..shapes.shape import shape_of_both

Array = NDArray[Any]
Shape = tuple[int, ...]


def masked_select(self: Array, mask: Array) -> Array:
    """Return the elements where the mask is true, in one dimension; the two are broadcast."""
    if mask.dtype.kind != "b":
        raise RuntimeError(
            f"masked_select: mask must have the dtype bool, got {mask.dtype}; compare it with 0 first"
        )
    if self.shape == mask.shape:
        return self[mask]
    shape = shape_of_both("masked_select", ("self", "mask"), self.shape, mask.shape)
    selected: Array = np.broadcast_to(self, shape)[np.broadcast_to(mask, shape)]
    return selected


def masked_select_backward(grad_output: Array, shape: Shape, mask: Array) -> Array:
    """Zeros of `shape`, the broadcast one, with `grad_output` where the mask is true."""
    out = np.zeros(shape, grad_output.dtype)
    out[np.broadcast_to(mask, shape)] = grad_output
    return out


def nonzero(self: Array) -> Array:
    """Return the indices of the elements that are not zero: a row for each."""
    return np.argwhere(self)

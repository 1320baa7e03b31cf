"""Elements repeated next to themselves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
Shape = tuple[int, ...]


def repeat_places(repeats: Array, output_size: int | None = None) -> Array:
    """Return each number from 0 on as often as `repeats` says."""
    if repeats.dtype not in (np.int32, np.int64):
        raise RuntimeError(
            f"repeat_interleave: repeats must have the dtype int32 or int64, got {repeats.dtype}; convert it"
        )
    if repeats.ndim != 1:
        raise RuntimeError(
            f"repeat_interleave: repeats must be 0-dim or 1-dim tensor, got shape {repeats.shape}"
        )
    if (repeats < 0).any():
        raise RuntimeError(f"repeat_interleave: repeats can not be negative, got {repeats.min()}")
    _check_size(output_size, int(repeats.sum()))
    return np.repeat(np.arange(repeats.size, dtype=repeats.dtype), repeats)


def repeat_interleave(
    self: Array, repeats: int, dim: int | None = None, output_size: int | None = None
) -> Array:
    """Return the array with every element along `dim`, or of the flattened array, `repeats` times."""
    if repeats < 0:
        raise RuntimeError(f"repeat_interleave: Repeats must be non-negative, got {repeats}")
    blocks = interleaved_blocks(self.shape, repeats, dim)
    _check_size(output_size, blocks[1] * repeats)
    if dim is None or not self.ndim:
        return np.repeat(self, repeats)
    return np.repeat(self, repeats, dim)


def interleaved_blocks(shape: Shape, repeats: int, dim: int | None) -> Shape:
    """Return the shape of a result of `repeat_interleave` with the copies of each element in dimension 2."""
    if dim is None:
        return 1, math.prod(shape), repeats, 1
    at = axis("repeat_interleave", len(shape), dim)
    length = shape[at] if shape else 1
    return math.prod(shape[:at]), length, repeats, math.prod(shape[at + 1 :])


def interleaved_length(shape: Shape, repeats: Shape, dim: int) -> int:
    """Return the length of dimension `dim`, after checking that there are so many repeats, or one for all."""
    at = axis("repeat_interleave", len(shape), dim)
    length = shape[at] if shape else 1
    if len(repeats) == 1 and repeats[0] not in (1, length):
        raise RuntimeError(
            "repeat_interleave: repeats must have the same size as input along dim, but got repeats.size(0) ="
            f" {repeats[0]} and input.size({at}) = {length}"
        )
    if len(repeats) > 1:
        raise RuntimeError(f"repeat_interleave: repeats must be 0-dim or 1-dim tensor, got shape {repeats}")
    return length


def _check_size(given: int | None, size: int) -> None:
    if given is not None and given != size:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {size} but got {given}")

"""Padding with a constant, or with elements of the array itself.

`pad` lists lengths in pairs from the last dimension backwards: (left, right, top, bottom, ...). Negative
lengths crop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Shape = tuple[int, ...]
Number = bool | int | float | complex


def constant_pad_nd(self: Array, pad: Sequence[int], value: Number = 0) -> Array:
    """Return the array with `value` around it."""
    pairs = _pairs(self.shape, pad)
    shape = [before + length + after for length, (before, after) in zip(self.shape, pairs, strict=True)]
    if min(shape, default=0) < 0:
        raise RuntimeError(
            f"pad: pad must not crop more than there is, got {tuple(pad)} for shape {self.shape}"
        )
    out = np.full(shape, value, self.dtype)
    inside, kept = [], []
    for length, (before, after) in zip(self.shape, pairs, strict=True):
        inside.append(slice(max(before, 0), max(before, 0) + length + min(before, 0) + min(after, 0)))
        kept.append(slice(max(-before, 0), length - max(-after, 0)))
    out[tuple(inside)] = self[tuple(kept)]
    return out


def index_pad(self: Array, pad: Sequence[int], mode: str) -> Array:
    """Return the array continued by reflection at its ends, by its last elements, or in a circle."""
    out = self
    for dim, places, _ in _places(self.shape, pad, mode):
        out = out.take(places, dim)
    return out if out is not self else self.copy()


def index_pad_backward(grad_output: Array, shape: Shape, pad: Sequence[int], mode: str) -> Array:
    """Add up what `grad_output` holds for each element that `index_pad` read."""
    out = grad_output
    for dim, places, inside in _places(shape, pad, mode):
        total = np.zeros((*out.shape[:dim], shape[dim], *out.shape[dim + 1 :]), out.dtype)
        before: tuple[Any, ...] = (slice(None),) * dim
        if inside:
            first = int(places[inside.start])
            total[(*before, slice(first, first + len(inside)))] = out[
                (*before, slice(inside.start, inside.stop))
            ]
        for side in (slice(0, inside.start), slice(max(inside.start, inside.stop), None)):
            added, part = places[side], out[(*before, side)]
            if len(added) and added[0] == added[-1]:  # one element, or the border that is repeated
                total[(*before, added[0])] += part.sum(dim)
            else:
                total[(*before, added)] += part
        out = total
    return out if out is not grad_output else grad_output.copy()


def negated_pad(pad: Sequence[int]) -> Shape:
    """Return the padding that undoes `pad`."""
    return tuple([-length for length in pad])


def pad_mode(mode: str) -> str:
    """Check the name of a way to pad."""
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise ValueError(f"pad: mode must be 'constant', 'reflect', 'replicate' or 'circular', got {mode!r}")
    return mode


def _pairs(shape: Shape, pad: Sequence[int]) -> list[tuple[int, int]]:
    """(before, after) for each dimension."""
    if len(pad) % 2 or len(pad) > 2 * len(shape):
        raise RuntimeError(
            f"pad: pad must hold pairs of lengths for at most the {len(shape)} dimensions of self, got"
            f" {tuple(pad)}"
        )
    pairs = [(pad[number], pad[number + 1]) for number in range(0, len(pad), 2)]
    return [(0, 0)] * (len(shape) - len(pairs)) + pairs[::-1]


def _places(shape: Shape, pad: Sequence[int], mode: str) -> list[tuple[int, Array, range]]:
    """Return the dimensions that are padded, the places that each reads from, and what of these is no padding."""
    found = []
    for dim, (length, (before, after)) in enumerate(zip(shape, _pairs(shape, pad), strict=True)):
        if not before and not after:
            continue
        places = np.arange(-before, length + after)
        if mode == "replicate":
            limit, places = None if length else 0, places.clip(0, max(length - 1, 0))
        elif mode == "reflect":
            limit, period = length - 1, max(2 * (length - 1), 1)
            places = length - 1 - np.abs(length - 1 - places % period)
        else:  # what is cropped is gone before the rest goes round
            kept = np.arange(max(-before, 0), length - max(-after, 0))
            limit = len(kept)
            places = (
                kept[np.arange(-max(before, 0), limit + max(after, 0)) % max(limit, 1)] if limit else kept
            )
        if limit is not None and max(before, after) > max(limit, 0):
            raise RuntimeError(
                f"pad: pad must be at most {max(limit, 0)} in mode {mode!r} for dimension {dim} of shape"
                f" {shape}, got {(before, after)}"
            )
        inside = range(max(before, 0), max(before, 0) + length + min(before, 0) + min(after, 0))
        found.append((dim, places, inside))
    return found

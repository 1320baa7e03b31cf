"""Medians: the lower of the two middle elements when their number is even. `median` is NaN when any element is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .along import elements_along
from .dims import axis

Array = NDArray[Any]


def median(self: Array) -> Array:
    """Return the median of all elements."""
    return _of_all("median", self, False)


def nanmedian(self: Array) -> Array:
    """Return the median of all elements that are not NaN."""
    return _of_all("nanmedian", self, True)


def median_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the medians along a dimension, and the index of each."""
    return _along("median", self, dim, keepdim, _place_of_median)


def nanmedian_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the medians along a dimension of what is not NaN, and the index of each."""
    return _along("nanmedian", self, dim, keepdim, _place_of_nanmedian)


def _of_all(op: str, self: Array, numbers_only: bool) -> Array:
    """Order as much as finds the middle; NaN counts as larger than all numbers, so that those stand behind."""
    if not self.size:
        if self.dtype.kind != "f":
            raise RuntimeError(f"{op}: expected at least one element of dtype {self.dtype}, got none")
        return np.full((), np.nan, self.dtype)
    missing = int(np.isnan(self).sum()) if self.dtype.kind == "f" else 0
    if missing == self.size or (missing and not numbers_only):
        return np.full((), np.nan, self.dtype)
    middle = (self.size - missing - 1) // 2
    return np.asarray(np.partition(self.reshape(-1), middle)[middle])


def _along(op: str, self: Array, dim: int, keepdim: bool, place: Any) -> tuple[Array, Array]:
    at = axis(op, self.ndim, dim)
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    if not self.shape[at]:
        raise IndexError(f"{op}: dimension {dim} must have at least one element, got shape {self.shape}")
    last = np.moveaxis(self, at, -1)
    indices = place(last)[..., None]
    values = elements_along(last, last.ndim - 1, indices)
    if not keepdim:
        return values[..., 0], indices[..., 0]
    return np.moveaxis(values, -1, at), np.moveaxis(indices, -1, at)


def _place_of_median(last: Array) -> Array:
    """Return where in the last dimension the median stands, or the first NaN."""
    places = last.argsort(-1, kind="stable")[..., (last.shape[-1] - 1) // 2]
    missing = np.isnan(last)
    return np.asarray(np.where(missing.any(-1), missing.argmax(-1), places), np.int64)


def _place_of_nanmedian(last: Array) -> Array:
    """Return where in the last dimension the median of the numbers stands; 0 if there are none."""
    numbers = np.sum(~np.isnan(last), -1, keepdims=True)
    middle = np.maximum(numbers - 1, 0) // 2  # NaN is sorted behind all numbers
    places = elements_along(last.argsort(-1, kind="stable"), last.ndim - 1, middle)[..., 0]
    return np.asarray(places, np.int64)

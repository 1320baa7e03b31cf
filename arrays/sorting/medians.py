"""Medians: the lower of the two middle elements when their number is even. `median` is NaN when any element is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from .ranked import element_of_rank, has_nan, places_of, without_dim

Array = NDArray[Any]


def median(self: Array) -> Array:
    """Return the median of all elements."""
    return _of_all("median", self, False)


def nanmedian(self: Array) -> Array:
    """Return the median of all elements that are not NaN."""
    return _of_all("nanmedian", self, True)


def median_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the medians along a dimension, and the index of each: of the first NaN where there is one."""
    at = _checked("median", self, dim)
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    values, places = _middles(self, at)
    if has_nan(self):
        missing = np.isnan(self)
        rows = missing.any(at, keepdims=True)
        np.putmask(values, rows, np.nan)
        np.copyto(places, missing.argmax(at, keepdims=True), where=rows)
    return (values, places) if keepdim else without_dim(at, values, places)  # type: ignore[return-value]


def nanmedian_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the medians along a dimension of what is not NaN, and the index of each."""
    at = _checked("nanmedian", self, dim)
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    values, places = _middles_of_numbers(self, at) if has_nan(self) else _middles(self, at)
    return (values, places) if keepdim else without_dim(at, values, places)  # type: ignore[return-value]


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


def _checked(op: str, self: Array, dim: int) -> int:
    at = axis(op, self.ndim, dim)
    if self.ndim and not self.shape[at]:
        raise IndexError(f"{op}: dimension {dim} must have at least one element, got shape {self.shape}")
    return at


def _middles(self: Array, at: int) -> tuple[Array, Array]:
    """Return the lower of the two middle elements along a dimension, and where they stand."""
    return element_of_rank(self, at, (self.shape[at] - 1) // 2)


def _middles_of_numbers(self: Array, at: int) -> tuple[Array, Array]:
    """Return the same of what is not NaN, which is ordered behind all numbers; the first NaN if there is no number."""
    ordered = self.copy(order="C")
    ordered.sort(at)
    numbers = np.sum(~np.isnan(self), at, keepdims=True)
    values = np.take_along_axis(ordered, np.maximum(numbers - 1, 0) // 2, at)
    return values, places_of(self, at, values)

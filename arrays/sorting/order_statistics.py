"""The k-th smallest element and the most frequent one, along a dimension. NaN is larger than any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..indexing.along import elements_along
from .ranked import element_of_rank, places_of, without_dim

Array = NDArray[Any]


def kthvalue(self: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the k-th smallest elements along a dimension, counted from 1, and the index of each."""
    at = axis("kthvalue", self.ndim, dim)
    length = self.shape[at] if self.ndim else 1
    if length and not 1 <= k <= length:
        raise RuntimeError(
            f"kthvalue: selected number k must be in [1, {length}], which dimension {at} allows; {k} is out of range"
        )
    return _along("kthvalue", self, at, keepdim, lambda: element_of_rank(self, at, k - 1))


def mode(self: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the most frequent elements along a dimension, the smallest of several, and the last index of each."""
    at = axis("mode", self.ndim, dim)
    return _along("mode", self, at, keepdim, lambda: _most_frequent(self, at))


def _most_frequent(self: Array, at: int) -> tuple[Array, Array]:
    """Number the elements of each run of equal ones among the sorted: the first highest number ends the run."""
    last = self if at == self.ndim - 1 else np.moveaxis(self, at, -1)
    ordered = last.copy(order="C")
    ordered.sort()
    length = last.shape[-1]
    places = np.arange(length)
    starts = np.zeros(last.shape, np.int64)
    np.multiply(ordered[..., 1:] != ordered[..., :-1], places[1:], starts[..., 1:])
    np.maximum.accumulate(starts, -1, out=starts)
    ends = np.subtract(places, starts, starts).argmax(-1, keepdims=True)
    values = elements_along(ordered, last.ndim - 1, ends)
    backwards = places_of(last[..., ::-1], last.ndim - 1, values)
    indices = length - 1 - backwards
    return (values, indices) if last is self else (np.moveaxis(values, -1, at), np.moveaxis(indices, -1, at))


def _along(
    op: str, self: Array, at: int, keepdim: bool, find: Callable[[], tuple[Array, Array]]
) -> tuple[Array, Array]:
    if self.dtype.kind == "c":
        raise TypeError(
            f"{op}: self must be real, got {self.dtype}, which has no order; use abs or real first"
        )
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    if not self.shape[at]:
        raise IndexError(f"{op}: Expected reduction dim {at} to have non-zero size, got shape {self.shape}")
    if self.size:
        values, indices = find()
    else:
        shape = (*self.shape[:at], 1, *self.shape[at + 1 :])
        values, indices = np.empty(shape, self.dtype), np.zeros(shape, np.int64)
    return (values, indices) if keepdim else without_dim(at, values, indices)  # type: ignore[return-value]

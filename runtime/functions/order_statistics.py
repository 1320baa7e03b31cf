"""The k-th smallest element and the most frequent one, along a dimension. NaN is larger than any number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .along import elements_along
from .dims import axis

Array = NDArray[Any]


def kthvalue(self: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the k-th smallest elements along a dimension, counted from 1, and the index of each."""
    at = axis("kthvalue", self.ndim, dim)
    length = self.shape[at] if self.ndim else 1
    if length and not 1 <= k <= length:
        raise RuntimeError(
            f"kthvalue: selected number k must be in [1, {length}], which dimension {at} allows; {k} is out of range"
        )
    return _along("kthvalue", self, at, keepdim, lambda last: last.argpartition(k - 1, -1)[..., k - 1])


def mode(self: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """Return the most frequent elements along a dimension, the smallest of several, and the last index of each."""
    return _along("mode", self, axis("mode", self.ndim, dim), keepdim, _place_of_mode)


def _place_of_mode(last: Array) -> Array:
    """Number the elements of each run of equal ones among the sorted: the first highest number ends the run."""
    order = last.argsort(-1, kind="stable")
    ordered = elements_along(last, last.ndim - 1, order)
    places = np.arange(last.shape[-1])
    starts = np.zeros(last.shape, np.int64)
    starts[..., 1:] = np.where(ordered[..., 1:] != ordered[..., :-1], places[1:], 0)
    ends = np.argmax(places - np.maximum.accumulate(starts, -1), -1)
    return elements_along(order, order.ndim - 1, ends[..., None])[..., 0]


def _along(
    op: str, self: Array, at: int, keepdim: bool, place: Callable[[Array], Array]
) -> tuple[Array, Array]:
    if self.dtype.kind == "c":
        raise TypeError(
            f"{op}: self must be real, got {self.dtype}, which has no order; use abs or real first"
        )
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    if not self.shape[at]:
        raise IndexError(f"{op}: Expected reduction dim {at} to have non-zero size, got shape {self.shape}")
    last = np.moveaxis(self, at, -1)
    indices = (
        place(last)[..., None].astype(np.int64, copy=False)
        if last.size
        else np.zeros((*last.shape[:-1], 1), np.int64)
    )
    values = elements_along(last, last.ndim - 1, indices)
    if not keepdim:
        return values[..., 0], indices[..., 0]
    return np.moveaxis(values, -1, at), np.moveaxis(indices, -1, at)

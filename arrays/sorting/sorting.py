"""Sorting along one dimension, and its largest or smallest elements. NaN is larger than any number."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..indexing.along import elements_along

Array = NDArray[Any]

_SHORT = 256  # elements that are sorted as fast as they are partitioned


def sort(self: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Array, Array]:
    """Return the elements in order along `dim`, and where they stood."""
    indices = argsort(self, dim, descending, stable)
    return elements_along(self, axis("sort", self.ndim, dim), indices), indices


def argsort(self: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> Array:
    """Return the places along `dim` of the elements in order; equal ones keep their order if `stable`.

    Any order of equal elements allows a vectorised sort, six times as fast as the stable one.
    """
    at = _checked("sort", self, dim)
    if not self.ndim:
        return np.zeros((), np.int64)
    kind: Literal["stable"] | None = "stable" if stable else None
    if not descending:
        return np.asarray(self.argsort(at, kind=kind)).astype(np.int64, copy=False)
    # The reverse of the ascending order of the reversed array: equal elements keep their order.
    backwards = np.flip(self, at).argsort(at, kind=kind)
    return np.ascontiguousarray(np.flip(self.shape[at] - 1 - backwards, at))


def topk(
    self: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Array, Array]:
    """Return the `k` largest or smallest elements along `dim`, and where they stood."""
    at = _checked("topk", self, dim)
    length = self.shape[at] if self.ndim else 1
    if not 0 <= k <= length:
        raise RuntimeError(f"topk: k must be in [0, {length}], the length of dimension {at} of self, got {k}")
    if not self.ndim:
        return self.copy(), np.zeros((), np.int64)
    indices = _largest(self, k, at) if largest else _smallest(self, k, at)
    values = elements_along(self, at, indices)
    if not sorted or length <= _SHORT:
        return values, indices
    order = argsort(values, at, descending=largest)
    return elements_along(values, at, order), elements_along(indices, at, order)


def _smallest(self: Array, k: int, at: int) -> Array:
    """Return the places along `at` of the `k` smallest elements, in order if there are few to choose from."""
    length = self.shape[at]
    order = self.argsort(at) if length <= _SHORT else self.argpartition(max(k - 1, 0), at)
    return order[(*[slice(None)] * at, slice(k))].astype(np.int64)


def _largest(self: Array, k: int, at: int) -> Array:
    """Return the places along `at` of the `k` largest elements, in order if there are few to choose from."""
    length = self.shape[at]
    if length <= _SHORT:
        place = slice(length - 1, length - k - 1 if k < length else None, -1)
        return self.argsort(at)[(*[slice(None)] * at, place)].astype(np.int64, order="C")
    order = self.argpartition(min(length - k, length - 1), at)
    return order[(*[slice(None)] * at, slice(length - k, None))].astype(np.int64)


def _checked(op: str, self: Array, dim: int) -> int:
    if self.dtype.kind == "c":
        raise RuntimeError(f"{op}: self must have a real dtype, got {self.dtype}; sort abs or the real part")
    return axis(op, self.ndim, dim)


def msort(self: Array) -> tuple[Array, Array]:
    """Return the elements in order along the first dimension, and where they stood."""
    return sort(self, 0)

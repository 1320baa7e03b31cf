"""Distinct elements or slices, which of them each is, and how many there are of each. Every NaN is distinct."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
Triple = tuple[Array, Array, Array]


def unique(self: Array, dim: int | None = None, return_inverse: bool = True) -> Triple:
    """Return the distinct elements, or slices along `dim`, in order; the inverse, empty unless wanted; the counts.

    Which of equal elements comes first makes no difference, so the sorts need not be stable.
    """
    if self.dtype.kind == "c":
        raise TypeError(f"unique: self must be real, got complex numbers ({self.dtype}), which have no order")
    if dim is None or not self.ndim:
        return _distinct_elements(self, return_inverse)
    at, rows = _rows("unique", self, dim)
    order = np.lexsort(rows.T[::-1]) if rows.shape[1] else np.arange(len(rows))
    distinct, inverse, counts = _of_sorted(rows[order], order)
    return _slices(distinct, self, at), inverse, counts


def _distinct_elements(self: Array, return_inverse: bool) -> Triple:
    flat = self.reshape(-1)
    if return_inverse:
        order = flat.argsort()
        distinct, inverse, counts = _of_sorted(flat[order][:, None], order)
        return distinct[:, 0], inverse.reshape(self.shape), counts
    ordered = np.sort(flat)
    starts = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=starts[1:])
    firsts = np.flatnonzero(starts)
    return (
        ordered[firsts],
        np.zeros(0, np.int64),
        np.diff(firsts, append=len(ordered)).astype(np.int64, copy=False),
    )


def unique_consecutive(self: Array, dim: int | None = None) -> Triple:
    """Return the first of each run of equal elements, or slices along `dim`; the inverse and the counts."""
    if dim is None or not self.ndim:
        flat = self.reshape(-1)
        distinct, inverse, counts = _of_sorted(flat[:, None], np.arange(len(flat)))
        return distinct[:, 0], inverse.reshape(self.shape), counts
    at, rows = _rows("unique_consecutive", self, dim)
    distinct, inverse, counts = _of_sorted(rows, np.arange(len(rows)))
    return _slices(distinct, self, at), inverse, counts


def _rows(op: str, self: Array, dim: int) -> tuple[int, Array]:
    at = axis(op, self.ndim, dim)
    if (self.shape[at] and not self.size) or any(n == 0 for k, n in enumerate(self.shape) if k != at):
        raise RuntimeError(
            f"{op}: There are 0 sized dimensions, and they aren't selected, so unique cannot be applied; got"
            f" shape {self.shape} and dim {at}"
        )
    last = np.moveaxis(self, at, 0)
    return at, last.reshape(len(last), -1) if self.size else np.zeros((0, 1), self.dtype)


def _of_sorted(rows: Array, order: Array) -> Triple:
    """Find the starts of the runs of equal rows; `order` tells where each row stood."""
    starts = np.ones(len(rows), bool)
    starts[1:] = (rows[1:] != rows[:-1]).any(1)
    inverse = np.empty(len(rows), np.int64)
    inverse[order] = np.cumsum(starts) - 1
    firsts = np.flatnonzero(starts)
    return rows[firsts], inverse, np.diff(firsts, append=len(rows)).astype(np.int64, copy=False)


def _slices(rows: Array, self: Array, at: int) -> Array:
    shape = (len(rows), *self.shape[:at], *self.shape[at + 1 :])
    return np.ascontiguousarray(np.moveaxis(rows.reshape(shape), 0, at))

"""Where values belong in sorted boundaries. NaN belongs behind all of them."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .search_kernels import search

Array = NDArray[Any]

_LONG = 64  # boundaries and values of a row that are searched faster alone than sorted with all others


def searchsorted(
    sorted_sequence: Array,
    input: Array | complex,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Array | None = None,
) -> Array:
    """Return the number of boundaries in each row before each value, or up to it if `right`."""
    values = _values(sorted_sequence, input)
    _check_searched("searchsorted", sorted_sequence, values)
    behind = _is_right(right, side)
    if sorter is not None:
        _check_sorter(sorted_sequence, sorter)
        sorted_sequence = np.take_along_axis(sorted_sequence, sorter, -1)
    found = _search(sorted_sequence, values, behind)
    return found.astype(np.int32 if out_int32 else np.int64, copy=False)


def bucketize(
    input: Array | complex, boundaries: Array, out_int32: bool = False, right: bool = False
) -> Array:
    """Return the number of boundaries before each value, or up to it if `right`."""
    values = _values(boundaries, input)
    if boundaries.ndim != 1:
        raise RuntimeError(
            f"bucketize: boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})"
        )
    _check_searched("bucketize", boundaries, values)
    return _search(boundaries, values, right).astype(np.int32 if out_int32 else np.int64, copy=False)


def bucketize_number(self: complex, boundaries: Array, out_int32: bool = False, right: bool = False) -> Array:
    """Return the number of boundaries before a number, or up to it if `right`."""
    return bucketize(self, boundaries, out_int32, right)


def _values(boundaries: Array, input: Array | complex) -> Array:
    """Return a number as an array: beside boundaries of its kind it has their dtype."""
    if isinstance(input, np.ndarray):
        return input
    return np.asarray(input, np.result_type(boundaries, input))


def _search(boundaries: Array, values: Array, right: bool) -> Array:
    if (done := search(boundaries, values, right)) is not None:
        return done
    if boundaries.ndim == 1:
        found = np.asarray(boundaries.searchsorted(values, "right" if right else "left"))
    else:
        found = _search_rows(boundaries, values, right)
    if values.dtype.kind == "f":
        undefined = np.isnan(values)
        if undefined.any():
            return np.where(undefined, boundaries.shape[-1], found)
    return found


def _search_rows(boundaries: Array, values: Array, right: bool) -> Array:
    """Search in each row of a matrix; in many short ones at once."""
    length, wanted = boundaries.shape[-1], values.shape[-1]
    if length + wanted < _LONG:
        return _search_short_rows(boundaries, values, right)
    count = prod(boundaries.shape[:-1])
    rows = zip(boundaries.reshape(count, length), values.reshape(count, wanted), strict=True)
    found = [row.searchsorted(sought, "right" if right else "left") for row, sought in rows]
    return np.array(found, np.int64).reshape(values.shape)


def _search_short_rows(boundaries: Array, values: Array, right: bool) -> Array:
    """Sort values and boundaries of each row together: a value's place less its rank among the values is the answer.

    The sort is stable, so what comes first of equal ones decides whether boundaries count that are equal to a value.
    """
    joined = np.concatenate([boundaries, values] if right else [values, boundaries], -1)
    order = joined.argsort(-1, kind="stable")
    first = boundaries.shape[-1] if right else 0
    is_value = (order >= first) & (order < first + values.shape[-1])
    counts = np.cumsum(~is_value, -1)
    found = np.empty(joined.shape, np.int64)
    np.put_along_axis(found, order, counts, -1)
    return found[..., first : first + values.shape[-1]]


def _is_right(right: bool, side: str | None) -> bool:
    if side not in (None, "left", "right"):
        raise RuntimeError(f"searchsorted: side can only be 'left' or 'right' but got {side!r}")
    if side == "left" and right:
        raise RuntimeError(
            "searchsorted: side and right can't be set to opposites, got side 'left' while right was True"
        )
    return right or side == "right"


def _check_searched(op: str, boundaries: Array, values: Array) -> None:
    for x in (boundaries, values):
        if x.dtype.kind == "c":
            raise TypeError(f"{op}: expected real numbers, got complex ones ({x.dtype}), which have no order")
    if not boundaries.ndim:
        raise RuntimeError(f"{op}: boundaries tensor should have positive dimension, but got 0 dimension")
    if boundaries.ndim > 1 and not values.ndim:
        raise RuntimeError(
            f"{op}: input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries"
            f" tensor dim({boundaries.ndim})"
        )
    if boundaries.ndim > 1 and boundaries.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            f"{op}: boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and"
            f" input value tensor must match, but we got boundaries tensor {boundaries.shape} and input value"
            f" tensor {values.shape}"
        )


def _check_sorter(boundaries: Array, sorter: Array) -> None:
    if sorter.shape != boundaries.shape:
        raise RuntimeError(
            "searchsorted: boundary and sorter must have the same size, but got boundary tensor"
            f" {boundaries.shape} and sorter tensor {sorter.shape}"
        )
    if sorter.dtype != np.int64:
        raise RuntimeError(
            f"searchsorted: sorter must be a tensor of long dtype but got dtype {sorter.dtype}"
        )
    if sorter.size and (sorter.min() < 0 or sorter.max() >= boundaries.shape[-1]):
        raise RuntimeError(
            f"searchsorted: sorter index out of range, expected 0 to {boundaries.shape[-1] - 1}, got"
            f" {sorter.min()} to {sorter.max()}"
        )

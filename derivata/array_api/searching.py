"""Functions that search, sort and count, and sets of elements."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..generated import ops
from ..numpy_calls import ordering, reductions
from ..numpy_calls.arrays_of import array_of
from ..numpy_calls.ordering import unique_values as unique_values
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted, tensor


class UniqueAll(NamedTuple):
    """What `unique_all` returns."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    """What `unique_counts` returns."""

    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    """What `unique_inverse` returns."""

    values: Tensor
    inverse_indices: Tensor


def argmax(x: Tensor, /, *, axis: int | None = None, keepdims: Any = False) -> Tensor:
    """Return the place of the largest element along an axis, of the first one if several are equal."""
    return ops.argmax(x, axis, keepdims)


def argmin(x: Tensor, /, *, axis: int | None = None, keepdims: Any = False) -> Tensor:
    """Return the place of the smallest element along an axis, of the first one if several are equal."""
    return ops.argmin(x, axis, keepdims)


def count_nonzero(x: Tensor, /, *, axis: Any = None, keepdims: Any = False) -> Any:
    """Return how many elements along axes are not zero."""
    return reductions.sum(x.ne(0), axis, np.dtype(np.int64), keepdims)


def nonzero(x: Tensor, /) -> tuple[Tensor, ...]:
    """Return where elements are not zero: places along each axis."""
    if not x.ndim:
        raise ValueError("nonzero: expected an array of at least one axis, got shape (); use x != 0")
    return tuple(map(wrap, np.nonzero(array_of(x))))


def searchsorted(x1: Tensor, x2: Any, /, *, side: Any = "left", sorter: Tensor | None = None) -> Tensor:
    """Return where values would have to be inserted into a sorted array."""
    order = None if sorter is None else array_of(sorter)
    return wrap(np.asarray(np.searchsorted(array_of(x1), array_of(x2), side, order), np.int64))


def where(condition: Any, x1: Any, x2: Any, /) -> Tensor:
    """Return elements of `x1` where a condition holds, of `x2` elsewhere."""
    return ops.where(tensor(condition), *promoted(x1, x2))


def unique_all(x: Tensor, /) -> UniqueAll:
    """Return different elements, where each is first, which of them each element is, and how often each is there."""
    return UniqueAll(*_unique(x))


def unique_counts(x: Tensor, /) -> UniqueCounts:
    """Return different elements, and how often each is there."""
    values, _, _, counts = _unique(x)
    return UniqueCounts(values, counts)


def unique_inverse(x: Tensor, /) -> UniqueInverse:
    """Return different elements, and which of them each element is."""
    values, _, inverse, _ = _unique(x)
    return UniqueInverse(values, inverse)


def _unique(x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    values, first, inverse, counts = ordering.unique(x, True, True, True, equal_nan=False)
    return values, wrap(first), wrap(inverse.reshape(x.shape)), wrap(counts)


def argsort(x: Tensor, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Tensor:
    """Return the places of elements in order along an axis; equal ones stay in theirs."""
    return ops.argsort(x, axis, descending, True)


def sort(x: Tensor, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Tensor:
    """Return elements in order along an axis."""
    return ops.sort(x, axis, descending, True)[0]


__all__ = [
    "argmax", "argmin", "argsort", "count_nonzero", "nonzero", "searchsorted", "sort", "unique_all", "unique_counts",
    "unique_inverse", "unique_values", "where",
]  # fmt: skip

"""The elements of one rank along a dimension, and where they stand: what medians and k-th values are made of.

Values are found by partitioning, which is vectorised, and their places by looking for them: ordering places instead
takes several times as long. NaN is larger than any number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..indexing.along import elements_along

Array = NDArray[Any]

_FEW = 16


def element_of_rank(self: Array, at: int, rank: int) -> tuple[Array, Array]:
    """Return the elements of a rank, counted from 0, along dimension `at`, which stays, and a place of each.

    Among few the place is the one that a stable sort gives this rank, as in PyTorch; else the first one.
    """
    place = (*[slice(None)] * at, slice(rank, rank + 1))
    if self.shape[at] <= _FEW:
        places = self.argsort(at, kind="stable")[place]
        return elements_along(self, at, places), places.copy()
    ordered = self.copy(order="C")
    ordered.partition(rank, at)
    values = ordered[place].copy()
    return values, places_of(self, at, values)


def places_of(self: Array, at: int, values: Array) -> Array:
    """Return where along dimension `at` the values stand first; NaN is the first one."""
    found = self == values
    if values.dtype.kind == "f" and (lost := values != values).any():
        found |= lost & (self != self)
    return np.asarray(found.argmax(at, keepdims=True))


def has_nan(self: Array) -> bool:
    """Tell whether any element is NaN, which the maximum then is."""
    return self.dtype.kind == "f" and bool(np.isnan(np.maximum.reduce(self, axis=None, initial=-np.inf)))


def without_dim(at: int, *kept: Array) -> tuple[Array, ...]:
    """Return arrays without dimension `at`, which has the length 1."""
    return tuple([array.reshape(array.shape[:at] + array.shape[at + 1 :]) for array in kept])

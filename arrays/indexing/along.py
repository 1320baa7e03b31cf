"""Elements along a dimension by indices known to be in range: one `take` from the flat array."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Shape = tuple[int, ...]

FEW = 4096  # elements of an index whose shape is worth remembering


def elements_along(self: Array, at: int, indices: Array) -> Array:
    """Return the elements that `indices`, as long as `self` except along dimension `at`, names."""
    if self.ndim < 2:
        return self.take(indices) if self.ndim else self.copy()
    if indices.size > FEW or not self.flags.c_contiguous:
        return np.take_along_axis(self, indices, at)
    stride, others = kept_places(self.shape, indices.shape, at)
    return np.asarray(self.reshape(-1).take(indices * stride + others))


@lru_cache(maxsize=128)
def kept_places(shape: Shape, lengths: Shape, at: int) -> tuple[int, Array]:
    """Return how far apart neighbours along a dimension are in a flat array, and what the others add to a place."""
    steps = [prod(shape[number + 1 :]) for number in range(len(shape))]
    corner = [1 if number == at else length for number, length in enumerate(lengths)]
    others = np.zeros(corner, np.intp)
    for number, step in enumerate(steps):
        others += (np.arange(corner[number]) * step).reshape((-1,) + (1,) * (len(shape) - 1 - number))
    return steps[at], others

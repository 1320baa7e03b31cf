"""The order of dimensions in the memory of copies and results."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def prototype(array: Array) -> Array:
    """Return an array whose memory layout copies follow: the array itself, unless its elements overlap.

    Dimensions along which they do stay where they are, as in results of ufuncs; NumPy's copies put them innermost, and
    no view of such a copy has its elements in a row.
    """
    if not any(stride == 0 and length > 1 for stride, length in zip(array.strides, array.shape, strict=True)):
        return array
    made = np.nditer([array, None], ["zerosize_ok"], [["readonly"], ["writeonly", "allocate"]])
    return made.operands[1]


def cast(array: Array, dtype: np.dtype[Any]) -> Array:
    """Return a copy in another dtype, with the dimensions in the same order in memory."""
    like = array if array.flags.c_contiguous else prototype(array)
    if like is array:
        return array.astype(dtype)
    copy = np.empty_like(like, dtype)
    np.copyto(copy, array, casting="unsafe")
    return copy


def ordered_as(like: Array, values: Array) -> Array:
    """Return values, which are row-major, with the dimensions in the order in memory of an array of the same shape."""
    if like.flags.c_contiguous:
        return values
    copy = np.empty_like(prototype(like), values.dtype)
    copy[...] = values
    return copy


def slowest_first(array: Array) -> tuple[int, ...]:
    """Return the dimensions as results have them in memory, the one with the longest steps first."""
    strides = prototype(array).strides if 0 in array.strides else array.strides
    return tuple(sorted(range(array.ndim), key=lambda dim: -abs(strides[dim])))


def permuted(inputs: Sequence[Any], dims: tuple[int, ...]) -> list[Any]:
    """Return views of arrays with the dimensions of their common shape in another order; numbers stay numbers."""
    views = []
    for value in inputs:
        if isinstance(value, np.ndarray) and value.ndim:
            if value.ndim < len(dims):
                value = value.reshape((1,) * (len(dims) - value.ndim) + value.shape)
            value = value.transpose(dims)
        views.append(value)
    return views

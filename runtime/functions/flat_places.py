"""Reading and writing at places of the flattened array: `take`, `put`, and what a mask selects in order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import places as loops

Array = NDArray[Any]
Shape = tuple[int, ...]


def take(self: Array, index: Array) -> Array:
    """Return the elements of the flattened array that `index` names, in its shape."""
    return np.asarray(self.reshape(-1).take(_places("take", self.size, index)))


def take_backward(grad_output: Array, shape: Shape, index: Array) -> Array:
    """Zeros of `shape` to which `grad_output` is added in the places that `take` read."""
    out = np.zeros(shape, grad_output.dtype)
    _add(out.reshape(-1), _places("take_backward", out.size, index), grad_output)
    return out


def put(self: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    """Return a copy with `source` written, or added, to the places of the flattened array that `index` names."""
    if source.dtype != self.dtype:
        raise RuntimeError(
            f"put: self and source expected to have the same dtype, but got self.dtype = {self.dtype} and"
            f" source.dtype = {source.dtype}; convert source"
        )
    if source.size != index.size:
        raise IndexError(
            "put: Expected source and index to have the same number of elements, but got source.numel() ="
            f" {source.size}, index.numel() = {index.size}"
        )
    places = _places("put", self.size, index)
    out = self.copy(order="C")
    flat, values = out.reshape(-1), source.reshape(index.shape)
    if accumulate:
        _add(flat, places, values)
    else:
        flat[places] = values
    return out


def clear_places(self: Array, index: Array) -> Array:
    """Return a copy with zeros in the places of the flattened array that `index` names."""
    out = self.copy(order="C")
    out.reshape(-1)[index] = 0
    return out


def masked_scatter(self: Array, mask: Array, source: Array) -> Array:
    """Return a copy with the elements of `source`, in their order, where the mask is true."""
    if mask.dtype.kind != "b":
        raise RuntimeError(
            f"masked_scatter: only supports boolean masks, but got mask with dtype {mask.dtype}; compare it with 0"
        )
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"masked_scatter: expected self and source to have same dtypes but got {self.dtype} and {source.dtype};"
            " convert source"
        )
    shape = np.broadcast_shapes(self.shape, mask.shape)
    out, where = np.broadcast_to(self, shape).copy(), np.broadcast_to(mask, shape)
    count = int(np.count_nonzero(where))
    if source.size < count:
        raise RuntimeError(
            "masked_scatter: Number of elements of source < number of ones in mask, got"
            f" {source.size} and {count}"
        )
    out[where] = source.reshape(-1)[:count]
    return out


def _add(out: Array, places: Array, values: Array) -> None:
    """Add each value to the element of the vector `out` that the place beside it names."""
    index, source = (np.ascontiguousarray(array).reshape(-1) for array in (places, values))
    if not loops.add_elements(out, 0, index, source):
        np.add.at(out, index, source)


def _places(op: str, size: int, index: Array) -> Array:
    """Return the places that an index names in an array of this size, counted from the start."""
    if index.dtype.kind not in "iu":
        raise RuntimeError(
            f"{op}: Expected a long tensor for index, but got {index.dtype}; convert it to int64"
        )
    if index.size and not size:
        raise IndexError(f"{op}: tried to take from an empty tensor")
    lowest, highest = (int(index.min()), int(index.max())) if index.size else (0, 0)
    if lowest < -size or highest >= max(size, 1):
        wrong = (index < -size) | (index >= size)
        raise IndexError(
            f"{op}: out of range: tried to access index {index[wrong][0]} on a tensor of {size} elements; index must"
            f" be in [{-size}, {size - 1}]"
        )
    return index if lowest >= 0 else np.where(index < 0, index.astype(np.int64) + size, index)

"""Reading and writing at places of the flattened array: `take`, `put`, and what a mask selects in order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..gradients.gradient_kernels import copied
from ..jit.buffers import reshaped
from ..shapes.shape import shape_of_both
from . import vector_place_kernels as loops
from .place_kernels import zeros

Array = NDArray[Any]
Shape = tuple[int, ...]


def take(self: Array, index: Array) -> Array:
    """Return the elements of the flattened array that `index` names, in its shape."""
    flat = self.reshape(-1)
    if index.size >= loops.SMALLEST:
        done = loops.take(flat, index.reshape(-1))
        if done is not None:
            return reshaped(done, index.shape)
    return np.asarray(flat.take(_places("take", self.size, index)))


def take_backward(grad_output: Array, shape: Shape, index: Array) -> Array:
    """Zeros of `shape` to which `grad_output` is added in the places that `take` read."""
    if grad_output.shape != index.shape:
        raise ValueError(
            f"take_backward: grad_output must have the shape of index, {index.shape}, got {grad_output.shape}"
        )
    return _changed("take_backward", zeros(shape, grad_output.dtype), index, grad_output, True)


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
    return _changed("put", copied(self), index, source, accumulate)


def clear_places(self: Array, index: Array) -> Array:
    """Return a copy with zeros in the places of the flattened array that `index` names."""
    return _changed("put", copied(self), index, np.zeros(index.shape, self.dtype), False)


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
    shape = shape_of_both("masked_scatter", ("self", "mask"), self.shape, mask.shape)
    out, where = copied(np.broadcast_to(self, shape)), np.broadcast_to(mask, shape)
    count = int(np.count_nonzero(where))
    if source.size < count:
        raise RuntimeError(
            "masked_scatter: Number of elements of source < number of ones in mask, got"
            f" {source.size} and {count}"
        )
    flat = source.reshape(-1)
    if not loops.write_chosen(out, where, flat):
        out[where] = flat[:count]
    return out


def _changed(op: str, out: Array, index: Array, source: Array, accumulate: bool) -> Array:
    """Return `out` with `source` written, or added, to the places of the flattened array that `index` names."""
    flat = out.reshape(-1)
    places, values = (np.ascontiguousarray(array).reshape(-1) for array in (index, source))
    if (loops.add if accumulate else loops.write)(flat, places, values):
        return out
    places = _places(op, out.size, places)
    if accumulate:
        np.add.at(flat, places, values)
    else:
        flat[places] = values
    return out


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

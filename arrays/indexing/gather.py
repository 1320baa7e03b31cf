"""Reading and writing along one dimension at places that an array of integers names, element by element.

`index` has as many dimensions as `self`; its element at (i, j, k) names the place (index[i, j, k], j, k) if
`dim` is 0.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..jit.buffers import empty, reshaped
from ..reductions.sums import sum_to_shape
from ..shapes.copy import check_writable
from . import place_kernels as places
from .along import FEW, kept_places

Array = NDArray[Any]
Shape = tuple[int, ...]
Number = bool | int | float | complex

_UNSIGNED = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


def gather(self: Array, dim: int, index: Array) -> Array:
    """Return the elements that `index` names, in its shape."""
    if not index.size:
        return np.empty(index.shape, self.dtype)
    if index.size >= places.SMALLEST and index.ndim == self.ndim:
        at = axis("gather", self.ndim, dim)
        check_places("gather", index, self.shape[at], at)
        done = places.take_elements(_beside(index, self, at), at, index)
        if done is not None:
            return done
    positions = flat_positions("gather", self.shape, dim, index)
    return self.reshape(-1).take(positions)


def gather_backward(grad_output: Array, shape: Shape, dim: int, index: Array) -> Array:
    """Zeros of `shape` to which `grad_output` is added in the places that `gather` read, one by one."""
    if not index.size:
        return np.zeros(shape, grad_output.dtype)
    return _add(places.zeros(shape, grad_output.dtype), "gather_backward", dim, index, grad_output)


def scatter(self: Array, dim: int, index: Array, src: Array) -> Array:
    """Return a copy with the elements of `src` in the places that `index` names; the last one stays."""
    return _write(self.copy(), "scatter", dim, index, src)


def scatter_(self: Array, dim: int, index: Array, src: Array) -> Array:
    """Write the elements of `src` to the places that `index` names; the last one stays."""
    return _in_place(self, _write, "scatter_", dim, index, src)


def scatter_value(self: Array, dim: int, index: Array, value: Number) -> Array:
    """Return a copy with `value` in the places that `index` names."""
    return _write(self.copy(), "scatter", dim, index, _everywhere(self, index, value))


def scatter_value_(self: Array, dim: int, index: Array, value: Number) -> Array:
    """Write `value` to the places that `index` names."""
    return _in_place(self, _write, "scatter_", dim, index, _everywhere(self, index, value))


def scatter_add(self: Array, dim: int, index: Array, src: Array) -> Array:
    """Return a copy to which the elements of `src` are added in the places that `index` names, one by one."""
    return _add(self.copy(), "scatter_add", dim, index, src)


def scatter_add_(self: Array, dim: int, index: Array, src: Array) -> Array:
    """Add the elements of `src` in the places that `index` names, one by one."""
    return _in_place(self, _add, "scatter_add_", dim, index, src)


def corner_index(shape: Shape) -> tuple[slice, ...]:
    """Return the index of the corner of this shape, from the first element on."""
    return tuple([slice(length) for length in shape])


def take_along_dim(self: Array, indices: Array, dim: int | None = None) -> Array:
    """Return the elements along `dim` that `indices` name; both are broadcast, or flattened without `dim`."""
    if dim is None:
        return gather(self.reshape(-1), 0, _from_start(indices.reshape(-1), self.size))
    shape, places = _along_dim(self.shape, indices, dim)
    return gather(np.broadcast_to(self, shape), dim, places)


def take_along_dim_backward(grad_output: Array, shape: Shape, indices: Array, dim: int | None) -> Array:
    """Zeros of `shape` to which `grad_output` is added in the places that `take_along_dim` read."""
    if dim is None:
        size = prod(shape)
        places = _from_start(indices.reshape(-1), size)
        return reshaped(gather_backward(grad_output, (size,), 0, places), tuple(shape))
    whole, places = _along_dim(tuple(shape), indices, dim)
    return sum_to_shape(gather_backward(grad_output, whole, dim, places), shape)


def _along_dim(shape: Shape, indices: Array, dim: int) -> tuple[Shape, Array]:
    """Return the shape that an array is broadcast to, and the places along `dim`, which are broadcast too."""
    at = axis("take_along_dim", len(shape), dim)
    common = _common_shape(shape, indices.shape, at)
    places = _from_start(indices, (shape or (1,))[at])
    return _along(at, shape, common), np.broadcast_to(places, _along(at, indices.shape, common))


def _from_start(indices: Array, length: int) -> Array:
    """Return places of which those that are negative count from the end."""
    if indices.dtype.kind != "i" or not indices.size or indices.min() >= 0:
        return indices
    indices = indices.astype(np.int64, copy=False)
    places = empty(indices.shape, indices.dtype)
    np.add(indices, length, places)
    # As unsigned numbers the negative ones are huge: the smaller of the two is the place, or out of range too
    unsigned = places.view(np.uint64)
    np.minimum(indices.view(np.uint64), unsigned, out=unsigned)
    return places


def _common_shape(shape: Shape, index_shape: Shape, at: int) -> Shape:
    if len(shape) != len(index_shape):
        raise RuntimeError(
            f"take_along_dim: indices must have {len(shape)} dimensions, as self, got {len(index_shape)};"
            " reshape them"
        )
    try:
        return np.broadcast_shapes(_along(at, (1,), shape), _along(at, (1,), index_shape))
    except ValueError:
        raise RuntimeError(
            f"take_along_dim: indices must have a shape that broadcasts with {shape}, the shape of self,"
            f" except in dimension {at}, got {index_shape}"
        ) from None


def _along(at: int, lengths: Shape, shape: Shape) -> Shape:
    """Return `shape` with the length of dimension `at` taken from `lengths`, of one dimension or of all."""
    return (*shape[:at], lengths[at if len(lengths) > 1 else 0], *shape[at + 1 :]) if shape else ()


def check_places(op: str, index: Array, length: int, dim: int, error: type[Exception] = RuntimeError) -> None:
    """Refuse indices that are no integers in [0, length)."""
    if index.dtype.kind not in "iu":
        raise RuntimeError(f"{op}: index must have an integer dtype, got {index.dtype}; convert it to int64")
    if not index.size:
        return
    # As unsigned numbers the negative ones are large: one pass over the array finds both kinds of errors.
    if np.maximum.reduce(index.view(_UNSIGNED[index.itemsize]), axis=None) >= length:
        outside = index[(index < 0) | (index >= length)].flat[0]
        raise error(
            f"{op}: index {outside} is out of bounds for dimension {dim} with size {length}; index must hold "
            f"integers in [0, {length - 1}]"
        )


def flat_positions(op: str, shape: Shape, dim: int, index: Array) -> Array:
    """Where in the flat array the elements lie that `index` names."""
    at = axis(op, len(shape), dim)
    full, lengths = shape or (1,), index.shape or (1,)
    if len(lengths) != len(full) or any(
        have < wanted for number, (have, wanted) in enumerate(zip(full, lengths, strict=True)) if number != at
    ):
        raise RuntimeError(
            f"{op}: index must have as many dimensions as self, of shape {shape}, and be no longer in any"
            f" except dimension {at}, got shape {index.shape}"
        )
    check_places(op, index, full[at], at)
    if index.size <= FEW and index.ndim:
        stride, others = kept_places(full, lengths, at)
        return np.asarray(index.astype(np.intp, copy=False) * stride + others)
    positions, stride = np.zeros((), np.intp), 1
    for number in range(len(full) - 1, -1, -1):
        if number == at:
            step: Array = index.astype(np.intp, copy=False) * stride
        else:
            step = np.arange(lengths[number]).reshape((-1,) + (1,) * (len(full) - 1 - number)) * stride
        positions = positions + step
        stride *= full[number]
    return positions


def source_elements(op: str, self: Array, index: Array, src: Array) -> Array:
    """Return the elements of `src` that belong to those of `index`."""
    if src.dtype != self.dtype:
        raise RuntimeError(
            f"{op}: src must have the dtype {self.dtype} of self, got {src.dtype}; convert it with"
            f" to({self.dtype})"
        )
    if src.shape == index.shape:
        return src
    have, wanted = src.shape or (1,), index.shape or (1,)
    if len(have) != len(wanted) or any(n < m for n, m in zip(have, wanted, strict=True)):
        raise RuntimeError(
            f"{op}: src must have as many dimensions as index, of shape {index.shape}, and be no shorter in"
            f" any, got shape {src.shape}"
        )
    return src.reshape(have)[corner_index(wanted)].reshape(index.shape)


def _everywhere(self: Array, index: Array, value: Number) -> Array:
    return np.full(index.shape, value, self.dtype)


def _write(out: Array, op: str, dim: int, index: Array, src: Array) -> Array:
    """Write to `out`, which is in row-major order."""
    src = source_elements(op, out, index, src)
    # The loop would read what it has written if `src` were a part of `out`; NumPy looks at that itself.
    if not np.may_share_memory(out, src) and _put(places.write_elements, out, op, dim, index, src):
        return out
    out.reshape(-1)[flat_positions(op, out.shape, dim, index)] = src
    return out


def _add(out: Array, op: str, dim: int, index: Array, src: Array) -> Array:
    src = source_elements(op, out, index, src)
    if _put(places.add_elements, out, op, dim, index, src):
        return out
    positions = flat_positions(op, out.shape, dim, index)
    np.add.at(out.reshape(-1), positions.reshape(-1), src.reshape(-1))
    return out


def _put(kernel: Any, out: Array, op: str, dim: int, index: Array, src: Array) -> bool:
    """Tell whether a compiled loop has written or added the elements."""
    if index.size < places.SMALLEST or index.ndim != out.ndim:
        return False
    at = axis(op, out.ndim, dim)
    check_places(op, index, out.shape[at], at)
    return bool(kernel(_beside(index, out, at), at, index, src))


def _beside(index: Array, x: Array, at: int) -> Array:
    """Return the part of an array that an index with fewer slices reaches."""
    return x[: len(index)] if at and len(index) < len(x) else x


def _in_place(self: Array, change: Any, op: str, dim: int, index: Array, src: Array) -> Array:
    """Apply `_write` or `_add` to `self`, by way of a copy if its elements do not lie in row-major order."""
    check_writable(op, self)
    if self.flags.c_contiguous:
        change(self, op, dim, index, src)
    else:
        self[...] = change(self.copy(), op, dim, index, src)
    return self

"""Parts along one dimension, and diagonals: views, and zeros that hold a gradient in the place of a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
Shape = tuple[int, ...]

_WHOLE = (slice(None),)


def select(self: Array, dim: int, index: int) -> Array:
    """Return a view of the elements at `index` of dimension `dim`, without that dimension."""
    part: Array = self[_place("select", self.shape, dim, index)]
    return part


def select_backward(grad_output: Array, shape: Shape, dim: int, index: int) -> Array:
    """Zeros of `shape` with `grad_output` in the place that `select` took."""
    out = np.zeros(shape, grad_output.dtype)
    out[_place("select_backward", shape, dim, index)] = grad_output
    return out


def _place(op: str, shape: Shape, dim: int, index: int) -> tuple[Any, ...]:
    ndim = len(shape)
    if not ndim:
        raise IndexError(
            f"{op}: self must have at least one dimension, got a 0-d tensor; use item() for its value"
        )
    at = axis(op, ndim, dim)
    length = shape[at]
    if not -length <= index < length:
        raise IndexError(
            f"{op}: index must be in [{-length}, {length - 1}] for dimension {at} of shape {shape}, got"
            f" {index}"
        )
    return (*_WHOLE * at, index, ...)


def slice_dim(
    self: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """Return a view of `self[start:end:step]` along `dim`; bounds are cut off as in Python."""
    return self[_range("slice", self.ndim, dim, start, end, step)]


def slice_backward(
    grad_output: Array, shape: Shape, dim: int, start: int | None, end: int | None, step: int
) -> Array:
    """Zeros of `shape` with `grad_output` in the place that `slice_dim` took."""
    out = np.zeros(shape, grad_output.dtype)
    out[_range("slice_backward", len(shape), dim, start, end, step)] = grad_output
    return out


def _range(op: str, ndim: int, dim: int, start: int | None, end: int | None, step: int) -> tuple[slice, ...]:
    if not ndim:
        raise IndexError(f"{op}: self must have at least one dimension, got a 0-d tensor")
    if not step:
        raise ValueError(f"{op}: step must not be 0")
    return (*_WHOLE * axis(op, ndim, dim), slice(start, end, step))


def narrow(self: Array, dim: int, start: int, length: int) -> Array:
    """Return a view of `length` elements of dimension `dim`, from `start` on."""
    first = narrow_start(self.shape, dim, start, length)
    return self[(*_WHOLE * axis("narrow", self.ndim, dim), slice(first, first + length))]


def narrow_start(shape: Shape, dim: int, start: int, length: int) -> int:
    """`start` as a nonnegative number, after checking that `length` elements follow it."""
    if start.__class__ is not int and not _is_index(start):
        raise RuntimeError(f"narrow: start must be an 0-dim integral Tensor or an int, got {start!r}")
    if not shape:
        raise RuntimeError("narrow: self must have at least one dimension, got a 0-d tensor")
    size = shape[axis("narrow", len(shape), dim)]
    if not -size <= start <= size:
        raise IndexError(
            f"narrow: start must be in [{-size}, {size}] for dimension {dim} of shape {shape}, got {start}"
        )
    first = start + size if start < 0 else start
    if not 0 <= length <= size - first:
        raise RuntimeError(
            f"narrow: length must be in [0, {size - first}] from start {start} of dimension {dim} of shape"
            f" {shape}, got {length}"
        )
    return first


def _is_index(start: Any) -> bool:
    """Tell whether a value is an integer, or a 0-d tensor of one."""
    return not getattr(start, "shape", ()) and np.dtype(getattr(start, "dtype", int)).kind in "iu"


def diagonal(self: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """Return a view of the diagonals of the planes of `dim1` and `dim2`, as a new last dimension."""
    first, second = axis("diagonal", self.ndim, dim1), axis("diagonal", self.ndim, dim2)
    if self.ndim < 2 or first == second:
        raise RuntimeError(
            f"diagonal: dim1 and dim2 must name two dimensions, got {dim1} and {dim2} for a {self.ndim}-d"
            " tensor"
        )
    if offset:  # one beyond the array is empty: at -2**31 NumPy's is not, and lies elsewhere in memory
        offset = max(-self.shape[first], min(offset, self.shape[second]))
    out = self.diagonal(offset, first, second)
    if self.flags.writeable:
        out.flags.writeable = True  # NumPy's view is read-only for no reason but its history
    return out


def diagonal_backward(grad_output: Array, shape: Shape, offset: int, dim1: int, dim2: int) -> Array:
    """Zeros of `shape` with `grad_output` on the diagonals that `diagonal` took."""
    out = np.zeros(shape, grad_output.dtype)
    diagonal(out, offset, dim1, dim2)[...] = grad_output
    return out


def unbind(self: Array, dim: int = 0) -> tuple[Array, ...]:
    """Return views of all places of dimension `dim`, without that dimension."""
    if not self.ndim:
        raise IndexError(
            f"unbind: self must have a dimension: Dimension specified as {dim} but tensor has no dimensions"
        )
    at = axis("unbind", self.ndim, dim)
    rows = self.swapaxes(0, at) if at == 1 else np.moveaxis(self, at, 0) if at else self
    return tuple(rows) if self.ndim > 1 else tuple([self[place, ...] for place in range(self.size)])


def split(self: Array, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """Return views of pieces of `split_size` along `dim`; the last piece may be shorter."""
    at, length = _splittable("split", self, dim)
    if split_size < 0 or (split_size == 0 and length):
        raise RuntimeError(
            f"split: split_size must be positive, got {split_size} for a dimension of length {length}"
        )
    starts = range(0, length, split_size) if length else [0]
    before = _WHOLE * at
    return tuple([self[(*before, slice(start, start + split_size))] for start in starts])


def split_with_sizes(self: Array, split_sizes: Sequence[int], dim: int = 0) -> tuple[Array, ...]:
    """Return views of pieces of the given sizes along `dim`."""
    at, length = _splittable("split_with_sizes", self, dim)
    if sum(split_sizes) != length or (split_sizes and min(split_sizes) < 0):
        raise RuntimeError(
            f"split_with_sizes: split_sizes must be nonnegative and sum to {length}, the length of dimension"
            f" {at} of self, got {tuple(split_sizes)}"
        )
    before, start, parts = _WHOLE * at, 0, []
    for size in split_sizes:
        parts.append(self[(*before, slice(start, start + size))] if at else self[start : start + size])
        start += size
    return tuple(parts)


def chunk(self: Array, chunks: int, dim: int = 0) -> tuple[Array, ...]:
    """Return views of at most `chunks` pieces of equal size along `dim`; the last piece may be shorter."""
    at, length = _splittable("chunk", self, dim)
    if chunks < 1:
        raise RuntimeError(f"chunk: chunks must be positive, got {chunks}")
    if not length:
        return split_with_sizes(self, [0] * chunks, at)
    return split(self, -(-length // chunks), at)


def _splittable(op: str, self: Array, dim: int) -> tuple[int, int]:
    if not self.ndim:
        raise RuntimeError(f"{op}: self must have at least one dimension, got a 0-d tensor")
    at = axis(op, self.ndim, dim)
    return at, self.shape[at]

"""Reading and writing whole slices of one dimension, at the places that a vector of integers names."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..shapes.copy import check_writable
from . import place_kernels
from .gather import check_places

Array = NDArray[Any]
Shape = tuple[int, ...]
Number = bool | int | float | complex

_LONG_SLICE = 192  # elements whose sum takes as long as the loop around it


def index_select(self: Array, dim: int, index: Array) -> Array:
    """Return the slices of dimension `dim` that `index` names."""
    at = _checked("index_select", self.shape, dim, index)
    if not self.ndim:
        if index.size != 1:
            raise RuntimeError(
                f"index_select: index must hold one element for a 0-d tensor, got {index.size}"
            )
        return self.copy()
    done = place_kernels.take_slices(self, at, index.reshape(-1))
    return self.take(index.reshape(-1), at) if done is None else done


def index_select_backward(grad_output: Array, shape: Shape, dim: int, index: Array) -> Array:
    """Zeros of `shape` to which the slices of `grad_output` are added where `index_select` read."""
    at = _checked("index_select_backward", shape, dim, index)
    done = place_kernels.sum_slices(tuple(shape), at, index.reshape(-1), grad_output)
    if done is not None:
        return done
    return add_slices(place_kernels.zeros(shape, grad_output.dtype), at, index, grad_output)


def index_add(self: Array, dim: int, index: Array, source: Array, alpha: Number = 1) -> Array:
    """Return a copy with `alpha * source` added, slice by slice, in the places that `index` names."""
    at = _checked("index_add", self.shape, dim, index)
    return add_slices(self.copy(), at, index, _scaled(_source("index_add", self, at, index, source), alpha))


def index_add_(self: Array, dim: int, index: Array, source: Array, alpha: Number = 1) -> Array:
    """Add `alpha * source`, slice by slice, in the places that `index` names."""
    check_writable("index_add_", self)
    at = _checked("index_add_", self.shape, dim, index)
    addend = _scaled(_source("index_add_", self, at, index, source), alpha)
    if self.flags.c_contiguous:
        return add_slices(self, at, index, addend)
    self[...] = add_slices(self.copy(), at, index, addend)
    return self


def index_copy(self: Array, dim: int, index: Array, source: Array) -> Array:
    """Return a copy with the slices of `source` in the places that `index` names; the last one stays."""
    return index_copy_(self.copy(), dim, index, source)


def index_copy_(self: Array, dim: int, index: Array, source: Array) -> Array:
    """Write the slices of `source` to the places that `index` names; the last one stays."""
    check_writable("index_copy_", self)
    at = _checked("index_copy", self.shape, dim, index)
    self[_slices(self, at, index)] = _source("index_copy", self, at, index, source)
    return self


def index_fill(self: Array, dim: int, index: Array, value: Number) -> Array:
    """Return a copy with `value` in the slices that `index` names."""
    return index_fill_(np.array(self, order="C"), dim, index, value)


def index_fill_(self: Array, dim: int, index: Array, value: Number) -> Array:
    """Write `value` to the slices that `index` names."""
    check_writable("index_fill_", self)
    at = _checked("index_fill", self.shape, dim, index)
    if np.ndim(value):
        raise RuntimeError(
            f"index_fill: index_fill_ only supports a 0-dimensional value tensor, but got tensor with {np.ndim(value)} "
            "dimension(s)"
        )
    self[_slices(self, at, index)] = value
    return self


def _checked(op: str, shape: Shape, dim: int, index: Array) -> int:
    at = axis(op, len(shape), dim)
    if index.ndim > 1:
        raise RuntimeError(
            f"{op}: index must have at most one dimension, got shape {index.shape}; use gather for one place"
            " per element"
        )
    check_places(op, index, shape[at] if shape else 1, at, IndexError)
    return at


def _slices(self: Array, at: int, index: Array) -> tuple[Any, ...]:
    """Return the index of the slices; a 0-d array is written as a whole, if at all."""
    if not self.ndim:
        return (np.bool_(index.size > 0),)
    return (*[slice(None)] * at, index.reshape(-1))


def _source(op: str, self: Array, at: int, index: Array, source: Array) -> Array:
    if source.dtype != self.dtype:
        raise RuntimeError(
            f"{op}: source must have the dtype {self.dtype} of self, got {source.dtype}; convert it with"
            f" to({self.dtype})"
        )
    wanted = (*self.shape[:at], index.size, *self.shape[at + 1 :]) if self.ndim else ()
    if source.shape != wanted and (source.shape or (1,)) != (wanted or (1,)):
        raise RuntimeError(
            f"{op}: source must have the shape {wanted}, that of self with one slice per index in dimension"
            f" {at}, got {source.shape}"
        )
    return source.reshape(wanted)


def _scaled(source: Array, alpha: Number) -> Array:
    return source if alpha == 1 else source * source.dtype.type(alpha)


def add_slices(out: Array, at: int, index: Array, source: Array) -> Array:
    """Add slices to `out`, which is in row-major order, in the order of the indices.

    Without compiled loops, long ones as such, short ones by element: NumPy's `add.at` has a fast path for one
    dimension only: 2 ns per element, five times as fast as with several. Sorting the indices and summing runs, or
    `bincount`, is slower.
    """
    if place_kernels.add_slices(out, at, index.reshape(-1), source):
        return out
    shape = out.shape or (1,)
    outer, inner = math.prod(shape[:at]), math.prod(shape[at + 1 :])
    positions = index.reshape(-1)
    if outer == 1 and inner >= _LONG_SLICE:
        _add_rows(out.reshape(-1, inner), positions, source.reshape(-1, inner))
        return out
    if outer != 1:
        positions = np.arange(outer)[:, None] * shape[at] + positions
    if inner != 1:
        positions = positions[..., None] * inner + np.arange(inner)
    np.add.at(out.reshape(-1), positions.reshape(-1), source.reshape(-1))
    return out


def _add_rows(out: Array, index: Array, source: Array) -> None:
    add = np.add
    for place, row in zip(index.tolist(), source, strict=True):
        part = out[place]
        add(part, row, part)

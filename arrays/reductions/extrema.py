"""Maxima and minima over dimensions, their places, and how ties share a gradient. NaN is extreme each way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis, kept_shape, reduced_axes
from ..indexing.along import elements_along
from .reduction_kernels import MAXIMUM, MINIMUM, SMALLEST
from .scaling_kernels import shared
from .sums import restore_dims

Array = NDArray[Any]
Dims = int | Sequence[int] | None
Shape = tuple[int, ...]
Reduce = Callable[..., Any]

_count: Reduce = np.add.reduce
_maximum: Reduce = np.maximum.reduce
_minimum: Reduce = np.minimum.reduce


def amax(self: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Find the largest element over `dim`."""
    return _extreme("amax", _maximum, self, dim, keepdim)


def amin(self: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Find the smallest element over `dim`."""
    return _extreme("amin", _minimum, self, dim, keepdim)


def aminmax(self: Array, dim: int | None = None, keepdim: bool = False) -> tuple[Array, Array]:
    """Find the smallest and the largest element over one dimension, or of all."""
    least = _extreme("aminmax", _minimum, self, dim, keepdim)
    return least, _extreme("aminmax", _maximum, self, dim, keepdim)


def max(self: Array) -> Array:
    """Find the largest element."""
    return _extreme("max", _maximum, self, None, False)


def min(self: Array) -> Array:
    """Find the smallest element."""
    return _extreme("min", _minimum, self, None, False)


def max_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Find the largest elements along `dim` and the index of the first of each."""
    values = _extreme("max", _maximum, self, axis("max", self.ndim, dim), keepdim)
    return values, _position(np.argmax, self, dim, keepdim)


def min_dim(self: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """Find the smallest elements along `dim` and the index of the first of each."""
    values = _extreme("min", _minimum, self, axis("min", self.ndim, dim), keepdim)
    return values, _position(np.argmin, self, dim, keepdim)


def argmax(self: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Find the index of the first largest element along `dim`, or in the flattened array."""
    _checked_axes("argmax", self, dim)
    return _position(np.argmax, self, dim, keepdim)


def argmin(self: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Find the index of the first smallest element along `dim`, or in the flattened array."""
    _checked_axes("argmin", self, dim)
    return _position(np.argmin, self, dim, keepdim)


def tie_weights(self: Array, result: Array, dim: Dims, keepdim: bool) -> Array:
    """Return each element's share in its extreme value `result`: ties, and NaNs, share evenly."""
    extreme = restore_dims(result, self.ndim, dim, keepdim)
    chosen = self == extreme
    if self.dtype.kind == "f":
        undefined = extreme != extreme
        if undefined.any():
            chosen |= undefined & (self != self)
    counts = _count(chosen, reduced_axes("tie_weights", self.ndim, dim), self.dtype, None, True)
    weights = np.asarray(chosen.astype(self.dtype))
    if counts.size and np.max(counts) > 1:
        weights /= counts
    return weights


def extreme_backward(output_grad: Array, self: Array, output: Array, dim: Dims, keepdim: bool) -> Array:
    """Gradient of the largest or smallest element over `dim`: ties, and NaNs, share it evenly."""
    extreme = restore_dims(output, self.ndim, dim, keepdim)
    grad = output_grad if keepdim else output_grad.reshape(extreme.shape)
    if self.size >= SMALLEST:
        done = shared(self, extreme, grad)
        if done is not None:
            return done
    chosen = self == extreme
    groups = extreme.size
    if np.count_nonzero(chosen) == groups == np.count_nonzero(extreme == extreme):  # no tie, no NaN
        out = np.zeros(self.shape, grad.dtype)
        np.copyto(out, grad, where=chosen)
        return out
    return np.asarray(grad * tie_weights(self, output, dim, keepdim))


def select_reduced(self: Array, dim: int, indices: Array, keepdim: bool) -> Array:
    """Take the elements at `indices` along `dim`, as max or min with `keepdim` gave them."""
    if not self.ndim:
        return self.copy()
    along = axis("select_reduced", self.ndim, dim)
    places = indices if keepdim else np.expand_dims(indices, along)
    picked = elements_along(self, along, places)
    return picked if keepdim else picked.reshape(indices.shape)


def place_reduced(self: Array, shape: Shape, dim: int, indices: Array, keepdim: bool) -> Array:
    """Return zeros of `shape` with `self` at `indices` along `dim`: the transpose of `select_reduced`."""
    if not shape:
        return self.copy()
    along = axis("place_reduced", len(shape), dim)
    kept = kept_shape(shape, (along,))
    out = np.zeros(shape, self.dtype)
    np.put_along_axis(out, indices.reshape(kept), self.reshape(kept), along)
    return out


def _extreme(op: str, reduce: Reduce, self: Array, dim: Dims, keepdim: bool) -> Array:
    axes = _checked_axes(op, self, dim)
    if self.size >= SMALLEST:
        done = (MAXIMUM if reduce is _maximum else MINIMUM)(self, axes, keepdim)
        if done is not None:
            return done
    return np.asarray(reduce(self, axes, None, None, keepdim))


def _position(find: Reduce, self: Array, dim: int | None, keepdim: bool) -> Array:
    if not self.ndim:
        return np.zeros((), np.int64)
    return np.asarray(find(self, dim, keepdims=keepdim))


def _checked_axes(op: str, self: Array, dim: Dims) -> tuple[int, ...]:
    """Refuse complex numbers, which have no order, and to reduce nothing, which has no extreme value."""
    if self.dtype.kind == "c":
        raise TypeError(
            f"{op}: self must be real, got {self.dtype}, which has no order; use abs or real first"
        )
    axes = reduced_axes(op, self.ndim, dim)
    if not self.size and any(self.shape[number] == 0 for number in axes):
        raise (RuntimeError if dim is None or dim == () else IndexError)(
            f"{op}: self must have an element along every reduced dimension, got shape {self.shape};"
            " pass a dim of nonzero length"
        )
    return axes

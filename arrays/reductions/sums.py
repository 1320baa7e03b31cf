"""Sums, means and products over dimensions, and the linear maps that their derivatives need.

Every reduction takes `dim` as None or () for all dimensions, an int, or several ints. float32 is
added pairwise along contiguous memory, as NumPy does it.
"""

from __future__ import annotations

from builtins import any as any_of
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from math import prod as product_of
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import order
from ..dims import reduced_axes
from ..elementwise.replacing_kernels import replaced
from ..gradients.gradient_kernels import expanded
from ..jit.buffers import empty
from .reduction_kernels import NUMBERS, PRODUCT, SMALLEST, SUM

Array = NDArray[Any]
DType = np.dtype[Any]
Dims = int | Sequence[int] | None
Shape = tuple[int, ...]
Reduce = Callable[..., Any]

_INT64 = np.dtype(np.int64)
_HALF, _SINGLE = np.dtype(np.float16), np.dtype(np.float32)
_add: Reduce = np.add.reduce
_multiply: Reduce = np.multiply.reduce
_and: Reduce = np.logical_and.reduce
_or: Reduce = np.logical_or.reduce

_FOLDED_LENGTH = 512
_FOLD_MIN_SIZE = 2048
_BLAS_SIZE = 8192  # from 9216 elements on, OpenBLAS may add in several threads, in another order


def cast(self: Array, dtype: DType | None) -> Array:
    """Convert to another dtype (None: keep it); complex numbers give their real part to a real dtype."""
    if dtype is None or self.dtype is dtype or self.dtype == dtype:
        return self
    if self.dtype.kind == "c" and dtype.kind in "fiu":
        self = self.real
    return order.cast(self, dtype)


def sum(self: Array, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Array:
    """Add the elements over `dim`; integers and booleans give int64, and float16 is rounded once, at the end."""
    if dtype is not None:
        self = cast(self, dtype)
    elif self.dtype.num < 11:  # boolean, or an integer
        dtype = _INT64
    if self.dtype is _HALF:
        return sum(self, dim, keepdim, _SINGLE).astype(_HALF)
    axes = None if dim is None else reduced_axes("sum", self.ndim, dim)
    if self.size < _FOLD_MIN_SIZE:
        return np.asarray(_add(self, axes, dtype, None, keepdim))
    if self.size >= SMALLEST and dtype in (None, self.dtype):
        done = SUM(self, tuple(range(self.ndim)) if axes is None else axes, keepdim)
        if done is not None:
            return done
    if axes is not None and not keepdim and self.dtype.kind in "fc" and _leads(self, axes):
        return _sum_of_rows(self, len(axes))
    return np.asarray(_add(self, axes, dtype, None, keepdim))


def mean(self: Array, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Array:
    """Divide the sum over `dim` by the number of elements in it; NaN where there are none."""
    dtype = self.dtype if dtype is None else dtype
    _check_fractions("mean", dtype)
    if dim is None and not keepdim and 0 < self.size < _FOLD_MIN_SIZE and dtype.kind == "f":
        return np.asarray(_add(cast(self, dtype), None) / self.size)  # divides a number, which is faster
    total = sum(self, dim, keepdim, dtype)
    count = reduced_count(self.shape, dim)
    if count == 0 or not total.size:
        return np.full(total.shape, np.nan, dtype)
    return np.divide(total, count, total)


def nanmean_dtype(dtype: DType | None) -> DType | None:
    """Return the dtype that nanmean is asked for, which has fractions."""
    if dtype is not None:
        _check_fractions("nanmean", dtype)
    return dtype


def _check_fractions(op: str, dtype: DType) -> None:
    if dtype.kind not in "fc":
        raise RuntimeError(
            f"{op}: self must have a floating-point or complex dtype, got {dtype};"
            " pass dtype=float32 to convert it"
        )


def nansum(self: Array, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None) -> Array:
    """Add the elements over `dim` that are not NaN."""
    numbers = None
    if self.size >= SMALLEST and self.dtype.kind == "f":
        if dtype in (None, self.dtype):
            done = NUMBERS(self, reduced_axes("nansum", self.ndim, dim), keepdim)
            if done is not None:
                return done
        numbers = replaced(self, 0.0, inf, -inf)
    if numbers is None:
        numbers = np.where(self != self, self.dtype.type(0), self)
    return sum(numbers, dim, keepdim, dtype)


def prod(self: Array, dim: int | None = None, keepdim: bool = False, dtype: DType | None = None) -> Array:
    """Multiply the elements along one dimension, or all; integers and booleans give int64."""
    if dtype is not None:
        self = cast(self, dtype)
    elif self.dtype.kind in "iub":
        dtype = _INT64
    axes = reduced_axes("prod", self.ndim, dim)
    if self.size >= SMALLEST and dtype in (None, self.dtype):
        done = PRODUCT(self, axes, keepdim)
        if done is not None:
            return done
    return np.asarray(_multiply(self, axes, dtype, None, keepdim))


def all(self: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Tell whether no element over `dim` is zero; true where there are none. No dimensions are none here."""
    return np.asarray(
        _and(self, () if dim == () else reduced_axes("all", self.ndim, dim), None, None, keepdim)
    )


def any(self: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Tell whether an element over `dim` is not zero; false where there are none. No dimensions are none here."""
    return np.asarray(
        _or(self, () if dim == () else reduced_axes("any", self.ndim, dim), None, None, keepdim)
    )


def count_nonzero(self: Array, dim: Dims = None) -> Array:
    """Count the elements over `dim` that are not zero."""
    return np.asarray(_add(self != 0, reduced_axes("count_nonzero", self.ndim, dim), _INT64))


def sum_to_size(self: Array, size: Shape) -> Array:
    """Add over every dimension that broadcasting `size` to the shape of `self` adds or makes longer; ints in int64."""
    if self.shape == tuple(size):
        return self.copy()
    return sum_to_shape(self.astype(np.int64) if self.dtype.kind in "biu" else self, size)


def sum_to_shape(self: Array, shape: Shape) -> Array:
    """Do what `sum_to_size` does; return `self` itself if it has the shape already."""
    shape = tuple(shape)
    if self.shape == shape:
        return self
    added = self.ndim - len(shape)
    kept = self.shape[added:] if added >= 0 else ()
    if kept != shape and (added < 0 or any_of(n not in (1, m) for n, m in zip(shape, kept, strict=True))):
        raise RuntimeError(
            f"sum_to_size: size must broadcast to the shape of self, {self.shape}, got {shape};"
            " each length must be 1 or that of self, counted from the last dimension"
        )
    return summed_to(self, shape)


def summed_to(self: Array, shape: Shape) -> Array:
    """Add over the dimensions that broadcasting `shape` to the shape of `self` adds or makes longer."""
    full, size, dtype = self.shape, self.size, self.dtype
    added = len(full) - len(shape)
    rows_only = added > 0 and full[added:] == shape
    if rows_only and 0 < size < _BLAS_SIZE and shape and dtype.char in "fd" and self.flags.c_contiguous:
        rows = self if len(full) == 2 else self.reshape(-1, product_of(shape))
        total: Array = _ones(rows.shape[0], dtype.char).dot(rows)  # less than half of the time of `sum`
        return total if len(shape) == 1 else total.reshape(shape)
    axes = tuple(range(added)) if rows_only else _lengthened(full, shape)
    if not axes:
        return self
    if size < _FOLD_MIN_SIZE and dtype is not _HALF:
        total = np.asarray(_add(self, axes, dtype, None, not rows_only))
    else:
        total = sum(self, axes, not rows_only, dtype)
    return total if total.shape == shape else total.reshape(shape)


@lru_cache(32)
def _ones(count: int, dtype: str) -> Array:
    return np.ones(count, dtype)


@lru_cache(1024)
def _lengthened(full: Shape, shape: Shape) -> tuple[int, ...]:
    """Return the dimensions that broadcasting a shape to a full one adds or makes longer."""
    added = len(full) - len(shape)
    return (*range(added), *[added + i for i, n in enumerate(shape) if n == 1 and full[added + i] != 1])


def expand_reduced(
    self: Array, shape: Shape, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None
) -> Array:
    """Repeat what a reduction over `dim` gave to the `shape` that it had: the transpose of `sum`.

    It is a new array in C order, not a view with zero strides: kernels want it and a leaf can keep it.
    """
    if not keepdim and self.ndim:
        self = restore_dims(self, len(shape), dim, False)
    dtype = self.dtype if dtype is None else dtype
    if self.dtype is dtype:
        return expanded(self, tuple(shape))
    out = empty(tuple(shape), dtype)
    out[...] = self.real if self.dtype.kind == "c" and dtype.kind != "c" else self
    return out


def restore_dims(self: Array, ndim: int, dim: Dims, keepdim: bool) -> Array:
    """Put the dimensions that a reduction over `dim` removed back with length 1. A view."""
    if keepdim or self.ndim == ndim:
        return self
    lengths = list(self.shape)
    for number in reduced_axes("restore_dims", ndim, dim):
        lengths.insert(number, 1)
    return self.reshape(lengths)


def reduced_count(shape: Shape, dim: Dims) -> int:
    """Count the elements that a reduction over `dim` combines into one."""
    if dim is None:
        return product_of(shape)
    return product_of([shape[number] for number in reduced_axes("mean", len(shape), dim)])


def mean_divisor(shape: Shape, dim: Dims) -> int:
    """Return what a mean divides its sum by; 1 where there is nothing to sum, so that formulas can divide."""
    return max(reduced_count(shape, dim), 1)


def _leads(self: Array, axes: tuple[int, ...]) -> bool:
    """Tell whether the reduction adds the rows of a C-ordered matrix with short rows."""
    return (
        0 < len(axes) < self.ndim
        and axes[-1] == len(axes) - 1
        and self.flags.c_contiguous
        and product_of(self.shape[len(axes) :]) <= _FOLDED_LENGTH // 2
    )


def _sum_of_rows(self: Array, leading: int) -> Array:
    """Add many short rows as fewer long ones: NumPy's inner loop is over a row."""
    columns = product_of(self.shape[leading:])
    rows, fold = self.size // columns, _FOLDED_LENGTH // columns
    matrix = self.reshape(rows, columns)
    whole = rows // fold
    total = _add(matrix[: whole * fold].reshape(whole, fold * columns), 0)
    total = _add(total.reshape(fold, columns), 0)
    if whole * fold < rows:
        total += _add(matrix[whole * fold :], 0)
    return np.asarray(total) if leading == self.ndim - 1 else total.reshape(self.shape[leading:])

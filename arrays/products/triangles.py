"""Triangles and traces of matrices, and the shapes and equations of tensordot and kron."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..reductions.sums import sum

Array = NDArray[Any]
Shape = tuple[int, ...]

_FEW = 131072  # elements of a matrix whose masks are kept; others are taken apart into blocks of rows
_ROWS = 64


def tril(self: Array, diagonal: int = 0) -> Array:
    """Zero what is above a diagonal of the last two dimensions."""
    _check_matrix("tril", self)
    return _masked(self, diagonal, True)


def triu(self: Array, diagonal: int = 0) -> Array:
    """Zero what is below a diagonal of the last two dimensions."""
    _check_matrix("triu", self)
    return _masked(self, diagonal - 1, False)


def _masked(self: Array, diagonal: int, below: bool) -> Array:
    """Keep what is not above a diagonal, or what is: as bits, for `np.where` branches and takes five times as long."""
    rows, columns = self.shape[-2:]
    if rows * columns > _FEW:
        return _by_rows(self, diagonal, below)
    if self.itemsize > 8:
        return np.where(kept(rows, columns, diagonal, below), self, self.dtype.type(0))
    mask = _mask(rows, columns, diagonal, self.itemsize, below)
    bits: Array = self.view(mask.dtype) & mask
    return bits.view(self.dtype)


def _by_rows(self: Array, diagonal: int, below: bool) -> Array:
    """Copy what is whole on one side of the diagonal, some rows at a time, and mask what is between."""
    rows, columns = self.shape[-2:]
    triangle = np.zeros(self.shape, self.dtype)
    for first in range(0, rows, _ROWS):
        last = min(first + _ROWS, rows)
        left, right = (min(max(place + diagonal, 0), columns) for place in (first + 1, last))
        whole = slice(0, left) if below else slice(right, columns)
        triangle[..., first:last, whole] = self[..., first:last, whole]
        if left < right:
            part = self[..., first:last, left:right]
            triangle[..., first:last, left:right] = _masked(part, first + diagonal - left, below)
    return triangle


@lru_cache(maxsize=16)
def kept(rows: int, columns: int, diagonal: int, below: bool) -> Array:
    """Return where a matrix is not above a diagonal, or where it is."""
    mask = np.tri(rows, columns, diagonal, bool)
    return mask if below else ~mask


@lru_cache(maxsize=16)  # making it takes most of the time
def _mask(rows: int, columns: int, diagonal: int, itemsize: int, below: bool) -> Array:
    """Return all bits where a matrix is not above a diagonal, or where it is, and else none."""
    one = kept(rows, columns, diagonal, below).astype(f"i{itemsize}")
    mask: Array = np.negative(one).view(f"u{itemsize}")
    return mask


def trace(self: Array) -> Array:
    """Add the elements on the diagonal of a matrix."""
    if self.ndim != 2:
        raise RuntimeError(f"trace: self must be 2-d, got {self.ndim}-d; use diagonal and sum for batches")
    return sum(self.diagonal())


def tensordot(self: Array, other: Array, dims_self: Sequence[int], dims_other: Sequence[int]) -> Array:
    """Sum the products over pairs of dimensions of two arrays; the other dimensions remain."""
    first, second = _paired_dims(self.ndim, other.ndim, dims_self, dims_other)
    for one, two in zip(first, second, strict=True):
        if self.shape[one] != other.shape[two] and 1 not in (self.shape[one], other.shape[two]):
            raise RuntimeError(
                f"tensordot: contracted dimensions must have equal lengths, got {self.shape[one]} and"
                f" {other.shape[two]} for dimensions {one} and {two} of shapes {self.shape} and {other.shape}"
            )
    if self.dtype != other.dtype:
        raise RuntimeError(
            f"tensordot: self and other must have the same dtype, got {self.dtype} and {other.dtype};"
            " convert one of them"
        )
    self, other = _summed(self, first, other, second), _summed(other, second, self, first)
    return np.asarray(np.tensordot(self, other, (first, second)))


def _summed(array: Array, dims: Sequence[int], partner: Array, partner_dims: Sequence[int]) -> Array:
    """Add up the elements along dimensions whose partners have length 1: all products there share one factor."""
    alone = [d for d, p in zip(dims, partner_dims, strict=True) if partner.shape[p] == 1 != array.shape[d]]
    return np.add.reduce(array, axis=tuple(alone), dtype=array.dtype, keepdims=True) if alone else array


def tensordot_dims(ndim: int, count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the last `count` dimensions of the first argument and the first ones of the second."""
    if not 0 <= count <= ndim:
        raise RuntimeError(f"tensordot: dims must be in [0, {ndim}] for a {ndim}-d tensor, got {count}")
    return tuple(range(ndim - count, ndim)), tuple(range(count))


def dims_of_both(dims: Any) -> tuple[Sequence[int], Sequence[int]]:
    """Return the dimensions of the first and of the second argument of a tensordot from two lists, or two rows."""
    pair = dims.tolist() if hasattr(dims, "tolist") else dims
    if (
        not isinstance(pair, list | tuple)
        or len(pair) != 2
        or not all(isinstance(d, list | tuple) for d in pair)
    ):
        raise TypeError(
            f"tensordot: dims must be an int or two lists of dimensions, got {dims!r}; for example tensordot(a, b, "
            "([0], [1]))"
        )
    return pair[0], pair[1]


def tensordot_equation(
    ndim_self: int, ndim_other: int, dims_self: Sequence[int], dims_other: Sequence[int]
) -> str:
    """Return the einsum equation of a tensordot."""
    first, second = _paired_dims(ndim_self, ndim_other, dims_self, dims_other)
    letters = [chr(ord("a") + number) for number in range(ndim_self + ndim_other)]
    left, right = letters[:ndim_self], letters[ndim_self:]
    for one, two in zip(first, second, strict=True):
        right[two] = left[one]
    kept = [letter for number, letter in enumerate(left) if number not in first]
    kept += [letter for number, letter in enumerate(right) if number not in second]
    return f"{''.join(left)},{''.join(right)}->{''.join(kept)}"


def kron_shapes(first: Sequence[int], second: Sequence[int]) -> tuple[Shape, Shape, Shape]:
    """Return shapes in which two arrays broadcast to all products of a Kronecker product, and its own shape."""
    ndim = max(len(first), len(second))
    rows = (1,) * (ndim - len(first)) + tuple(first)
    columns = (1,) * (ndim - len(second)) + tuple(second)
    left = [length for n in rows for length in (n, 1)]
    right = [length for n in columns for length in (1, n)]
    return tuple(left), tuple(right), tuple([n * m for n, m in zip(rows, columns, strict=True)])


def _paired_dims(
    ndim_self: int, ndim_other: int, dims_self: Sequence[int], dims_other: Sequence[int]
) -> tuple[list[int], list[int]]:
    if len(dims_self) != len(dims_other):
        raise RuntimeError(
            f"tensordot: dims_self and dims_other must be equally many, got {tuple(dims_self)}"
            f" and {tuple(dims_other)}"
        )
    first = [axis("tensordot", ndim_self, dim) for dim in dims_self]
    second = [axis("tensordot", ndim_other, dim) for dim in dims_other]
    if len(set(first)) < len(first) or len(set(second)) < len(second):
        raise RuntimeError(
            f"tensordot: no dimension may be contracted twice, got {tuple(dims_self)} and {tuple(dims_other)}"
        )
    return first, second


def _check_matrix(op: str, self: Array) -> None:
    if self.ndim < 2:
        raise RuntimeError(
            f"{op}: self must be 2-d or more, got {self.ndim}-d; add dimensions with unsqueeze"
        )

"""Copies of an array in which another array stands in the place of a part: a diagonal, a slice or one index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..order import cast
from .copy import check_writable
from .slicing import diagonal, select, slice_dim

Array = NDArray[Any]


def diagonal_scatter(self: Array, src: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """Return a copy with `src` in the place of its diagonals."""
    out = cast(self, self.dtype)
    return _written("diagonal_scatter", out, diagonal(out, offset, dim1, dim2), src)


def select_scatter(self: Array, src: Array, dim: int, index: int) -> Array:
    """Return a copy with `src` at `index` of dimension `dim`."""
    out = cast(self, self.dtype)
    return _written("select_scatter", out, select(out, dim, index), src)


def slice_scatter(
    self: Array, src: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Array:
    """Return a copy with `src` in the place of its slice along `dim`."""
    out = cast(self, self.dtype)
    return _written("slice_scatter", out, slice_dim(out, dim, start, end, step), src)


def clear_diagonal(self: Array, offset: int, dim1: int, dim2: int) -> Array:
    """Return a copy with zeros on its diagonals."""
    out = cast(self, self.dtype)
    diagonal(out, offset, dim1, dim2)[...] = 0
    return out


def clear_slice(self: Array, dim: int, start: int | None, end: int | None, step: int) -> Array:
    """Return a copy with zeros in its slice along `dim`."""
    out = cast(self, self.dtype)
    slice_dim(out, dim, start, end, step)[...] = 0
    return out


def clear_select(self: Array, dim: int, index: int) -> Array:
    """Return a copy with zeros at `index` of dimension `dim`."""
    out = cast(self, self.dtype)
    select(out, dim, index)[...] = 0
    return out


def _written(op: str, out: Array, part: Array, src: Array) -> Array:
    if src.shape != part.shape:
        raise RuntimeError(
            f"{op}: expected src to have a size equal to the slice of self. src size = {src.shape}, slice size ="
            f" {part.shape}; expand or reshape it"
        )
    np.copyto(part, src, casting="unsafe")
    return out


def fill_diagonal(self: Array, value: complex, wrap: bool = False) -> Array:
    """Return a copy with `value` on its main diagonal."""
    return fill_diagonal_(self.copy(), value, wrap)


def fill_diagonal_(self: Array, value: complex, wrap: bool = False) -> Array:
    """Write `value` to the main diagonal; with `wrap` to that of every square block of a tall matrix."""
    check_writable("fill_diagonal_", self)
    if self.ndim < 2:
        raise RuntimeError(f"fill_diagonal_: dimensions must larger than 1, got shape {self.shape}")
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError(
            f"fill_diagonal_: all dimensions of input must be of equal length, got shape {self.shape}"
        )
    np.fill_diagonal(self, value, wrap)
    return self

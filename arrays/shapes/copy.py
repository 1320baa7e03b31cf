"""Copies, casts, and the writes that replace the whole of an array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..elementwise.half_kernels import converted
from ..gradients.gradient_kernels import LARGE, copied, copy_to
from ..gradients.gradient_kernels import fill as write_number
from ..order import cast, prototype
from .memory_formats import check_memory_format

Array = NDArray[Any]
Number = bool | int | float | complex

_EXACT = 1 << 53  # below it every integer is a float


def detach(self: Array) -> Array:
    """Return another view of the same memory."""
    return self[...]


def contiguous(self: Array, memory_format: str | None = None) -> Array:
    """Return `self` if its elements lie in row-major order, else a copy that does."""
    if memory_format is not None:
        check_memory_format(memory_format)
    return self if self.flags.c_contiguous else copied(self)


def row_major_copy(self: Array) -> Array:
    """Return a copy whose elements lie in row-major order."""
    return copied(self)


def clone(self: Array, memory_format: str | None = None) -> Array:
    """Return a copy with the dimensions in the same order in memory."""
    if memory_format is not None:
        check_memory_format(memory_format)
    return copied(self) if self.flags.c_contiguous else cast(self, self.dtype)


def to(self: Array, dtype: np.dtype[Any], non_blocking: bool = False, copy: bool = False) -> Array:
    """Return `self` in another dtype; `self` itself if it has it already, unless a copy is asked for."""
    done = converted(self, dtype)
    if done is not None:
        return done
    return cast(self, dtype) if copy or self.dtype != dtype else self


def cast_gradient(self: Array, dtype: np.dtype[Any]) -> Array:
    """Return a gradient in the dtype of its argument: the real part if the argument is real."""
    if self.dtype is dtype:
        return self
    if self.dtype.kind == "c" and np.dtype(dtype).kind != "c":
        return cast(self.real, dtype)  # a copy: nobody else may see what is later added to a gradient
    done = converted(self, dtype)
    if done is not None:
        return done
    return cast(self, dtype) if self.dtype != dtype else self


def is_complex_dtype(dtype: np.dtype[Any]) -> bool:
    """Tell whether numbers of this dtype have an imaginary part."""
    return np.dtype(dtype).kind == "c"


def fill(self: Array, value: Number) -> Array:
    """Return an array like `self` with `value` everywhere."""
    return np.full_like(prototype(self), value)


def check_writable(op: str, self: Array) -> None:
    """Refuse to write into memory that is read-only, or in which several elements share a place."""
    if not self.flags.writeable:
        raise RuntimeError(
            f"{op}: self must be writable, got an array that is read-only or expanded (several of its"
            " elements share one place in memory); call clone() before writing"
        )


def copy_(self: Array, src: Array) -> Array:
    """Write `src`, broadcast and cast, into `self`."""
    check_writable("copy_", self)
    if src.shape == self.shape and self.flags.c_contiguous and src.size >= LARGE:
        copy_to(self, src)
        return self
    try:
        np.copyto(self, src, casting="unsafe")
    except ValueError:
        raise RuntimeError(
            f"copy_: src must have a shape that broadcasts to {self.shape}, the shape of self, got"
            f" {src.shape}; reshape or expand it"
        ) from None
    return self


def zero_(self: Array) -> Array:
    """Write zeros into `self`."""
    check_writable("zero_", self)
    write_number(self, 0.0 if self.dtype.kind == "f" else 0)
    return self


def fill_(self: Array, value: Array | Number) -> Array:
    """Write one number, or the only element of a 0-d array, into the whole of `self`."""
    check_writable("fill_", self)
    if isinstance(value, np.ndarray) and value.ndim:
        raise RuntimeError(
            f"fill_: value must be a number or a 0-d tensor, got shape {value.shape}; use copy_"
        )
    if value.__class__ is int and self.dtype.kind == "f" and abs(value) < _EXACT:
        value = float(value)
    write_number(self, value)
    return self

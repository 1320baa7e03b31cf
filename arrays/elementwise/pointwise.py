"""Elementwise functions that no expression can write: limits of dtypes, parts of numbers, tolerant comparisons."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dtypes import get_default_dtype
from ..order import prototype
from ..shapes.shape import shape_of_both
from .replacing_kernels import replaced

Array = NDArray[Any]
Number = bool | int | float | builtins.complex


def nan_to_num(
    self: Array, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
) -> Array:
    """Replace NaN by `nan` or 0, infinities by the other numbers, or by the largest and smallest of the dtype."""
    if self.dtype.kind not in "fc":
        return self.copy()
    if self.dtype.kind == "f":
        largest = float(np.finfo(self.dtype).max)
        numbers = [nan or 0.0, largest if posinf is None else posinf, -largest if neginf is None else neginf]
        if (done := replaced(self, *numbers)) is not None:
            return done
    if np.count_nonzero(np.isfinite(self)) == self.size:  # as nearly always
        return self.copy("K")
    return np.asarray(np.nan_to_num(self, nan=nan or 0.0, posinf=posinf, neginf=neginf))


def frexp(self: Array) -> tuple[Array, Array]:
    """Return mantissas, of absolute value in [0.5, 1), and exponents, which are 0 where there is no finite number."""
    mantissa, exponent = np.frexp(self)
    return np.asarray(mantissa), np.asarray(np.where(np.isfinite(self), exponent, 0), np.int32)


def polar(abs: Array, angle: Array) -> Array:
    """Return complex numbers of a given absolute value and angle."""
    _check_parts("polar", ("abs", "angle"), abs, angle)
    return _of_parts(abs * np.cos(angle), abs * np.sin(angle))


def complex(real: Array, imag: Array) -> Array:
    """Return complex numbers of given parts."""
    _check_parts("complex", ("real", "imag"), real, imag)
    return _of_parts(real, imag)


def _of_parts(real: Any, imag: Any) -> Array:
    dtype = np.complex128 if real.dtype == np.float64 else np.complex64
    if real.shape == imag.shape:
        out = np.empty_like(real if real.flags.c_contiguous else prototype(real), dtype)
    else:
        out = np.empty(np.broadcast_shapes(real.shape, imag.shape), dtype)
    out.real, out.imag = real, imag
    return out


def _check_parts(op: str, names: tuple[str, str], first: Array, second: Array) -> None:
    for array in (first, second):
        if array.dtype not in (np.float32, np.float64):
            raise RuntimeError(
                f"{op}: Expected both inputs to be Half, Float or Double tensors, but got {first.dtype} "
                f"and {second.dtype}"
            )
    if first.dtype != second.dtype:
        raise RuntimeError(
            f"{op}: Expected object of scalar type {first.dtype} but got scalar type {second.dtype} for second "
            "argument; convert one of them"
        )
    shape_of_both(op, names, first.shape, second.shape)


def isclose(
    self: Array, other: Array, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Array:
    """Tell for each pair whether the difference is at most `atol + rtol * abs(other)`."""
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise RuntimeError(f"isclose: {name} must be greater than or equal to zero, but got {tolerance}")
    if self.dtype != other.dtype:
        raise RuntimeError(
            f"isclose: self and other must have the same dtype: {self.dtype} did not match {other.dtype}; convert one"
        )
    shape_of_both("isclose", ("self", "other"), self.shape, other.shape)
    close = np.asarray(self == other)
    if self.dtype.kind in "biu":
        self, other = self.astype(get_default_dtype()), other.astype(get_default_dtype())
    difference = np.abs(self - other)
    close = close | (np.isfinite(difference) & (difference <= atol + np.abs(rtol * other)))
    return np.asarray(close | (np.isnan(self) & np.isnan(other)) if equal_nan else close)


def double_dtype_beside(dtype: np.dtype[Any], number: Number) -> np.dtype[Any]:
    """Return double precision, complex if a dtype or a number is."""
    return double_dtype(dtype, np.asarray(number).dtype)


def double_dtype(first: np.dtype[Any], second: np.dtype[Any]) -> np.dtype[Any]:
    """Return double precision, complex if one of two dtypes is."""
    return np.dtype(np.complex128 if "c" in (first.kind, second.kind) else np.float64)

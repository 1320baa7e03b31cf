"""Helpers of the ops of `masked`: the fill values of masked-out elements, and joining of dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import reduced_axes
from ..dtypes import DType

Array = NDArray[Any]
Shape = Sequence[int]


def lowest(op: str, dtype: DType) -> float:
    """Return the number that no element is below, and that adds nothing as an exponent."""
    return _end(op, dtype, -np.inf)


def highest(op: str, dtype: DType) -> float:
    """Return the number that no element is above."""
    return _end(op, dtype, np.inf)


def _end(op: str, dtype: DType, infinity: float) -> float:
    if dtype.kind == "b":
        raise NotImplementedError(f"masked.{op}: not defined for bool with a mask; convert it with .int()")
    if dtype.kind == "c" and op not in ("logsumexp", "norm"):
        raise TypeError(
            f"masked.{op}: not defined for complex numbers with a mask, got {dtype}; use .real or .imag"
        )
    if dtype.kind in "fc":
        return infinity
    limits = np.iinfo(dtype)
    return limits.min if infinity < 0 else limits.max


def is_mask(shape: Shape, mask: Shape, dtype: DType) -> bool:
    """Tell whether a mask, which has to broadcast to a shape, has truth values."""
    if len(mask) > len(shape):
        raise IndexError(
            f"masked: expected a mask that broadcasts to self of shape {tuple(shape)}, got shape {tuple(mask)}, which "
            "has more dimensions"
        )
    if any(length not in (1, other) for length, other in zip(reversed(mask), reversed(shape), strict=False)):
        raise RuntimeError(
            f"masked: expected a mask that broadcasts to self of shape {tuple(shape)}, got shape {tuple(mask)}"
        )
    return dtype.kind == "b"


def mean_kind(own: DType, dtype: DType | None) -> DType:
    """Return the dtype of a mean, which has a fraction."""
    kind = own if dtype is None else np.dtype(dtype)
    if kind.kind not in "fc":
        raise ValueError(
            f"masked.mean: dtype must be a floating point or complex one, got {kind}; pass dtype=float32"
        )
    return kind


def floating_kind(own: DType, dtype: DType | None) -> DType:
    """Return the dtype that a variance is computed in."""
    kind = own if dtype is None else np.dtype(dtype)
    return kind if kind.kind in "fc" else np.dtype(np.float32)


def real_kind(kind: DType) -> DType:
    """Return the dtype of the real parts."""
    return np.empty(0, kind).real.dtype


def bool_kind() -> DType:
    """Return the dtype of truth values."""
    return np.dtype(np.bool_)


def is_floating_dtype(dtype: DType) -> bool:
    """Tell whether a dtype is one of real floating-point numbers."""
    return dtype.kind == "f"


def not_a_number() -> float:
    """Return NaN, which a formula has no name for."""
    return np.nan


def joined_order(ndim: int, dim: int | Shape | None) -> tuple[int, ...]:
    """Return the dimensions in the order that has those of a reduction last."""
    last = reduced_axes("masked.prod", ndim, dim)
    return (*[number for number in range(ndim) if number not in last], *last)


def joined_shape(shape: Shape, dim: int | Shape | None) -> tuple[int, ...]:
    """Return the shape in that order, with the dimensions of the reduction joined to one."""
    last = reduced_axes("masked.prod", len(shape), dim)
    kept = [length for number, length in enumerate(shape) if number not in last]
    return (*kept, prod([shape[number] for number in last]))


def kept_lengths(shape: Shape, dim: int | Shape | None, keepdim: bool) -> tuple[int, ...]:
    """Return the shape of the reduction."""
    gone = reduced_axes("masked.prod", len(shape), dim)
    pairs = [(1 if number in gone else length, number) for number, length in enumerate(shape)]
    return tuple([length for length, number in pairs if keepdim or number not in gone])


def every_dim(ndim: int, dim: int | Shape | None) -> tuple[int, ...]:
    """Return the dimensions of a reduction, all for None."""
    return reduced_axes("masked", ndim, dim)


def freedom(unbiased: bool | None, correction: float | None) -> float:
    """Return the correction, which is subtracted from the number of elements: 1 by default."""
    if unbiased is not None and correction is not None:
        raise AssertionError("masked.var: only one of unbiased and correction may be given, got both")
    if correction is not None:
        return correction
    return 0.0 if unbiased is False else 1.0


def no_nan(self: Array) -> Array:
    """Return medians of integers; raise if one is NaN, the median of no elements."""
    if np.isnan(self).any():
        raise ValueError(
            "masked.median: expects no fully masked out rows if dtype is not floating point; convert it with .float()"
        )
    return self

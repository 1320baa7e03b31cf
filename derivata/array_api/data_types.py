"""Dtypes and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays.dtypes import DType, as_dtype
from ..runtime.tensors.tensor import Tensor
from ..support.devices import check_device

bool: DType = np.dtype(np.bool_)
int8: DType = np.dtype(np.int8)
int16: DType = np.dtype(np.int16)
int32: DType = np.dtype(np.int32)
int64: DType = np.dtype(np.int64)
uint8: DType = np.dtype(np.uint8)
uint16: DType = np.dtype(np.uint16)
uint32: DType = np.dtype(np.uint32)
uint64: DType = np.dtype(np.uint64)
float32: DType = np.dtype(np.float32)
float64: DType = np.dtype(np.float64)
complex64: DType = np.dtype(np.complex64)
complex128: DType = np.dtype(np.complex128)

KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}
"""The kinds of dtypes by the standard's names, as NumPy's letters."""


@dataclass(frozen=True)
class FloatLimits:
    """What `finfo` returns."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


@dataclass(frozen=True)
class IntegerLimits:
    """What `iinfo` returns."""

    bits: int
    max: int
    min: int
    dtype: DType


def astype(x: Tensor, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Tensor:
    """Return an array in another dtype: a copy, unless `copy` is false and it has that dtype already.

    Raises
    ------
    TypeError
        For complex numbers in a real dtype, which would lose their imaginary parts.

    Examples
    --------
    >>> import derivata as dv
    >>> import derivata.array_api as xp
    >>> xp.astype(dv.tensor([1, 2]), xp.float64)
    tensor([1., 2.], dtype=float64)
    """
    check_device(device)
    kind = as_dtype(dtype)
    if x.dtype.kind == "c" and kind.kind not in "cb":
        raise TypeError(
            f"astype: expected a complex dtype for an array of {x.dtype}, got {kind}; use real() first"
        )
    return x.to(kind, copy=copy)


def can_cast(from_: Any, to: Any, /) -> Any:
    """Tell whether the elements of a dtype, or of an array, promote to another dtype."""
    return np.can_cast(as_dtype(from_), as_dtype(to))


def finfo(type: Any, /) -> FloatLimits:
    """Return the limits of a dtype of floating-point numbers, or of an array's; of complex ones those of the parts."""
    found = np.finfo(as_dtype(type))
    eps, largest, smallest, normal = map(float, (found.eps, found.max, found.min, found.smallest_normal))
    return FloatLimits(int(found.bits), eps, largest, smallest, normal, found.dtype)


def iinfo(type: Any, /) -> IntegerLimits:
    """Return the limits of a dtype of integers, or of an array's."""
    found = np.iinfo(as_dtype(type))
    return IntegerLimits(int(found.bits), int(found.max), int(found.min), as_dtype(found.dtype))


def isdtype(dtype: Any, kind: Any) -> Any:
    """Tell whether a dtype is another, or of a kind such as "integral", or any of a tuple of these.

    Raises
    ------
    ValueError
        For a kind that the standard does not have.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    if not isinstance(kind, str):
        return as_dtype(dtype) == as_dtype(kind)
    if kind not in KINDS:
        raise ValueError(f"isdtype: expected kind as one of {', '.join(map(repr, KINDS))}, got {kind!r}")
    return as_dtype(dtype).kind in KINDS[kind]


def result_type(*arrays_and_dtypes: Any) -> DType:
    """Return the dtype to which arrays, dtypes and numbers promote; numbers have no say beyond their kind."""
    return np.result_type(
        *[value.dtype if isinstance(value, Tensor) else value for value in arrays_and_dtypes]
    )


DTYPES = {
    "bool": bool,
    "int8": int8,
    "int16": int16,
    "int32": int32,
    "int64": int64,
    "uint8": uint8,
    "uint16": uint16,
    "uint32": uint32,
    "uint64": uint64,
    "float32": float32,
    "float64": float64,
    "complex64": complex64,
    "complex128": complex128,
}
"""The dtypes of the standard by name."""

__all__ = [
    "astype",
    "bool",
    "can_cast",
    "complex64",
    "complex128",
    "finfo",
    "float32",
    "float64",
    "iinfo",
    "int8",
    "int16",
    "int32",
    "int64",
    "isdtype",
    "result_type",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
]  # fmt: skip

"""Normalisation of arrays from users: subclasses of ndarray, dtypes and byte order."""

from abc import ABC
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

_KINDS = [np.dtype(code) for code in np.typecodes["All"] if np.dtype(code).kind in "biufc"]
_DTYPES = {dtype.num: np.dtype(f"{dtype.kind}{dtype.itemsize}") for dtype in _KINDS}
"""The dtypes of numbers, each the one object that stands for all that are equal to it but for byte order."""


class Table(ABC):  # noqa: B024  (its hook knows the classes)
    """What pandas calculates with, a Series, an Index or a DataFrame: known by the mark by which it orders operands."""

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return hasattr(kind, "__pandas_priority__")


def plain_array(subject: str, value: Any) -> Array:
    """Return an array of numbers as a plain one in native byte order, on the same memory where its order allows.

    Tables of pandas are their values. Subclasses such as matrices and memory maps are their elements. Masked arrays,
    and subclasses that bring arithmetic of their own, such as quantities with units, mean more than that: they are
    refused.
    """
    if value.__class__ is not np.ndarray:
        value = _without_class(subject, value)
    dtype = value.dtype
    own = _DTYPES.get(dtype.num)
    if own is None:
        raise TypeError(
            f"{subject}: can't convert an array of dtype {dtype}; expected bool, integers, floating point or complex "
            "numbers; encode strings and dates as numbers first"
        )
    if dtype is own:
        return value  # type: ignore[no-any-return]
    return value.view(own) if dtype.isnative else value.astype(own)  # type: ignore[no-any-return]


def _without_class(subject: str, value: Any) -> Array:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{subject}: expected an array without mask, got a masked array, whose mask would be ignored; fill its "
            "gaps with array.filled(0), or take array.compressed()"
        )
    kind = type(value)
    if isinstance(value, np.ndarray) and kind.__array_ufunc__ is not np.ndarray.__array_ufunc__:
        raise TypeError(
            f"{subject}: expected a plain array, got {kind.__module__}.{kind.__qualname__}, whose own arithmetic "
            "would be lost; convert it with np.asarray(...)"
        )
    return np.asarray(value)

"""Arguments of kernels: the types that a kernel is compiled for, its outputs, and its slots (see `native`).

Argument types are written as words: `float32*` is an array seen as flat, `float32[2]` one of two dimensions, `float32`
a scalar. All functions return None for what a kernel cannot take.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..broadcasting.axes import broadcast_shape
from ..broadcasting.axes import order as common_order
from ..order import slowest_first
from .buffers import empty
from .objects import ALIGNED, C_LAYOUT, F_LAYOUT

__all__ = ["allocate", "dense", "describe", "inspect", "memory_order", "overlap", "signature"]

Array = NDArray[Any]
DTypes = tuple[Any, ...]

_ROWS = C_LAYOUT | ALIGNED
_BOOL = np.dtype(np.bool_)
_FLOATS = frozenset(map(np.dtype, "fd"))
_ARRAYS = {
    (dtype, ndim): f"{dtype.name}[{ndim}]" for dtype in map(np.dtype, "?bhilqBHILQfd") for ndim in range(1, 9)
}


def inspect(inputs: tuple[Any, ...]) -> tuple[Array, str, int, list[Any]] | None:
    """Return the first floating array, the kind of each input, the layouts that all have, and the slots.

    A kind is an array's dtype character, or `s` for a scalar. If the arrays have no layout in common (0), a kernel
    needs copies, see `dense`. None if a kernel cannot take the inputs.
    """
    layouts = C_LAYOUT | F_LAYOUT
    first = shape = dtype = None
    kinds = ""
    slots: list[Any] = []
    for value in inputs:
        if value.__class__ is not np.ndarray or not value.ndim:
            kinds += "s"
            slots.append(value)
            continue
        flags = value.flags.num
        layouts &= flags if flags & ALIGNED else 0
        if shape is None:
            shape = value.shape
        elif value.shape != shape:
            return None
        own = value.dtype
        if own is not dtype and own is not _BOOL:
            if first is None and own in _FLOATS:
                first, dtype = value, own
            elif own != dtype:
                return None
        kinds += own.char
        slots.append(id(value))
    return None if first is None else (first, kinds, layouts, slots)


def dense(inputs: tuple[Any, ...]) -> list[Any]:
    """Return the inputs; arrays that are not aligned, or not in one common layout, are copied."""
    first = next(value for value in inputs if value.__class__ is np.ndarray and value.ndim)
    order: Any = common_order((first,), first.shape)
    wanted = ALIGNED | (F_LAYOUT if order == "F" else C_LAYOUT)
    return [
        np.array(value, order=order)
        if value.__class__ is np.ndarray and value.ndim and value.flags.num & wanted != wanted
        else value
        for value in inputs
    ]


def memory_order(inputs: tuple[Any, ...]) -> tuple[int, ...] | None:
    """Return the dimensions of the first array of the common shape, slowest first; None if they are in C or F order."""
    arrays = [value for value in inputs if value.__class__ is np.ndarray and value.ndim > 2]
    for first in arrays:
        if not first.flags.num & (C_LAYOUT | F_LAYOUT):
            break
    else:
        return None
    if len(arrays) > 1:
        shape = broadcast_shape([array.shape for array in arrays])
        first = next((array for array in arrays if array.shape == shape), arrays[0])
        if first.shape != shape or first.flags.num & (C_LAYOUT | F_LAYOUT):
            return None
    dims = slowest_first(first)
    return None if dims == tuple(range(len(dims))) else dims


def allocate(first: Array, layouts: int, dtypes: DTypes, out: Any) -> tuple[Array, ...] | None:
    """Return the arrays to write to, or None when the given ones do not fit."""
    shape = first.shape
    if out is None:
        order: Literal["C", "F"] = "C" if layouts & C_LAYOUT else "F"
        return tuple([empty(shape, np.dtype(dtype), order) for dtype in dtypes])
    results = out if isinstance(out, tuple) else (out,)
    for result, dtype in zip(results, dtypes, strict=True):
        flags = result.flags
        layouts &= flags.num
        fits = result.shape == shape and result.dtype == dtype and flags.aligned and flags.writeable
        if not fits or not layouts:
            return None
    return results


def signature(first: Array, results: tuple[Array, ...], kinds: str) -> tuple[str, ...]:
    """Return the argument types of a flat loop, outputs first."""
    words = [f"{result.dtype.name}*" for result in results]
    words += [first.dtype.name if kind == "s" else f"{np.dtype(kind).name}*" for kind in kinds]
    return tuple(words)


def describe(args: tuple[Any, ...]) -> tuple[tuple[str, ...], list[Any]] | None:
    """Return the argument types of a row loop and the slots; None when an argument does not fit."""
    words: list[str] = []
    slots: list[Any] = []
    for value in args:
        if value.__class__ is np.ndarray:
            word = _ARRAYS.get((value.dtype, value.ndim))
            if word is None or value.flags.num & _ROWS != _ROWS:
                return None
            words.append(word)
            slots.append(id(value))
        else:
            words.append(_scalar(value, args))
            slots.append(bool(value) if isinstance(value, np.bool_) else value)
    return tuple(words), slots


def _scalar(value: Any, args: tuple[Any, ...]) -> str:
    """Return the type of a scalar; that of a float is the dtype of the first floating array."""
    if isinstance(value, (bool, np.bool_)):
        return "bool"
    if isinstance(value, (int, np.integer)):
        return "int64"
    for array in args:
        if array.__class__ is np.ndarray and array.dtype in _FLOATS:
            return "float32" if array.dtype == np.float32 else "float64"
    return "float64"


def overlap(results: tuple[Array, ...], inputs: tuple[Any, ...]) -> bool:
    """Whether an input shares memory with an output; a single output may be an input, element by element."""
    for result in results:
        for value in inputs:
            if value.__class__ is not np.ndarray or (value is result and len(results) == 1):
                continue
            if np.may_share_memory(result, value) and not (len(results) == 1 and same_place(result, value)):
                return True
    return False


def same_place(x: Array, y: Array) -> bool:
    """Whether two arrays are the same elements in the same order."""
    same = x.shape == y.shape and x.strides == y.strides and x.dtype == y.dtype
    return same and x.ctypes.data == y.ctypes.data

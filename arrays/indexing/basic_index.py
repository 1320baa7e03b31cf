"""Indexing by ints, slices, None and `...`: the result is a view.

A 0-d integer array counts as an int. Negative steps are permitted. `explained` says what is wrong with any
index.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..gradients.gradient_kernels import copy_to
from ..jit.buffers import MIN_BYTES, empty

Array = NDArray[Any]
Shape = tuple[int, ...]
Index = Any
"""An int, slice, None, `...`, bool, list or ndarray, or a tuple of these."""


def is_basic_index(index: Index) -> bool:
    """Tell whether indexing gives a view: there is no list, no mask and no array of integers in the index."""
    if index.__class__ is tuple:
        for entry in index:  # noqa: SIM110 (half the time of `all` with a generator)
            if not is_basic_entry(entry):
                return False
        return True
    return is_basic_entry(index)


def is_basic_entry(entry: Index) -> bool:
    """Tell whether one entry of an index is an int, a slice, None or `...`."""
    kind = entry.__class__
    if kind is int or kind is slice or entry is None or entry is Ellipsis:
        return True
    if kind is bool:
        return False
    if isinstance(entry, np.ndarray):
        return entry.ndim == 0 and entry.dtype.kind in "iu"
    return not isinstance(entry, np.bool_) and hasattr(entry, "__index__")


def basic_index(self: Array, index: Index) -> Array:
    """Return the view `self[index]`; a 0-d array where NumPy returns a scalar."""
    entries = index if index.__class__ is tuple else (index,)
    if index.__class__ is not slice:
        for entry in entries:
            if isinstance(entry, np.ndarray):  # NumPy would copy
                entries = index = tuple(
                    [operator.index(e) if isinstance(e, np.ndarray) else e for e in entries]
                )
                break
    try:
        out: Any = self[index]
        view: Array = out if out.__class__ is np.ndarray else self[(*entries, ...)]
        return view
    except (IndexError, TypeError) as error:
        raise explained(self.shape, index, error) from None


def basic_index_backward(grad_output: Array, shape: Shape, index: Index) -> Array:
    """Zeros of `shape` with `grad_output` in the place that `basic_index` took."""
    if grad_output.nbytes < MIN_BYTES:
        out = np.zeros(shape, grad_output.dtype)
        out[index] = grad_output
        return out
    out = empty(tuple(shape), grad_output.dtype)
    place = out[index]
    if place.flags.c_contiguous:
        flat, first = out.reshape(-1), (place.ctypes.data - out.ctypes.data) // out.itemsize
        flat[:first] = 0
        flat[first + place.size :] = 0
        copy_to(place, grad_output)
    else:
        out.fill(0)
        place[...] = grad_output
    return out


def explained(shape: Shape, index: Index, error: Exception) -> IndexError:
    """Turn NumPy's error about an index into one that says which entry is wrong and what was expected."""
    entries = index if index.__class__ is tuple else (index,)
    dim, used = 0, sum([consumed(entry) for entry in entries])
    if used > len(shape):
        return IndexError(
            f"index: expected at most {len(shape)} entries for self of shape {shape}, got entries for {used}"
            " dimensions"
        )
    for number, entry in enumerate(entries):
        if entry is Ellipsis:
            dim += len(shape) - used
            continue
        if wrong := _wrong(entry, shape[dim : dim + consumed(entry)]):
            return IndexError(
                f"index: entry {number}: expected {wrong} (dimension {dim} of self of shape {shape})"
            )
        dim += consumed(entry)
    return IndexError(f"index: {error}; self has shape {shape}")


def consumed(entry: Index) -> int:
    """Return the number of array dimensions that an index entry consumes."""
    if entry is None or entry is Ellipsis or isinstance(entry, bool | np.bool_):
        return 0
    if isinstance(entry, list | np.ndarray):
        array = np.asarray(entry)
        return array.ndim if array.dtype.kind == "b" else 1
    return 1


def _wrong(entry: Index, shape: Shape) -> str:
    """Return what was expected instead of an entry, and what it is; "" if it is right."""
    if entry is None or isinstance(entry, bool | np.bool_ | slice):
        return ""
    if not isinstance(entry, list | np.ndarray) and not hasattr(entry, "__index__"):
        return f"an int, a slice, None, '...', or a tensor or list of integers or booleans, got {entry!r}"
    array = np.asarray(entry)
    if array.dtype.kind == "b":
        return "" if array.shape == shape else f"a mask of shape {shape}, got shape {array.shape}"
    if array.dtype.kind not in "iu":
        return "" if not array.size else f"integers or booleans, got {array.dtype}; use a dtype such as int64"
    length = shape[0]
    outside = array[(array < -length) | (array >= length)]
    return f"integers in [{-length}, {length - 1}], got {outside.flat[0]}" if outside.size else ""

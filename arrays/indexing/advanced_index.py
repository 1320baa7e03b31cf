"""Indexing by masks, lists and arrays of integers: the result is a copy.

An index is taken in two steps, as PyTorch does it: first ints, slices, None and `...` give a view; then the
masks and arrays select from the view. NumPy would treat an int next to an array as an array of one element,
which puts the dimensions of the result in another order: for an x of shape (4, 3, 5), `x[0, :, [1, 2]]` has
shape (3, 2) here and (2, 3) there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import reshaped
from . import place_kernels as places
from .basic_index import Index, consumed, explained, is_basic_entry
from .index_dim import add_slices

Array = NDArray[Any]
Shape = tuple[int, ...]
Steps = tuple[tuple[Any, ...] | None, tuple[Any, ...]]
"""The index of the first step, None if it takes everything; that of the second, of slice(None) and arrays."""

_WHOLE = slice(None)
_LARGE = 65536  # elements that rows are read from, or added, by compiled loops


def advanced_index(self: Array, index: Index) -> Array:
    """Return a copy of the elements that the index names."""
    try:
        if index.__class__ is np.ndarray and self.ndim:  # the most frequent cases
            if self.size >= _LARGE:
                rows = _rows(self, index)
                if rows is not None:
                    return rows
            if index.dtype.kind == "b":
                return self[index]
            if index.dtype.kind == "i":
                return self.take(index, 0)
        basic, arrays = index_steps(self.shape, index)
        view = self if basic is None else self[basic]
        if _is_only(arrays):  # faster than an index, and in row-major order
            taken: Array = view.take(arrays[-1], len(arrays) - 1)
            return taken
        selected: Array = view[arrays]
        return selected
    except (IndexError, ValueError) as error:
        raise explained(self.shape, index, error) from None


def advanced_index_backward(grad_output: Array, shape: Shape, index: Index) -> Array:
    """Zeros of `shape` to which `grad_output` is added in the places that the index names, one by one."""
    if index.__class__ is np.ndarray and index.ndim and grad_output.size >= _LARGE:
        named = _places(shape[0], index)
        done = None if named is None else places.sum_slices(shape, 0, named, grad_output)
        if done is not None:
            return done
    out = np.zeros(shape, grad_output.dtype)
    basic, arrays = index_steps(shape, index)
    view = out if basic is None else out[basic]
    if sum([entry is not _WHOLE for entry in arrays]) == 1 and arrays[-1].dtype.kind == "b":
        view[arrays] = grad_output  # a mask names nothing twice
    elif basic is None:
        _add(out, arrays, grad_output)
    else:
        part = np.zeros(view.shape, out.dtype)
        _add(part, arrays, grad_output)
        view[...] = part
    return out


def _rows(self: Array, index: Array) -> Array | None:
    """Return the rows that an integer array or a mask selects; None if NumPy has to do it."""
    named = _places(self.shape[0], index) if index.ndim else None
    rows = None if named is None else places.take_slices(self, 0, named)
    if rows is None or index.ndim == 1:
        return rows
    return reshaped(rows, (*index.shape, *self.shape[1:]))


def _places(length: int, index: Array) -> Array | None:
    """Return the rows that an index of the first dimension names; None if one is counted from the end, or too large."""
    if index.dtype.kind == "b":
        return index.nonzero()[0] if index.shape == (length,) else None
    if index.dtype != np.int64 or (index.size and index.view(np.uint64).max() >= length):
        return None
    return index.reshape(-1)


def index_steps(shape: Shape, index: Index) -> Steps:
    """Split an index with at least one list, mask or array into the two steps."""
    entries = [_entry(e) for e in (index if index.__class__ is tuple else (index,))]
    rest = len(shape) - sum([consumed(entry) for entry in entries])
    if rest < 0:
        raise IndexError("too many entries")
    basic: list[Any] = []
    arrays: list[Any] = []
    for entry in entries:
        if isinstance(entry, np.ndarray):
            basic += [_WHOLE] * consumed(entry)
            arrays.append(entry)
        elif entry is Ellipsis:
            basic += [_WHOLE] * rest
            arrays += [_WHOLE] * rest
            rest = 0
        else:
            basic.append(entry)
            if entry is None or isinstance(entry, slice):
                arrays.append(_WHOLE)
    while arrays[-1] is _WHOLE:
        arrays.pop()
    whole = all(entry is _WHOLE for entry in basic)
    return (None if whole else (*basic, ...)), tuple(arrays)


def _entry(entry: Index) -> Index:
    """Return an entry; a list, mask or array of integers as an array of booleans or machine integers."""
    if is_basic_entry(entry):
        return int(entry) if isinstance(entry, np.ndarray) else entry
    if isinstance(entry, tuple):
        entry = list(entry)
    array = np.asarray(entry)
    if array.dtype.kind in "iu" or (not array.size and isinstance(entry, list)):
        return array.astype(np.intp, copy=False)
    if array.dtype.kind != "b":
        raise IndexError("not an index")
    return array


def _add(out: Array, arrays: tuple[Any, ...], grad: Array) -> None:
    """out[arrays] += grad, one by one; see `add_slices`."""
    axis = len(arrays) - 1
    if _is_only(arrays):
        named = arrays[axis]
        add_slices(out, axis, np.where(named < 0, named + out.shape[axis], named), grad)
        return
    positions = np.broadcast_to(_positions(out.shape, arrays), grad.shape)
    np.add.at(out.reshape(-1), positions.reshape(-1), grad.reshape(-1))


def _is_only(arrays: tuple[Any, ...]) -> bool:
    """Tell whether the second step is one array of integers along one dimension."""
    *before, last = arrays
    return last.dtype.kind != "b" and all(entry is _WHOLE for entry in before)


def _positions(shape: Shape, arrays: tuple[Any, ...]) -> Array:
    """Where in the flat array the elements lie that the second step selects, in the shape of its result."""
    strides = np.cumprod((1, *shape[:0:-1]))[::-1].tolist()
    selected: Array = np.zeros((), np.intp)
    others: list[Array] = []  # offsets along the dimensions that no array names
    places: list[int] = []  # how many of those come before each array
    dim = 0
    for entry in (
        *arrays,
        *[_WHOLE] * (len(shape) - sum([consumed(e) if e is not _WHOLE else 1 for e in arrays])),
    ):
        if entry is _WHOLE:
            others.append(np.arange(shape[dim]) * strides[dim])
            dim += 1
            continue
        places.append(len(others))
        for part in _integers(entry):
            if entry.ndim == 0:
                selected = selected + part
                continue
            selected = selected + np.where(part < 0, part + shape[dim], part) * strides[dim]
            dim += 1
    # NumPy's rule: arrays side by side stay in their place
    front = places[0] if places[0] == places[-1] else 0
    return _outer_sum(others[:front], selected, others[front:])


def _integers(entry: Array) -> tuple[Array, ...]:
    """Return the arrays of integers that an array stands for: one for each dimension of a mask."""
    if entry.dtype.kind != "b":
        return (entry,)
    if not entry.ndim:  # True adds a dimension of length 1, False one of length 0
        return (np.zeros(int(entry), np.intp),)
    return entry.nonzero()


def _outer_sum(before: list[Array], middle: Array, after: list[Array]) -> Array:
    ndim = len(before) + middle.ndim + len(after)
    total: Array = middle.reshape((1,) * len(before) + middle.shape + (1,) * len(after))
    for number, offsets in [*enumerate(before), *enumerate(after, len(before) + middle.ndim)]:
        total = total + offsets.reshape([-1 if dim == number else 1 for dim in range(ndim)])
    return total

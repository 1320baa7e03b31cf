"""Writing through an index, in place and out of place."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..shapes.copy import check_writable
from ..shapes.shape import strip_leading_ones
from .advanced_index import advanced_index, advanced_index_backward, index_steps
from .basic_index import Index, basic_index, explained, is_basic_index

Array = NDArray[Any]
Shape = tuple[int, ...]


def getitem(self: Array, index: Index) -> Array:
    """Return self[index]: a view if the index is basic, else a copy."""
    return basic_index(self, index) if is_basic_index(index) else advanced_index(self, index)


def setitem_(self: Array, index: Index, value: Array) -> Array:
    """self[index] = value."""
    check_writable("index assignment", self)
    _write(self, index, value)
    return self


def clear_index(self: Array, index: Index) -> Array:
    """Return a copy with zeros in the places that the index names."""
    out = self.copy()
    _write(out, index, np.zeros((), self.dtype))
    return out


def index_put(self: Array, indices: Index, values: Array, accumulate: bool = False) -> Array:
    """Return a copy with `values` written to, or added in, the places that `indices` name."""
    return index_put_(self.copy(), indices, values, accumulate)


def index_put_(self: Array, indices: Index, values: Array, accumulate: bool = False) -> Array:
    """Write `values` to the places that `indices` name, or add them there, one by one."""
    check_writable("index_put_", self)
    if not accumulate:
        _write(self, indices, values)
    elif is_basic_index(indices):
        part = basic_index(self, indices)
        np.add(part, _spread(part.shape, values), part, casting="unsafe")
    else:
        shape = indexed_shape(self.shape, indices)
        delta = advanced_index_backward(_spread(shape, values), self.shape, indices)
        np.add(self, delta, self, casting="unsafe")
    return self


def indexed_shape(shape: Shape, index: Index) -> Shape:
    """Return the shape of `self[index]` for an index with lists, masks or arrays."""
    probe = np.broadcast_to(np.False_, shape)
    try:
        basic, arrays = index_steps(shape, index)
        return (probe if basic is None else probe[basic])[arrays].shape
    except IndexError as error:
        raise explained(shape, index, error) from None


def _spread(shape: Shape, values: Array) -> Array:
    try:
        return np.broadcast_to(values.reshape(strip_leading_ones(values.shape)), shape)
    except ValueError:
        raise _wrong_shape(shape, values) from None


def _write(self: Array, index: Index, value: Array) -> None:
    if value.size == 1 and value.ndim:  # NumPy takes no array with dimensions for a single element
        value = value.reshape(())
    try:
        if is_basic_index(index):
            self[index] = value
            return
        basic, arrays = index_steps(self.shape, index)
        view = self if basic is None else self[basic]
        view[arrays] = value.reshape(strip_leading_ones(value.shape)) if value.ndim > 1 else value
    except (IndexError, TypeError) as error:
        raise explained(self.shape, index, error) from None
    except ValueError:
        shape = basic_index(self, index).shape if is_basic_index(index) else indexed_shape(self.shape, index)
        raise _wrong_shape(shape, value) from None


def _wrong_shape(shape: Shape, value: Array) -> RuntimeError:
    return RuntimeError(
        f"index assignment: the value must have a shape that broadcasts to {shape}, the shape of the indexed"
        f" part, got {value.shape}; reshape it"
    )

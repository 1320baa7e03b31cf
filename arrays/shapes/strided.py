"""Views by strides: `as_strided` over the memory of an array, `unfold`, complex numbers as pairs or parts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
Shape = tuple[int, ...]

_FEW = 4096  # elements


def as_strided(
    self: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> tuple[Array, Array]:
    """Return a view of the memory of `self`, and the layout of `self` in it, from which `strided_places` counts.

    The layout is the length of the memory, where `self` begins in it, and its strides, all in elements.
    """
    whole, itemsize = _whole(self), self.itemsize
    if not whole.flags.c_contiguous:
        raise RuntimeError("as_strided: self must lie in one block of memory; call contiguous() first")
    length, begin = whole.nbytes // itemsize, 0 if whole is self else _offset(self, whole)
    if len(size) != len(stride) or min(size, default=0) < 0 or min(stride, default=0) < 0:
        raise RuntimeError(
            "as_strided: size and stride must be nonnegative and of one length, got"
            f" {tuple(size)} and {tuple(stride)}"
        )
    first = begin if storage_offset is None else storage_offset
    last = (
        first + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)]) if 0 not in size else -1
    )
    if first < 0 or last >= length:
        raise RuntimeError(
            f"as_strided: sizes {tuple(size)}, strides {tuple(stride)}, storage offset {first} requiring a storage"
            f" size of {(last + 1) * itemsize} are out of bounds for storage of size {whole.nbytes}, in bytes"
        )
    layout = np.array([length, begin, *[step // itemsize for step in self.strides]])
    strides = [step * itemsize for step in stride]
    offset = 0 if 0 in size else first * itemsize  # without elements it may lie beyond the memory
    view: Array = np.ndarray(tuple(size), self.dtype, whole, offset, strides)
    if not self.flags.writeable or _overlaps(self.shape, layout, size, stride, first):
        view.flags.writeable = False
    return view, layout


def as_strided_scatter(
    self: Array, src: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> tuple[Array, Array]:
    """Return a copy of `self` with `src` in the place of a view by strides of its memory, and the layout of both."""
    if tuple(size) != src.shape:
        raise RuntimeError(
            f"as_strided_scatter: expected src to have a size equal to the slice of self. src size = {src.shape}, slice"
            f" size = {tuple(size)}; expand or reshape it"
        )
    out = _copy_in_memory(self)
    view, layout = as_strided(out, size, stride, storage_offset)
    if not view.flags.writeable:
        raise RuntimeError(
            "as_strided_scatter: expected places that do not overlap, got several for one element"
        )
    np.copyto(view, src, casting="unsafe")
    return out, layout


def _copy_in_memory(array: Array) -> Array:
    """Return a copy at the same place of as much memory; a contiguous one of elements that share memory."""
    whole = _whole(array)
    if whole is array or not whole.flags.c_contiguous or 0 in array.strides or min(array.strides) < 0:
        return np.array(array, order="C")
    begin = _offset(array, whole)
    ends = [(n - 1) * step for n, step in zip(array.shape, array.strides, strict=True)]
    length = begin + 1 + sum(ends) // array.itemsize if array.size else begin
    memory = whole.reshape(-1)[:length].copy()
    return np.ndarray(array.shape, array.dtype, memory, begin * array.itemsize, array.strides)


def number_of_elements(shape: Shape) -> int:
    """Return how many elements an array of this shape has."""
    return prod(shape)


def _whole(array: Array) -> Array:
    """Return the array that owns the memory; in C order if it is in one block."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    if whole.flags.c_contiguous:
        return whole
    return whole.transpose(sorted(range(whole.ndim), key=lambda dim: -whole.strides[dim]))


def _offset(array: Array, memory: Array) -> int:
    addresses = [a.__array_interface__["data"][0] for a in (array, memory)]
    return int((addresses[0] - addresses[1]) // array.itemsize)


def strided_places(
    layout: Array, shape: Shape, size: Sequence[int], stride: Sequence[int], storage_offset: int | None
) -> Array:
    """Return for each element of a view by strides its number in the tensor of `shape`, whose size if it has none."""
    length, begin, *steps = layout.tolist()
    count, first = number_of_elements(shape), begin if storage_offset is None else storage_offset
    whole = steps == _contiguous_steps(shape)
    if whole and not (count == length <= _FEW):
        places = _places(size, stride, first - begin)
        np.putmask(places, (places < 0) | (places >= count), count)
        return places
    table = np.arange(count)  # the places in the memory
    if not whole:
        table, numbers = np.full(length, count, np.int64), table
        table[_places(shape, steps, begin).reshape(-1)] = numbers
    window: Array = np.ndarray(tuple(size), np.int64, table, first * 8, [step * 8 for step in stride])
    return window.copy()


def _contiguous_steps(shape: Shape) -> list[int]:
    """Return the strides, in elements, of a contiguous array."""
    steps = [1] * len(shape)
    for at in range(len(shape) - 1, 0, -1):
        steps[at - 1] = steps[at] * shape[at]
    return steps


def _places(size: Sequence[int], stride: Sequence[int], first: int) -> Array:
    """Return how far from the beginning of the memory each element of a view lies."""
    places = np.full((), first)
    for length, step in zip(size, stride, strict=True):
        places = places[..., None] + np.arange(length) * step
    return places


def _overlaps(shape: Shape, layout: Array, size: Sequence[int], stride: Sequence[int], first: int) -> bool:
    """Return whether a view has several places for an element of `shape`; for most views the strides tell."""
    smaller: list[tuple[int, int]] = []
    reach, whole = 0, number_of_elements(shape) == layout[0]
    for step, length in sorted(zip(stride, size, strict=True)):
        if step <= reach and length > 1:
            if whole and (not step or any(step % small == 0 and step < small * n for small, n in smaller)):
                return True  # several small steps are a large one
            places = strided_places(layout, shape, size, stride, first)
            inside = places[places < number_of_elements(shape)]
            return bool(inside.size and np.bincount(inside).max() > 1)
        reach += step * (length - 1)
        smaller += [(step, length)] if length > 1 else []
    return False


def unfold(self: Array, dimension: int, size: int, step: int) -> Array:
    """Return a view of the windows of `size` elements along a dimension, `step` apart, as a new last dimension."""
    at, length = axis("unfold", self.ndim, dimension), self.shape[dimension] if self.ndim else 1
    if not 0 <= size <= length or step < 1:
        raise RuntimeError(
            f"unfold: size must be in [0, {length}] for dimension {dimension} and step positive, got size {size} and"
            f" step {step}"
        )
    if not self.ndim:  # one window, and no dimension that counts windows
        return self.reshape(1)[:size]
    shape = [*self.shape, size]
    shape[at] = (length - size) // step + 1
    strides = [*self.strides, self.strides[at]]
    strides[at] *= step
    writeable = self.flags.writeable and step >= size
    if self.flags.c_contiguous and self.size:
        view: Array = np.ndarray(shape, self.dtype, self, 0, strides)
    elif (memory := _whole(self)).flags.c_contiguous:
        view = np.ndarray(shape, self.dtype, memory, _offset(self, memory) * self.itemsize, strides)
    else:  # a window on memory that is not NumPy's
        view = np.lib.stride_tricks.as_strided(self, shape, strides)
    if not writeable:
        view.flags.writeable = False
    return view


def unfold_backward(grad_output: Array, shape: Shape, dimension: int, size: int, step: int) -> Array:
    """Zeros of `shape` to which every window of `grad_output` is added in its place."""
    out = np.zeros(shape, grad_output.dtype)
    if not shape:
        return np.asarray(grad_output.sum())
    line = np.moveaxis(out, axis("unfold_backward", len(shape), dimension), -1)
    windows = np.moveaxis(grad_output, axis("unfold_backward", len(shape), dimension), -2)
    for place in range(0, size, step):  # as much of the windows at a time as does not overlap
        width = min(step, size - place)
        places = line[..., place : place + step * (windows.shape[-2] - 1) + width]
        parts = sliding_window_view(places, width, -1, writeable=True)
        parts[..., ::step, :] += windows[..., place : place + width]
    return out


def view_as_real(self: Array) -> Array:
    """Return a view of complex numbers as pairs of real ones, in a new last dimension."""
    if self.dtype.kind != "c":
        raise RuntimeError(f"view_as_real: self must be complex, got {self.dtype}; it is real already")
    return self[..., None].view(self.real.dtype)


def view_as_complex(self: Array) -> Array:
    """Return a view of pairs of real numbers as complex ones."""
    if self.dtype not in (np.float32, np.float64):
        raise RuntimeError(f"view_as_complex: self must have a dtype float32 or float64, got {self.dtype}")
    if self.ndim and self.shape[-1] == 2 and not self.size:  # whatever its strides are
        return np.empty(self.shape[:-1], np.result_type(self.dtype, np.complex64))
    if not self.ndim or self.shape[-1] != 2 or self.strides[-1] != self.itemsize:
        raise RuntimeError(
            f"view_as_complex: the last dimension of self must have length 2 and stride 1, got shape {self.shape} and"
            f" strides {self.strides} in bytes; call contiguous() first"
        )
    return self.view(np.result_type(self.dtype, np.complex64))[..., 0]


def real(self: Array) -> Array:
    """Return a view of the real parts of complex numbers; real ones as they are."""
    return self.real if self.dtype.kind == "c" else self


def imag(self: Array) -> Array:
    """Return a view of the imaginary parts of complex numbers."""
    if self.dtype.kind != "c":
        raise RuntimeError(
            f"imag: not implemented for tensors with non-complex dtypes: self must be complex, got {self.dtype}; the "
            "imaginary part of real numbers is zero everywhere"
        )
    return self.imag

"""Views by strides: `as_strided` over the memory of an array, `unfold`, complex numbers as pairs or parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dims import axis

Array = NDArray[Any]
Shape = tuple[int, ...]

_FEW = 4096  # elements


def as_strided(
    self: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> tuple[Array, Array]:
    """Return a view of the memory of `self`, and for each element its number in `self`, `self.size` if it has none."""
    memory = _memory(self)
    if len(size) != len(stride) or any(n < 0 for n in (*size, *stride)):
        raise RuntimeError(
            "as_strided: size and stride must be nonnegative and of one length, got"
            f" {tuple(size)} and {tuple(stride)}"
        )
    first = _offset(self, memory) if storage_offset is None else storage_offset
    last = first + sum((n - 1) * step for n, step in zip(size, stride, strict=True)) if 0 not in size else -1
    if first < 0 or last >= memory.size:
        raise RuntimeError(
            f"as_strided: sizes {tuple(size)}, strides {tuple(stride)}, storage offset {first} requiring a storage"
            f" size of {(last + 1) * self.itemsize} are out of bounds for storage of size {memory.nbytes}, in bytes"
        )
    places = _numbers(self, memory, size, stride, first)
    strides = [step * self.itemsize for step in stride]
    view: Array = np.ndarray(tuple(size), self.dtype, memory, first * self.itemsize, strides)
    if not self.flags.writeable or _overlaps(places, self.size, size, stride):
        view.flags.writeable = False
    return view, places


def as_strided_scatter(
    self: Array, src: Array, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> Array:
    """Return a contiguous copy of `self` with `src` in the place of a view by strides."""
    if tuple(size) != src.shape:
        raise RuntimeError(
            f"as_strided_scatter: expected src to have a size equal to the slice of self. src size = {src.shape}, slice"
            f" size = {tuple(size)}; expand or reshape it"
        )
    out = np.array(self, order="C")
    view, _ = as_strided(out, size, stride, storage_offset)
    if not view.flags.writeable:
        raise RuntimeError(
            "as_strided_scatter: expected places that do not overlap, got several for one element"
        )
    np.copyto(view, src, casting="unsafe")
    return out


def number_of_elements(shape: Shape) -> int:
    """Return how many elements an array of this shape has."""
    return int(np.prod(shape, dtype=np.int64))


def _memory(array: Array) -> Array:
    """Return the whole memory that an array is a window on, in one dimension."""
    whole = _whole(array)
    if not whole.flags.c_contiguous:
        raise RuntimeError("as_strided: self must lie in one block of memory; call contiguous() first")
    return whole.reshape(-1).view(array.dtype)


def _whole(array: Array) -> Array:
    """Return the array that owns the memory; in C order if it is in one block."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    return whole if whole.flags.c_contiguous else whole.T


def _offset(array: Array, memory: Array) -> int:
    addresses = [a.__array_interface__["data"][0] for a in (array, memory)]
    return int((addresses[0] - addresses[1]) // array.itemsize)


def _numbers(self: Array, memory: Array, size: Sequence[int], stride: Sequence[int], first: int) -> Array:
    """Return the numbers in `self` of what the strides read: its places in the memory, if `self` is one block of it."""
    begin = _offset(self, memory)
    if self.flags.c_contiguous and self.size == memory.size <= _FEW:  # the places in the memory
        numbers: Array = np.ndarray(
            tuple(size), np.int64, np.arange(self.size), first * 8, [step * 8 for step in stride]
        )
        return numbers.copy()
    if self.flags.c_contiguous:
        places = _places(size, stride, first - begin)
        np.putmask(places, (places < 0) | (places >= self.size), self.size)
        return places
    table = np.full(memory.size, self.size, np.int64)
    steps = [step // self.itemsize for step in self.strides]
    table[_places(self.shape, steps, begin).reshape(-1)] = np.arange(self.size)
    window: Array = np.ndarray(tuple(size), np.int64, table, first * 8, [step * 8 for step in stride])
    return window.copy()


def _places(size: Sequence[int], stride: Sequence[int], first: int) -> Array:
    """Return how far from the beginning of the memory each element of a view lies."""
    places = np.full((), first)
    for length, step in zip(size, stride, strict=True):
        places = places[..., None] + np.arange(length) * step
    return places


def _overlaps(places: Array, count: int, size: Sequence[int], stride: Sequence[int]) -> bool:
    """Return whether a view has several places for one of `count` elements; for most views the strides tell."""
    reach = 0
    for step, length in sorted(zip(stride, size, strict=True)):
        if step <= reach and length > 1:
            inside = places[places < count]
            return bool(inside.size and np.bincount(inside).max() > 1)
        reach += step * (length - 1)
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
        memory = memory.reshape(-1).view(self.dtype)
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
    for place in range(size):
        line[..., place : place + step * (windows.shape[-2] - 1) + 1 : step] += windows[..., place]
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

"""Views of another shape with the elements in the same order, and the shapes that these ops lead to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axes, axis
from ..gradients.gradient_kernels import copied
from ..jit.buffers import reshaped

Array = NDArray[Any]
Shape = tuple[int, ...]

_LARGE = 131072  # elements that several threads copy


def view(self: Array, shape: Sequence[int]) -> Array:
    """Return the same memory in another shape; never a copy."""
    out = reshape(self, shape, "view")
    if not self.flags.c_contiguous and out.size and not np.may_share_memory(out, self):
        raise RuntimeError(
            f"view: shape must fit the strides of self, got {tuple(shape)} for shape {self.shape} with"
            f" strides {self.strides}: the elements do not lie in that order in memory; call reshape, which"
            " copies"
        )
    return out


def view_dtype(self: Array, dtype: np.dtype[Any]) -> Array:
    """Return the same memory as numbers of another dtype; without dimensions only as one of the same size."""
    try:
        out = self.view(dtype)
    except ValueError:
        out = None
    if out is None or not out.flags.aligned:
        raise RuntimeError(
            f"view: dtype must fit the memory of self, got {dtype} for {self.dtype} of shape {self.shape} with strides"
            f" {self.strides}: the last dimension must be whole numbers of that dtype, side by side; call contiguous()"
            " first, or choose a dtype of the same size"
        )
    return out


def reshape(self: Array, shape: Sequence[int], op: str = "reshape") -> Array:
    """Return the elements in another shape: a view where the memory permits, else a copy."""
    try:
        out = self.reshape(shape) if self.size < _LARGE or self.flags.c_contiguous else _reshaped(self, shape)
    except ValueError:
        out = None
    if out is None or (out.shape != shape and min(shape, default=0) < -1):
        raise RuntimeError(
            f"{op}: shape must have {self.size} elements, as shape {self.shape} of self, with at most one"
            f" length -1, got {tuple(shape)}"
        )
    return out


def reshaped_copy(self: Array, shape: Sequence[int]) -> Array:
    """Return a copy of the elements in another shape."""
    out = reshape(self, shape)
    return out.copy() if np.may_share_memory(out, self) else out


def _reshaped(self: Array, shape: Sequence[int]) -> Array:
    """Return the elements of a large array in another shape; several threads make the copy, if one is needed."""
    try:
        return self.reshape(shape, copy=False)
    except TypeError:  # NumPy 2.0
        return self.reshape(shape)
    except ValueError:
        copy = copied(self)
        return reshaped(copy, copy.reshape(shape).shape)


def expand(self: Array, size: Sequence[int]) -> Array:
    """Return a view in which dimensions of length 1, and new leading ones, are repeated without a copy.

    It is read-only if it repeats anything.
    """
    old, new = self.shape, len(size) - self.ndim
    lengths, strides = list(size), [0] * new
    for place, (have, wanted, stride) in enumerate(zip(old, size[new:], self.strides, strict=False), new):
        if have == wanted or wanted == -1:
            lengths[place] = have
            strides.append(stride)
        elif have == 1:
            strides.append(0)
        else:
            raise _wrong_size(self, size)
    if new < 0:
        raise _wrong_size(self, size)
    try:
        return _strided(self, lengths, strides)
    except ValueError:  # a new dimension has a negative length
        raise _wrong_size(self, size) from None


def _strided(self: Array, shape: list[int], strides: list[int]) -> Array:
    """Lay strides over the memory of `self`: if that is one block, in a third of the time of broadcast_to."""
    if self.flags.c_contiguous:
        out: Array = np.ndarray(shape, self.dtype, self, 0, strides)
    else:
        out = np.broadcast_to(self, shape)
    if out.size > self.size:
        out.flags.writeable = False
    elif not out.flags.writeable:
        out.flags.writeable = self.flags.writeable
    return out


def _wrong_size(self: Array, size: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"expand: size must keep the lengths of self, of shape {self.shape}, except those that are 1 (-1"
        f" keeps any existing length), and add dimensions in front only, got {tuple(size)}"
    )


def squeeze(self: Array, dim: int | Sequence[int] | None = None) -> Array:
    """Return a view without dimensions of length 1: all of them, or those among `dim`."""
    if dim is None:
        kept = self.squeeze()
    else:
        found = axes("squeeze", self.ndim, dim)
        kept = self.squeeze(tuple([number for number in found if self.shape[number] == 1]))
    return self.view() if kept is self else kept  # with nothing to leave out, NumPy gives the array itself


def unsqueeze(self: Array, dim: int) -> Array:
    """Return a view with a new dimension of length 1, which becomes dimension `dim` of the result."""
    last = self.ndim
    if not -last - 1 <= dim <= last:
        raise IndexError(
            f"unsqueeze: dim must be in [{-last - 1}, {last}] for a {self.ndim}-d tensor, got {dim}"
        )
    dim %= last + 1
    return self.reshape((*self.shape[:dim], 1, *self.shape[dim:]))


def repeat(self: Array, repeats: Sequence[int]) -> Array:
    """Lay `repeats[i]` copies of the array side by side along each dimension."""
    blocks = repeat_blocks(self.shape, repeats)
    out = np.empty(blocks, self.dtype)
    out[...] = self.reshape([1 if number % 2 == 0 else n for number, n in enumerate(blocks)])
    return out.reshape([copies * n for copies, n in zip(blocks[::2], blocks[1::2], strict=True)])


def repeat_blocks(shape: Shape, repeats: Sequence[int]) -> Shape:
    """Return the shape of a repetition with copies and elements apart: r0, n0, r1, n1, ..."""
    new = len(repeats) - len(shape)
    if new < 0 or min(repeats, default=0) < 0:
        raise RuntimeError(
            f"repeat: repeats must hold a nonnegative number for each of the {len(shape)} dimensions of self,"
            f" got {tuple(repeats)}; tile accepts fewer numbers"
        )
    padded = (1,) * new + tuple(shape)
    return tuple([length for pair in zip(repeats, padded, strict=True) for length in pair])


def repeat_dims(repeats: Sequence[int]) -> Shape:
    """Return the dimensions of `repeat_blocks` that count copies."""
    return tuple(range(0, 2 * len(repeats), 2))


def tile_repeats(ndim: int, dims: Sequence[int]) -> Shape:
    """Return the repeats of a tiling: missing ones in front are 1."""
    return (1,) * (ndim - len(dims)) + tuple(dims)


def flattened_shape(shape: Shape, start_dim: int, end_dim: int) -> Shape:
    """Return `shape` with the dimensions from `start_dim` to `end_dim` joined to one."""
    start, end = axis("flatten", len(shape), start_dim), axis("flatten", len(shape), end_dim)
    if start > end:
        raise RuntimeError(
            f"flatten: start_dim must not come after end_dim, got {start_dim} and {end_dim} for a"
            f" {len(shape)}-d tensor"
        )
    return (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :])


def unflattened_shape(shape: Shape, dim: int, sizes: Sequence[int]) -> Shape:
    """Return `shape` with dimension `dim` replaced by `sizes`, of which one may be -1."""
    at = axis("unflatten", len(shape), dim)
    length = shape[at] if shape else 1
    known = math.prod([size for size in sizes if size != -1])
    guesses = list(sizes).count(-1)
    missing = length // known if guesses == 1 and known > 0 else 1
    if guesses > 1 or min(sizes, default=0) < -1 or not sizes or known * missing != length:
        raise RuntimeError(
            f"unflatten: sizes must multiply to {length}, the length of dimension {at} of self, with at most"
            f" one -1, got {tuple(sizes)}"
        )
    return (*shape[:at], *[missing if size == -1 else size for size in sizes], *shape[at + 1 :])


def at_least_shape(shape: Shape, ndim: int) -> Shape:
    """Return `shape` with the dimensions of length 1 that `atleast_1d`, `_2d` and `_3d` add."""
    if ndim == 3 and len(shape) == 2:
        return (*shape, 1)
    if ndim == 3 and len(shape) == 1:
        return (1, *shape, 1)
    return (1,) * (ndim - len(shape)) + tuple(shape)


def strip_leading_ones(shape: Shape) -> Shape:
    """Return `shape` without the dimensions of length 1 that it begins with."""
    first = 0
    while first < len(shape) and shape[first] == 1:
        first += 1
    return tuple(shape[first:])


def broadcast_shape(first: Shape, second: Shape) -> Shape:
    """Return the shape to which both broadcast."""
    return np.broadcast_shapes(first, second)


def shape_of_both(op: str, names: tuple[str, str], first: Shape, second: Shape) -> Shape:
    """Return the shape to which the arguments of these names broadcast, or say that there is none."""
    if first == second:
        return first
    try:
        return np.broadcast_shapes(first, second)
    except ValueError:
        raise RuntimeError(
            f"{op}: the size of {names[0]}, {first}, must match the size of {names[1]}, {second}, or broadcast with it"
        ) from None

"""The same elements in another order of dimensions, or in another order along them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.exceptions import AxisError
from numpy.typing import NDArray

from ..dims import axes, axis
from ..order import cast

Array = NDArray[Any]
Shape = tuple[int, ...]


def transpose(self: Array, dim0: int, dim1: int) -> Array:
    """Return a view with two dimensions exchanged."""
    try:
        return self.swapaxes(dim0, dim1)
    except AxisError:
        axis("transpose", self.ndim, dim0)
        axis("transpose", self.ndim, dim1)
        return self[...]


def permute(self: Array, dims: Sequence[int]) -> Array:
    """Return a view whose dimension i is dimension `dims[i]` of `self`."""
    try:
        return self.transpose(dims)
    except ValueError:  # an AxisError is one, too
        raise _wrong_dims(self.ndim, dims) from None


def _wrong_dims(ndim: int, dims: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"permute: dims must name each of the {ndim} dimensions of self once, got {tuple(dims)}"
    )


def inverse_permutation(dims: Sequence[int]) -> Shape:
    """Return the order of dimensions that undoes `permute(self, dims)`."""
    inverse = [0] * len(dims)
    for number, dim in enumerate(dims):
        inverse[dim] = number
    return tuple(inverse)


def moved_dims(ndim: int, source: int | Sequence[int], destination: int | Sequence[int]) -> Shape:
    """Return the permutation that moves the dimensions `source` to `destination`, the others in order."""
    sources = [source] if isinstance(source, int) else list(source)
    targets = [destination] if isinstance(destination, int) else list(destination)
    if len(sources) != len(targets):
        raise RuntimeError(
            f"movedim: source and destination must have the same length, got {tuple(sources)} and"
            f" {tuple(targets)}"
        )
    if len(sources) == 1 and ndim:
        dims = [*range(ndim)]
        dim = dims.pop(axis("movedim", ndim, sources[0]))
        dims.insert(axis("movedim", ndim, targets[0]), dim)
        return tuple(dims)
    axes("movedim", ndim, sources)
    axes("movedim", ndim, targets)
    if not ndim:
        return ()
    target_of = {
        axis("movedim", ndim, to): axis("movedim", ndim, dim)
        for to, dim in zip(targets, sources, strict=True)
    }
    moved = set(target_of.values())
    others = iter([dim for dim in range(ndim) if dim not in moved])
    return tuple([target_of[place] if place in target_of else next(others) for place in range(ndim)])


def t(self: Array) -> Array:
    """Return a view of a matrix with rows and columns exchanged; of fewer dimensions, a view of all."""
    if self.ndim > 2:
        raise RuntimeError(
            f"t: self must have at most 2 dimensions, got shape {self.shape}; use mT for a stack of matrices,"
            " or transpose(dim0, dim1)"
        )
    return self.T


def numpy_T(self: Array) -> Array:
    """Return a view with the dimensions in reverse order."""
    return self.T


def matrix_transpose(self: Array) -> Array:
    """Return a view with the last two dimensions exchanged."""
    if self.ndim < 2:
        raise RuntimeError(f"mT: self must be a matrix or a stack of matrices, got shape {self.shape}")
    return self.swapaxes(-1, -2)


def flip(self: Array, dims: int | Sequence[int]) -> Array:
    """Return a copy with the order along `dims` reversed."""
    found = axes("flip", self.ndim, dims)
    if not found:
        return cast(self, self.dtype)
    backwards, whole = slice(None, None, -1), slice(None)
    turned = self[tuple([backwards if dim in found else whole for dim in range(self.ndim)])]
    return cast(turned, self.dtype)  # in the order of its memory


def flipped_dims(op: str, ndim: int, dim: int) -> Shape:
    """Return the dimension to reverse as a tuple; raise if there is none of that number."""
    if dim >= ndim:
        raise RuntimeError(f"{op}: Input must be >= {dim + 1}-d, got a {ndim}-d tensor")
    return (dim,)


def roll(self: Array, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Array:
    """Return a copy moved by `shifts` along `dims`: what leaves one end comes in at the other.

    Without dims it moves as if it were flat.
    """
    by = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    along = (dims,) if isinstance(dims, int) else tuple(dims or ())
    if not by:
        raise RuntimeError("roll: `shifts` required, got none; give one for each of dims")
    if len(by) != len(along) and not (len(by) == 1 and not along):
        raise RuntimeError(f"roll: shifts and dims must have the same length, got {by} and {along}")
    if not along:
        return _moved(self.reshape(-1), by[0], 0).reshape(self.shape)
    if not self.ndim:
        raise IndexError(
            f"roll: Dimension specified as {along[0]} but tensor has no dimensions; leave dims out"
        )
    for shift, dim in zip(by, along, strict=True):
        self = _moved(self, shift, axis("roll", self.ndim, dim))
    return self


def _moved(self: Array, shift: int, at: int) -> Array:
    """Return a copy with the elements moved along a dimension, around the end."""
    first = -shift % (self.shape[at] or 1)
    before = (slice(None),) * at
    return np.concatenate((self[(*before, slice(first, None))], self[(*before, slice(first))]), at)


def negated(numbers: int | Sequence[int]) -> Shape:
    """Each number with its sign changed: the shifts that undo a roll."""
    return (-numbers,) if isinstance(numbers, int) else tuple([-number for number in numbers])


def matrix_dims(ndim: int) -> int:
    """Return the number of dimensions of the argument of `H`: 0, or 2 for a matrix."""
    if ndim not in (0, 2):
        raise RuntimeError(
            f"H: tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor; use mH for a stack of"
            " matrices"
        )
    return ndim

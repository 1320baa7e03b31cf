"""Dimension arguments: negative ones made nonnegative, wrong ones reported.

A 0-d array accepts the dimensions 0 and -1, as if it had one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def axis(op: str, ndim: int, dim: int) -> int:
    """Return `dim` as a nonnegative number; 0 for a 0-d array."""
    length = ndim or 1
    if 0 <= dim < length:
        return dim
    if -length <= dim < 0:
        return dim + length
    raise IndexError(f"{op}: dim must be in [{-length}, {length - 1}] for a {ndim}-d tensor, got {dim}")


def axes(op: str, ndim: int, dims: int | Sequence[int]) -> tuple[int, ...]:
    """Return one or several dims as a sorted tuple of nonnegative numbers; () for a 0-d array."""
    if isinstance(dims, int):
        only = axis(op, ndim, dims)
        return (only,) if ndim else ()
    found = sorted([axis(op, ndim, dim) for dim in dims])
    for first, second in pairwise(found):
        if first == second:
            raise RuntimeError(
                f"{op}: dim must name each dimension once, got dimension {first} twice in {tuple(dims)}"
            )
    return tuple(found) if ndim else ()


def reduced_axes(op: str, ndim: int, dims: int | Sequence[int] | None) -> tuple[int, ...]:
    """Return the axes that a reduction removes: all of them for None and for an empty list."""
    if dims.__class__ is tuple and len(dims) == 1:
        dims = dims[0]
    if dims is None or (not isinstance(dims, int) and len(dims) == 0):
        return tuple(range(ndim))
    return axes(op, ndim, dims)


def kept_shape(shape: Sequence[int], axes: Sequence[int]) -> tuple[int, ...]:
    """Return `shape` with the lengths of `axes` replaced by 1: the shape of a reduction with keepdim."""
    kept = [*shape]
    for number in axes:
        kept[number] = 1
    return tuple(kept)

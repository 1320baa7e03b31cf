"""Several arrays joined along a dimension that they have, or along a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from .join_kernels import joined

Array = NDArray[Any]
Shape = tuple[int, ...]

_LARGE = 65536  # bytes of the first array, from which compiled loops are asked


def cat(tensors: Sequence[Array], dim: int = 0) -> Array:
    """Join the arrays along dimension `dim`. One-dimensional arrays without elements fit any others."""
    dtype = _common_dtype("cat", tensors)
    if dtype is None and tensors[0].nbytes >= _LARGE:
        done = joined(tensors, dim + tensors[0].ndim if dim < 0 else dim)
        if done is not None:
            return done
    try:
        return np.concatenate(tensors, dim, dtype=dtype)
    except ValueError:  # an AxisError is one, too
        arrays, at = _checked(tensors, dim)
        return np.concatenate(arrays, at, dtype=dtype)


def _common_dtype(op: str, tensors: Sequence[Array]) -> np.dtype[Any] | None:
    """Return the dtype of the result, None if all are equal.

    Floating-point arrays decide alone, whatever the integers.
    """
    if not len(tensors):
        raise RuntimeError(f"{op}: expected a non-empty list of Tensors, got none")
    dtype = tensors[0].dtype
    for tensor in tensors:
        if tensor.dtype is not dtype:
            dtypes = {tensor.dtype for tensor in tensors}
            inexact = {found for found in dtypes if found.kind in "fc"}
            return np.result_type(*(inexact or dtypes))
    return None


def _checked(tensors: Sequence[Array], dim: int) -> tuple[list[Array], int]:
    """Return the arrays that take part and the axis; or the error that says which of them does not fit."""
    arrays = [array for array in tensors if array.shape != (0,)] or list(tensors)
    shape = arrays[0].shape
    for number, array in enumerate(tensors):
        if not array.ndim:
            raise RuntimeError(
                f"cat: tensors must have at least one dimension, got a 0-d tensor at position {number}; use"
                " stack, or reshape it to (1,)"
            )
    at = axis("cat", len(shape), dim)
    for number, array in enumerate(tensors):
        if array.shape != (0,) and not _fits(array.shape, shape, at):
            raise RuntimeError(
                f"cat: tensors must have the same shape except in dimension {at}, got shapes {shape} and"
                f" {array.shape} (at position {number})"
            )
    return arrays, at


def _fits(shape: Shape, first: Shape, at: int) -> bool:
    return len(shape) == len(first) and shape[:at] == first[:at] and shape[at + 1 :] == first[at + 1 :]


def cat_sizes(shapes: Sequence[Shape], dim: int) -> Shape:
    """How much of dimension `dim` of a result of `cat` each array has."""
    ndim = max(map(len, shapes))
    at = axis("cat", ndim, dim)
    return tuple([0 if len(shape) < ndim else shape[at] for shape in shapes])


def stack(tensors: Sequence[Array], dim: int = 0) -> Array:
    """Join arrays of one shape along a new dimension, which becomes dimension `dim` of the result."""
    dtype = _common_dtype("stack", tensors)
    shape = tensors[0].shape
    for number, tensor in enumerate(tensors):
        if tensor.shape != shape:
            raise RuntimeError(
                f"stack: tensors must have the same shape, got {shape} and {tensor.shape} (at position"
                f" {number})"
            )
    at = axis("stack", len(shape) + 1, dim)
    longer = (*shape[:at], 1, *shape[at:])
    parts = [tensor.reshape(longer) for tensor in tensors]
    if dtype is None and parts[0].nbytes >= _LARGE and (done := joined(parts, at)) is not None:
        return done
    return np.concatenate(parts, at, dtype=dtype)


def hstack_dim(ndims: Sequence[int]) -> int:
    """Return the dimension along which `hstack` joins: the second if there is one."""
    if not ndims:
        raise RuntimeError("hstack: tensors must hold at least one tensor, got none")
    return 0 if ndims[0] <= 1 else 1


def column_shape(shape: Shape) -> Shape:
    """Return the shape of a column for vectors and numbers, other shapes as they are."""
    return tuple(shape) if len(shape) > 1 else (*shape, 1)[-2:] if shape else (1, 1)

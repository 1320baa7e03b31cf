"""LinAlgError, and checks of the shapes and dtypes of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class LinAlgError(RuntimeError, np.linalg.LinAlgError):
    """A matrix has no such factorisation, inverse or solution; NumPy's error and PyTorch's at once."""


def check_floating(op: str, array: Array) -> None:
    """Raise unless an array has floating-point or complex numbers that LAPACK knows: single or double precision."""
    if array.dtype == np.float16:
        raise TypeError(f"{op}: not defined for float16, got shape {array.shape}; use .to(derivata.float32)")
    if array.dtype.kind not in "fc":
        raise RuntimeError(
            f"{op}: Expected a floating point or complex tensor as input, got {array.dtype}; convert with "
            ".to(derivata.float32)"
        )


def check_matrix(op: str, array: Array, name: str = "A") -> None:
    """Raise unless an array has floating-point or complex numbers and two dimensions or more."""
    check_floating(op, array)
    if array.ndim < 2:
        raise RuntimeError(
            f"{op}: The input tensor {name} must have at least 2 dimensions, got shape {array.shape}; insert them with "
            ".unsqueeze()"
        )


def check_square(op: str, array: Array, name: str = "A") -> None:
    """Raise unless an array is a square matrix or a stack of them."""
    check_matrix(op, array, name)
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise RuntimeError(
            f"{op}: {name} must be batches of square matrices, but they are {rows} by {columns} matrices"
        )


def check_same_dtype(op: str, first: Array, second: Array, names: tuple[str, str] = ("A", "B")) -> None:
    """Raise unless two arrays have one dtype."""
    if first.dtype != second.dtype:
        raise RuntimeError(
            f"{op}: Expected {names[0]} and {names[1]} to have the same dtype, but found {names[0]} of type "
            f"{first.dtype} and {names[1]} of type {second.dtype} instead; convert one with .to()"
        )


def check_batches(op: str, first: Array, second: Array, names: tuple[str, str] = ("A", "B")) -> None:
    """Raise unless the dimensions of two arrays before the last two broadcast."""
    batches = first.shape[:-2], second.shape[:-2]
    if batches[0] == batches[1]:
        return
    try:
        np.broadcast_shapes(*batches)
    except ValueError:
        raise RuntimeError(
            f"{op}: the dimensions before the last two must broadcast, got {batches[0]} for {names[0]} and {batches[1]}"
            f" for {names[1]}; insert some with .unsqueeze()"
        ) from None


def batch_element(index: tuple[int, ...], batch: tuple[int, ...]) -> str:
    """Return how messages name an element of a batch: by its number, counted through all dimensions."""
    return f"(Batch element {np.ravel_multi_index(index, batch)}): " if batch else ""


def check_info(op: str, info: Array, reason: str) -> None:
    """Raise for the first matrix that LAPACK has refused; `reason` says why, and may hold LAPACK's number, {info}."""
    failed = np.flatnonzero(info)
    if failed.size:
        place = np.unravel_index(failed[0], info.shape)
        where = batch_element(tuple([int(k) for k in place]), info.shape)
        raise LinAlgError(f"{op}: {where}{reason.format(info=int(info[place]))}")

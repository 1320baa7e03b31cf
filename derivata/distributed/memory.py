"""The memory of tensors as MPI reads and writes it: checked, never copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.graph.versions import bump
from ..runtime.memory.write_checks import check_writable
from ..runtime.modes.batching import refuse_batched
from ..runtime.modes.grad_mode import recording
from ..runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from .mpi import Array


def readable(caller: str, argument: str, tensor: object) -> Array:
    """Return the array of a tensor, after checking that MPI can read it.

    Raises
    ------
    TypeError
        For what is no tensor, and for sparse tensors.
    RuntimeError
        If the tensor requires grad while ops are recorded: nothing would be.
    ValueError
        If the elements are not in the order of rows, without gaps.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{caller}: argument '{argument}' must be Tensor, not {type(tensor).__name__}")
    if tensor.is_sparse:
        raise TypeError(f"{caller}: argument '{argument}' is a sparse tensor; convert it with .to_dense()")
    refuse_batched(caller, tensor)
    if tensor._edge is not None and recording():
        raise RuntimeError(
            f"{caller}: argument '{argument}' requires grad, and this call is not recorded; use "
            f"derivata.distributed.nn.functional, which is, or give {argument}.detach(), which shares the memory"
        )
    array: Array = tensor._array
    if not array.flags.c_contiguous:
        raise ValueError(
            f"{caller}: Tensors must be contiguous: argument '{argument}' of shape {tensor.shape} has strides "
            f"{array.strides} bytes; use .contiguous()"
        )
    return array


def writable(caller: str, argument: str, tensor: object) -> Array:
    """Return the array of a tensor that MPI is going to write to; the write is counted.

    Raises
    ------
    TypeError, ValueError, RuntimeError
        As `readable`, and for memory that must not be written.
    """
    array = readable(caller, argument, tensor)
    check_writable(caller, tensor)
    bump(tensor, caller)  # type: ignore[arg-type]
    return array


def check_lengths(caller: str, argument: str, array: Array, wanted: int, other: Array) -> None:
    """Raise unless an array has so many elements, of the dtype of another one."""
    if array.dtype != other.dtype:
        raise TypeError(
            f"{caller}: argument '{argument}' has dtype {array.dtype}, the other tensor {other.dtype}; convert "
            "one with .to(...)"
        )
    if array.size != wanted:
        raise ValueError(
            f"{caller}: expected {wanted} elements in argument '{argument}' for the other tensor of shape "
            f"{other.shape}, got "
            f"{array.size} of shape {array.shape}"
        )


def check_list(caller: str, argument: str, tensors: object, count: int) -> Sequence[Any]:
    """Return a list of tensors, one for each rank.

    Raises
    ------
    TypeError, ValueError
        For no list, and one of another length.
    """
    if not isinstance(tensors, list | tuple):
        raise TypeError(
            f"{caller}: argument '{argument}' must be a list of tensors, one for each rank, not "
            f"{type(tensors).__name__}"
        )
    if len(tensors) != count:
        raise ValueError(
            f"{caller}: expected {count} tensors in argument '{argument}', one for each rank of the group, got "
            f"{len(tensors)}"
        )
    return tensors


def check_alike(caller: str, argument: str, arrays: Sequence[Array], other: Array) -> None:
    """Raise unless all arrays have the shape and dtype of another one."""
    for number, array in enumerate(arrays):
        if array.shape != other.shape or array.dtype != other.dtype:
            raise ValueError(
                f"{caller}: expected {other.dtype} tensors of shape {other.shape} in argument '{argument}', as "
                "the other "
                f"tensor, got {array.dtype} of shape {array.shape} at position {number}"
            )


def stacked(arrays: Sequence[Array]) -> Array:
    """Return the elements of all arrays in one, a row for each."""
    return np.stack(arrays) if arrays[0].ndim else np.array(arrays)


def unstack(rows: Array, arrays: Sequence[Array]) -> None:
    """Copy the rows of an array to arrays."""
    for row, array in zip(rows, arrays, strict=True):
        array[...] = row

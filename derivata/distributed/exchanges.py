"""All to all: each rank sends another part of its tensor to each rank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .calls import member, start
from .memory import readable, writable
from .mpi import row_type
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .mpi import Array

__all__ = ["all_to_all_single"]


def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: Any = None,
    async_op: bool = False,
) -> Work | None:
    """Send rows of a tensor to all ranks, to each its own, and put what they send one behind the other.

    Parameters
    ----------
    output : Tensor
        What is written: first the rows that rank 0 sends, then those of rank 1, and so on.
    input : Tensor
        First the rows for rank 0, and so on. Of the dtype of `output`, any, and of its shape but for dimension 0; both
        the same on all ranks.
    output_split_sizes, input_split_sizes : sequence of int, optional
        How many rows come from each rank, and go to each rank. What one rank expects of another has to be what that one
        sends. If not given, they are equal parts.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None

    Raises
    ------
    ValueError
        If sizes are not one for each rank, or not those of the tensor.
    TypeError
        If dtypes differ.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> rank, ranks = dist.get_rank(), dist.get_world_size()
    >>> got = dv.empty(ranks)
    >>> dist.all_to_all_single(got, dv.arange(float(ranks)) + 10 * rank)
    >>> bool((got == 10 * dv.arange(float(ranks)) + rank).all())
    True
    >>> dist.destroy_process_group()
    """
    who = "all_to_all_single"
    one = member(who, group)
    if one is None:
        return None
    given, result = readable(who, "input", input), readable(who, "output", output)
    for name, array in (("input", given), ("output", result)):
        if not array.ndim:
            raise ValueError(f"{who}: expected rows in argument '{name}', got a tensor without dimensions")
    if given.dtype != result.dtype:
        raise TypeError(f"{who}: expected output of {given.dtype}, the dtype of input, got {result.dtype}")
    if given.shape[1:] != result.shape[1:]:
        raise ValueError(
            f"{who}: expected output with rows of shape {given.shape[1:]}, as those of input, got {result.shape[1:]}"
        )
    sent = split_sizes(who, "input_split_sizes", input_split_sizes, len(given), one.size())
    got = split_sizes(who, "output_split_sizes", output_split_sizes, len(result), one.size())
    writable(who, "output", output)
    begin = partial(one.comm.Ialltoallv, _in_rows(given, sent), _in_rows(result, got))
    return start(who, one, f" of {given.dtype} rows of shape {given.shape[1:]}", begin, [output], async_op)


def split_sizes(who: str, argument: str, sizes: Sequence[int] | None, rows: int, ranks: int) -> list[int]:
    """Return how many rows each rank has, after checking that they are all of a tensor's."""
    if sizes is None or not len(sizes):
        if rows % ranks:
            raise ValueError(
                f"{who}: expected rows in equal parts for {ranks} ranks, got {rows}; give {argument}, one number for "
                "each rank"
            )
        return [rows // ranks] * ranks
    found = [int(size) for size in sizes]
    if len(found) != ranks or min(found) < 0 or sum(found) != rows:
        raise ValueError(
            f"{who}: expected {ranks} numbers of rows in argument '{argument}', {rows} in sum, got {found}"
        )
    return found


def _in_rows(array: Array, sizes: Sequence[int]) -> list[Any]:
    """Return what mpi4py calls a buffer with counts and places, which are numbers of rows."""
    places = np.cumsum(sizes) - sizes
    kind = row_type(array.dtype.itemsize * int(np.prod(array.shape[1:], dtype=np.int64)))
    return [array.reshape(-1).view(np.uint8), np.asarray(sizes), places, kind]

"""Collectives of lists with a tensor for each rank; most go through one more copy than those of single tensors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .calls import described, member, root, start
from .collectives import share_of_sum
from .memory import check_alike, check_list, readable, stacked, unstack, writable
from .mpi import ReduceOp, as_bytes, mpi
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor

__all__ = ["all_gather", "gather", "reduce_scatter", "scatter"]


def all_gather(
    tensor_list: Sequence[Tensor], tensor: Tensor, group: Any = None, async_op: bool = False
) -> Work | None:
    """Give each rank the tensors of all, in a list; `all_gather_into_tensor` saves the copy.

    Parameters
    ----------
    tensor_list : list of Tensor
        What is written, one for each rank, each of the shape and dtype of `tensor`.
    tensor : Tensor
        Of the same shape and dtype on all ranks, any dtype.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None
    """
    one = member("all_gather", group)
    if one is None:
        return None
    given = readable("all_gather", "tensor", tensor)
    check_list("all_gather", "tensor_list", tensor_list, one.size())
    check_alike(
        "all_gather",
        "tensor_list",
        [readable("all_gather", "tensor_list", each) for each in tensor_list],
        given,
    )
    results = [writable("all_gather", "tensor_list", result) for result in tensor_list]
    rows = np.empty((one.size(), *given.shape), given.dtype)
    begin = partial(one.comm.Iallgather, as_bytes(given), [rows, given.nbytes, mpi().BYTE])
    finish = partial(unstack, rows, results)
    return start("all_gather", one, described(given), begin, tensor_list, async_op, finish)


def gather(
    tensor: Tensor,
    gather_list: Sequence[Tensor] | None = None,
    dst: int | None = None,
    group: Any = None,
    async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:
    """Give one rank the tensors of all, in a list.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks, any dtype.
    gather_list : list of Tensor
        On `dst` what is written, one for each rank; None on the others.
    dst, group_dst : int
        The rank that gets them, by its number among all or in the group.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None
    """
    one = member("gather", group)
    if one is None:
        return None
    target = root("gather", one, "dst", dst, group_dst)
    given = readable("gather", "tensor", tensor)
    call = described(given, f" to rank {one.ranks[target]}")
    if one.rank() != target:
        _check_none("gather", "gather_list", gather_list, "dst")
        begin = partial(one.comm.Igather, as_bytes(given), None, target)
        return start("gather", one, call, begin, [], async_op)
    tensors = check_list("gather", "gather_list", gather_list, one.size())
    check_alike("gather", "gather_list", [readable("gather", "gather_list", each) for each in tensors], given)
    results = [writable("gather", "gather_list", result) for result in tensors]
    rows = np.empty((one.size(), *given.shape), given.dtype)
    begin = partial(one.comm.Igather, as_bytes(given), [rows, given.nbytes, mpi().BYTE], target)
    return start("gather", one, call, begin, tensors, async_op, partial(unstack, rows, results))


def scatter(
    tensor: Tensor,
    scatter_list: Sequence[Tensor] | None = None,
    src: int | None = None,
    group: Any = None,
    async_op: bool = False,
    group_src: int | None = None,
) -> Work | None:
    """Give each rank one tensor of a list that one rank has.

    Parameters
    ----------
    tensor : Tensor
        What is written, of the same shape and dtype on all ranks, any dtype.
    scatter_list : list of Tensor
        On `src` one tensor for each rank; None on the others.
    src, group_src : int
        The rank they come from, by its number among all or in the group.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None
    """
    one = member("scatter", group)
    if one is None:
        return None
    origin = root("scatter", one, "src", src, group_src)
    result = readable("scatter", "tensor", tensor)
    given = None
    if one.rank() == origin:
        tensors = check_list("scatter", "scatter_list", scatter_list, one.size())
        arrays = [readable("scatter", "scatter_list", each) for each in tensors]
        check_alike("scatter", "scatter_list", arrays, result)
        given = [stacked(arrays), result.nbytes, mpi().BYTE]
    else:
        _check_none("scatter", "scatter_list", scatter_list, "src")
    writable("scatter", "tensor", tensor)
    begin = partial(one.comm.Iscatter, given, as_bytes(result), origin)
    return start(
        "scatter", one, described(result, f" from rank {one.ranks[origin]}"), begin, [tensor], async_op
    )


def _check_none(caller: str, argument: str, tensors: Sequence[Tensor] | None, name: str) -> None:
    """Raise for a list on a rank that does not use it."""
    if tensors is not None and len(tensors):
        raise ValueError(f"{caller}: expected {argument} on rank {name} alone, got one on another rank")


def reduce_scatter(
    output: Tensor,
    input_list: Sequence[Tensor],
    op: ReduceOp = ReduceOp.SUM,
    group: Any = None,
    async_op: bool = False,
) -> Work | None:
    """Add the lists of all ranks, and give each rank one tensor of the sums; `reduce_scatter_tensor` saves a copy.

    Parameters
    ----------
    output : Tensor
        What is written.
    input_list : list of Tensor
        One for each rank, each of the shape and dtype of `output`.
    op : ReduceOp
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None
    """
    one = member("reduce_scatter", group)
    if one is None:
        return None
    result = readable("reduce_scatter", "output", output)
    tensors = check_list("reduce_scatter", "input_list", input_list, one.size())
    arrays = [readable("reduce_scatter", "input_list", each) for each in tensors]
    check_alike("reduce_scatter", "input_list", arrays, result)
    return share_of_sum("reduce_scatter", one, output, stacked(arrays), op, async_op)

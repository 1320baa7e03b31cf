"""Collectives: functions that all ranks of a group call together, on the memory of their tensors.

Each takes PyTorch's arguments. With ``async_op=True`` it returns a `Work` at once, and the tensors must be left alone
until its `wait` has returned; else it returns None when they are complete.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from .calls import described, mean_of, member, root, start
from .memory import check_lengths, readable, writable
from .mpi import ReduceOp, as_bytes, mpi, reduction
from .process_group import ProcessGroup
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .mpi import Array

__all__ = ["all_gather_into_tensor", "all_reduce", "barrier", "broadcast", "reduce", "reduce_scatter_tensor"]


def broadcast(
    tensor: Tensor,
    src: int | None = None,
    group: Any = None,
    async_op: bool = False,
    group_src: int | None = None,
) -> Work | None:
    """Copy a tensor from one rank to all others.

    Parameters
    ----------
    tensor : Tensor
        Read on rank `src`, written on the others; of the same shape and dtype everywhere, any dtype.
    src, group_src : int
        The rank it comes from, by its number among all or in the group.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> x = dv.full((2,), 5.0 + dist.get_rank())
    >>> dist.broadcast(x, src=0)
    >>> x
    tensor([5., 5.])
    >>> dist.destroy_process_group()
    """
    one = member("broadcast", group)
    if one is None:
        return None
    origin = root("broadcast", one, "src", src, group_src)
    array = (readable if one.rank() == origin else writable)("broadcast", "tensor", tensor)
    call = described(array, f" from rank {one.ranks[origin]}")
    begin = partial(one.comm.Ibcast, as_bytes(array), origin)
    return start("broadcast", one, call, begin, [tensor], async_op)


def all_reduce(
    tensor: Tensor, op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Work | None:
    """Replace a tensor by the sum (or another `ReduceOp`) of the tensors of all ranks, without a copy.

    float16 is added in float32 and stored as float16 at each step.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks.
    op : ReduceOp
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None

    Raises
    ------
    TypeError
        If `op` is not defined for the dtype.
    ValueError
        If the tensor is not contiguous.
    RuntimeError
        If it requires grad while ops are recorded.

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> x = dv.full((2,), dist.get_rank(), dtype=dv.float32)
    >>> work = dist.all_reduce(x, op=dist.ReduceOp.MAX, async_op=True)
    >>> work.wait()
    True
    >>> bool((x == dist.get_world_size() - 1).all())
    True
    >>> dist.destroy_process_group()
    """
    one = member("all_reduce", group)
    if one is None:
        return None
    array = readable("all_reduce", "tensor", tensor)
    operation, kind = reduction("all_reduce", op, array.dtype)
    writable("all_reduce", "tensor", tensor)
    begin = partial(one.comm.Iallreduce, mpi().IN_PLACE, [array, array.size, kind], operation)
    finish = mean_of(op, array, one.size())
    return start("all_reduce", one, described(array, f" by {op.name}"), begin, [tensor], async_op, finish)


def reduce(
    tensor: Tensor,
    dst: int | None = None,
    op: ReduceOp = ReduceOp.SUM,
    group: Any = None,
    async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:
    """Replace a tensor on one rank by the sum (or another `ReduceOp`) of the tensors of all; others keep theirs.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks; written on `dst` only.
    dst, group_dst : int
        The rank that gets the result, by its number among all or in the group.
    op : ReduceOp
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None
    """
    one = member("reduce", group)
    if one is None:
        return None
    target = root("reduce", one, "dst", dst, group_dst)
    array = readable("reduce", "tensor", tensor)
    operation, kind = reduction("reduce", op, array.dtype)
    buffer, call = [array, array.size, kind], described(array, f" by {op.name} to rank {one.ranks[target]}")
    if one.rank() != target:
        begin = partial(one.comm.Ireduce, buffer, None, operation, target)
        return start("reduce", one, call, begin, [], async_op)
    writable("reduce", "tensor", tensor)
    begin = partial(one.comm.Ireduce, mpi().IN_PLACE, buffer, operation, target)
    return start("reduce", one, call, begin, [tensor], async_op, mean_of(op, array, one.size()))


def all_gather_into_tensor(
    output_tensor: Tensor, input_tensor: Tensor, group: Any = None, async_op: bool = False
) -> Work | None:
    """Put the tensors of all ranks one behind the other, without a copy.

    Parameters
    ----------
    output_tensor : Tensor
        With as many elements as the inputs of all ranks: ``(ranks * n, ...)`` or ``(ranks, n, ...)``.
    input_tensor : Tensor
        Of the same shape and dtype on all ranks, any dtype.
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> ranks = dv.empty(dist.get_world_size(), dtype=dv.int64)
    >>> dist.all_gather_into_tensor(ranks, dv.tensor([dist.get_rank()]))
    >>> ranks.tolist() == list(range(dist.get_world_size()))
    True
    >>> dist.destroy_process_group()
    """
    one = member("all_gather_into_tensor", group)
    if one is None:
        return None
    given = readable("all_gather_into_tensor", "input_tensor", input_tensor)
    result = readable("all_gather_into_tensor", "output_tensor", output_tensor)
    check_lengths("all_gather_into_tensor", "output_tensor", result, one.size() * given.size, given)
    writable("all_gather_into_tensor", "output_tensor", output_tensor)
    begin = partial(one.comm.Iallgather, as_bytes(given), [result, given.nbytes, mpi().BYTE])
    return start("all_gather_into_tensor", one, described(given), begin, [output_tensor], async_op)


def reduce_scatter_tensor(
    output: Tensor, input: Tensor, op: ReduceOp = ReduceOp.SUM, group: Any = None, async_op: bool = False
) -> Work | None:
    """Add the tensors of all ranks, and give each rank its share of the sum, without a copy.

    Parameters
    ----------
    output : Tensor
        This rank's share: of ``ranks`` equal parts of the input's elements the one with its number.
    input : Tensor
        Of the same shape and dtype on all ranks.
    op : ReduceOp
    group : ProcessGroup, optional
    async_op : bool

    Returns
    -------
    Work or None

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> ranks, share = dist.get_world_size(), dv.empty(2)
    >>> dist.reduce_scatter_tensor(share, dv.arange(2.0 * ranks))
    >>> bool((share == ranks * dv.tensor([2.0 * dist.get_rank(), 2.0 * dist.get_rank() + 1])).all())
    True
    >>> dist.destroy_process_group()
    """
    one = member("reduce_scatter_tensor", group)
    if one is None:
        return None
    given = readable("reduce_scatter_tensor", "input", input)
    result = readable("reduce_scatter_tensor", "output", output)
    check_lengths("reduce_scatter_tensor", "input", given, one.size() * result.size, result)
    return share_of_sum("reduce_scatter_tensor", one, output, given, op, async_op)


def share_of_sum(
    caller: str, group: ProcessGroup, output: Tensor, given: Array, op: ReduceOp, async_op: bool
) -> Work | None:
    operation, kind = reduction(caller, op, given.dtype)
    result = writable(caller, "output", output)
    sizes = [result.size] * group.size()
    begin = partial(
        group.comm.Ireduce_scatter, [given, given.size, kind], [result, result.size, kind], sizes, operation
    )
    finish = mean_of(op, result, group.size())
    return start(caller, group, described(result, f" by {op.name}"), begin, [output], async_op, finish)


def barrier(group: Any = None, async_op: bool = False) -> Work | None:
    """Wait until all ranks of the group have called this."""
    one = member("barrier", group)
    return None if one is None else start("barrier", one, "", one.comm.Ibarrier, [], async_op)

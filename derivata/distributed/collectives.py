"""Collectives: functions that all ranks of a group call together, on the memory of their tensors.

Each takes PyTorch's arguments. With ``async_op=True`` it returns a `Work` at once, and the tensors must be left alone
until its `wait` has returned; else it returns None when they are complete.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .agreement import Agreement
from .memory import check_alike, check_lengths, check_list, readable, stacked, unstack, writable
from .mpi import ReduceOp, as_bytes, mpi, reduction
from .process_group import ProcessGroup, get_global_rank, get_group_rank, resolve
from .work import Work

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor
    from .mpi import Array

__all__ = [
    "all_gather",
    "all_gather_into_tensor",
    "all_reduce",
    "barrier",
    "broadcast",
    "gather",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "scatter",
]


def member(caller: str, group: Any) -> ProcessGroup | None:
    """Return the group; None, with a warning, if this process is no member."""
    found = resolve(caller, group)
    if found is None:
        warnings.warn(
            f"{caller}: this process is no member of the group, nothing is done", UserWarning, stacklevel=3
        )
    return found


def root(caller: str, group: ProcessGroup, name: str, rank: int | None, group_rank: int | None) -> int:
    """Return the number in the group of the process that one of two arguments names; the first if neither does."""
    if rank is not None and group_rank is not None:
        raise ValueError(f"{caller}: expected {name} or group_{name}, got both")
    if group_rank is not None:
        get_global_rank(group, group_rank)
        return group_rank
    if rank is None:
        return 0
    if rank not in group.ranks:
        raise ValueError(
            f"{caller}: expected {name} to be one of the group's ranks {group.ranks}, got {rank}"
        )
    return get_group_rank(group, rank)


def start(
    caller: str,
    group: ProcessGroup,
    call: str,
    begin: Callable[[], Any],
    written: Sequence[Tensor],
    async_op: bool,
    finish: Callable[[], object] | None = None,
) -> Work | None:
    """Begin a collective when all ranks are at the same one; return its handle, or wait for it.

    With `async_op` it begins at once, and the calls are compared while it runs.
    """
    what = group.next_call(caller)
    if not async_op:
        group.meet(what, f"{caller}{call}")
        Work(group, what, [begin()], list(written), finish).wait()
        return None
    agreement = Agreement(group, f"{caller}{call}")
    return Work(group, what, [begin()], list(written), finish, agreement=agreement)


def described(array: Array, detail: str = "") -> str:
    """Return how a call with an array is told to the other ranks."""
    return f" of {array.dtype} {array.shape}{detail}"


def mean_of(op: ReduceOp, array: Array, ranks: int) -> Callable[[], object] | None:
    """Return what makes a mean of a sum."""
    return (lambda: np.divide(array, ranks, out=array)) if op is ReduceOp.AVG else None


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
    begin = partial(one.comm.Ibcast, as_bytes(array), origin)
    return start(
        "broadcast", one, described(array, f" from rank {one.ranks[origin]}"), begin, [tensor], async_op
    )


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
    return _reduce_scatter("reduce_scatter_tensor", one, output, given, op, async_op)


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
    return _reduce_scatter("reduce_scatter", one, output, stacked(arrays), op, async_op)


def _reduce_scatter(
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

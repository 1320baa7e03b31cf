"""Collectives that are recorded: the ops of the pack `distributed.ops`, for groups and lists of tensors.

Each returns new tensors; its backward, and its tangent, is another collective.

Ranks compute one function together: the sum of the losses of all ranks. What reaches a tensor of one rank is the
derivative of that sum. Backward passes have to run on all ranks, through the same calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...generated.ops import stack
from .. import ops
from ..exchanges import split_sizes
from ..memory import check_alike, check_list
from ..mpi import ReduceOp
from ..process_group import ProcessGroup, resolve

if TYPE_CHECKING:
    from ...runtime.tensors.tensor import Tensor

__all__ = [
    "all_gather",
    "all_reduce",
    "all_to_all_single",
    "broadcast",
    "gather",
    "reduce",
    "reduce_scatter",
    "scatter",
]


def all_reduce(tensor: Tensor, op: ReduceOp = ReduceOp.SUM, group: Any = None) -> Tensor:
    """Return the sum, or mean, of the tensors of all ranks.

    Parameters
    ----------
    tensor : Tensor
        Contiguous, of the same shape and dtype on all ranks.
    op : ReduceOp
        ``SUM`` or ``AVG``.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Raises
    ------
    NotImplementedError
        For another `op`, which has no derivative here.

    Notes
    -----
    gradient of tensor = all_reduce(grad, op)

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> x = dv.full((2,), dist.get_rank() + 1.0, requires_grad=True)
    >>> total = dist.nn.functional.all_reduce(x)
    >>> (total**2).sum().backward()
    >>> bool((x.grad == 2 * dist.get_world_size() * total).all())
    True
    >>> dist.destroy_process_group()
    """
    return ops.all_reduce(tensor, _linear("all_reduce", op), _member("all_reduce", group).group_name)


def broadcast(tensor: Tensor, src: int, group: Any = None) -> Tensor:
    """Return the tensor of one rank on all.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks.
    src : int
        The rank it comes from.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of tensor = reduce(grad, src)
    """
    return ops.broadcast(tensor, src, _member("broadcast", group).group_name)


def reduce(tensor: Tensor, dst: int, op: ReduceOp = ReduceOp.SUM, group: Any = None) -> Tensor:
    """Return the sum, or mean, of the tensors of all ranks on one, and zeros on the others.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks.
    dst : int
        The rank that gets the result.
    op : ReduceOp
        ``SUM`` or ``AVG``.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of tensor = broadcast(grad, dst)
    """
    return ops.reduce(tensor, _linear("reduce", op), dst, _member("reduce", group).group_name)


def all_gather(tensor: Tensor, group: Any = None) -> tuple[Tensor, ...]:
    """Return the tensors of all ranks.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks.
    group : ProcessGroup, optional

    Returns
    -------
    tuple of Tensor
        One for each rank.

    Notes
    -----
    gradient of tensor = reduce_scatter(grads)
    """
    return _parts(ops.all_gather_into_tensor(tensor, _member("all_gather", group).group_name))


def gather(tensor: Tensor, dst: int = 0, group: Any = None) -> tuple[Tensor, ...]:
    """Return the tensors of all ranks on one, and zeros on the others.

    Parameters
    ----------
    tensor : Tensor
        Of the same shape and dtype on all ranks.
    dst : int
        The rank that gets them.
    group : ProcessGroup, optional

    Returns
    -------
    tuple of Tensor
        One for each rank.

    Notes
    -----
    gradient of tensor = scatter(grads, dst)
    """
    return _parts(ops.gather_into_tensor(tensor, dst, _member("gather", group).group_name))


def scatter(tensors: Sequence[Tensor], src: int = 0, group: Any = None) -> Tensor:
    """Return one of the tensors of one rank on each.

    Parameters
    ----------
    tensors : sequence of Tensor
        One for each rank; only those of rank `src` are used, others have the shape and dtype.
    src : int
        The rank they come from.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Notes
    -----
    gradients of tensors = gather(grad, src)
    """
    found = _member("scatter", group)
    return ops.scatter_tensor(_joined("scatter", "tensors", tensors, found), src, found.group_name)


def reduce_scatter(
    output: Tensor, input_list: Sequence[Tensor], op: ReduceOp = ReduceOp.SUM, group: Any = None
) -> Tensor:
    """Return the sum, or mean, over ranks of one tensor of the lists: on each rank of another.

    Parameters
    ----------
    output : Tensor
        Has the shape and dtype of the result; it is not written to.
    input_list : sequence of Tensor
        One for each rank.
    op : ReduceOp
        ``SUM`` or ``AVG``.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Notes
    -----
    gradients of input_list = all_gather(grad)
    """
    one = input_list[0] if input_list else output
    if one.shape != output.shape or one.dtype != output.dtype:
        raise ValueError(
            f"reduce_scatter: expected output to be {one.dtype} of shape {one.shape}, as the tensors of "
            "input_list, got "
            f"{output.dtype} of shape {output.shape}"
        )
    found = _member("reduce_scatter", group)
    joined = _joined("reduce_scatter", "input_list", input_list, found)
    return ops.reduce_scatter_tensor(joined, _linear("reduce_scatter", op), found.group_name)


def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: Any = None,
) -> Tensor:
    """Return the rows that all ranks send to this one, one behind the other; `distributed.all_to_all_single` says more.

    Parameters
    ----------
    output : Tensor
        Has the shape and dtype of the result; it is not written to.
    input : Tensor
        First the rows for rank 0, and so on.
    output_split_sizes, input_split_sizes : sequence of int, optional
        How many rows come from each rank, and go to each rank; equal parts if not given.
    group : ProcessGroup, optional

    Returns
    -------
    Tensor

    Notes
    -----
    gradient of input = all_to_all_single(grad), with the sizes exchanged
    """
    found = _member("all_to_all_single", group)
    sent = split_sizes("all_to_all_single", "input_split_sizes", input_split_sizes, len(input), found.size())
    got = split_sizes(
        "all_to_all_single", "output_split_sizes", output_split_sizes, len(output), found.size()
    )
    return ops.all_to_all_single(input, got, sent, found.group_name)


def _linear(caller: str, op: ReduceOp) -> str:
    """Return the name of an operation that is linear, and so its own tangent."""
    if op not in (ReduceOp.SUM, ReduceOp.AVG):
        raise NotImplementedError(
            f"{caller}: expected ReduceOp.SUM or AVG, whose derivative is known, got {op}; "
            f"derivata.distributed.{caller} "
            "takes it, for tensors that require no grad"
        )
    return op.name.lower()


def _member(caller: str, group: Any) -> ProcessGroup:
    """Return the group, of which this rank has to be a member."""
    found = resolve(caller, group)
    if found is None:
        raise RuntimeError(
            f"{caller}: expected a member of the group, got a rank that is none; call it in members alone"
        )
    return found


def _parts(rows: Tensor) -> tuple[Tensor, ...]:
    """Return the tensors of all ranks, each in memory of its own, as what ops return is."""
    return tuple([row.clone() for row in rows.unbind()])


def _joined(caller: str, argument: str, tensors: Sequence[Tensor], group: ProcessGroup) -> Tensor:
    """Return a tensor for each rank, all alike, in one."""
    check_list(caller, argument, tensors, group.size())
    check_alike(caller, argument, [tensor._array for tensor in tensors], tensors[0]._array)
    return stack(tensors)

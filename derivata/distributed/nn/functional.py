"""Collectives that are recorded. Each returns new tensors; its backward, and its tangent, is another collective.

Ranks compute one function together: the sum of the losses of all ranks. What reaches a tensor of one rank is the
derivative of that sum. Backward passes have to run on all ranks, through the same calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...autograd import Function
from ..exchanges import split_sizes
from ..mpi import ReduceOp
from ..process_group import ProcessGroup, resolve
from . import functions

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
    result: Tensor = _call(functions.AllReduce, "all_reduce", group, tensor, _linear("all_reduce", op))
    return result


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
    result: Tensor = _call(functions.Broadcast, "broadcast", group, tensor, src)
    return result


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
    result: Tensor = _call(functions.Reduce, "reduce", group, tensor, dst, _linear("reduce", op))
    return result


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
    return tuple(_call(functions.AllGather, "all_gather", group, tensor))


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
    return tuple(_call(functions.Gather, "gather", group, tensor, dst))


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
    result: Tensor = _call(functions.Scatter, "scatter", group, src, *tensors)
    return result


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
    result: Tensor = _call(
        functions.ReduceScatter, "reduce_scatter", group, _linear("reduce_scatter", op), *input_list
    )
    return result


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
    result: Tensor = functions.AllToAll.apply(found, input, sent, got)
    return result


def _linear(caller: str, op: ReduceOp) -> ReduceOp:
    """Return an operation that is linear, and so its own tangent."""
    if op not in (ReduceOp.SUM, ReduceOp.AVG):
        raise NotImplementedError(
            f"{caller}: expected ReduceOp.SUM or AVG, whose derivative is known, got {op}; "
            f"derivata.distributed.{caller} "
            "takes it, for tensors that require no grad"
        )
    return op


def _member(caller: str, group: Any) -> ProcessGroup:
    """Return the group, of which this rank has to be a member."""
    found = resolve(caller, group)
    if found is None:
        raise RuntimeError(
            f"{caller}: expected a member of the group, got a rank that is none; call it in members alone"
        )
    return found


def _call(function: type[Function], caller: str, group: Any, *args: Any) -> Any:
    """Apply one of the functions below, on a rank that is a member of the group."""
    return function.apply(_member(caller, group), *args)

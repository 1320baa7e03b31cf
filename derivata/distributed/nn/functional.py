"""Collectives that are recorded. Each returns new tensors; its backward, and its tangent, is another collective.

Ranks compute one function together: the sum of the losses of all ranks. What reaches a tensor of one rank is the
derivative of that sum. Backward passes have to run on all ranks, through the same calls.

They are written as `Function`: arguments of ops in a pack are tensors, numbers and text, and the checks of an op run in
one process, while these take a group and run in several.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...autograd import Function
from .. import collectives
from ..mpi import ReduceOp
from ..process_group import resolve

if TYPE_CHECKING:
    from ...runtime.tensors.tensor import Tensor

__all__ = ["all_gather", "all_reduce", "broadcast", "gather", "reduce", "reduce_scatter", "scatter"]


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
    result: Tensor = _call(_AllReduce, "all_reduce", group, tensor, _linear("all_reduce", op))
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
    result: Tensor = _call(_Broadcast, "broadcast", group, tensor, src)
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
    result: Tensor = _call(_Reduce, "reduce", group, tensor, dst, _linear("reduce", op))
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
    return tuple(_call(_AllGather, "all_gather", group, tensor))


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
    return tuple(_call(_Gather, "gather", group, tensor, dst))


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
    result: Tensor = _call(_Scatter, "scatter", group, src, *tensors)
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
        _ReduceScatter, "reduce_scatter", group, _linear("reduce_scatter", op), *input_list
    )
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


def _call(function: type[Function], caller: str, group: Any, *args: Any) -> Any:
    """Apply one of the functions below, on a rank that is a member of the group."""
    found = resolve(caller, group)
    if found is None:
        raise RuntimeError(
            f"{caller}: expected a member of the group, got a rank that is none; call it in members alone"
        )
    return function.apply(found, *args)


class _AllReduce(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, op: ReduceOp) -> Any:
        ctx.group, ctx.op = group, op
        result = tensor.clone()
        collectives.all_reduce(result, op, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return None, all_reduce(grad.contiguous(), ctx.op, ctx.group), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, op: Any) -> Any:
        return all_reduce(tangent.contiguous(), ctx.op, ctx.group)


class _Broadcast(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, src: int) -> Any:
        ctx.group, ctx.src = group, src
        result = tensor.clone()
        collectives.broadcast(result, src, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return None, reduce(grad.contiguous(), ctx.src, group=ctx.group), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, src: Any) -> Any:
        return broadcast(tangent.contiguous(), ctx.src, ctx.group)


class _Reduce(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, dst: int, op: ReduceOp) -> Any:
        ctx.group, ctx.dst, ctx.op = group, dst, op
        result = tensor.clone()
        collectives.reduce(result, dst, op, group)
        return result if group.global_rank() == dst else result.zero_()

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        grad = grad / ctx.group.size() if ctx.op is ReduceOp.AVG else grad.contiguous()
        return None, broadcast(grad, ctx.dst, ctx.group), None, None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, dst: Any, op: Any) -> Any:
        return reduce(tangent.contiguous(), ctx.dst, ctx.op, ctx.group)


class _AllGather(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor) -> Any:
        ctx.group = group
        results = [tensor.clone() for _ in range(group.size())]
        collectives.all_gather(results, tensor, group)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        parts = [grad.contiguous() for grad in grads]
        return None, reduce_scatter(parts[0], parts, group=ctx.group)

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any) -> Any:
        return all_gather(tangent.contiguous(), ctx.group)


class _Gather(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, dst: int) -> Any:
        ctx.group, ctx.dst = group, dst
        results = [tensor.clone().zero_() for _ in range(group.size())]
        collectives.gather(tensor, results if group.global_rank() == dst else None, dst, group)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return None, scatter([grad.contiguous() for grad in grads], ctx.dst, ctx.group), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, dst: Any) -> Any:
        return gather(tangent.contiguous(), ctx.dst, ctx.group)


class _Scatter(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, src: int, *tensors: Tensor) -> Any:
        ctx.group, ctx.src = group, src
        result = tensors[0].clone()
        collectives.scatter(result, tensors if group.global_rank() == src else None, src, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return None, None, *gather(grad.contiguous(), ctx.src, ctx.group)

    @staticmethod
    def jvp(ctx: Any, _: Any, src: Any, *tangents: Any) -> Any:
        return scatter([tangent.contiguous() for tangent in tangents], ctx.src, ctx.group)


class _ReduceScatter(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, op: ReduceOp, *tensors: Tensor) -> Any:
        ctx.group, ctx.op = group, op
        result = tensors[0].clone()
        collectives.reduce_scatter(result, tensors, op, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        grad = grad / ctx.group.size() if ctx.op is ReduceOp.AVG else grad.contiguous()
        return None, None, *all_gather(grad, ctx.group)

    @staticmethod
    def jvp(ctx: Any, _: Any, op: Any, *tangents: Any) -> Any:
        parts = [tangent.contiguous() for tangent in tangents]
        return reduce_scatter(parts[0], parts, ctx.op, ctx.group)

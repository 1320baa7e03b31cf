"""Collectives as functions with a derivative, each of which is another of them.

They are written as `Function`: arguments of ops in a pack are tensors, numbers and text, and the checks of an op run in
one process, while these take a group and run in several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...autograd import Function
from .. import collectives, exchanges, list_collectives
from ..mpi import ReduceOp

if TYPE_CHECKING:
    from ...runtime.tensors.tensor import Tensor


class AllReduce(Function):
    """The sum or mean over ranks, whose derivative is the same."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, op: ReduceOp) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.op = group, op
        result = tensor.clone()
        collectives.all_reduce(result, op, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        return None, AllReduce.apply(ctx.group, grad.contiguous(), ctx.op), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, op: Any) -> Any:
        """Return the tangent of the result."""
        return AllReduce.apply(ctx.group, tangent.contiguous(), ctx.op)


class Broadcast(Function):
    """The tensor of one rank on all; its derivative is a sum on that rank."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, src: int) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.src = group, src
        result = tensor.clone()
        collectives.broadcast(result, src, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        return None, Reduce.apply(ctx.group, grad.contiguous(), ctx.src, ReduceOp.SUM), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, src: Any) -> Any:
        """Return the tangent of the result."""
        return Broadcast.apply(ctx.group, tangent.contiguous(), ctx.src)


class Reduce(Function):
    """The sum or mean on one rank; its derivative is a broadcast from there."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, dst: int, op: ReduceOp) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.dst, ctx.op = group, dst, op
        result = tensor.clone()
        collectives.reduce(result, dst, op, group)
        return result if group.global_rank() == dst else result.zero_()

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        grad = grad / ctx.group.size() if ctx.op is ReduceOp.AVG else grad.contiguous()
        return None, Broadcast.apply(ctx.group, grad, ctx.dst), None, None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, dst: Any, op: Any) -> Any:
        """Return the tangent of the result."""
        return Reduce.apply(ctx.group, tangent.contiguous(), ctx.dst, ctx.op)


class AllGather(Function):
    """The tensors of all ranks on all; its derivative is a sum of which each rank gets a part."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor) -> Any:
        """Run the collective on values."""
        ctx.group = group
        results = [tensor.clone() for _ in range(group.size())]
        list_collectives.all_gather(results, tensor, group)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradients of the arguments."""
        parts = [grad.contiguous() for grad in grads]
        return None, ReduceScatter.apply(ctx.group, ReduceOp.SUM, *parts)

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any) -> Any:
        """Return the tangent of the result."""
        return AllGather.apply(ctx.group, tangent.contiguous())


class Gather(Function):
    """The tensors of all ranks on one; its derivative hands them out."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, dst: int) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.dst = group, dst
        results = [tensor.clone().zero_() for _ in range(group.size())]
        list_collectives.gather(tensor, results if group.global_rank() == dst else None, dst, group)
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradients of the arguments."""
        return None, Scatter.apply(ctx.group, ctx.dst, *[grad.contiguous() for grad in grads]), None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, dst: Any) -> Any:
        """Return the tangent of the result."""
        return Gather.apply(ctx.group, tangent.contiguous(), ctx.dst)


class Scatter(Function):
    """One of the tensors of a rank on each; its derivative collects them there."""

    @staticmethod
    def forward(ctx: Any, group: Any, src: int, *tensors: Tensor) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.src = group, src
        result = tensors[0].clone()
        list_collectives.scatter(result, tensors if group.global_rank() == src else None, src, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        return None, None, *Gather.apply(ctx.group, grad.contiguous(), ctx.src)

    @staticmethod
    def jvp(ctx: Any, _: Any, src: Any, *tangents: Any) -> Any:
        """Return the tangent of the result."""
        return Scatter.apply(ctx.group, ctx.src, *[tangent.contiguous() for tangent in tangents])


class ReduceScatter(Function):
    """Parts of a sum or mean; its derivative gives all ranks all parts."""

    @staticmethod
    def forward(ctx: Any, group: Any, op: ReduceOp, *tensors: Tensor) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.op = group, op
        result = tensors[0].clone()
        list_collectives.reduce_scatter(result, tensors, op, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        grad = grad / ctx.group.size() if ctx.op is ReduceOp.AVG else grad.contiguous()
        return None, None, *AllGather.apply(ctx.group, grad)

    @staticmethod
    def jvp(ctx: Any, _: Any, op: Any, *tangents: Any) -> Any:
        """Return the tangent of the result."""
        parts = [tangent.contiguous() for tangent in tangents]
        return ReduceScatter.apply(ctx.group, ctx.op, *parts)


class AllToAll(Function):
    """Rows from each rank to each; its derivative sends them back."""

    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Tensor, sent: list[int], got: list[int]) -> Any:
        """Run the collective on values."""
        ctx.group, ctx.sent, ctx.got = group, sent, got
        result = tensor.new_empty((sum(got), *tensor.shape[1:]))
        exchanges.all_to_all_single(result, tensor, got, sent, group)
        return result

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        """Return the gradients of the arguments."""
        return None, AllToAll.apply(ctx.group, grad.contiguous(), ctx.got, ctx.sent), None, None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: Any, *__: Any) -> Any:
        """Return the tangent of the result."""
        return AllToAll.apply(ctx.group, tangent.contiguous(), ctx.sent, ctx.got)

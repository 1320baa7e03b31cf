"""The mean over ranks as a communication hook, and one that sends half as much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....arrays.dtypes import float16
from ...collectives import all_reduce
from ...ranks import get_world_size

if TYPE_CHECKING:
    from ....runtime.tensors.tensor import Tensor
    from ...ddp_bucket import GradBucket
    from ...work import Future, Work

__all__ = ["allreduce_hook", "fp16_compress_hook"]


def allreduce_hook(process_group: Any, bucket: GradBucket) -> Future[Tensor]:
    """Average a bucket over ranks, as `DistributedDataParallel` does without a hook: one to build others on.

    Parameters
    ----------
    process_group : ProcessGroup or None
        The group, which is the state that the hook is registered with; None is that of all ranks.
    bucket : GradBucket

    Returns
    -------
    Future

    Examples
    --------
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> model = nn.parallel.DistributedDataParallel(nn.Linear(3, 1))
    >>> model.register_comm_hook(None, allreduce_hook)
    >>> model(dv.ones(2, 3)).sum().backward()
    >>> model.module.bias.grad
    tensor([2.])
    >>> dist.destroy_process_group()
    """
    return _summed(process_group, bucket.buffer().div_(get_world_size(process_group))).then(
        lambda future: future.value()[0]
    )


def fp16_compress_hook(process_group: Any, bucket: GradBucket) -> Future[Tensor]:
    """Average a bucket over ranks as float16, which halves what is sent of float32.

    Each rank divides, then rounds to float16; sums are made in float32 and rounded at each step. Gradients beyond
    65,504 become infinite.

    Parameters
    ----------
    process_group : ProcessGroup or None
        The group, which is the state that the hook is registered with; None is that of all ranks.
    bucket : GradBucket

    Returns
    -------
    Future
    """
    buffer = bucket.buffer()
    compressed = (buffer / get_world_size(process_group)).to(float16)
    return _summed(process_group, compressed).then(
        lambda future: buffer.copy_(future.value()[0].to(buffer.dtype))
    )


def _summed(process_group: Any, tensor: Tensor) -> Future[list[Tensor]]:
    work: Work | None = all_reduce(tensor, group=process_group, async_op=True)
    assert work is not None  # a hook is called on members of the group
    return work.get_future()

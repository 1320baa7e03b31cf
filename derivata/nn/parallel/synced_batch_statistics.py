"""Batch normalisation over the batch of several ranks, of which each has a part."""

from __future__ import annotations

from typing import Any

from ...arrays.dtypes import float16, float32
from ...distributed.nn.functional import all_reduce
from ...distributed.process_group import ProcessGroup, is_initialized, resolve
from ...generated.ops import cat
from ...runtime.tensors.tensor import Tensor
from ..batch_statistics import move_towards, per_channel


def group_of_several(process_group: Any) -> ProcessGroup | None:
    """Return the group whose batch it is, that of all ranks for None; None if it is this process alone."""
    if process_group is None and not is_initialized():
        return None
    group = resolve("SyncBatchNorm", process_group)
    if group is None:
        raise RuntimeError(
            "SyncBatchNorm: expected a member of process_group, got a rank that is none; call it in members alone"
        )
    return group if group.size() > 1 else None


def sync_batch_norm(
    group: ProcessGroup,
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None,
    bias: Tensor | None,
    momentum: float,
    eps: float,
) -> Tensor:
    """Normalise every channel with mean and variance over the inputs of all ranks; `nn.SyncBatchNorm` has the rest.

    Sums over ranks are recorded, so that gradients flow through the statistics from rank to rank. The variance is the
    mean of squared differences from the mean, in a second sum, as that of one process.

    Parameters
    ----------
    group : ProcessGroup
    input : Tensor
        Of shape (N, C, ...), where N may be another one on each rank, and 0.
    running_mean, running_var : Tensor or None
        Moved towards the statistics, the variance without bias.
    weight, bias : Tensor or None
        One number per channel.
    momentum, eps : float

    Returns
    -------
    Tensor

    Raises
    ------
    ValueError
        On all ranks, if they have one value per channel together.
    """
    exact = input.to(float32) if input.dtype == float16 else input
    places = [0, *range(2, input.ndim)]
    own = exact.new_full((1,), input.numel() / input.shape[1])
    total = all_reduce(cat([exact.sum(places), own]), group=group)
    count = total[-1].item()
    if count < 2:
        raise ValueError(
            "SyncBatchNorm: expected more than one value per channel in training, got "
            f"{count:g} on all ranks together, here shape {input.shape}"
        )
    mean = total[:-1] / count
    centred = exact - per_channel(mean, input)
    var = all_reduce((centred * centred).sum(places), group=group) / count
    move_towards(running_mean, mean.detach(), momentum)
    move_towards(running_var, var.detach(), momentum, count)
    scale = (var + eps).rsqrt()
    result = centred * per_channel(scale if weight is None else scale * weight, input)
    return (result if bias is None else result + per_channel(bias, input)).to(input.dtype)

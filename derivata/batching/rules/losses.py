"""Losses: that of each element for all samples, and then the reduction over the elements of each."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .call import Call
from .stacking import loop


def loss(call: Call) -> Any:
    """Reduce the losses of the elements of each sample."""
    if (
        call.op != "binary_cross_entropy"
        and call.arguments.get("weight") is not None
        and ("pos_weight" not in call.arguments)
    ):
        return loop(call)  # a weighted mean
    reduction = call.arguments["reduction"]
    first, target = call.arguments["input"], call.arguments["target"]
    ndim = max(len(first.shape), len(target.shape))
    both = {
        name: call.beside(value, ndim) for name, value in call.arguments.items() if isinstance(value, Tensor)
    }
    if first.shape == target.shape:
        both |= {"input": call.whole(first), "target": call.whole(target)}
    return reduced(call.run(**both, reduction="none"), ndim, reduction)


def reduced(losses: Any, ndim: int, reduction: str) -> Any:
    """Reduce the losses of each sample, of so many dimensions, to one."""
    if reduction == "none":
        return losses
    if reduction == "batchmean":
        return ops.sum(losses, tuple(range(1, ndim + 1))) / (losses.shape[1] if ndim else 1)
    if not ndim:
        return losses
    return (ops.mean if reduction == "mean" else ops.sum)(losses, tuple(range(1, ndim + 1)))


def reduce(call: Call) -> Any:
    """Reduce the samples of a loss."""
    tensor = call.arguments["self"]
    return reduced(call.whole(tensor), len(tensor.shape), call.arguments["reduction"])


def classes(call: Call) -> Any:
    """Score all rows of all samples at once, and divide by the weights of each sample."""
    arguments = call.arguments
    scores, target, weight = arguments["input"], arguments["target"], arguments["weight"]
    reduction = arguments["reduction"]
    if call.is_batched(weight):
        return loop(call)
    whole, aims = call.whole(scores), call.whole(target)
    rows = 1 if len(scores.shape) == 1 else scores.shape[0]
    rest = scores.shape[2:]
    channels = scores.shape[0] if len(scores.shape) == 1 else scores.shape[1]
    given = target.dtype.kind in "fc"
    flat = ops.reshape(whole, (call.size * rows, channels, *rest))
    labels = ops.reshape(aims, (call.size * rows, *((channels,) if given else ()), *rest))
    losses = call.run(input=flat, target=labels, reduction="none")
    losses = ops.reshape(losses[0] if isinstance(losses, tuple) else losses, (call.size, rows, *rest))
    if reduction == "none":
        return losses
    total = ops.sum(losses, tuple(range(1, 2 + len(rest))))
    if reduction == "sum":
        return total
    if given:
        return total / _count((rows, *rest))
    return total / _weights(call, aims, weight)


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for length in shape:
        count *= length
    return count


def _weights(call: Call, aims: Any, weight: Any) -> Any:
    """Return the sum of the weights of the targets of each sample that count."""
    ignored = aims == call.arguments["ignore_index"]
    if weight is None:
        counted = ops._cast(ops.logical_not(ignored), call.outs[0].dtype)
    else:
        counted = ops.where(ignored, 0.0, ops.take(weight, ops.where(ignored, 0, aims)))
    return ops.sum(ops.reshape(counted, (call.size, -1)), (1,)) if len(aims.shape) > 1 else counted


RULES = {"loss": loss, "reduce": reduce, "classes": classes}

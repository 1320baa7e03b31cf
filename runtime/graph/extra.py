"""The record of attributes that few tensors have, created when the first of them is set."""

from typing import TYPE_CHECKING, Any

from .accumulate_grad import AccumulateGrad

if TYPE_CHECKING:
    from ..forward_mode.dual_level import Tangents
    from ..tensors.tensor import Tensor
    from ..views.view import View


class Extra:
    """Attributes that few tensors have. A record sets only those in use, because one is created for every view."""

    accumulator: AccumulateGrad | None = None  # of a leaf that requires no grad at present
    batch: "Any" = None  # the level of `vmap` that this tensor is batched at, and the tensor of all samples
    cuts: "tuple[Any, ...]"  # how what it was computed from left the graph; only set in anomaly mode
    grad: "Tensor | None" = None  # of a tensor that does not own an AccumulateGrad
    retained: bool = False
    source: "Tensor | None" = None  # whose memory and history this tensor shares: a dual's primal
    tangents: "Tangents | None" = None
    view: "View | None" = None


def suspend(leaf: AccumulateGrad, extra: Extra) -> None:
    """Keep the accumulator, with its hooks, of a leaf that no longer requires grad: it may do so again."""
    leaf.require_hooks().leaf = None  # the engine's general step looks what became of the leaf
    extra.accumulator, extra.grad = leaf, leaf.grad_tensor()


def resumed(variable: "Tensor", extra: Extra) -> AccumulateGrad:
    """Return the accumulator of a tensor that now requires grad: the one that it had before, if any."""
    leaf = extra.accumulator
    if leaf is None:
        leaf = AccumulateGrad(variable)
    else:
        leaf.describe(variable)
        if leaf.hooks is not None and leaf.hooks.is_empty():
            leaf.hooks = None
        elif leaf.hooks is not None and leaf.hooks.accumulate:
            leaf.remember(variable)
    leaf.grad = extra.grad
    extra.accumulator = extra.grad = None
    return leaf

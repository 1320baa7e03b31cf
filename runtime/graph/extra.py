"""The record of the rare attributes of one tensor, made when the first of them is set."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..forward_mode.dual_level import Tangents
    from ..tensors.tensor import Tensor
    from ..views.view import View
    from .accumulate_grad import AccumulateGrad


class Extra:
    """The rare attributes of one tensor. A record sets only those that it has: it is made quickly, once per view."""

    accumulator: "AccumulateGrad | None" = None  # of a leaf that requires no grad at present
    batch: "Any" = None  # the level of `vmap` that this tensor is batched at, and the tensor of all samples
    cuts: "tuple[Any, ...]"  # how what it was computed from left the graph; only set in anomaly mode
    grad: "Tensor | None" = None  # of a tensor that does not own an AccumulateGrad
    retained: bool = False
    source: "Tensor | None" = None  # whose memory and history this tensor shares: a dual's primal
    tangents: "Tangents | None" = None
    view: "View | None" = None

"""The record of attributes that few tensors have, created when the first of them is set."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..forward_mode.dual_level import Tangents
    from ..tensors.tensor import Tensor
    from ..views.view import View
    from .accumulate_grad import AccumulateGrad


class Extra:
    """Attributes that few tensors have. A record sets only those in use, because one is created for every view."""

    accumulator: "AccumulateGrad | None" = None  # of a leaf that requires no grad at present
    batch: "Any" = None  # the level of `vmap` that this tensor is batched at, and the tensor of all samples
    cuts: "tuple[Any, ...]"  # how what it was computed from left the graph; only set in anomaly mode
    grad: "Tensor | None" = None  # of a tensor that does not own an AccumulateGrad
    retained: bool = False
    source: "Tensor | None" = None  # whose memory and history this tensor shares: a dual's primal
    tangents: "Tangents | None" = None
    view: "View | None" = None

"""Losses of three points: an anchor, one that is like it, and one that is not."""

from __future__ import annotations

from collections.abc import Callable

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .loss import _Loss


class TripletMarginLoss(_Loss):
    """``max(0, d(anchor, positive) - d(anchor, negative) + margin)`` for triplets of vectors.

    Parameters
    ----------
    margin : float
        How much farther away the negative should be.
    p : float
        The norm that measures distances.
    eps : float
        Added to the differences.
    swap : bool
        Whether the distance between positive and negative counts if it is smaller.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-6,
        swap: bool = False,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compare vectors ``(batch, length)``."""
        return F.triplet_margin_loss(
            anchor, positive, negative, self.margin, self.p, self.eps, self.swap, reduction=self.reduction
        )


class TripletMarginWithDistanceLoss(_Loss):
    """`TripletMarginLoss` with a distance of one's own.

    Parameters
    ----------
    distance_function : callable, optional
        Takes two tensors and returns their distances; the Euclidean distance if not given.
    margin : float
        How much farther away the negative should be.
    swap : bool
        Whether the distance between positive and negative counts if it is smaller.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def __init__(
        self,
        *,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction=reduction)
        self.distance_function = distance_function
        self.margin = margin
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compare what the distance takes."""
        return F.triplet_margin_with_distance_loss(
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )

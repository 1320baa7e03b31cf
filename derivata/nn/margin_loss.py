"""Losses with margins, as modules."""

from __future__ import annotations

from collections.abc import Callable

from ..runtime.tensors.tensor import Tensor
from . import functional as F
from .loss import Loss


class MarginLoss(Loss):
    """Base of the losses with a margin and nothing else to choose.

    Parameters
    ----------
    margin : float
        The difference from which on nothing is lost.
    reduction : {"mean", "sum", "none"}
        What is made of the losses.
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__(reduction)
        self.margin = margin


class MarginRankingLoss(MarginLoss):
    """What one input lacks to the other plus a margin; the target, 1 or -1, says which of them should be larger."""

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of scores."""
        return F.margin_ranking_loss(input1, input2, target, self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(MarginLoss):
    """One minus the cosine of two vectors for a target of 1, and what it exceeds the margin by for -1."""

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compare vectors ``(batch, length)``."""
        return F.cosine_embedding_loss(input1, input2, target, self.margin, reduction=self.reduction)


class HingeEmbeddingLoss(MarginLoss):
    """The input, a distance, for a target of 1, and what it lacks to the margin for -1."""

    def __init__(self, margin: float = 1.0, reduction: str = "mean") -> None:
        super().__init__(margin, reduction)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare distances with classes."""
        return F.hinge_embedding_loss(input, target, self.margin, reduction=self.reduction)


class TripletMarginLoss(Loss):
    """What the distance to the negative lacks to the distance to the positive plus a margin.

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
        What is made of the losses.
    """

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        eps: float = 1e-6,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compare vectors ``(batch, length)``."""
        return F.triplet_margin_loss(
            anchor, positive, negative, self.margin, self.p, self.eps, self.swap, reduction=self.reduction
        )


class TripletMarginWithDistanceLoss(Loss):
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
        What is made of the losses.
    """

    def __init__(
        self,
        *,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(reduction)
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


class MultiMarginLoss(Loss):
    """Mean over the other classes of what the score of the target lacks to theirs plus a margin, to the power `p`.

    Parameters
    ----------
    p : int
        1 or 2.
    margin : float
        How much larger the score of the target should be.
    weight : Tensor, optional
        A weight for each class.
    reduction : {"mean", "sum", "none"}
        What is made of the losses of the samples.
    """

    def __init__(
        self, p: int = 1, margin: float = 1.0, weight: Tensor | None = None, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction)
        self.p = p
        self.margin = margin
        self.weight: Tensor | None
        self.register_buffer("weight", weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare scores ``(batch, classes)`` with classes ``(batch)``."""
        return F.multi_margin_loss(input, target, self.p, self.margin, self.weight, reduction=self.reduction)


class MultiLabelMarginLoss(Loss):
    """What the scores of labels lack to the scores of the other classes plus 1, summed over all pairs.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        What is made of the losses of the samples.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare scores ``(batch, classes)`` with rows of labels, of the same shape, that end at the first -1."""
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)

"""Losses with margins, as modules."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .loss import _Loss, _WeightedLoss


class _MarginLoss(_Loss):
    """Base of the losses with a margin and nothing else to choose.

    Parameters
    ----------
    margin : float
        The difference from which on nothing is lost.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def __init__(
        self,
        margin: float = 0.0,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin


class MarginRankingLoss(_MarginLoss):
    """``max(0, -target * (input1 - input2) + margin)``: the target, 1 or -1, says which input should be larger."""

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of scores."""
        return F.margin_ranking_loss(input1, input2, target, self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(_MarginLoss):
    """One minus the cosine of two vectors for a target of 1, and ``max(0, cosine - margin)`` for -1."""

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compare vectors ``(batch, length)``."""
        return F.cosine_embedding_loss(input1, input2, target, self.margin, reduction=self.reduction)


class HingeEmbeddingLoss(_MarginLoss):
    """The input, a distance, for a target of 1, and ``max(0, margin - input)`` for -1."""

    def __init__(
        self,
        margin: float = 1.0,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(margin, size_average, reduce, reduction)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare distances with classes."""
        return F.hinge_embedding_loss(input, target, self.margin, reduction=self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """Mean over the classes of ``max(0, margin - input[target] + input[other]) ** p``, 0 for the target itself.

    Parameters
    ----------
    p : int
        1 or 2.
    margin : float
        How much larger the score of the target should be.
    weight : Tensor, optional
        A weight for each class.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the samples.
    """

    def __init__(
        self,
        p: int = 1,
        margin: float = 1.0,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.p = p
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare scores ``(batch, classes)`` with classes ``(batch)``."""
        return F.multi_margin_loss(input, target, self.p, self.margin, self.weight, reduction=self.reduction)


class MultiLabelMarginLoss(_Loss):
    """``max(0, 1 - (input[label] - input[other]))``, summed over all pairs and divided by the number of classes.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the samples.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare scores ``(batch, classes)`` with rows of labels, of the same shape, that end at the first -1."""
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)

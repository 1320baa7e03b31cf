"""Losses as modules. Each calls the function of the same name in `nn.functional`."""

from __future__ import annotations

from ..runtime.tensor import Tensor
from . import functional as F
from .module import Module


class Loss(Module):
    """Base of the losses.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        What is made of the losses of the samples.
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(
                f"{type(self).__name__}: expected reduction mean, sum or none, got {reduction!r}"
            )
        self.reduction = reduction


class MSELoss(Loss):
    """Squared difference of input and target.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        What is made of the squares.

    Examples
    --------
    >>> nn.MSELoss()(dv.tensor([1.0, 2.0]), dv.tensor([1.0, 4.0])).item()
    2.0
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of the same shape."""
        return F.mse_loss(input, target, reduction=self.reduction)


class NLLLoss(Loss):
    """Negative log-likelihood of classes, given log-probabilities.

    Parameters
    ----------
    weight : Tensor, optional
        A weight for each class.
    ignore_index : int
        A class that contributes nothing.
    reduction : {"mean", "sum", "none"}
        What is made of the losses of the samples; the mean is the weighted one.
    """

    def __init__(
        self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction)
        self.weight: Tensor | None
        self.register_buffer("weight", weight)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare log-probabilities ``(batch, classes, ...)`` with classes ``(batch, ...)``."""
        return F.nll_loss(
            input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )


class CrossEntropyLoss(NLLLoss):
    """Cross entropy of classes, given unnormalised logits.

    Parameters
    ----------
    weight : Tensor, optional
        A weight for each class.
    ignore_index : int
        A class that contributes nothing.
    reduction : {"mean", "sum", "none"}
        What is made of the losses of the samples; the mean is the weighted one.
    label_smoothing : float
        How much of each target is spread evenly over all classes.

    Examples
    --------
    >>> round(nn.CrossEntropyLoss()(dv.zeros(1, 2), dv.tensor([0])).item(), 4)
    0.6931
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, ignore_index, reduction)
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare logits ``(batch, classes, ...)`` with classes ``(batch, ...)`` or with probabilities."""
        return F.cross_entropy(
            input,
            target,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class BCEWithLogitsLoss(Loss):
    """Binary cross entropy of probabilities, given logits.

    Parameters
    ----------
    weight : Tensor, optional
        A factor for each loss, broadcast to the input.
    reduction : {"mean", "sum", "none"}
        What is made of the losses.
    pos_weight : Tensor, optional
        A factor for the positive part of each loss, broadcast to the target.

    Examples
    --------
    >>> round(nn.BCEWithLogitsLoss()(dv.zeros(2), dv.tensor([0.0, 1.0])).item(), 4)
    0.6931
    """

    def __init__(
        self, weight: Tensor | None = None, reduction: str = "mean", pos_weight: Tensor | None = None
    ) -> None:
        super().__init__(reduction)
        self.weight: Tensor | None
        self.pos_weight: Tensor | None
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare logits with probabilities of the same shape."""
        return F.binary_cross_entropy_with_logits(
            input, target, weight=self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )

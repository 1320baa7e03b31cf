"""Losses as modules. Each calls the function of the same name in `nn.functional`."""

from __future__ import annotations

from typing import ClassVar

from ...runtime.tensors.tensor import Tensor
from ...support.other_names import reduction_before
from .. import functional as F
from ..module import Module


class _Loss(Module):
    """Base of the losses.

    Parameters
    ----------
    size_average, reduce : bool, optional
        What PyTorch had before `reduction`: False for the sum, and for no reduction.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the samples.
    """

    reductions: ClassVar[tuple[str, ...]] = ("mean", "sum", "none")

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
    ) -> None:
        super().__init__()
        if size_average is not None or reduce is not None:
            reduction = reduction_before(type(self).__name__, size_average, reduce)
        if reduction not in self.reductions:
            known = ", ".join(self.reductions)
            raise ValueError(f"{type(self).__name__}: expected a reduction out of {known}, got {reduction!r}")
        self.reduction = reduction


class _WeightedLoss(_Loss):
    """Base of the losses with a tensor of weights, which is a buffer."""

    def __init__(
        self,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.weight: Tensor | None
        self.register_buffer("weight", weight)


class MSELoss(_Loss):
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


class L1Loss(_Loss):
    """Absolute difference of input and target.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        What is made of the differences.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of the same shape."""
        return F.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """Absolute difference ``d``, rounded off near zero: ``d * d / (2 * beta)`` below `beta`, ``d - beta / 2`` above.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    beta : float
        Where the quadratic part ends.
    """

    def __init__(
        self,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        beta: float = 1.0,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of the same shape."""
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """Squared difference, linear for large differences: ``d * d / 2`` below `delta`, ``delta * (d - delta / 2)`` above.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    delta : float
        Where the quadratic part ends.
    """

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare two tensors of the same shape."""
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class KLDivLoss(_Loss):
    """Kullback-Leibler divergence from the target distribution: ``target * (log(target) - input)``.

    Parameters
    ----------
    reduction : {"mean", "batchmean", "sum", "none"}
        How to reduce the losses; ``"batchmean"``, the sum divided by the size of the batch, is the divergence.
    log_target : bool
        Whether the target is given as logarithms, as the input always is.
    """

    reductions = ("mean", "batchmean", "sum", "none")

    def __init__(
        self,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        log_target: bool = False,
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare log-probabilities with probabilities of the same shape."""
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class NLLLoss(_WeightedLoss):
    """Negative log-likelihood of classes, given log-probabilities.

    Parameters
    ----------
    weight : Tensor, optional
        A weight for each class.
    ignore_index : int
        A class that contributes nothing.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the samples; the mean is the weighted one.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        ignore_index: int = -100,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
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
        How to reduce the losses of the samples; the mean is the weighted one.
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
        size_average: bool | None = None,
        ignore_index: int = -100,
        reduce: bool | None = None,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, size_average, ignore_index, reduce, reduction)
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


class BCELoss(_WeightedLoss):
    """Binary cross entropy of probabilities: ``-(target * log(input) + (1 - target) * log(1 - input))``.

    Logarithms are at least -100. `BCEWithLogitsLoss` is more accurate where the probabilities come from a sigmoid.

    Parameters
    ----------
    weight : Tensor, optional
        A factor for each loss, broadcast to the input.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare probabilities with probabilities of the same shape."""
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_WeightedLoss):
    """Binary cross entropy of probabilities, given logits.

    Parameters
    ----------
    weight : Tensor, optional
        A factor for each loss, broadcast to the input.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    pos_weight : Tensor, optional
        A factor for the positive part of each loss, broadcast to the target.

    Examples
    --------
    >>> round(nn.BCEWithLogitsLoss()(dv.zeros(2), dv.tensor([0.0, 1.0])).item(), 4)
    0.6931
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.pos_weight: Tensor | None
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare logits with probabilities of the same shape."""
        return F.binary_cross_entropy_with_logits(
            input, target, weight=self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )

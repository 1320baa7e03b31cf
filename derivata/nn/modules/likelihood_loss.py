"""Losses of likelihoods and of several labels, as modules."""

from __future__ import annotations

from typing import Any

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .loss import _Loss, _WeightedLoss


class PoissonNLLLoss(_Loss):
    """Negative log-likelihood of counts under Poisson distributions.

    Parameters
    ----------
    log_input : bool
        Whether the input is the logarithm of the rate.
    full : bool
        Whether to add Stirling's approximation of the logarithm of the factorial.
    eps : float
        Added to a rate before its logarithm is taken.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        size_average: bool | None = None,
        eps: float = 1e-8,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare rates with counts."""
        return F.poisson_nll_loss(
            input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction
        )


class GaussianNLLLoss(_Loss):
    """Negative log-likelihood of values under normal distributions.

    Parameters
    ----------
    full : bool
        Whether to add the constant ``log(2 * pi) / 2``.
    eps : float
        What smaller variances are raised to.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor, var: Tensor | float) -> Tensor:
        """Compare means and variances with values."""
        return F.gaussian_nll_loss(input, target, var, self.full, self.eps, reduction=self.reduction)


class SoftMarginLoss(_Loss):
    """Logistic loss of classes 1 and -1: ``log(1 + exp(-target * input))``.

    Parameters
    ----------
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare scores with classes."""
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """Mean over the classes of binary cross-entropies, given logits.

    Parameters
    ----------
    weight : Tensor, optional
        A weight for each class.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the samples.
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare logits ``(batch, classes)`` with labels 0 and 1 of the same shape."""
        return F.multilabel_soft_margin_loss(input, target, self.weight, reduction=self.reduction)


class CTCLoss(Module):
    """The loss `nn.functional.ctc_loss` as a module; see there.

    Parameters
    ----------
    blank : int
        The label that stands for none.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses of the sequences.
    zero_infinity : bool
        Make infinite losses, and their gradients, zero.
    """

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__()
        self.blank = blank
        self.reduction = reduction
        self.zero_infinity = zero_infinity

    def forward(self, log_probs: Tensor, targets: Tensor, input_lengths: Any, target_lengths: Any) -> Tensor:
        """Compare sequences of log-probabilities with labels."""
        return F.ctc_loss(
            log_probs,
            targets,
            input_lengths,
            target_lengths,
            self.blank,
            self.reduction,
            self.zero_infinity,
        )

"""A linear layer and the cross entropy of its scores, as one loss."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .linear import Linear
from .loss import _Loss


class LinearCrossEntropyLoss(_Loss):
    """`CrossEntropyLoss` of a linear map of the input: ``(N, in_features)`` or ``(in_features)``.

    Parameters
    ----------
    in_features, num_classes : int
        Size of the inputs, and number of classes.
    out_features : tuple of int
        Further dimensions of the targets: ``(N, *out_features)``.
    bias : bool
        Whether the linear map has a bias.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.
    weight : Tensor, optional
        A weight for each class.
    ignore_index : int, optional
        A target that does not count.
    label_smoothing : float
        From 0 to 1: how much of the targets is spread over all classes.
    options : None
        PyTorch's ways to save memory by cutting batches: there are none here; see `utils.checkpoint`.

    Examples
    --------
    >>> loss = nn.LinearCrossEntropyLoss(5, 10, out_features=(4,))
    >>> loss(dv.ones(2, 5), dv.zeros(2, 4, dtype=dv.int64)).shape
    ()
    """

    def __init__(
        self,
        in_features: int,
        num_classes: int,
        *,
        out_features: tuple[int, ...] = (),
        bias: bool = False,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
        reduction: str = "mean",
        weight: Tensor | None = None,
        ignore_index: int | None = None,
        label_smoothing: float = 0.0,
        options: None = None,
    ) -> None:
        super().__init__(reduction=reduction)
        name = type(self).__name__
        if weight is not None and weight.shape != (num_classes,):
            raise RuntimeError(f"{name}: expected weight shape to be {(num_classes,)}, got {weight.shape}")
        if not 0 <= label_smoothing <= 1:
            raise RuntimeError(
                f"{name}: expected label_smoothing to be in range [0, 1], got {label_smoothing}"
            )
        if options is not None:
            raise NotImplementedError(
                f"{name}: expected options to be None, got {options!r}; utils.checkpoint around parts saves memory"
            )
        self.register_buffer("weight", weight)
        self.num_classes = num_classes
        self.out_features = out_features
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing
        self.linear = Linear(in_features, math.prod(out_features, start=num_classes), bias, device, dtype)
        self.options = options

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compare the scores with class numbers ``(N, *out_features)``, or probabilities with the classes behind N."""
        classes = self.num_classes, *self.out_features
        bias = self.linear.bias
        return F.linear_cross_entropy(
            input,
            self.linear.weight.reshape(*classes, self.linear.in_features),
            target,
            linear_bias=None if bias is None else bias.reshape(classes),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
        )

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, reduction={self.reduction}, "
            f"ignore_index={self.ignore_index}, label_smoothing={self.label_smoothing}, options={self.options}"
        )

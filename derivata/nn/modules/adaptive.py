"""Softmax over very many classes, most of which are rare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...generated.ops import cat
from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .container import ModuleList, Sequential
from .linear import Linear


class _ASMoutput(NamedTuple):
    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log-probabilities of classes sorted by how frequent they are: rare ones are in clusters, with smaller products.

    Parameters
    ----------
    in_features : int
        Size of the inputs ``(N, in_features)``, or ``(in_features)``.
    n_classes : int
        Number of classes.
    cutoffs : sequence of int
        Where clusters begin: the classes before the first one have a probability each, without a cluster.
    div_value : float
        The k-th cluster sees ``in_features // div_value**k`` features.
    head_bias : bool
        Whether the product of the frequent classes has a bias.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Examples
    --------
    >>> softmax = nn.AdaptiveLogSoftmaxWithLoss(8, 20, cutoffs=[5, 10])
    >>> output, loss = softmax(dv.ones(3, 8), dv.tensor([0, 7, 19]))
    >>> output.shape, loss.shape, softmax.log_prob(dv.ones(3, 8)).shape
    ((3,), (), (3, 20))
    """

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        bounds = list(cutoffs)
        if not bounds:
            raise ValueError(
                "AdaptiveLogSoftmaxWithLoss: cutoffs should be a sequence of length larger than 0"
            )
        if (
            bounds != sorted(set(bounds))
            or bounds[0] <= 0
            or bounds[-1] > n_classes - 1
            or any(int(bound) != bound for bound in bounds)
        ):
            raise ValueError(
                "AdaptiveLogSoftmaxWithLoss: cutoffs should be a sequence of unique, positive integers sorted in an "
                f"increasing order, where each value is between 1 and n_classes-1, got {bounds} for {n_classes}"
            )
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*bounds, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size: int = self.cutoffs[0]
        self.n_clusters: int = len(self.cutoffs) - 1
        self.head_size: int = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, head_bias, device, dtype)
        self.tail = ModuleList()
        for number, (start, end) in enumerate(zip(self.cutoffs, self.cutoffs[1:], strict=False), 1):
            width = int(in_features // div_value**number)
            narrow = Linear(in_features, width, False, device, dtype)
            self.tail.append(Sequential(narrow, Linear(width, end - start, False, device, dtype)))

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        for layer in (self.head, *[layer for pair in self.tail for layer in pair]):
            layer.reset_parameters()

    def forward(self, input: Tensor, target: Tensor) -> _ASMoutput:
        """Return the log-probability of each target, and the mean of their negatives.

        Parameters
        ----------
        input : Tensor
            Of shape ``(N, in_features)`` or ``(in_features)``.
        target : Tensor
            The classes, of shape ``(N)`` or ``()``.
        """
        name = type(self).__name__
        if input.shape[:-1] != target.shape:
            raise RuntimeError(
                f"{name}: Input and target should have the same size in the batch dimension, got shapes {input.shape} "
                f"and {target.shape}"
            )
        low, high = (int(target.min()), int(target.max())) if target.numel() else (0, 0)
        if low < 0 or high >= self.n_classes:
            raise RuntimeError(
                f"{name}: Target values should be in [0, {self.n_classes - 1}], but values in range [{low}, {high}] "
                "were found."
            )
        rows, classes = input.reshape(-1, self.in_features), target.reshape(-1)
        head = F.log_softmax(self.head(rows), 1)
        output = head.gather(1, classes.clamp(max=self.shortlist_size - 1).unsqueeze(1)).squeeze(1)
        for number, layers in enumerate(self.tail):
            start, end = self.cutoffs[number], self.cutoffs[number + 1]
            chosen: Any = (classes >= start) & (classes < end)
            members = chosen.nonzero().squeeze(1)
            if members.numel():
                inside = F.log_softmax(layers(rows.index_select(0, members)), 1)
                own = inside.gather(1, (classes.index_select(0, members) - start).unsqueeze(1)).squeeze(1)
                cluster = head.index_select(0, members)[:, self.shortlist_size + number]
                output = output.index_copy(0, members, own + cluster)
        return _ASMoutput(output.reshape(target.shape), (-output).mean())

    def log_prob(self, input: Tensor) -> Tensor:
        """Return the log-probabilities of all classes, of shape ``(N, n_classes)``."""
        head = F.log_softmax(self.head(input), 1)
        parts = [head[:, : self.shortlist_size]]
        for number, layers in enumerate(self.tail):
            cluster = head[:, self.shortlist_size + number].unsqueeze(1)
            parts.append(F.log_softmax(layers(input), 1) + cluster)
        return cat(parts, 1)

    def predict(self, input: Tensor) -> Tensor:
        """Return the class with the largest probability for each row of ``(N, in_features)``."""
        return self.log_prob(input).argmax(1)

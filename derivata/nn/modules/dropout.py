"""Layers that drop values at random during training."""

from __future__ import annotations

from numbers import Real
from typing import Any

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class Dropout(Module):
    """In training, set values to zero with probability `p` and scale the others by ``1 / (1 - p)``.

    In evaluation mode it returns the input.

    Parameters
    ----------
    p : float
        Probability of a zero.
    inplace : bool
        Write the result over the input.

    Examples
    --------
    >>> nn.Dropout(0.3).eval()(dv.ones(3)).tolist()
    [1.0, 1.0, 1.0]
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if not _is_probability(p):
            raise ValueError(
                f"Dropout: expected p between 0 and 1, got {p!r}; it is the probability of a zero"
            )
        self.p = p
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Drop values if in training mode."""
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout):
    """`Dropout` of whole channels of sequences ``(batch, channels, length)``; see there."""

    def forward(self, input: Tensor) -> Tensor:
        """Drop channels if in training mode."""
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(Dropout):
    """`Dropout` of whole channels of images ``(batch, channels, height, width)``; see there."""

    def forward(self, input: Tensor) -> Tensor:
        """Drop channels if in training mode."""
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(Dropout):
    """`Dropout` of whole channels of volumes ``(batch, channels, depth, height, width)``; see there."""

    def forward(self, input: Tensor) -> Tensor:
        """Drop channels if in training mode."""
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(Dropout):
    """In training, replace values by the negative limit of `SELU`; mean 0 and variance 1 stay. See `Dropout`."""

    def forward(self, input: Tensor) -> Tensor:
        """Drop values if in training mode."""
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(Dropout):
    """`AlphaDropout` of whole channels; see there."""

    def forward(self, input: Tensor) -> Tensor:
        """Drop channels if in training mode."""
        return F.feature_alpha_dropout(input, self.p, self.training)


def _is_probability(p: Any) -> bool:
    return isinstance(p, Real) and bool(0.0 <= p <= 1.0)  # type: ignore[operator]  # not declared for Real

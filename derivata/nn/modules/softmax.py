"""Softmax, its logarithm and its mirror image, as modules."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class Softmax(Module):
    """Exponentials along a dimension, divided by their sum.

    Parameters
    ----------
    dim : int
        The dimension whose values sum to one.

    Examples
    --------
    >>> nn.Softmax(dim=1)(dv.zeros(1, 4)).tolist()
    [[0.25, 0.25, 0.25, 0.25]]
    """

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Normalise along the dimension."""
        return F.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """Return the dimension."""
        return f"dim={self.dim}"


class LogSoftmax(Softmax):
    """Logarithm of `Softmax`, computed without leaving the logarithmic scale.

    Parameters
    ----------
    dim : int
        The dimension along which the exponentials sum to one.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Normalise along the dimension."""
        return F.log_softmax(input, self.dim)


class Softmin(Softmax):
    """`Softmax` of the negated input.

    Parameters
    ----------
    dim : int
        The dimension whose values sum to one.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Normalise along the dimension."""
        return F.softmin(input, self.dim)


class Softmax2d(Module):
    """`Softmax` over the channels of images ``(N, C, H, W)`` or ``(C, H, W)``, at every place.

    Examples
    --------
    >>> nn.Softmax2d()(dv.zeros(2, 1, 1)).ravel().tolist()
    [0.5, 0.5]
    """

    def forward(self, input: Tensor) -> Tensor:
        """Normalise the channels."""
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)

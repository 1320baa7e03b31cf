"""Pooling over windows of images, and flattening."""

from __future__ import annotations

from ..runtime.tensor import Tensor
from . import functional as F
from .convolution import Pair
from .module import Module


class MaxPool2d(Module):
    """The maximum of each window.

    Parameters
    ----------
    kernel_size : int or (int, int)
        Height and width of the windows.
    stride : int or (int, int), optional
        Step between windows; their size if not given.
    padding : int or (int, int)
        Values of minus infinity added at each side.

    Examples
    --------
    >>> nn.MaxPool2d(2)(dv.ones(1, 3, 8, 8)).shape
    (1, 3, 4, 4)
    """

    def __init__(self, kernel_size: Pair, stride: Pair | None = None, padding: Pair = 0) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding

    def forward(self, input: Tensor) -> Tensor:
        """Pool an input of shape ``(batch, channels, height, width)``."""
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(MaxPool2d):
    """The mean of each window; padding counts as zeros.

    The parameters are those of `MaxPool2d`.
    """

    def forward(self, input: Tensor) -> Tensor:
        """Pool an input of shape ``(batch, channels, height, width)``."""
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding)


class Flatten(Module):
    """Make one dimension of several adjacent ones.

    Parameters
    ----------
    start_dim, end_dim : int
        First and last of them; negative values count from the end.

    Examples
    --------
    >>> nn.Flatten()(dv.ones(5, 3, 2, 2)).shape
    (5, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """Flatten the dimensions; a view where strides allow."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"

"""Pooling over windows of images, and flattening."""

from __future__ import annotations

from typing import Any

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .conv import Pair


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
    dilation : int or (int, int)
        How far the elements of a window are apart.
    return_indices : bool
        Also return where the largest elements are in the flattened images.
    ceil_mode : bool
        Keep a last window that hangs over the edge.

    Examples
    --------
    >>> nn.MaxPool2d(2)(dv.ones(1, 3, 8, 8)).shape
    (1, 3, 4, 4)
    """

    def __init__(
        self,
        kernel_size: Pair,
        stride: Pair | None = None,
        padding: Pair = 0,
        dilation: Pair = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Any:
        """Pool an input of shape ``(batch, channels, height, width)``."""
        return F.max_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            self.return_indices,
        )

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class AvgPool2d(Module):
    """The mean of each window.

    Parameters
    ----------
    kernel_size : int or (int, int)
        Height and width of the windows.
    stride : int or (int, int), optional
        Step between windows; their size if not given.
    padding : int or (int, int)
        Zeros added at each side.
    ceil_mode : bool
        Keep a last window that hangs over the edge.
    count_include_pad : bool
        Whether the zeros count as elements.
    divisor_override : int, optional
        What the sums are divided by, instead of the number of elements.

    Examples
    --------
    >>> nn.AvgPool2d(2, divisor_override=1)(dv.ones(1, 1, 2, 2)).item()
    4.0
    """

    def __init__(
        self,
        kernel_size: Pair,
        stride: Pair | None = None,
        padding: Pair = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input: Tensor) -> Tensor:
        """Pool an input of shape ``(batch, channels, height, width)``."""
        return F.avg_pool2d(
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AdaptiveAvgPool2d(Module):
    """The means of windows that cover the images evenly.

    Parameters
    ----------
    output_size : int or pair
        Numbers of windows along height and width; None keeps the image's length.

    Examples
    --------
    >>> nn.AdaptiveAvgPool2d((1, None))(dv.ones(1, 3, 8, 5)).shape
    (1, 3, 1, 5)
    """

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """Pool an input of shape ``(batch, channels, height, width)``."""
        size = self.output_size
        return F.adaptive_avg_pool2d(input, (size, size) if size is None else size)

    def extra_repr(self) -> str:
        """Return the size."""
        return f"output_size={self.output_size}"

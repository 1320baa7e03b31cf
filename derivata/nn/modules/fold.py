"""Windows of images as columns, and columns summed to images."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .conv import Ints


class Unfold(Module):
    """Put the windows of images ``(N, C, H, W)`` into columns: ``(N, C * height * width, windows)``.

    Parameters
    ----------
    kernel_size : int or (int, int)
        Height and width of the windows.
    dilation : int or (int, int)
        How far the elements of a window are apart.
    padding : int or (int, int)
        Zeros added at each side.
    stride : int or (int, int)
        Step between windows.

    Examples
    --------
    >>> nn.Unfold(kernel_size=(2, 3))(dv.ones(2, 5, 3, 4)).shape
    (2, 30, 4)
    """

    def __init__(self, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        """Return the columns."""
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, "
            f"stride={self.stride}"
        )


class Fold(Unfold):
    """Sum columns ``(N, C * height * width, windows)`` to images ``(N, C, *output_size)``: the transpose of `Unfold`.

    Parameters
    ----------
    output_size : int or (int, int)
        Height and width of the images.
    kernel_size, dilation, padding, stride
        As of `Unfold`.

    Examples
    --------
    >>> nn.Fold(output_size=(4, 5), kernel_size=(2, 2))(dv.ones(1, 12, 12)).shape
    (1, 3, 4, 5)
    """

    def __init__(
        self,
        output_size: Ints,
        kernel_size: Ints,
        dilation: Ints = 1,
        padding: Ints = 0,
        stride: Ints = 1,
    ) -> None:
        super().__init__(kernel_size, dilation, padding, stride)
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        """Return the images."""
        windows = self.kernel_size, self.dilation, self.padding, self.stride
        return F.fold(input, self.output_size, *windows)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"output_size={self.output_size}, {super().extra_repr()}"

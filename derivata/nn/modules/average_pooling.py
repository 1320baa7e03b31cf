"""The mean, or a power mean, of each window."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .conv import Ints
from .utils import check_each_int, per_dimension


class _AvgPoolNd(Module):
    """What is printed of the means of windows."""

    kernel_size: Ints
    stride: Ints
    padding: Ints

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The mean of each window of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    kernel_size, stride, padding, ceil_mode, count_include_pad
        As of `AvgPool2d`, with one number instead of pairs.

    Examples
    --------
    >>> nn.AvgPool1d(3, stride=2)(dv.tensor([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]])).tolist()
    [[2.0, 4.0, 6.0]]
    """

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        check_each_int(self, kernel_size=kernel_size)
        self.kernel_size = per_dimension(kernel_size, 1)
        self.stride = per_dimension(kernel_size if stride is None else stride, 1)
        self.padding = per_dimension(padding, 1)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        """Average every window."""
        windows = self.kernel_size, self.stride, self.padding
        return F.avg_pool1d(input, *windows, self.ceil_mode, self.count_include_pad)


class _WithDivisor(_AvgPoolNd):
    """Means whose divisor may be given."""

    function: ClassVar[Callable[..., Tensor]]

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
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
        """Average every window."""
        windows = self.kernel_size, self.stride, self.padding
        options = self.ceil_mode, self.count_include_pad, self.divisor_override
        return type(self).function(input, *windows, *options)


class AvgPool2d(_WithDivisor):
    """The mean of each window of images ``(N, C, H, W)`` or ``(C, H, W)``.

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

    function: ClassVar[Callable[..., Tensor]] = F.avg_pool2d


class AvgPool3d(_WithDivisor):
    """The mean of each window of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    The arguments are those of `AvgPool2d`, with three numbers instead of pairs.

    Examples
    --------
    >>> nn.AvgPool3d(2)(dv.ones(1, 3, 4, 6, 8)).shape
    (1, 3, 2, 3, 4)
    """

    function: ClassVar[Callable[..., Tensor]] = F.avg_pool3d


class _LPPoolNd(Module):
    """What the power means have in common; see `LPPool2d`."""

    function: ClassVar[Callable[..., Tensor]]

    def __init__(
        self, norm_type: float, kernel_size: Ints, stride: Ints | None = None, ceil_mode: bool = False
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def forward(self, input: Tensor) -> Tensor:
        """Return the norm of every window."""
        windows = self.kernel_size, self.stride
        return type(self).function(input, float(self.norm_type), *windows, self.ceil_mode)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class LPPool1d(_LPPoolNd):
    """The norm of each window of sequences ``(N, C, L)`` or ``(C, L)``; see `LPPool2d` for the arguments.

    Examples
    --------
    >>> nn.LPPool1d(2, kernel_size=2)(dv.tensor([[3.0, 4.0]])).tolist()
    [[5.0]]
    """

    function: ClassVar[Callable[..., Tensor]] = F.lp_pool1d


class LPPool2d(_LPPoolNd):
    """The norm of each window of images ``(N, C, H, W)`` or ``(C, H, W)``: ``sum(x**p)**(1/p)``.

    Parameters
    ----------
    norm_type : float
        The power p.
    kernel_size : int or (int, int)
        Height and width of the windows.
    stride : int or (int, int), optional
        Step between windows; their size if not given.
    ceil_mode : bool
        Keep a last window that hangs over the edge.

    Examples
    --------
    >>> nn.LPPool2d(2, kernel_size=(1, 2))(dv.tensor([[[3.0, 4.0]]])).tolist()
    [[[5.0]]]
    """

    function: ClassVar[Callable[..., Tensor]] = F.lp_pool2d


class LPPool3d(_LPPoolNd):
    """The norm of each window of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``; see `LPPool2d` for the arguments.

    Examples
    --------
    >>> nn.LPPool3d(1, kernel_size=2)(dv.ones(1, 2, 2, 2)).item()
    8.0
    """

    function: ClassVar[Callable[..., Tensor]] = F.lp_pool3d

"""The largest element of each window, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .conv import Ints
from .utils import per_dimension


class _MaxPoolNd(Module):
    """What the maxima of windows have in common; see `MaxPool2d`."""

    function: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
        dilation: Ints = 1,
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
        """Return the largest elements, and where they are if that was asked for."""
        windows = self.kernel_size, self.stride, self.padding, self.dilation
        return type(self).function(input, *windows, self.ceil_mode, self.return_indices)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The maximum of each window of sequences ``(N, C, L)`` or ``(C, L)``.

    The arguments are those of `MaxPool2d`, with one number instead of pairs.

    Examples
    --------
    >>> nn.MaxPool1d(3, stride=2)(dv.ones(20, 16, 50)).shape
    (20, 16, 24)
    """

    function: ClassVar[Callable[..., Any]] = F.max_pool1d


class MaxPool2d(_MaxPoolNd):
    """The maximum of each window of images ``(N, C, H, W)`` or ``(C, H, W)``.

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

    function: ClassVar[Callable[..., Any]] = F.max_pool2d


class MaxPool3d(_MaxPoolNd):
    """The maximum of each window of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    The arguments are those of `MaxPool2d`, with three numbers instead of pairs.

    Examples
    --------
    >>> nn.MaxPool3d((1, 2, 2))(dv.ones(1, 3, 4, 8, 8)).shape
    (1, 3, 4, 4, 4)
    """

    function: ClassVar[Callable[..., Any]] = F.max_pool3d


class _MaxUnpoolNd(Module):
    """What the inverses of the maxima have in common; see `MaxUnpool2d`."""

    function: ClassVar[Callable[..., Tensor]]
    dimensions: ClassVar[int]

    def __init__(self, kernel_size: Ints, stride: Ints | None = None, padding: Ints = 0) -> None:
        super().__init__()
        self.kernel_size = per_dimension(kernel_size, self.dimensions)
        self.stride = per_dimension(kernel_size if stride is None else stride, self.dimensions)
        self.padding = per_dimension(padding, self.dimensions)

    def forward(self, input: Tensor, indices: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Put the elements where they were, and zeros elsewhere; `output_size` decides between several sizes."""
        windows = self.kernel_size, self.stride, self.padding
        return type(self).function(input, indices, *windows, output_size)

    def extra_repr(self) -> str:
        """Return the arguments."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """The elements that `MaxPool1d` took from sequences, put back; see `MaxUnpool2d` for the arguments.

    Examples
    --------
    >>> pool, unpool = nn.MaxPool1d(2, return_indices=True), nn.MaxUnpool1d(2)
    >>> unpool(*pool(dv.tensor([[1.0, 2.0, 4.0, 3.0]]))).tolist()
    [[0.0, 2.0, 4.0, 0.0]]
    """

    function: ClassVar[Callable[..., Any]] = F.max_unpool1d
    dimensions: ClassVar[int] = 1


class MaxUnpool2d(_MaxUnpoolNd):
    """The elements that `MaxPool2d` took from images, put back where they were; elsewhere are zeros.

    Inputs are the two results of the pooling, of shape ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    kernel_size, stride, padding : int or (int, int)
        Those of the pooling.

    Examples
    --------
    >>> pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
    >>> unpool(*pool(dv.tensor([[[1.0, 2.0], [4.0, 3.0]]]))).tolist()
    [[[0.0, 0.0], [4.0, 0.0]]]
    """

    function: ClassVar[Callable[..., Any]] = F.max_unpool2d
    dimensions: ClassVar[int] = 2


class MaxUnpool3d(_MaxUnpoolNd):
    """The elements that `MaxPool3d` took from volumes, put back; see `MaxUnpool2d` for the arguments.

    Examples
    --------
    >>> pool, unpool = nn.MaxPool3d(2, return_indices=True), nn.MaxUnpool3d(2)
    >>> unpool(*pool(dv.ones(1, 4, 4, 4))).sum()
    tensor(8.)
    """

    function: ClassVar[Callable[..., Any]] = F.max_unpool3d
    dimensions: ClassVar[int] = 3

"""Pooling to a given number of windows, which cover the input evenly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class _Adaptive(Module):
    """What pools of a given output size have in common."""

    function: ClassVar[Callable[..., Any]]
    dimensions: ClassVar[int]

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def _size(self) -> Any:
        return (None,) * self.dimensions if self.output_size is None else self.output_size

    def extra_repr(self) -> str:
        """Return the size."""
        return f"output_size={self.output_size}"


class _AdaptiveAvgPoolNd(_Adaptive):
    def forward(self, input: Tensor) -> Tensor:
        """Average every window."""
        pooled: Tensor = type(self).function(input, self._size())
        return pooled


class _AdaptiveMaxPoolNd(_Adaptive):
    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input: Tensor) -> Any:
        """Return the largest elements, and where they are if that was asked for."""
        return type(self).function(input, self._size(), self.return_indices)


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The means of `output_size` windows of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    output_size : int
        Number of windows.

    Examples
    --------
    >>> nn.AdaptiveAvgPool1d(5)(dv.ones(1, 64, 8)).shape
    (1, 64, 5)
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_avg_pool1d
    dimensions: ClassVar[int] = 1


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The means of windows that cover images ``(N, C, H, W)`` or ``(C, H, W)`` evenly.

    Parameters
    ----------
    output_size : int or pair
        Numbers of windows along height and width; None keeps the image's length.

    Examples
    --------
    >>> nn.AdaptiveAvgPool2d((1, None))(dv.ones(1, 3, 8, 5)).shape
    (1, 3, 1, 5)
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_avg_pool2d
    dimensions: ClassVar[int] = 2


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The means of windows that cover volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)`` evenly.

    Parameters
    ----------
    output_size : int or three of them
        Numbers of windows along each dimension; None keeps the length.

    Examples
    --------
    >>> nn.AdaptiveAvgPool3d((5, 7, 9))(dv.ones(1, 2, 8, 9, 10)).shape
    (1, 2, 5, 7, 9)
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_avg_pool3d
    dimensions: ClassVar[int] = 3


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The maxima of `output_size` windows of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    output_size : int
        Number of windows.
    return_indices : bool
        Also return where the largest elements are.

    Examples
    --------
    >>> nn.AdaptiveMaxPool1d(2)(dv.tensor([[1.0, 3.0, 2.0, 5.0]])).tolist()
    [[3.0, 5.0]]
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_max_pool1d
    dimensions: ClassVar[int] = 1


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """The maxima of windows that cover images ``(N, C, H, W)`` or ``(C, H, W)`` evenly.

    Parameters
    ----------
    output_size : int or pair
        Numbers of windows along height and width; None keeps the image's length.
    return_indices : bool
        Also return where the largest elements are in the flattened images.

    Examples
    --------
    >>> nn.AdaptiveMaxPool2d(3)(dv.ones(1, 2, 8, 9)).shape
    (1, 2, 3, 3)
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_max_pool2d
    dimensions: ClassVar[int] = 2


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """The maxima of windows that cover volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)`` evenly.

    Parameters
    ----------
    output_size : int or three of them
        Numbers of windows along each dimension; None keeps the length.
    return_indices : bool
        Also return where the largest elements are in the flattened volumes.

    Examples
    --------
    >>> nn.AdaptiveMaxPool3d(2)(dv.ones(1, 2, 8, 9, 10)).shape
    (1, 2, 2, 2, 2)
    """

    function: ClassVar[Callable[..., Any]] = F.adaptive_max_pool3d
    dimensions: ClassVar[int] = 3

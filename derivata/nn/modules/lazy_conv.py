"""Convolutions whose number of input channels comes from the first batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import UninitializedParameter
from .conv import Conv1d, Conv2d, Conv3d, Ints, _ConvNd
from .conv_transpose import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .lazy import LazyModuleMixin
from .lazy_linear import materialize
from .utils import check_ints


class _LazyConvNd(LazyModuleMixin, _ConvNd):
    """What all of them have in common."""

    def _leave_open(self, out_channels: int, bias: bool, device: Any, dtype: Any) -> None:
        """Put parameters without shape in the place of those that were made for no channels."""
        check_ints(self, out_channels=out_channels)
        self.out_channels = out_channels
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw new initial values, once there are parameters."""
        if not self.has_uninitialized_params() and self.in_channels:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Take `in_channels` from an input, and draw initial values unless they were loaded."""
        channels = self._channels_of(input)
        if not self.has_uninitialized_params():
            self.in_channels = channels
            return
        if channels % self.groups:
            raise ValueError(
                f"{type(self).__name__}: in_channels must be divisible by groups, got an input with {channels} "
                f"channels and groups={self.groups}"
            )
        self.in_channels = channels
        materialize(self.weight, self._weight_shape())
        materialize(self.bias, (self.out_channels,))
        self.reset_parameters()

    def _channels_of(self, input: Tensor) -> int:
        if input.ndim not in (self.dimensions + 1, self.dimensions + 2):
            raise RuntimeError(
                f"{type(self).__name__}: expected {self.dimensions + 1}D (unbatched) or {self.dimensions + 2}D "
                f"(batched) input, got shape {input.shape}"
            )
        return input.shape[-self.dimensions - 1]


class _LazyConv(_LazyConvNd):
    """The constructor of convolutions."""

    def __init__(
        self,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Ints | str = 0,
        dilation: Ints = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        sizes = kernel_size, stride, padding, dilation
        super().__init__(0, 0, *sizes, groups, False, padding_mode, device, dtype)
        self._leave_open(out_channels, bias, device, dtype)


class _LazyConvTranspose(_LazyConvNd):
    """The constructor of transposed convolutions."""

    def __init__(
        self,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Ints = 0,
        output_padding: Ints = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Ints = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        sizes: Any = (kernel_size, stride, padding, output_padding)
        super().__init__(0, 0, *sizes, groups, False, dilation, padding_mode, device, dtype)
        self._leave_open(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    """A `Conv1d` that takes `in_channels` from its first input, and then is a `Conv1d`.

    The other arguments are those of `Conv1d`.

    Examples
    --------
    >>> layer = nn.LazyConv1d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5)).shape, layer.weight.shape
    ((2, 4, 4), (4, 3, 2))
    """

    cls_to_become: type[Module] | None = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    """A `Conv2d` that takes `in_channels` from its first input, and then is a `Conv2d`.

    The other arguments are those of `Conv2d`.

    Examples
    --------
    >>> layer = nn.LazyConv2d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5, 5)).shape, layer.weight.shape
    ((2, 4, 4, 4), (4, 3, 2, 2))
    """

    cls_to_become: type[Module] | None = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    """A `Conv3d` that takes `in_channels` from its first input, and then is a `Conv3d`.

    The other arguments are those of `Conv3d`.

    Examples
    --------
    >>> layer = nn.LazyConv3d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5, 5, 5)).shape, layer.weight.shape
    ((2, 4, 4, 4, 4), (4, 3, 2, 2, 2))
    """

    cls_to_become: type[Module] | None = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    """A `ConvTranspose1d` that takes `in_channels` from its first input, and then is a `ConvTranspose1d`.

    The other arguments are those of `ConvTranspose1d`.

    Examples
    --------
    >>> layer = nn.LazyConvTranspose1d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5)).shape, layer.weight.shape
    ((2, 4, 6), (3, 4, 2))
    """

    cls_to_become: type[Module] | None = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    """A `ConvTranspose2d` that takes `in_channels` from its first input, and then is a `ConvTranspose2d`.

    The other arguments are those of `ConvTranspose2d`.

    Examples
    --------
    >>> layer = nn.LazyConvTranspose2d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5, 5)).shape, layer.weight.shape
    ((2, 4, 6, 6), (3, 4, 2, 2))
    """

    cls_to_become: type[Module] | None = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    """A `ConvTranspose3d` that takes `in_channels` from its first input, and then is a `ConvTranspose3d`.

    The other arguments are those of `ConvTranspose3d`.

    Examples
    --------
    >>> layer = nn.LazyConvTranspose3d(4, kernel_size=2)
    >>> layer(dv.ones(2, 3, 5, 5, 5)).shape, layer.weight.shape
    ((2, 4, 6, 6, 6), (3, 4, 2, 2, 2))
    """

    cls_to_become: type[Module] | None = ConvTranspose3d

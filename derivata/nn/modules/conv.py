"""Convolution layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter, empty

Pair = int | tuple[int, int]


class Conv2d(Module):
    """Cross-correlation of images with learned kernels.

    Parameters
    ----------
    in_channels, out_channels : int
        Channels of input and output.
    kernel_size : int or (int, int)
        Height and width of the kernels.
    stride, dilation : int or (int, int)
        Step between positions, step between the taps of a kernel.
    padding : int, (int, int), "valid" or "same"
        Zeros added at each side; "valid" adds none, "same" as many as keep the size, for a stride of 1.
    groups : int
        Number of groups of channels that do not see each other.
    bias : bool
        Whether a bias per output channel is learned.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight : Parameter
        Shape ``(out_channels, in_channels // groups, height, width)``, initialised uniformly in
        ``±1/sqrt(fan_in)``.
    bias : Parameter or None
        Shape ``(out_channels,)``, initialised like the weight.

    Examples
    --------
    >>> nn.Conv2d(3, 8, kernel_size=3, padding=1)(dv.ones(16, 3, 28, 28)).shape
    (16, 8, 28, 28)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Pair,
        stride: Pair = 1,
        padding: Pair | str = 0,
        dilation: Pair = 1,
        groups: int = 1,
        bias: bool = True,
        *,
        dtype: np.dtype[Any] | None = None,
    ) -> None:
        super().__init__()
        if groups < 1 or in_channels % groups or out_channels % groups:
            raise ValueError(
                f"Conv2d: expected channels that groups={groups} divides, got in_channels={in_channels} and "
                f"out_channels={out_channels}; change groups"
            )
        if isinstance(padding, str):
            _check_word(padding, stride)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = pair(kernel_size)
        self.stride = pair(stride)
        self.padding = padding if isinstance(padding, str) else pair(padding)
        self.dilation = pair(dilation)
        self.groups = groups
        self.weight = Parameter(empty((out_channels, in_channels // groups, *self.kernel_size), dtype))
        self.bias = Parameter(empty((out_channels,), dtype)) if bias else None
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        init.fan_in_uniform_(self.weight, self.bias)

    def forward(self, input: Tensor) -> Tensor:
        """Correlate an input of shape ``(batch, in_channels, height, width)``."""
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self) -> str:
        """Return the sizes, and the other arguments where they are not the defaults."""
        text = (
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        )
        for name, default in (("padding", (0, 0)), ("dilation", (1, 1)), ("groups", 1)):
            value = getattr(self, name)
            text += f", {name}={value}" if value != default else ""
        return text + (", bias=False" if self.bias is None else "")


def _check_word(padding: str, stride: Pair) -> None:
    if padding not in ("valid", "same"):
        raise ValueError(f"Conv2d: expected padding to be numbers, 'valid' or 'same', got {padding!r}")
    if padding == "same" and pair(stride) != (1, 1):
        raise ValueError(f"Conv2d: padding='same' is not supported for strided convolutions, got {stride=}")


def pair(value: Pair) -> tuple[int, int]:
    """Return an int as two equal ints."""
    return (value, value) if isinstance(value, int) else value

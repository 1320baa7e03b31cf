"""Convolutions of sequences, images and volumes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter
from ..values import empty
from .utils import check_ints, per_dimension

Ints = int | tuple[int, ...]
MODES = "zeros", "reflect", "replicate", "circular"


class _ConvNd(Module):
    """Base class of all convolutions and transposed convolutions.

    Parameters
    ----------
    in_channels, out_channels : int
        Channels of input and output.
    kernel_size : int or tuple of ints
        Size of the kernels.
    stride, dilation : int or tuple of ints
        Step between positions, step between the taps of a kernel.
    padding : int, tuple of ints, "valid" or "same"
        Numbers added at each side; "valid" adds none, "same" as many as keep the size, for a stride of 1.
    groups : int
        Number of groups of channels that do not see each other.
    bias : bool
        Whether a bias per output channel is learned.
    padding_mode : {"zeros", "reflect", "replicate", "circular"}
        What is added.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.
    """

    dimensions: ClassVar[int]
    transposed: bool = False
    output_padding: tuple[int, ...]

    def __init__(
        self,
        in_channels: int,
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
        super().__init__()
        self._check(in_channels, out_channels, stride, padding, groups, padding_mode)
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = per_dimension(kernel_size, self.dimensions)
        self.stride = per_dimension(stride, self.dimensions)
        self.padding = padding if isinstance(padding, str) else per_dimension(padding, self.dimensions)
        self.dilation = per_dimension(dilation, self.dimensions)
        self.output_padding = (0,) * self.dimensions
        self.groups = groups
        self.padding_mode = padding_mode
        self.weight: Parameter = Parameter(empty(self._weight_shape(), dtype, device))
        self.bias: Parameter | None = (
            Parameter(empty((out_channels,), dtype, device)) if bias else self._no_parameter("bias")
        )
        self.reset_parameters()

    def _weight_shape(self) -> tuple[int, ...]:
        shape = (self.out_channels, self.in_channels // self.groups, *self.kernel_size)
        return (self.in_channels, self.out_channels // self.groups, *shape[2:]) if self.transposed else shape

    def _check(
        self, inputs: int, outputs: int, stride: Ints, padding: Ints | str, groups: int, mode: str
    ) -> None:
        name = type(self).__name__
        check_ints(self, in_channels=inputs, out_channels=outputs, groups=groups)
        if groups < 1 or inputs % groups or outputs % groups:
            raise ValueError(
                f"{name}: expected channels that groups={groups} divides, got in_channels={inputs} and "
                f"out_channels={outputs}; change groups"
            )
        if isinstance(padding, str) and padding not in ("valid", "same"):
            raise ValueError(f"{name}: expected padding to be numbers, 'valid' or 'same', got {padding!r}")
        if padding == "same" and set(per_dimension(stride, self.dimensions)) != {1}:
            raise ValueError(
                f"{name}: padding='same' is not supported for strided convolutions, got {stride=}"
            )
        if mode not in MODES:
            raise ValueError(f"{name}: expected padding_mode to be one of {', '.join(MODES)}, got {mode!r}")

    def reset_parameters(self) -> None:
        """Draw weight and bias uniformly in ``±1/sqrt(fan_in)``."""
        init.fan_in_uniform_(self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the sizes, and the other arguments where they are not the defaults."""
        text = (
            f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        )
        zeros, ones = (0,) * self.dimensions, (1,) * self.dimensions
        defaults = {"padding": zeros, "dilation": ones, "output_padding": zeros, "groups": 1}
        for name, default in defaults.items():
            value = getattr(self, name)
            text += f", {name}={value}" if value != default else ""
        text += ", bias=False" if self.bias is None else ""
        return text + ("" if self.padding_mode == "zeros" else f", padding_mode={self.padding_mode}")


class _Conv(_ConvNd):
    """A convolution; subclasses say of how many dimensions."""

    function: ClassVar[Callable[..., Tensor]]

    def forward(self, input: Tensor) -> Tensor:
        """Correlate the input with the kernels."""
        padding: Any = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._sides(), mode=self.padding_mode), (0,) * self.dimensions
        return type(self).function(
            input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups
        )

    def _sides(self) -> list[int]:
        """Return how much is added at both ends of the last dimension, of the one before, ..."""
        if self.padding == "same":
            spans = [step * (size - 1) for step, size in zip(self.dilation, self.kernel_size, strict=True)]
            pairs = [(span // 2, span - span // 2) for span in spans]
        else:
            numbers = (0,) * self.dimensions if self.padding == "valid" else self.padding
            pairs = [(number, number) for number in numbers]
        return [number for pair in reversed(pairs) for number in pair]


class Conv1d(_Conv):
    """Cross-correlation of sequences ``(N, in_channels, L)`` with learned kernels; ``(in_channels, L)`` is one of them.

    The arguments are those of `Conv2d`, with one number instead of pairs. The weight is of shape
    ``(out_channels, in_channels // groups, kernel_size)``.

    Examples
    --------
    >>> nn.Conv1d(3, 8, kernel_size=5, stride=2)(dv.ones(16, 3, 25)).shape
    (16, 8, 11)
    """

    dimensions: ClassVar[int] = 1
    function: ClassVar[Callable[..., Tensor]] = F.conv1d


class Conv2d(_Conv):
    """Cross-correlation of images ``(N, in_channels, H, W)`` with learned kernels.

    The batch dimension may be missing. The result is of shape ``(N, out_channels, H', W')`` with
    ``H' = (H + 2 * padding - dilation * (kernel_size - 1) - 1) // stride + 1``.

    Parameters
    ----------
    in_channels, out_channels : int
        Channels of input and output.
    kernel_size : int or (int, int)
        Height and width of the kernels.
    stride, dilation : int or (int, int)
        Step between positions, step between the taps of a kernel.
    padding : int, (int, int), "valid" or "same"
        Numbers added at each side; "valid" adds none, "same" as many as keep the size, for a stride of 1.
    groups : int
        Number of groups of channels that do not see each other.
    bias : bool
        Whether a bias per output channel is learned.
    padding_mode : {"zeros", "reflect", "replicate", "circular"}
        What is added.
    device : "cpu", optional
        The processor; there is no other.
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

    dimensions: ClassVar[int] = 2
    function: ClassVar[Callable[..., Tensor]] = F.conv2d


class Conv3d(_Conv):
    """Cross-correlation of volumes ``(N, in_channels, D, H, W)`` with learned kernels; the batch may be missing.

    The arguments are those of `Conv2d`, with three numbers instead of pairs. The weight is of shape
    ``(out_channels, in_channels // groups, depth, height, width)``.

    Examples
    --------
    >>> nn.Conv3d(1, 2, kernel_size=(1, 3, 3))(dv.ones(4, 1, 5, 6, 7)).shape
    (4, 2, 5, 4, 5)
    """

    dimensions: ClassVar[int] = 3
    function: ClassVar[Callable[..., Tensor]] = F.conv3d

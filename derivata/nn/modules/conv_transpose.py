"""Transposed convolutions of sequences, images and volumes: the gradients of convolutions by their inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from .conv import Ints, _ConvNd
from .utils import per_dimension


class _ConvTransposeNd(_ConvNd):
    """A transposed convolution; subclasses say of how many dimensions."""

    function: ClassVar[Callable[..., Tensor]]
    transposed = True

    def __init__(
        self,
        in_channels: int,
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
        if padding_mode != "zeros":
            raise ValueError(
                f'{type(self).__name__}: Only "zeros" padding mode is supported, got {padding_mode!r}'
            )
        sizes = kernel_size, stride, padding, dilation
        super().__init__(
            in_channels, out_channels, *sizes, groups, bias, padding_mode, device=device, dtype=dtype
        )
        self.output_padding = per_dimension(output_padding, self.dimensions)

    def forward(self, input: Tensor, output_size: Sequence[int] | None = None) -> Tensor:
        """Spread the input by the kernels.

        Parameters
        ----------
        input : Tensor
            Of shape ``(N, in_channels, ...)`` or ``(in_channels, ...)``.
        output_size : sequence of ints, optional
            The size of the result, where a stride leaves several; `output_padding` says it otherwise.
        """
        further = self.output_padding if output_size is None else self._missing(input, list(output_size))
        options = self.stride, self.padding, further, self.groups, self.dilation
        return type(self).function(input, self.weight, self.bias, *options)

    def _missing(self, input: Tensor, wanted: list[int]) -> tuple[int, ...]:
        """Return how much longer the result must be than the shortest that the input can give."""
        name, count = type(self).__name__, self.dimensions
        leading = input.ndim - count
        if len(wanted) == count + leading:
            wanted = wanted[leading:]
        if len(wanted) != count:
            raise ValueError(
                f"{name}: expected an output_size of {count} or {count + leading} numbers, got {len(wanted)}"
            )
        places = zip(
            input.shape[leading:], self.kernel_size, self.stride, self.padding, self.dilation, strict=True
        )
        least = [
            (n - 1) * step - 2 * int(pad) + spread * (size - 1) + 1 for n, size, step, pad, spread in places
        ]
        most = [n + step - 1 for n, step in zip(least, self.stride, strict=True)]
        if any(not low <= n <= high for low, n, high in zip(least, wanted, most, strict=True)):
            raise ValueError(
                f"{name}: requested an output size of {wanted}, but valid sizes range from {least} to {most} (for an "
                f"input of {tuple(input.shape[leading:])})"
            )
        return tuple([n - low for n, low in zip(wanted, least, strict=True)])


class ConvTranspose1d(_ConvTransposeNd):
    """Transposed convolution of sequences ``(N, in_channels, L)``; the batch may be missing.

    The arguments are those of `ConvTranspose2d`, with one number instead of pairs.

    Examples
    --------
    >>> nn.ConvTranspose1d(4, 2, kernel_size=3, stride=2)(dv.ones(1, 4, 5)).shape
    (1, 2, 11)
    """

    dimensions: ClassVar[int] = 1
    function: ClassVar[Callable[..., Tensor]] = F.conv_transpose1d


class ConvTranspose2d(_ConvTransposeNd):
    """Transposed convolution of images ``(N, in_channels, H, W)``, which makes them larger; the batch may be missing.

    The result is of shape ``(N, out_channels, H', W')`` with
    ``H' = (H - 1) * stride - 2 * padding + dilation * (kernel_size - 1) + output_padding + 1``.

    Parameters
    ----------
    in_channels, out_channels : int
        Channels of input and output.
    kernel_size, stride, dilation : int or (int, int)
        Those of the convolution whose gradient this is.
    padding : int or (int, int)
        How much is left out at each side.
    output_padding : int or (int, int)
        How much longer the result is, at one side: less than stride or dilation.
    groups : int
        Number of groups of channels that do not see each other.
    bias : bool
        Whether a bias per output channel is learned.
    padding_mode : {"zeros"}
        There is no other.
    device : "cpu", optional
        The processor; there is no other.
    dtype : dtype, optional
        dtype of the parameters; the default dtype if not given.

    Attributes
    ----------
    weight : Parameter
        Shape ``(in_channels, out_channels // groups, height, width)``.
    bias : Parameter or None
        Shape ``(out_channels,)``.

    Examples
    --------
    >>> up = nn.ConvTranspose2d(4, 2, kernel_size=3, stride=2, padding=1)
    >>> up(dv.ones(1, 4, 6, 6)).shape, up(dv.ones(1, 4, 6, 6), output_size=(12, 12)).shape
    ((1, 2, 11, 11), (1, 2, 12, 12))
    """

    dimensions: ClassVar[int] = 2
    function: ClassVar[Callable[..., Tensor]] = F.conv_transpose2d


class ConvTranspose3d(_ConvTransposeNd):
    """Transposed convolution of volumes ``(N, in_channels, D, H, W)``; the batch may be missing.

    The arguments are those of `ConvTranspose2d`, with three numbers instead of pairs.

    Examples
    --------
    >>> nn.ConvTranspose3d(2, 1, kernel_size=2, stride=2)(dv.ones(1, 2, 2, 3, 4)).shape
    (1, 1, 4, 6, 8)
    """

    dimensions: ClassVar[int] = 3
    function: ClassVar[Callable[..., Tensor]] = F.conv_transpose3d

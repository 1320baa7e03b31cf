"""Channels and pixels exchanged, and channels among each other."""

from __future__ import annotations

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class PixelShuffle(Module):
    """Make pixels of channels: ``(..., C * r**2, H, W)`` becomes ``(..., C, H * r, W * r)``.

    Parameters
    ----------
    upscale_factor : int
        The factor r.

    Examples
    --------
    >>> nn.PixelShuffle(3)(dv.ones(1, 9, 4, 4)).shape
    (1, 1, 12, 12)
    """

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Rearrange the elements."""
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> str:
        """Return the factor."""
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """Make channels of pixels: ``(..., C, H * r, W * r)`` becomes ``(..., C * r**2, H, W)``.

    Parameters
    ----------
    downscale_factor : int
        The factor r.

    Examples
    --------
    >>> nn.PixelUnshuffle(3)(dv.ones(1, 1, 12, 12)).shape
    (1, 9, 4, 4)
    """

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Rearrange the elements."""
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> str:
        """Return the factor."""
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """Mix the channels of ``(N, C, ...)``: the first of every group, then the second of every group, ...

    Parameters
    ----------
    groups : int
        Number of groups.

    Examples
    --------
    >>> nn.ChannelShuffle(2)(dv.tensor([[[1.0], [2.0], [3.0], [4.0]]])).ravel().tolist()
    [1.0, 3.0, 2.0, 4.0]
    """

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        """Rearrange the channels."""
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        """Return the number of groups."""
        return f"groups={self.groups}"

"""Sequences, images and volumes of other sizes."""

from __future__ import annotations

from typing import Any

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class Upsample(Module):
    """Interpolate sequences ``(N, C, L)``, images ``(N, C, H, W)`` or volumes ``(N, C, D, H, W)``.

    Parameters
    ----------
    size : int or tuple of ints, optional
        The size of the result.
    scale_factor : float or tuple of floats, optional
        How many times larger it is; one of the two is given.
    mode : {"nearest", "linear", "bilinear", "bicubic", "trilinear"}
        How values between elements are found.
    align_corners : bool, optional
        Whether the elements at the corners stay where they are.
    recompute_scale_factor : bool, optional
        Whether positions follow from the size that `scale_factor` gives.

    Examples
    --------
    >>> nn.Upsample(scale_factor=2)(dv.tensor([[[1.0, 2.0]]])).tolist()
    [[[1.0, 1.0, 2.0, 2.0]]]
    """

    def __init__(
        self,
        size: int | tuple[int, ...] | None = None,
        scale_factor: float | tuple[float, ...] | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.name: str = type(self).__name__
        self.size = size
        self.scale_factor: Any = None
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple([float(factor) for factor in scale_factor])
        elif scale_factor:
            self.scale_factor = float(scale_factor)
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        """Interpolate the last dimensions."""
        options = self.mode, self.align_corners, self.recompute_scale_factor
        return F.interpolate(input, self.size, self.scale_factor, *options)

    def extra_repr(self) -> str:
        """Return the size or the factor, and the mode."""
        if self.scale_factor is None:
            return f"size={self.size!r}, mode={self.mode!r}"
        return f"scale_factor={self.scale_factor!r}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Enlarge images ``(N, C, H, W)`` by repeating elements; the arguments are the first two of `Upsample`.

    Examples
    --------
    >>> nn.UpsamplingNearest2d(scale_factor=2)(dv.ones(1, 3, 4, 5)).shape
    (1, 3, 8, 10)
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Enlarge images ``(N, C, H, W)``, linearly between elements, with corners where they are.

    The arguments are the first two of `Upsample`.

    Examples
    --------
    >>> nn.UpsamplingBilinear2d(size=(1, 3))(dv.tensor([[[[1.0, 2.0]]]])).tolist()
    [[[[1.0, 1.5, 2.0]]]]
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)

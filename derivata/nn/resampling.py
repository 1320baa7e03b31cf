"""Resampling by the names and with the warnings that PyTorch has for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated.ops import affine_grid_generator, grid_sampler, interpolate
from ..runtime.tensors.tensor import Tensor
from ..support.warn import warn_of_align_corners, warn_of_other_name

Size = int | Sequence[int] | None
Factors = float | Sequence[float] | None

_MODES = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")


def upsample(
    input: Tensor,
    size: Size = None,
    scale_factor: Factors = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Any:
    """Return what `interpolate` returns; deprecated in its favour.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, L), (N, C, H, W) or (N, C, D, H, W).
    size : int or tuple of ints, optional
        The sizes of the output.
    scale_factor : float or tuple of floats, optional
        How many times as large the output is.
    mode : str
        How to interpolate.
    align_corners : bool, optional
        Whether first and last elements stay where they are.

    Returns
    -------
    Tensor

    Examples
    --------
    >>> nn.functional.upsample(dv.tensor([[[1.0, 2.0]]]), 4)
    tensor([[[1., 1., 2., 2.]]])
    """
    warn_of_other_name("nn.functional.upsample", "nn.functional.interpolate")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size: Size = None, scale_factor: Factors = None) -> Any:
    """Return what `interpolate` returns with mode 'nearest'; deprecated in its favour.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, L), (N, C, H, W) or (N, C, D, H, W).
    size : int or tuple of ints, optional
        The sizes of the output.
    scale_factor : float or tuple of floats, optional
        How many times as large the output is.

    Returns
    -------
    Tensor

    Examples
    --------
    >>> nn.functional.upsample_nearest(dv.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    warn_of_other_name("nn.functional.upsample_nearest", "nn.functional.interpolate")
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size: Size = None, scale_factor: Factors = None) -> Any:
    """Return what `interpolate` returns with mode 'bilinear' and aligned corners; deprecated in its favour.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, H, W).
    size : int or tuple of ints, optional
        The sizes of the output.
    scale_factor : float or tuple of floats, optional
        How many times as large the output is.

    Returns
    -------
    Tensor

    Examples
    --------
    >>> nn.functional.upsample_bilinear(dv.tensor([[[[1.0, 3.0]]]]), (1, 3))
    tensor([[[[1., 2., 3.]]]])
    """
    warn_of_other_name("nn.functional.upsample_bilinear", "nn.functional.interpolate")
    return interpolate(input, size, scale_factor, "bilinear", True)


def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Any:
    """Return what images or volumes hold at the points of a grid.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, H, W) or (N, C, D, H, W).
    grid : Tensor
        Of shape (N, h, w, 2) or (N, d, h, w, 3): coordinates from -1 to 1, that of the last dimension first.
    mode : {"bilinear", "nearest", "bicubic"}
        How to interpolate; "bilinear" is trilinear in volumes.
    padding_mode : {"zeros", "border", "reflection"}
        What is outside.
    align_corners : bool, optional
        Whether -1 and 1 are the centres of the outer elements, not their edges; False, and a warning, if not given.

    Returns
    -------
    Tensor
        Of shape (N, C, h, w) or (N, C, d, h, w).

    Raises
    ------
    ValueError
        If there is no such mode.
    RuntimeError
        If the shapes or dtypes do not go together.

    Examples
    --------
    >>> images = dv.tensor([[[[0.0, 1.0], [2.0, 3.0]]]])
    >>> nn.functional.grid_sample(images, dv.tensor([[[[0.0, 0.0], [1.0, -1.0]]]]), align_corners=True)
    tensor([[[[1.5, 1. ]]]])
    """
    if mode not in _MODES:
        raise ValueError(f"grid_sample: mode must be 'bilinear', 'nearest' or 'bicubic', got {mode!r}")
    if padding_mode not in _PADDINGS:
        raise ValueError(
            f"grid_sample: padding_mode must be 'zeros', 'border' or 'reflection', got {padding_mode!r}"
        )
    if align_corners is None:
        warn_of_align_corners("grid_sample")
    return grid_sampler(input, grid, _MODES.index(mode), _PADDINGS.index(padding_mode), bool(align_corners))


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Any:
    """Return the grid of points to which affine maps take those of images, for `grid_sample`.

    Parameters
    ----------
    theta : Tensor
        A matrix (2, 3) for each image, or (3, 4) for each volume.
    size : sequence of int
        The shape (N, C, H, W) or (N, C, D, H, W) of what the grid will give.
    align_corners : bool, optional
        Whether -1 and 1 are the centres of the outer elements, not their edges; False, and a warning, if not given.

    Returns
    -------
    Tensor
        Of shape (N, H, W, 2) or (N, D, H, W, 3).

    Raises
    ------
    ValueError
        If `theta` is not of a floating-point dtype or has another shape, or if `size` is not positive.
    NotImplementedError
        If `size` is that of neither images nor volumes.

    Examples
    --------
    >>> turn = dv.tensor([[[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]])
    >>> nn.functional.affine_grid(turn, (1, 1, 1, 2), align_corners=True)
    tensor([[[[ 0.,  1.],
              [ 0., -1.]]]])
    """
    if align_corners is None:
        warn_of_align_corners("affine_grid")
    if theta.dtype.kind != "f":
        raise ValueError(f"affine_grid: theta must be of a floating-point dtype, got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            f"affine_grid: size must be that of images (N, C, H, W) or volumes (N, C, D, H, W), got {tuple(size)}"
        )
    dims = len(size) - 2
    if theta.ndim != 3 or theta.shape[1:] != (dims, dims + 1):
        raise ValueError(
            f"affine_grid: theta must be a batch of matrices ({dims}, {dims + 1}) for size {tuple(size)}, got shape"
            f" {theta.shape}"
        )
    if min(size) < 1:
        raise ValueError(f"affine_grid: size must be greater than 0, got {tuple(size)}")
    return affine_grid_generator(theta, size, bool(align_corners))

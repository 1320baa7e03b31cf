"""The maximum of windows of sequences, images and volumes, with the indices on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated.ops import max_pool1d as _max_pool1d
from ..generated.ops import max_pool1d_with_indices, max_pool2d_with_indices, max_pool3d_with_indices
from ..generated.ops import max_pool2d as _max_pool2d
from ..generated.ops import max_pool3d as _max_pool3d
from ..runtime.tensors.tensor import Tensor

Ints = int | Sequence[int]


def max_pool1d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the largest element of each window of the sequences.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, L) or (C, L).
    kernel_size : int or (int,)
        The size of the windows.
    stride : int or (int,), optional
        How far windows are apart; their own size if not given.
    padding : int or (int,)
        Values of minus infinity added at each side.
    dilation : int or (int,)
        How far the elements of a window are apart.
    ceil_mode : bool
        Keep a last window that hangs over the edge.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the sequence.

    Raises
    ------
    RuntimeError
        If the windows do not fit into the padded sequences.

    Examples
    --------
    >>> nn.functional.max_pool1d(dv.tensor([[1.0, 2.0, 4.0, 3.0]]), 2, return_indices=True)
    (tensor([[2., 4.]]), tensor([[1, 2]]))
    """
    if not return_indices:
        return _max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)
    return tuple(max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode))


def max_pool2d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the largest element of each window of the images.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, H, W) or (C, H, W).
    kernel_size : int or pair of ints
        Height and width of the windows.
    stride : int or pair of ints, optional
        How far windows are apart; their own size if not given.
    padding : int or pair of ints
        Values of minus infinity added at each side.
    dilation : int or pair of ints
        How far the elements of a window are apart.
    ceil_mode : bool
        Keep a last window that hangs over the edge.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened image.

    Raises
    ------
    RuntimeError
        If the windows do not fit into the padded images.

    Examples
    --------
    >>> x = dv.tensor([[[1.0, 2.0], [4.0, 3.0]]])
    >>> nn.functional.max_pool2d(x, 2, return_indices=True)
    (tensor([[[4.]]]), tensor([[[2]]]))
    """
    if not return_indices:
        return _max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)
    return tuple(max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode))


def max_pool3d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Return the largest element of each window of the volumes.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, D, H, W) or (C, D, H, W).
    kernel_size : int or three ints
        The size of the windows.
    stride : int or three ints, optional
        How far windows are apart; their own size if not given.
    padding : int or three ints
        Values of minus infinity added at each side.
    dilation : int or three ints
        How far the elements of a window are apart.
    ceil_mode : bool
        Keep a last window that hangs over the edge.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened volume.

    Raises
    ------
    RuntimeError
        If the windows do not fit into the padded volumes.

    Examples
    --------
    >>> x = dv.tensor([[[[1.0, 2.0], [4.0, 3.0]]]])
    >>> nn.functional.max_pool3d(x, (1, 2, 2), return_indices=True)
    (tensor([[[[4.]]]]), tensor([[[[2]]]]))
    """
    if not return_indices:
        return _max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)
    return tuple(max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode))

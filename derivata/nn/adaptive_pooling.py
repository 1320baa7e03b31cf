"""The maximum of windows that cover sequences, images and volumes evenly, with the indices on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor

Sizes = int | Sequence[int | None]


def adaptive_max_pool1d(input: Tensor, output_size: int | Sequence[int], return_indices: bool = False) -> Any:
    """Return the largest element of each of `output_size` windows that cover the sequences evenly.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, L) or (C, L).
    output_size : int or (int,)
        How many windows there are.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the sequence.

    Raises
    ------
    RuntimeError
        If there is nothing in the sequences.

    Examples
    --------
    >>> nn.functional.adaptive_max_pool1d(dv.tensor([[1.0, 2.0, 4.0, 3.0]]), 2, return_indices=True)
    (tensor([[2., 4.]]), tensor([[1, 2]]))
    """
    values, indices = ops.adaptive_max_pool1d_with_indices(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool2d(input: Tensor, output_size: Sizes, return_indices: bool = False) -> Any:
    """Return the largest element of each of `output_size` windows that cover the images evenly.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, H, W) or (C, H, W).
    output_size : int or pair
        How many windows there are along height and width; None is as many as pixels.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened image.

    Raises
    ------
    RuntimeError
        If there is nothing in the images.

    Examples
    --------
    >>> nn.functional.adaptive_max_pool2d(dv.tensor([[[1.0, 2.0], [4.0, 3.0]]]), (1, 2))
    tensor([[[4., 3.]]])
    """
    values, indices = ops.adaptive_max_pool2d_with_indices(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool3d(input: Tensor, output_size: Sizes, return_indices: bool = False) -> Any:
    """Return the largest element of each of `output_size` windows that cover the volumes evenly.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, D, H, W) or (C, D, H, W).
    output_size : int or three
        How many windows there are along each dimension; None is as many as elements.
    return_indices : bool
        Also return where the largest elements are.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened volume.

    Raises
    ------
    RuntimeError
        If there is nothing in the volumes.

    Examples
    --------
    >>> nn.functional.adaptive_max_pool3d(dv.tensor([[[[1.0, 2.0], [4.0, 3.0]]]]), (1, 1, None))
    tensor([[[[4., 3.]]]])
    """
    values, indices = ops.adaptive_max_pool3d_with_indices(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool1d_with_indices(
    input: Tensor, output_size: int | Sequence[int], return_indices: bool = False
) -> Any:
    """Return what `adaptive_max_pool1d` of sequences does with indices; `return_indices` makes no difference."""
    return ops.adaptive_max_pool1d_with_indices(input, output_size)


def adaptive_max_pool2d_with_indices(input: Tensor, output_size: Sizes, return_indices: bool = False) -> Any:
    """Return what `adaptive_max_pool2d` of images does with indices; `return_indices` makes no difference."""
    return ops.adaptive_max_pool2d_with_indices(input, output_size)


def adaptive_max_pool3d_with_indices(input: Tensor, output_size: Sizes, return_indices: bool = False) -> Any:
    """Return what `adaptive_max_pool3d` of volumes does with indices; `return_indices` makes no difference."""
    return ops.adaptive_max_pool3d_with_indices(input, output_size)

"""The maximum of windows of images, with the indices on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..generated.ops import max_pool2d as _max_pool2d
from ..generated.ops import max_pool2d_with_indices
from ..runtime.tensors.tensor import Tensor

Ints = int | Sequence[int]


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

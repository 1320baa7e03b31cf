"""The windows that a convolution sees as columns of a matrix, and the sum of such windows back into images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Pair = Sequence[int]


def unfold_images(input: Array, kernel_size: Pair, dilation: Pair, padding: Pair, stride: Pair) -> Array:
    """Return the windows of images (N, C, H, W) or (C, H, W) as columns: (N, C * kh * kw, windows)."""
    if input.ndim not in (3, 4):
        raise RuntimeError(
            f"unfold: Expected 3D or 4D (batch mode) tensor for input, got shape {input.shape}; images are"
            " (C, H, W)"
        )
    *lead, height, width = input.shape
    rows, columns = _counts("unfold", (height, width), kernel_size, dilation, padding, stride)
    padded = np.pad(input, [(0, 0)] * len(lead) + [(padding[0],) * 2, (padding[1],) * 2])
    out = np.empty((*lead, *kernel_size, rows, columns), input.dtype)
    for i, j, window in _taps(kernel_size, dilation, stride, (rows, columns)):
        out[..., i, j, :, :] = padded[window]
    return out.reshape(*lead[:-1], lead[-1] * kernel_size[0] * kernel_size[1], rows * columns)


def fold_images(
    input: Array, output_size: Pair, kernel_size: Pair, dilation: Pair, padding: Pair, stride: Pair
) -> Array:
    """Return the images of this size to which all windows, given as columns, are added in their places."""
    rows, columns = _counts("fold", output_size, kernel_size, dilation, padding, stride)
    taps = kernel_size[0] * kernel_size[1]
    if input.ndim not in (2, 3) or input.shape[-2] % taps or input.shape[-1] != rows * columns:
        raise RuntimeError(
            "fold: Expected size of input's dimension -2 to be divisible by the product of kernel_size, and its last"
            f" dimension to match the calculated number of sliding blocks {rows * columns}, got shape {input.shape}"
            f" and kernel_size {tuple(kernel_size)}"
        )
    channels = (*input.shape[:-2], input.shape[-2] // taps)
    windows = input.reshape(*channels, *kernel_size, rows, columns)
    (height, width), (above, left) = output_size, padding
    padded = np.zeros((*channels, height + 2 * above, width + 2 * left), input.dtype)
    for i, j, window in _taps(kernel_size, dilation, stride, (rows, columns)):
        padded[window] += windows[..., i, j, :, :]
    return padded[..., above : above + height, left : left + width].copy()


def _taps(
    kernel_size: Pair, dilation: Pair, stride: Pair, counts: Pair
) -> Iterator[tuple[int, int, tuple[Any, ...]]]:
    """Yield each place of the kernel, and what of the padded images it meets."""
    for i in range(kernel_size[0]):
        for j in range(kernel_size[1]):
            starts = (i * dilation[0], j * dilation[1])
            yield (
                i,
                j,
                (
                    ...,
                    *[
                        slice(start, start + step * (count - 1) + 1, step)
                        for start, step, count in zip(starts, stride, counts, strict=True)
                    ],
                ),
            )


def _counts(
    op: str, size: Pair, kernel_size: Pair, dilation: Pair, padding: Pair, stride: Pair
) -> tuple[int, int]:
    """Return how many windows there are along height and width."""
    if min(*kernel_size, *dilation, *stride) < 1 or min(padding) < 0:
        raise RuntimeError(
            f"{op}: kernel_size, dilation and stride should be greater than zero and padding non-negative, got"
            f" {tuple(kernel_size)}, {tuple(dilation)}, {tuple(stride)} and {tuple(padding)}"
        )
    rows, columns = (
        (size[at] + 2 * padding[at] - dilation[at] * (kernel_size[at] - 1) - 1) // stride[at] + 1
        for at in (0, 1)
    )
    if rows < 1 or columns < 1:
        raise RuntimeError(
            f"{op}: calculated shape of the array of sliding blocks as ({rows}, {columns}), but its components must be"
            f" at least one, for size {tuple(size)} and kernel_size {tuple(kernel_size)}"
        )
    return rows, columns

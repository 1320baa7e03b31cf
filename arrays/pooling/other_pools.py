"""Pooling of sequences and volumes by that of images, fractional pooling, and the places of maxima filled again.

Sequences are images of one row; a window of a volume is one of planes, and of what these gave as one of columns.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import kernels as compiled
from .geometry import LENGTHS, Shape, adaptive_parts, check_input, windows_along

Array = NDArray[Any]


def pooled_shape(
    op: str,
    shape: Shape,
    kernel_size: Shape,
    stride: Shape | None,
    padding: Shape,
    dilation: Shape,
    ceil_mode: bool,
) -> Shape:
    """The shape of a pooling of sequences or volumes, if its arguments go together."""
    dims = len(kernel_size)
    check_input(op, shape, dims)
    steps = kernel_size if stride is None else stride
    numbers = tuple(kernel_size), tuple(steps), tuple(padding), tuple(dilation)
    along = windows_along(op, shape[-dims:], *numbers, ceil_mode)
    return (*shape[:-dims], *[axis.outputs for axis in along])


def averaged_shape(
    op: str,
    dtype: np.dtype[Any],
    shape: Shape,
    kernel_size: Shape,
    stride: Shape | None,
    padding: Shape,
    ceil_mode: bool,
) -> Shape:
    """The shape of the means of windows, if the arguments go together and the mean is a number of the dtype."""
    if dtype.kind != "f":
        raise TypeError(
            f"{op}: input must have a real floating-point dtype, got {dtype}; convert it with .to(derivata.float32)"
        )
    return pooled_shape(op, shape, kernel_size, stride, padding, (1,) * len(kernel_size), ceil_mode)


def adaptive_shape(op: str, shape: Shape, output_size: tuple[int | None, ...]) -> Shape:
    """The shape of an adaptive pooling of sequences or volumes, if its arguments go together."""
    dims = len(output_size)
    if len(shape) <= dims > 1:
        raise ValueError(f"{op}: Input dimension should be at least {dims + 1}, got shape {shape}")
    check_input(op, shape, dims)
    return (*shape[:-dims], *[len(parts) for parts in adaptive_parts(op, shape[-dims:], output_size)])


def image_shape(shape: Shape, dims: int) -> Shape:
    """The shape of sequences or volumes as images with the same flat places: of one row, or plane below plane."""
    return (*shape[:-dims], prod(shape[-dims:-1]), shape[-1])


def product_of(numbers: Shape) -> int:
    """The number of elements of a window, or of a shape."""
    return prod(numbers)


def infinite_sign(order: float) -> int:
    """The sign of an infinite order of a norm; 0 for another one, which is not 0."""
    if order == 0:
        raise ValueError("lp_pool: norm_type must not be 0: there is no norm of that order")
    return (order == np.inf) - (order == -np.inf)


def fractional_max_pool(
    self: Array, numbers: Array, kernel_size: Shape, output_size: Shape
) -> tuple[Array, Array]:
    """The largest element of each window, and its position in the flattened image; the last NaN if there is one.

    `numbers` (N, C, dimensions) are between 0 and 1; windows begin where they say: those along W first, of images.
    """
    dims = len(kernel_size)
    lead, size = self.shape[:-dims], self.shape[-dims:]
    numbers = numbers.reshape(*lead, dims)
    order = reversed(range(dims)) if dims == 2 else range(dims)
    base = np.zeros((*lead, *(1,) * dims), np.int64)
    for axis, column in zip(range(dims), order, strict=True):
        starts = _starts(numbers[..., column], size[axis], output_size[axis], kernel_size[axis])
        apart = [1] * dims
        apart[axis] = output_size[axis]
        base = base + starts.reshape(*lead, *apart) * prod(size[axis + 1 :])
    count = prod(lead)
    flat, base = self.reshape(count, prod(size)), base.reshape(count, prod(output_size))
    steps = np.zeros((), np.int64)
    for axis, length in enumerate(kernel_size):
        steps = np.add.outer(steps, np.arange(length) * prod(size[axis + 1 :]))
    found = compiled.largest_from(flat, base, steps.reshape(-1)) or _largest_from(
        flat, base, steps.reshape(-1)
    )
    best, places = (part.reshape(*lead, *output_size) for part in found)
    return best, places


def _largest_from(flat: Array, base: Array, steps: Array) -> tuple[Array, Array]:
    """Do what the compiled loop does, one element of all windows after the other."""
    best, places = np.full(base.shape, -np.inf, flat.dtype), base.copy()
    for step in steps:
        candidate = np.take_along_axis(flat, base + step, -1)
        better = (candidate > best) | (candidate != candidate)
        best, places = np.where(better, candidate, best), np.where(better, base + step, places)
    return best, places


def _starts(number: Array, length: int, count: int, kernel: int) -> Array:
    """Where the windows begin along an axis: evenly but for rounding, moved by a number, the last one at the end."""
    out = np.full((*number.shape, count), length - kernel, np.int64)
    if count > 1:
        step = (length - kernel) / (count - 1)
        step = number.dtype.type(step)
        moved = ((np.arange(count - 1, dtype=number.dtype) + number[..., None]) * step).astype(np.int64)
        out[..., :-1] = moved - (number * step).astype(np.int64)[..., None]
    return out


def check_fractional(op: str, shape: Shape, samples: Shape, kernel_size: Shape, output_size: Shape) -> None:
    """Raise unless windows fit into images, and samples to them."""
    dims = len(kernel_size)
    check_input(op, shape, dims)
    for name, length, kernel, count in zip(
        LENGTHS[dims], shape[-dims:], kernel_size, output_size, strict=True
    ):
        if kernel < 1 or count < 0 or count + kernel - 1 > length - (dims == 3):  # as in PyTorch
            raise RuntimeError(
                f"{op}: kernel_size and output_size must be such that output_size + kernel_size - 1 is at most"
                f" {length - (dims == 3)} for {name} = {length}, got {tuple(kernel_size)} and {tuple(output_size)}"
            )
    batch = 1 if len(shape) == dims + 1 else shape[0]
    wanted = (batch, shape[-dims - 1], dims)
    if samples != wanted:
        raise RuntimeError(f"{op}: _random_samples must have shape {wanted}, got {samples}")


def unpooled_shape(
    op: str,
    shape: Shape,
    indices_shape: Shape,
    dtype: np.dtype[Any],
    kernel_size: Shape,
    stride: Shape | None,
    padding: Shape,
    output_size: Shape | None,
) -> Shape:
    """The shape of images whose maxima are given: as `output_size` says, or what a pooling without a rest took."""
    dims = len(kernel_size)
    check_input(op, shape, dims)
    if dtype != np.int64 or indices_shape != shape:
        raise RuntimeError(
            f"{op}: indices must be int64 of the shape of self, {shape}, got {dtype} of shape {indices_shape}"
        )
    steps = kernel_size if stride is None else stride
    lengths = zip(shape[-dims:], kernel_size, steps, padding, strict=True)
    usual = [(n - 1) * step + kernel - 2 * before for n, kernel, step, before in lengths]
    size = usual if output_size is None else list(output_size)
    if len(size) == dims + 2:
        size = size[2:]
    if len(size) != dims:
        raise ValueError(
            f"{op}: output_size should be a sequence containing {dims} or {dims + 2} elements, got {output_size}"
        )
    for length, expected, step in zip(size, usual, steps, strict=True):
        if not expected - step < length < expected + step:
            raise ValueError(
                f"{op}: invalid output_size {tuple(size)}: {length} must be between {expected - step} and"
                f" {expected + step}"
            )
    if min(size) < 0:
        raise ValueError(f"{op}: output_size must be non-negative, got {tuple(size)}")
    return (*shape[:-dims], *size)


def max_unpool(self: Array, indices: Array, output_shape: Shape, dims: int) -> Array:
    """Images of zeros with each element at its position in the flattened image; the last one at a place taken twice."""
    size = prod(output_shape[-dims:])
    lead = prod(output_shape[:-dims])
    if indices.size and not 0 <= indices.min() <= indices.max() < size:
        raise RuntimeError(
            f"max_unpool{dims}d: indices must be in [0, {size - 1}], the places of an image of size"
            f" {tuple(output_shape[-dims:])}, got {indices.min()} to {indices.max()}"
        )
    out = np.zeros((lead, size), self.dtype)
    count = prod(self.shape[-dims:])
    np.put_along_axis(out, indices.reshape(lead, count), self.reshape(lead, count), -1)
    return out.reshape(output_shape)

"""Convolution of sequences, images and volumes of real and complex numbers, by the one of images of real numbers.

Sequences are images of one row. Of volumes, the planes that a filter sees at once are channels of one image: with
filters of kD planes, (N, C, D, H, W) becomes (N * depth, C * kD, H, W). A complex number is two channels, its real and
its imaginary part.

All three maps are bilinear and share one set of indices, so each one's derivatives are the other two. `stride` and
`dilation` have a number for each dimension, `padding` has two, before and behind. Inputs may lack the batch dimension.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import reshaped
from .conv2d import conv2d, conv2d_input, conv2d_weight
from .geometry import check_operands, check_output, output_sizes

Array = NDArray[Any]
Ints = Sequence[int]
Shape = tuple[int, ...]


def convolution(
    input: Array, weight: Array, bias: Array | None, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> Array:
    """Cross-correlation of the input with the filters of `weight`, plus `bias`."""
    dims = weight.ndim - 2
    numbers: Any = (stride, padding, dilation, groups)
    if dims == 2 and input.dtype.kind != "c":
        return conv2d(input, weight, bias, *numbers)
    if input.ndim == dims + 1:
        return np.asarray(convolution(input[None], weight, bias, *numbers)[0])
    op = f"conv{dims}d"
    sizes = output_sizes(op, input.shape, weight.shape, *map(tuple, numbers[:3]), groups)
    check_operands(op, input, weight, bias)
    if input.dtype.kind == "c":
        parts = None if bias is None else np.ascontiguousarray(bias).view(bias.real.dtype)
        return _joined(convolution(_parts(input), _maps(weight), parts, *numbers))
    if dims == 1:
        return _squeezed(conv2d(_raised(input), _raised(weight), bias, *_raised_numbers(*numbers)))
    planes = _windows(input, weight.shape[2], sizes[0], stride[0], padding[0], dilation[0])
    filters = weight.reshape(weight.shape[0], -1, *weight.shape[3:])
    images = conv2d(planes, filters, bias, *_plane_numbers(*numbers))
    return _volumes(images, (len(input), sizes[0]))


def convolution_input(
    output_grad: Array,
    weight: Array,
    input_shape: Shape,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> Array:
    """Transpose of `convolution` in its input."""
    dims, shape = weight.ndim - 2, tuple(input_shape)
    numbers: Any = (stride, padding, dilation, groups)
    if dims == 2 and output_grad.dtype.kind != "c":
        return conv2d_input(output_grad, weight, shape, *numbers)
    if len(shape) == dims + 1:
        return np.asarray(convolution_input(output_grad[None], weight, (1, *shape), *numbers)[0])
    sizes = output_sizes("convolution_input", shape, weight.shape, *map(tuple, numbers[:3]), groups)
    check_output("convolution_input", output_grad, (shape[0], weight.shape[0], *sizes))
    if output_grad.dtype.kind == "c":
        doubled = (shape[0], 2 * shape[1], *shape[2:])
        filters = _maps(weight.conj())  # what it is multiplied with is transposed
        return _joined(convolution_input(_parts(output_grad), filters, doubled, *numbers))
    if dims == 1:
        row = (*shape[:-1], 1, shape[-1])
        rows = conv2d_input(_raised(output_grad), _raised(weight), row, *_raised_numbers(*numbers))
        return _squeezed(rows)
    filters = weight.reshape(weight.shape[0], -1, *weight.shape[3:])
    planes = (shape[0] * sizes[0], shape[1] * weight.shape[2], *shape[3:])
    images = conv2d_input(_images(output_grad), filters, planes, *_plane_numbers(*numbers))
    return _sum_windows(images, shape, weight.shape[2], sizes[0], stride[0], padding[0], dilation[0])


def convolution_weight(
    output_grad: Array,
    input: Array,
    weight_shape: Shape,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> Array:
    """Transpose of `convolution` in its weight."""
    dims, shape = len(weight_shape) - 2, tuple(weight_shape)
    numbers: Any = (stride, padding, dilation, groups)
    if dims == 2 and input.dtype.kind != "c":
        return conv2d_weight(output_grad, input, shape, *numbers)
    if input.ndim == dims + 1:
        return convolution_weight(output_grad[None], input[None], shape, *numbers)
    sizes = output_sizes("convolution_weight", input.shape, shape, *map(tuple, numbers[:3]), groups)
    check_output("convolution_weight", output_grad, (len(input), shape[0], *sizes))
    if input.dtype.kind == "c":
        doubled = (2 * shape[0], 2 * shape[1], *shape[2:])
        return _products(convolution_weight(_parts(output_grad), _parts(input), doubled, *numbers))
    if dims == 1:
        images, row = (_raised(output_grad), _raised(input)), (*shape[:-1], 1, shape[-1])
        return _squeezed(conv2d_weight(*images, row, *_raised_numbers(*numbers)))
    planes = _windows(input, shape[2], sizes[0], stride[0], padding[0], dilation[0])
    filters = (shape[0], shape[1] * shape[2], *shape[3:])
    return conv2d_weight(_images(output_grad), planes, filters, *_plane_numbers(*numbers)).reshape(shape)


def _raised(sequences: Array) -> Array:
    """The sequences as images of one row."""
    return sequences[..., None, :]


def _squeezed(images: Array) -> Array:
    """New images of one row as sequences."""
    return reshaped(images, (*images.shape[:-2], images.shape[-1]))


def _raised_numbers(stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Any:
    """The numbers of a convolution of images of one row."""
    return (1, *stride), (0, 0, *padding), (1, *dilation), groups


def _plane_numbers(stride: Ints, padding: Ints, dilation: Ints, groups: int) -> Any:
    """The numbers of the convolution of a volume's planes."""
    return tuple(stride[1:]), tuple(padding[2:]), tuple(dilation[1:]), groups


def _images(volumes: Array) -> Array:
    """The planes of volumes (N, C, D, H, W) as images (N * D, C, H, W)."""
    n, c, d, h, w = volumes.shape
    return volumes.swapaxes(1, 2).reshape(n * d, c, h, w)


def _volumes(images: Array, count: tuple[int, int]) -> Array:
    """The volumes of these planes."""
    return np.ascontiguousarray(images.reshape(*count, *images.shape[1:]).swapaxes(1, 2))


def _windows(x: Array, kernel: int, outputs: int, stride: int, front: int, dilation: int) -> Array:
    """The planes that the filters see, as channels of one image for each output: (N * outputs, C * kernel, H, W)."""
    n, c, depth, h, w = x.shape
    out = np.zeros((n, outputs, c, kernel, h, w), x.dtype)
    for tap, some, seen in _taps(depth, kernel, outputs, stride, front, dilation):
        out[:, some, :, tap] = x[:, :, seen].swapaxes(1, 2)
    return out.reshape(n * outputs, c * kernel, h, w)


def _sum_windows(
    windows: Array, shape: Shape, kernel: int, outputs: int, stride: int, front: int, dilation: int
) -> Array:
    """The transpose of `_windows`: adds every plane back to the place that it was copied from."""
    n, c, depth, h, w = shape
    parts = windows.reshape(n, outputs, c, kernel, h, w)
    out = np.zeros(shape, windows.dtype)
    for tap, some, seen in _taps(depth, kernel, outputs, stride, front, dilation):
        out[:, :, seen] += parts[:, some, :, tap].swapaxes(1, 2)
    return out


def _taps(
    depth: int, kernel: int, outputs: int, stride: int, front: int, dilation: int
) -> Iterator[tuple[int, slice, slice]]:
    """Yield each plane of the filters, the outputs at which it meets no padding, and the planes that it meets."""
    for tap in range(kernel):
        start = tap * dilation - front
        first, last = max(0, -(start // stride)), min(outputs, (depth - 1 - start) // stride + 1)
        if first < last:
            seen = slice(first * stride + start, (last - 1) * stride + start + 1, stride)
            yield tap, slice(first, last), seen


def _parts(x: Array) -> Array:
    """Real and imaginary parts as channels: (N, 2 C, ...), the two of a number side by side."""
    return np.stack([x.real, x.imag], axis=2).reshape(len(x), 2 * x.shape[1], *x.shape[2:])


def _joined(parts: Array) -> Array:
    """The complex numbers of such parts."""
    return parts[:, 0::2] + 1j * parts[:, 1::2]


def _maps(weight: Array) -> Array:
    """The filters that multiply complex numbers, as parts, by those of `weight`: (2 filters, 2 C / groups, ...)."""
    real, imag = weight.real, weight.imag
    maps = np.stack([np.stack([real, -imag], axis=2), np.stack([imag, real], axis=2)], axis=1)
    return maps.reshape(2 * len(weight), -1, *weight.shape[2:])


def _products(parts: Array) -> Array:
    """Complex numbers of sums of products: all parts of the one factor by all parts of the other."""
    real = parts[0::2, 0::2] - parts[1::2, 1::2]
    return np.asarray(real + 1j * (parts[0::2, 1::2] + parts[1::2, 0::2]))

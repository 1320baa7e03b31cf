"""Two-dimensional convolution and its two gradients: compiled, or each one copy into columns and one BLAS product.

All three maps are bilinear and share one set of indices, so each one's derivatives are the other two. Images are
(N, C, H, W), or (C, H, W) for one image; `padding` is (top, bottom, left, right). For other inputs see `convolution`.

With few channels the columns are channels first, which needs no transposition. With many they are channels last:
runs of memory are long, and the product is one large matrix instead of one per image. With stride 1 and many
channels the gradient of the images is itself a convolution, with the filters flipped; else columns are added back.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from . import kernels as compiled
from .geometry import Geometry, Pair, Shape, Sides, check_operands, check_output, geometry

Array = NDArray[Any]


def conv2d(
    input: Array,
    weight: Array,
    bias: Array | None,
    stride: Pair,
    padding: Sides,
    dilation: Pair,
    groups: int,
) -> Array:
    """Cross-correlation of the images with the filters of `weight`, plus `bias`."""
    if input.ndim == 3:
        only = conv2d(input[None], weight, bias, stride, padding, dilation, groups)
        return np.asarray(only[0])
    form = geometry("conv2d", input.shape, weight.shape, stride, padding, dilation, groups)
    check_operands("conv2d", input, weight, bias)
    done = compiled.convolve(input, weight, bias, form)
    if done is not None:
        return done
    if form.channels_last:
        rows = _rows(input, form) @ weight.transpose(2, 3, 1, 0).reshape(form.taps, -1)
        if bias is not None:
            rows += bias
        return _channels_first(rows, form)
    filters = weight.reshape(groups, form.filters, form.taps)
    out: Array = np.matmul(filters, _columns(input, form)).reshape(form.output_shape)
    if bias is not None:
        out += bias[:, None, None]
    return out


def conv2d_input(
    output_grad: Array,
    weight: Array,
    input_shape: Shape,
    stride: Pair,
    padding: Sides,
    dilation: Pair,
    groups: int,
) -> Array:
    """Transpose of `conv2d` in its input: the gradient of the images."""
    if len(input_shape) == 3:
        only = conv2d_input(output_grad[None], weight, (1, *input_shape), stride, padding, dilation, groups)
        return np.asarray(only[0])
    form = geometry("convolution_input", input_shape, weight.shape, stride, padding, dilation, groups)
    check_output("convolution_input", output_grad, form.output_shape)
    if 0 in form.size:  # a convolution of nothing but padding
        return np.zeros(input_shape, output_grad.dtype)
    done = compiled.image_gradient(output_grad, weight, form)
    if done is not None:
        return done
    if form.channels_last and form.stride == (1, 1) and min(_flipped_padding(form)) >= 0:
        flipped = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
        return conv2d(output_grad, flipped, None, (1, 1), _flipped_padding(form), dilation, 1)
    filters = weight.reshape(groups, form.filters, form.taps)
    grad = output_grad.reshape(form.batch, groups, form.filters, form.positions)
    columns = np.matmul(filters.transpose(0, 2, 1), grad)
    return _sum_columns(columns, form)


def conv2d_weight(
    output_grad: Array,
    input: Array,
    weight_shape: Shape,
    stride: Pair,
    padding: Sides,
    dilation: Pair,
    groups: int,
) -> Array:
    """Transpose of `conv2d` in its weight: the gradient of the filters."""
    if input.ndim == 3:
        return conv2d_weight(output_grad[None], input[None], weight_shape, stride, padding, dilation, groups)
    form = geometry("convolution_weight", input.shape, weight_shape, stride, padding, dilation, groups)
    check_output("convolution_weight", output_grad, form.output_shape)
    done = compiled.filter_gradient(output_grad, input, form)
    if done is not None:
        return done.reshape(weight_shape)
    if form.channels_last:
        rows = output_grad.transpose(1, 0, 2, 3).reshape(form.filters, -1)
        grad = rows @ _rows(input, form)
        last = grad.reshape(form.filters, *form.kernel, form.channels)
        return np.ascontiguousarray(last.transpose(0, 3, 1, 2))
    grad = output_grad.reshape(form.batch, groups, form.filters, form.positions)
    products = np.matmul(grad, _columns(input, form).transpose(0, 1, 3, 2))
    return np.asarray(products.sum(axis=0).reshape(weight_shape))


def _columns(input: Array, form: Geometry) -> Array:
    """The inputs of every output, channels first: (N, groups, taps, positions)."""
    top, bottom, left, right = form.padding
    padded = _padded(input, ((0, 0), (0, 0), (top, bottom), (left, right)))
    n, c, h, w = padded.strides
    (sh, sw), (dh, dw) = form.stride, form.dilation
    channels = form.groups * form.channels
    windows = as_strided(
        padded,
        (form.batch, channels, *form.kernel, *form.output),
        (n, c, h * dh, w * dw, h * sh, w * sw),
    )
    return windows.reshape(form.batch, form.groups, form.taps, form.positions)


def _rows(input: Array, form: Geometry) -> Array:
    """The inputs of every output, channels last: (N * positions, taps)."""
    top, bottom, left, right = form.padding
    last = input.transpose(0, 2, 3, 1)
    padded = _padded(last, ((0, 0), (top, bottom), (left, right), (0, 0)))
    n, h, w, c = padded.strides
    (sh, sw), (dh, dw) = form.stride, form.dilation
    windows = as_strided(
        padded,
        (form.batch, *form.output, *form.kernel, form.channels),
        (n, h * sh, w * sw, h * dh, w * dw, c),
    )
    return windows.reshape(form.batch * form.positions, form.taps)


def _padded(x: Array, widths: tuple[Pair, ...]) -> Array:
    """A C-ordered array with zeros around; `np.pad` does the same in ten times the time."""
    if not any(before or after for before, after in widths):
        return np.ascontiguousarray(x)
    out = np.zeros([b + length + a for length, (b, a) in zip(x.shape, widths, strict=True)], x.dtype)
    out[tuple(slice(b, b + length) for length, (b, a) in zip(x.shape, widths, strict=True))] = x
    return out


def _sum_columns(columns: Array, form: Geometry) -> Array:
    """The transpose of `_columns`: adds every column back to the place that it was copied from."""
    (height, width), (top, bottom, left, right) = form.size, form.padding
    (sh, sw), (dh, dw) = form.stride, form.dilation
    (kh, kw), (oh, ow) = form.kernel, form.output
    channels = form.groups * form.channels
    parts = columns.reshape(form.batch, channels, kh, kw, oh, ow)
    padded = np.zeros((form.batch, channels, top + height + bottom, left + width + right), columns.dtype)
    for i in range(kh):
        for j in range(kw):
            y, x = i * dh, j * dw
            padded[:, :, y : y + sh * (oh - 1) + 1 : sh, x : x + sw * (ow - 1) + 1 : sw] += parts[:, :, i, j]
    return np.ascontiguousarray(padded[:, :, top : top + height, left : left + width])


def _channels_first(rows: Array, form: Geometry) -> Array:
    last = rows.reshape(form.batch, *form.output, form.filters)
    return np.ascontiguousarray(last.transpose(0, 3, 1, 2))


def _flipped_padding(form: Geometry) -> Sides:
    """With stride 1 the gradient of the images is a convolution with the flipped filters and this padding."""
    (kh, kw), (dh, dw), (top, bottom, left, right) = form.kernel, form.dilation, form.padding
    return (dh * (kh - 1) - top, dh * (kh - 1) - bottom, dw * (kw - 1) - left, dw * (kw - 1) - right)

"""Normalisation to mean 0 and variance 1: over the last dimensions (layer), or of every channel (batch).

Both save the mean and the reciprocal standard deviation with length 1 in the normalised dimensions, ready to broadcast,
and share their gradients: with ``normal`` the normalised input and ``g`` the gradient of ``normal``, the gradient of
the input is ``rstd * (g - mean(g) - normal * mean(g * normal))``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import reshaped
from . import batch_norm_kernels, row_kernels

Array = NDArray[Any]
Shape = tuple[int, ...]

NOT_NEEDED: Array = np.empty(0)
"""In the place of a gradient that nobody asks for."""


def layer_norm(
    input: Array, normalized_shape: Shape, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array]:
    """Normalise over the last dimensions, then scale and shift; also return means and reciprocal deviations."""
    _check_layer(input, normalized_shape, weight, bias)
    if input.size >= row_kernels.SMALLEST and input.flags.c_contiguous:
        if len(normalized_shape) == 1:
            matrix = input if input.ndim == 2 else input.reshape(-1, normalized_shape[0])
            done = row_kernels.layer_norm(matrix, weight, bias, eps)
        else:
            matrix = input.reshape(-1, math.prod(normalized_shape))
            done = row_kernels.layer_norm(matrix, flat(weight), flat(bias), eps)
        if done is not None:
            kept = input.shape[: -len(normalized_shape)] + (1,) * len(normalized_shape)
            return reshaped(done[0], input.shape), done[1].reshape(kept), done[2].reshape(kept)
    out, center, _, rstd = normalize(input, trailing_dims(normalized_shape), weight, bias, eps)
    return out, center, rstd


def batch_norm_training(
    input: Array, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array, Array, Array]:
    """Normalise every channel over the batch, then scale and shift.

    Also return each channel's mean and biased variance, and means and reciprocal deviations as they are saved: no
    result shares memory with what is saved, for nobody would notice a write to it.
    """
    _check_batch(input, weight, bias)
    shape = channel_shape(input.shape)
    done = batch_norm_kernels.batch_norm(input, weight, bias, eps)
    if done is not None:
        out, mean, variance, rstd = done
        return out, mean, variance, mean.copy().reshape(1, *shape), rstd.reshape(1, *shape)
    scale = None if weight is None else weight.reshape(shape)
    shift = None if bias is None else bias.reshape(shape)
    out, center, variance, rstd = normalize(input, batch_dims(input.ndim), scale, shift, eps)
    return out, center.flatten(), variance.reshape(-1), center, rstd


def normalize_backward(
    output_grad: Array,
    input: Array,
    weight: Array | None,
    center: Array,
    rstd: Array,
    dims: Shape,
    over: Shape,
    eps: float,
    learned: bool = True,
) -> tuple[Array, Array, Array]:
    """Gradients of input, weight and bias of a normalisation over `dims`; the last two are empty unless `learned`.

    The weight lacks the dimensions `over`, or has length 1 in them; `eps` is already part of `rstd`.
    """
    done = _rows_backward(output_grad, input, weight, center, rstd, dims, over, learned)
    if done is None and dims == over == batch_dims(input.ndim):
        done = batch_norm_kernels.batch_norm_backward(
            output_grad, input, flat(weight), center.reshape(-1), rstd.reshape(-1)
        )
    if done is not None:
        return done
    normal = (input - center) * rstd
    product = output_grad * normal
    weight_grad = np.asarray(np.add.reduce(product, axis=over)) if learned else NOT_NEEDED
    bias_grad = np.asarray(np.add.reduce(output_grad, axis=over)) if learned else NOT_NEEDED
    grad = output_grad
    if weight is not None:
        grad = output_grad * weight
        product *= weight
    normal *= -mean_over(product, dims)
    normal += grad
    normal -= mean_over(grad, dims)
    normal *= rstd
    return normal, weight_grad, bias_grad


def _rows_backward(
    output_grad: Array,
    input: Array,
    weight: Array | None,
    center: Array,
    rstd: Array,
    dims: Shape,
    over: Shape,
    learned: bool,
) -> tuple[Array, Array, Array] | None:
    """Return the gradients from one compiled sweep, if `dims` are the last and `over` the other dimensions."""
    split = input.ndim - len(dims)
    if (
        input.size < row_kernels.SMALLEST
        or dims != tuple(range(-len(dims), 0))
        or over != tuple(range(split))
    ):
        return None
    shape = input.shape[split:]
    matrix = (-1, math.prod(shape))
    done = row_kernels.layer_norm_backward(
        output_grad.reshape(matrix),
        input.reshape(matrix),
        center.reshape(-1),
        rstd.reshape(-1),
        flat(weight),
        learned,
    )
    if done is None:
        return None
    if not learned:
        return reshaped(done[0], input.shape), NOT_NEEDED, NOT_NEEDED
    return reshaped(done[0], input.shape), reshaped(done[1], shape), reshaped(done[2], shape)


def flat(parameter: Array | None) -> Array | None:
    """The parameter as a vector, if there is one."""
    return None if parameter is None else parameter.reshape(-1)


def trailing_dims(normalized_shape: Shape) -> Shape:
    """The last dimensions, as many as `normalized_shape` has."""
    return tuple(range(-len(normalized_shape), 0))


def leading_dims(shape: Shape, normalized_shape: Shape) -> Shape:
    """The dimensions of `shape` in front of the normalised ones."""
    return tuple(range(len(shape) - len(normalized_shape)))


def batch_dims(ndim: int) -> Shape:
    """All dimensions but the channels', which is dimension 1."""
    return (0, *range(2, ndim))


def channel_shape(shape: Shape) -> Shape:
    """The shape in which a vector with one number per channel broadcasts over (N, C, ...)."""
    return (shape[1] if len(shape) > 1 else shape[0], *(1 for _ in shape[2:]))


def normalize(
    input: Array, dims: Shape, scale: Array | None, shift: Array | None, eps: float
) -> tuple[Array, Array, Array, Array]:
    """The normalised input, scaled and shifted; means, variances and reciprocal deviations, dimensions kept."""
    center = mean_over(input, dims)
    out = input - center
    # Of the centred numbers: the difference of two large means would lose the variance.
    variance = mean_over(out * out, dims)
    rstd = 1.0 / np.sqrt(variance + eps)
    out *= rstd
    if scale is not None:
        out *= scale
    if shift is not None:
        out += shift
    return out, center, variance, rstd


def mean_over(x: Array, dims: Shape) -> Array:
    """Return the mean with the dimensions kept; for small arrays in half the time of `np.mean`."""
    count = math.prod([x.shape[dim] for dim in dims])
    return np.asarray(np.add.reduce(x, axis=dims, keepdims=True) * (1.0 / count if count else math.nan))


def _check_floating(op: str, input: Array) -> None:
    if input.dtype.kind != "f":
        raise RuntimeError(
            f"{op}: input must have a real floating-point dtype, got {input.dtype}; use .to(float32)"
        )


def _check_layer(input: Array, normalized_shape: Shape, weight: Array | None, bias: Array | None) -> None:
    _check_floating("layer_norm", input)
    if not normalized_shape or input.shape[-len(normalized_shape) :] != tuple(normalized_shape):
        raise RuntimeError(
            f"layer_norm: normalized_shape must be the last dimensions of input, of shape {input.shape},"
            f" got {tuple(normalized_shape)}"
        )
    for name, array in (("weight", weight), ("bias", bias)):
        if array is not None and array.shape != tuple(normalized_shape):
            raise RuntimeError(
                f"layer_norm: {name} must have the shape of normalized_shape, {tuple(normalized_shape)},"
                f" got {array.shape}"
            )


def _check_batch(input: Array, weight: Array | None, bias: Array | None) -> None:
    _check_floating("batch_norm", input)
    if input.ndim < 2:
        raise ValueError(f"batch_norm: input must be (N, C) or (N, C, ...), got shape {input.shape}")
    count = input.shape[1]
    if input.size <= count:
        raise ValueError(
            f"batch_norm: input must have more than one value per channel in training, got shape {input.shape};"
            " use a larger batch"
        )
    for name, array in (("weight", weight), ("bias", bias)):
        if array is not None and array.shape != (count,):
            raise RuntimeError(
                f"batch_norm: {name} must have shape ({count},), one number per channel, got {array.shape}"
            )

"""Division by the root mean square over the last dimensions."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import reshaped
from . import row_kernels
from .normalization import NOT_NEEDED, flat, leading_dims, mean_over, trailing_dims

Array = NDArray[Any]
Shape = tuple[int, ...]

_FEW = 512  # elements whose gradient takes NumPy no longer than a compiled loop


def rms_norm(input: Array, normalized_shape: Shape, weight: Array | None, eps: float) -> tuple[Array, Array]:
    """Divide by the root mean square, then scale; also return its reciprocals, dimensions kept."""
    dims = rms_norm_dims(input.shape, normalized_shape, () if weight is None else weight.shape)
    if input.size >= row_kernels.SMALLEST and input.flags.c_contiguous:
        matrix = input.reshape(-1, prod(normalized_shape))
        done = row_kernels.layer_norm(matrix, flat(weight), None, eps, centred=False)
        if done is not None:
            kept = input.shape[: -len(dims)] + (1,) * len(dims)
            return reshaped(done[0], input.shape), done[2].reshape(kept)
    with np.errstate(invalid="ignore"):
        rstd = 1.0 / np.sqrt(mean_over(input * input, dims) + eps)
    out = input * rstd
    return (out if weight is None else out * weight), rstd


def rms_norm_backward(
    output_grad: Array,
    input: Array,
    weight: Array | None,
    rstd: Array,
    normalized_shape: Shape,
    eps: float,
    learned: bool = True,
) -> tuple[Array, Array]:
    """Gradients of input and weight; `eps` is already part of `rstd`. The second is empty unless `learned`."""
    dims, over = trailing_dims(normalized_shape), leading_dims(input.shape, normalized_shape)
    if input.size >= _FEW:
        matrix = (-1, prod(normalized_shape))
        done = row_kernels.layer_norm_backward(
            output_grad.reshape(matrix), input.reshape(matrix), None, rstd.reshape(-1), flat(weight), learned
        )
        if done is not None:
            weight_grad = reshaped(done[1], normalized_shape) if learned else NOT_NEEDED
            return reshaped(done[0], input.shape), weight_grad
    normal = input * rstd
    product = output_grad * normal
    weight_grad = np.asarray(np.add.reduce(product, axis=over)) if learned else NOT_NEEDED
    if weight is not None:
        product *= weight
    grad = output_grad if weight is None else output_grad * weight
    return np.asarray((grad - normal * mean_over(product, dims)) * rstd), weight_grad


def rms_norm_dims(shape: Shape, normalized_shape: Shape, weight_shape: Shape) -> Shape:
    """The last dimensions, which rms_norm normalises, if they have the lengths of `normalized_shape`."""
    if not normalized_shape:
        raise RuntimeError(
            "rms_norm: Expected normalized_shape to be at least 1-dimensional, got (); give the lengths of the last "
            "dimensions of input"
        )
    if shape[-len(normalized_shape) :] != normalized_shape:
        raise RuntimeError(
            f"rms_norm: Given normalized_shape={normalized_shape}, expected input with shape"
            f" [*, {', '.join(map(str, normalized_shape))}], but got {shape}"
        )
    if weight_shape not in ((), normalized_shape):
        raise RuntimeError(
            "rms_norm: Expected weight to be of same shape as normalized_shape, but got weight of shape"
            f" {weight_shape} and normalized_shape = {normalized_shape}"
        )
    return trailing_dims(normalized_shape)


def machine_epsilon(dtype: np.dtype[Any]) -> float:
    """The distance from 1 to the next larger number of `dtype`, the input's."""
    if dtype.kind not in "fc":
        raise TypeError(
            f"rms_norm: input must have a floating-point dtype, got {dtype}; convert it with .to(derivata.float32)"
        )
    return float(np.finfo(dtype).eps)


def is_real_floating(dtype: np.dtype[Any]) -> bool:
    """Whether numbers of this dtype are real floating-point numbers."""
    return dtype.kind == "f"


def rms_norm_at_once(input: np.dtype[Any], weight: np.dtype[Any]) -> bool:
    """Whether one op does it, whose gradients have the dtypes of its real arguments: halves may have a wider weight."""
    return input.kind == weight.kind == "f" and (input == weight or input.itemsize == 2)

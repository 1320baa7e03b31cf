"""Normalisation of groups of channels, (N, C, ...), to mean 0 and variance 1."""

from __future__ import annotations

from math import prod
from typing import Any

from numpy.typing import NDArray

from ..kernels import reshaped
from . import group_norm_kernels
from .normalization import normalize, normalize_backward

Array = NDArray[Any]
Shape = tuple[int, ...]

_OF_A_GROUP, _OF_A_CHANNEL = (2, 3), (0, 3)  # dimensions of (N, groups, channels of a group, pixels)


def group_norm(
    input: Array, num_groups: int, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array]:
    """Normalise groups of channels, then scale and shift every channel; also return means and reciprocal deviations."""
    split = group_shape(input.shape, num_groups)
    for name, array in (("weight", weight), ("bias", bias)):
        if array is not None and array.shape != input.shape[1:2]:
            raise RuntimeError(
                f"group_norm: Expected {name} to be a vector of size equal to the number of channels in input, but got"
                f" {name} of shape {array.shape} and input of shape {input.shape}"
            )
    done = group_norm_kernels.group_norm(input, split, weight, bias, eps)
    if done is not None:
        return done
    out, center, _, rstd = normalize(
        input.reshape(split), _OF_A_GROUP, channels(weight, split), channels(bias, split), eps
    )
    return out.reshape(input.shape), center, rstd


def group_norm_backward(
    output_grad: Array,
    input: Array,
    weight: Array | None,
    center: Array,
    rstd: Array,
    num_groups: int,
    eps: float,
    learned: bool = True,
) -> tuple[Array, Array, Array]:
    """Gradients of input, weight and bias; the last two may be empty unless `learned`. `rstd` has `eps` in it."""
    split = group_shape(input.shape, num_groups)
    done = group_norm_kernels.group_norm_backward(output_grad, input, split, weight, center, rstd)
    if done is not None:
        return done
    grads = normalize_backward(
        output_grad.reshape(split), input.reshape(split), channels(weight, split), center, rstd,
        _OF_A_GROUP, _OF_A_CHANNEL, eps, learned,
    )  # fmt: skip
    return reshaped(grads[0], input.shape), grads[1].reshape(-1), grads[2].reshape(-1)


def group_shape(shape: Shape, num_groups: int) -> Shape:
    """(N, groups, channels of a group, pixels): images whose channels are normalised in groups."""
    if len(shape) < 2:
        raise RuntimeError(
            f"group_norm: Expected at least 2 dimensions for input tensor, (N, C, ...), but got shape {shape}"
        )
    if num_groups < 1 or shape[1] % num_groups:
        raise RuntimeError(
            "group_norm: Expected number of channels in input to be divisible by num_groups, but got input of shape"
            f" {shape} and num_groups={num_groups}"
        )
    return (shape[0], num_groups, shape[1] // num_groups, prod(shape[2:]))


def groups_of(shape: Shape, samples: int, channels: int, pixels: int, num_groups: int) -> Shape:
    """(N, groups, numbers of a group), of an array with as many elements."""
    if prod(shape) != samples * channels * pixels:
        raise RuntimeError(
            f"native_group_norm: Expected N * C * HxW elements, {samples} * {channels} * {pixels}, but got input of"
            f" shape {shape}"
        )
    split = group_shape((samples, channels, pixels), num_groups)
    return (*split[:2], split[2] * split[3])


def channels(parameter: Array | None, split: Shape) -> Array | None:
    """One number per channel, in the shape in which it broadcasts over (N, groups, channels of a group, pixels)."""
    return None if parameter is None else parameter.reshape(*split[1:3], 1)

"""The maximum of windows whose places are random, of images and volumes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ..arrays.pooling.other_pools import check_fractional
from ..arrays.random import default_generator
from ..generated.ops import _fractional_max_pool
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.samples import drawn

Ints = int | Sequence[int]


def fractional_max_pool2d(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Return the largest element of each of `output_size` windows of the images, which begin at random places.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, H, W) or (C, H, W).
    kernel_size : int or pair of ints
        The size of the windows.
    output_size : int or pair of ints, optional
        How many windows there are along each dimension.
    output_ratio : pair of floats, optional
        The same as shares of the images' sizes.
    return_indices : bool
        Also return where the largest elements are.
    _random_samples : Tensor, optional
        Numbers (N, C, 2) between 0 and 1 that say where windows begin; drawn from the global generator if not given.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened image.

    Raises
    ------
    ValueError
        If neither `output_size` nor `output_ratio` is given.
    RuntimeError
        If the windows do not fit into the images.

    Examples
    --------
    >>> nn.functional.fractional_max_pool2d(dv.ones(1, 6, 6), 2, output_ratio=(0.5, 0.5)).shape
    (1, 3, 3)
    """
    name = "fractional_max_pool2d"
    values, indices = _pool(name, 2, input, kernel_size, output_size, output_ratio, _random_samples)
    return (values, indices) if return_indices else values


def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Return the largest elements and where they are: `fractional_max_pool2d` with `return_indices=True`.

    Parameters
    ----------
    input, kernel_size, output_size, output_ratio, _random_samples
        As there.
    return_indices : bool
        Has no effect, as in PyTorch.

    Returns
    -------
    tuple of Tensors
        The elements, and their int64 positions in the flattened image.
    """
    name = "fractional_max_pool2d"
    return _pool(name, 2, input, kernel_size, output_size, output_ratio, _random_samples)


def fractional_max_pool3d(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Sequence[float] | float | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Return the largest element of each of `output_size` windows of the volumes, which begin at random places.

    Parameters
    ----------
    input : Tensor
        Of shape (N, C, D, H, W) or (C, D, H, W).
    kernel_size : int or three ints
        The size of the windows.
    output_size : int or three ints, optional
        How many windows there are along each dimension.
    output_ratio : float or three floats, optional
        The same as shares of the volumes' sizes.
    return_indices : bool
        Also return where the largest elements are.
    _random_samples : Tensor, optional
        Numbers (N, C, 3) between 0 and 1 that say where windows begin; drawn from the global generator if not given.

    Returns
    -------
    Tensor or tuple of Tensors
        The elements; then, if asked for, their int64 positions in the flattened volume.

    Raises
    ------
    ValueError
        If neither `output_size` nor `output_ratio` is given.
    RuntimeError
        If the windows do not fit into the volumes.

    Examples
    --------
    >>> nn.functional.fractional_max_pool3d(dv.ones(1, 4, 4, 4), 2, output_ratio=(0.5, 0.5, 0.5)).shape
    (1, 2, 2, 2)
    """
    name = "fractional_max_pool3d"
    values, indices = _pool(name, 3, input, kernel_size, output_size, output_ratio, _random_samples)
    return (values, indices) if return_indices else values


def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: Sequence[float] | float | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Return the largest elements and where they are: `fractional_max_pool3d` with `return_indices=True`.

    Parameters
    ----------
    input, kernel_size, output_size, output_ratio, _random_samples
        As there.
    return_indices : bool
        Has no effect, as in PyTorch.

    Returns
    -------
    tuple of Tensors
        The elements, and their int64 positions in the flattened volume.
    """
    name = "fractional_max_pool3d"
    return _pool(name, 3, input, kernel_size, output_size, output_ratio, _random_samples)


def _pool(
    op: str,
    dims: int,
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None,
    output_ratio: Sequence[float] | float | None,
    samples: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Return the largest elements and where they are."""
    kernel, shape = _each(op, "kernel_size", kernel_size, dims), input.shape
    if output_size is not None:
        size = _each(op, "output_size", output_size, dims)
    elif output_ratio is None:
        raise ValueError(f"{op}: expected an output_size or an output_ratio, got neither")
    else:
        ratios = _each(op, "output_ratio", output_ratio, dims)
        size = tuple([int(n * ratio) for n, ratio in zip(shape[-dims:], ratios, strict=False)])
    wanted = (shape[0] if len(shape) == dims + 2 else 1, *shape[-dims - 1 : -dims], dims)
    check_fractional(op, shape, wanted if samples is None else samples.shape, kernel, size)
    if samples is None:
        draw = partial(default_generator.random, dtype=input.dtype)
        samples = drawn(wrap(draw(wanted)), draw)
    elif samples.dtype != input.dtype:
        raise RuntimeError(
            f"{op}: _random_samples must have the dtype of input, {input.dtype}, got {samples.dtype}; convert it"
            " with .to(dtype)"
        )
    values, indices = _fractional_max_pool(input, samples, kernel, size)
    return values, indices


def _each(op: str, name: str, value: Any, dims: int) -> tuple[Any, ...]:
    """Return a number for each dimension."""
    numbers = (value,) * dims if isinstance(value, int | float) else tuple(value)
    if len(numbers) != dims:
        raise ValueError(f"{op}: {name} must be a number or {dims} of them, got {value}")
    return numbers

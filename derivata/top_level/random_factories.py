"""Functions that make tensors at random. Names and defaults are PyTorch's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays.dtypes import get_default_dtype, int64
from ..arrays.random import Generator, default_generator
from ..arrays.shapes.memory_formats import check_memory_format
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_int
from ..support.memory_access import into
from ..support.samples import drawn
from .factory_arguments import Array, Device, DTypeLike, Layout, dtype_of, made, shape_of

__all__ = ["normal", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm"]


def rand(
    *size: Any,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return random numbers, uniform in [0, 1)."""
    source = generator or default_generator
    kind = dtype_of("rand", dtype, out) or get_default_dtype()

    def draw(shape: tuple[int, ...]) -> Array:
        return source.random(shape, kind)

    return drawn(made("rand", draw(shape_of("rand", size)), out, requires_grad, device, layout), draw)


def randn(
    *size: Any,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return random numbers from the standard normal distribution."""
    source = generator or default_generator
    kind = dtype_of("randn", dtype, out) or get_default_dtype()

    def draw(shape: tuple[int, ...]) -> Array:
        return source.normal(shape, kind)

    return drawn(made("randn", draw(shape_of("randn", size)), out, requires_grad, device, layout), draw)


def normal(
    mean: float | Tensor = 0.0,
    std: float | Tensor = 1.0,
    size: int | Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return random numbers from normal distributions.

    Parameters
    ----------
    mean, std : float or Tensor
        Tensors are broadcast against each other and give the shape; their gradients are zero, as in PyTorch. For
        numbers that depend on them, write ``mean + std * dv.randn_like(std)``.
    size : int or sequence of int
        Shape of the result, if both are numbers.

    Raises
    ------
    RuntimeError
        If a standard deviation is negative.
    """
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        from ..generated.ops import _normal

        if size is not None:
            raise TypeError("normal: size is for numbers; a mean or std that is a tensor gives the shape")
        if out is not None:
            return into("normal", out, _normal, mean, std, generator)
        return _normal(mean, std, generator)
    if size is None:
        raise TypeError("normal: argument 'size' is missing; write normal(0.0, 1.0, (2, 3))")
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std}")
    kind = dtype_of("normal", dtype, out) or get_default_dtype()

    def draw(shape: tuple[int, ...]) -> Array:
        return np.asarray((generator or default_generator).normal(shape, kind) * std + mean, kind)

    return drawn(made("normal", draw(shape_of("normal", (size,))), out, requires_grad, device, layout), draw)


def randint(
    low: int,
    high: int | None = None,
    size: int | Sequence[int] | None = None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return random integers from `low` (included; 0 if left out) to `high` (excluded): ``randint(10, (2, 3))``."""
    if size is None:
        if high is None or isinstance(high, int):
            raise TypeError(
                "randint: argument 'size' is missing; write randint(high, size) or randint(low, high, size)"
            )
        low, high, size = 0, low, high
    low, high = as_int("randint", "low", low), as_int("randint", "high", high)
    if low >= high:
        raise RuntimeError(f"randint: expected low < high, got low={low} and high={high}")
    kind = dtype_of("randint", dtype, out) or int64

    def draw(shape: tuple[int, ...]) -> Array:
        return (generator or default_generator).integers(low, high, shape).astype(kind, copy=False)

    return drawn(
        made("randint", draw(shape_of("randint", (size,))), out, requires_grad, device, layout), draw
    )


def randperm(
    n: int,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return the integers from 0 to n - 1 in random order, as int64 unless `dtype` says otherwise."""
    n = as_int("randperm", "n", n)
    if n < 0:
        raise RuntimeError(f"randperm: n must be at least 0, got {n}")
    kind = dtype_of("randperm", dtype, out) or int64

    def draw(shape: tuple[int, ...]) -> Array:
        source, count = generator or default_generator, math.prod(shape[:-1])
        return np.reshape([source.permutation(n) for _ in range(count)], shape).astype(kind)

    return drawn(made("randperm", draw((n,)), out, requires_grad, device, layout), draw)


def rand_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return random numbers, uniform in [0, 1), of the shape and dtype of a tensor."""
    check_memory_format(memory_format)
    return rand(
        input.shape,
        generator=generator,
        dtype=dtype or input.dtype,
        device=device,
        layout=layout,
        requires_grad=requires_grad,
    )


def randn_like(
    input: Tensor,
    *,
    generator: Generator | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return random numbers from the standard normal distribution, of the shape and dtype of a tensor."""
    check_memory_format(memory_format)
    return randn(
        input.shape,
        generator=generator,
        dtype=dtype or input.dtype,
        device=device,
        layout=layout,
        requires_grad=requires_grad,
    )


def randint_like(
    input: Tensor,
    low: int,
    high: int | None = None,
    *,
    generator: Generator | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return random integers of the shape and dtype of a tensor."""
    check_memory_format(memory_format)
    bounds = (0, low) if high is None else (low, high)
    return randint(
        *bounds,
        input.shape,
        generator=generator,
        dtype=dtype or input.dtype,
        device=device,
        layout=layout,
        requires_grad=requires_grad,
    )

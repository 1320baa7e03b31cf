"""Functions that make tensors of a size, into new memory or into `out`. Names and defaults are PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..arrays.dtypes import get_default_dtype, scalar_dtype
from ..arrays.shapes.memory_order import permuted_memory, strided_memory
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_number
from .factory_arguments import Device, DTypeLike, Layout, dtype_of, dtype_or_none, made, shape_of

__all__ = ["empty", "empty_permuted", "empty_strided", "eye", "full", "ones", "zeros"]


def zeros(
    *size: Any,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of zeros: ``zeros(2, 3)`` or ``zeros((2, 3))``."""
    kind = dtype_of("zeros", dtype, out) or get_default_dtype()
    return made("zeros", np.zeros(shape_of("zeros", size), kind), out, requires_grad, device, layout)


def ones(
    *size: Any,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor of ones: ``ones(2, 3)`` or ``ones((2, 3))``."""
    kind = dtype_of("ones", dtype, out) or get_default_dtype()
    return made("ones", np.ones(shape_of("ones", size), kind), out, requires_grad, device, layout)


def empty(
    *size: Any,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor with whatever was in memory."""
    kind = dtype_of("empty", dtype, out) or get_default_dtype()
    return made("empty", np.empty(shape_of("empty", size), kind), out, requires_grad, device, layout)


def empty_strided(
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor with whatever was in memory, whose neighbours along each dimension lie `stride` elements apart.

    Where several places share an element, the tensor cannot be written.
    """
    array = strided_memory("empty_strided", size, stride, dtype_or_none(dtype) or get_default_dtype())
    return made("empty_strided", array, None, requires_grad, device, layout)


def empty_permuted(
    size: Sequence[int],
    physical_layout: Sequence[int],
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor with whatever was in memory, its dimensions in the order of `physical_layout`."""
    kind = dtype_or_none(dtype) or get_default_dtype()
    array = permuted_memory(shape_of("empty_permuted", (size,)), physical_layout, kind)
    return made("empty_permuted", array, None, requires_grad, device, layout)


def full(
    size: int | Sequence[int],
    fill_value: complex | Tensor,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a tensor filled with a number, or with that of a 0-d tensor, of the number's dtype unless one is given."""
    number = as_number("full", "fill_value", fill_value)
    kind = dtype_of("full", dtype, out) or scalar_dtype(number)
    return made("full", np.full(shape_of("full", (size,)), number, kind), out, requires_grad, device, layout)


def eye(
    n: int,
    m: int | None = None,
    *,
    out: Tensor | None = None,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a matrix with ones on the diagonal."""
    for name, size in (("n", n), ("m", 0 if m is None else m)):
        if size < 0:
            raise RuntimeError(f"eye: {name} must be greater or equal to 0, got {size}")
    kind = dtype_of("eye", dtype, out) or get_default_dtype()
    return made("eye", np.eye(n, m, dtype=kind), out, requires_grad, device, layout)

"""Functions that make tensors from data and like other tensors. Names and defaults are PyTorch's."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays.order import prototype
from ..arrays.shapes.memory_formats import check_memory_format
from ..runtime.modes.observers import tell_entry
from ..runtime.modes.state import OBSERVED, state
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import as_number
from ..support.devices import check_device
from ..support.plain_arrays import plain_array
from .factory_arguments import (
    Array,
    Device,
    DTypeLike,
    Layout,
    array_of,
    dtype_or_default,
    dtype_or_none,
    leaf,
    to_array,
    told,
)

__all__ = [
    "as_tensor",
    "empty_like",
    "from_numpy",
    "full_like",
    "is_tensor",
    "ones_like",
    "scalar_tensor",
    "tensor",
    "zeros_like",
]


def is_tensor(obj: object) -> bool:
    """Tell whether a value is a Tensor."""
    return isinstance(obj, Tensor)


def tensor(
    data: Any, *, dtype: DTypeLike = None, device: Device = None, requires_grad: bool = False
) -> Tensor:
    """Return a new leaf with a copy of the data.

    Parameters
    ----------
    data : number, nested sequence, array or Tensor
        Arrays and tensors keep their dtype; Python floats get the default dtype.
    dtype : dtype, optional
    device : "cpu", optional
        The only one there is, accepted by all functions that make tensors so that programs written for others run.
    requires_grad : bool

    Examples
    --------
    >>> import derivata as dv
    >>> dv.tensor([[1.0, 2.0], [3.0, 4.0]])
    tensor([[1., 2.],
            [3., 4.]])
    """
    out = leaf(np.array(to_array("tensor", data, dtype), copy=True), requires_grad, device)
    if state.active_modes & OBSERVED:
        tell_entry(out, data)
    return out


def as_tensor(data: Any, dtype: DTypeLike = None, device: Device = None) -> Tensor:
    """Return the data as a tensor, sharing memory where that is possible; a Tensor keeps its history.

    Examples
    --------
    >>> import numpy as np, derivata as dv
    >>> array = np.zeros(2)
    >>> dv.as_tensor(array).add_(1)
    tensor([1., 1.], dtype=float64)
    >>> array
    array([1., 1.])
    """
    check_device(device)
    if isinstance(data, Tensor):
        return data if dtype is None or np.dtype(dtype) == data.dtype else data.to(dtype)
    out = leaf(to_array("as_tensor", data, dtype), False)
    if state.active_modes & OBSERVED:
        tell_entry(out, data)
    return out


def from_numpy(array: Array) -> Tensor:
    """Return a tensor on the memory of an array.

    Raises
    ------
    TypeError
        If the argument is no ndarray, or its dtype is not numeric.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(
            f"from_numpy: expected an np.ndarray, got {type(array).__name__}; use derivata.tensor(data)"
        )
    out = leaf(plain_array("from_numpy", array), False)
    if state.active_modes & OBSERVED:
        tell_entry(out, array)
    return out


def scalar_tensor(
    value: complex,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
) -> Tensor:
    """Return a 0-d tensor."""
    return told(leaf(np.array(value, dtype_or_default(dtype)), False, device, layout), requires_grad, value)


def zeros_like(
    input: Tensor,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return zeros of the shape, dtype and memory layout of a tensor."""
    check_memory_format(memory_format)
    return leaf(
        np.zeros_like(prototype(array_of("zeros_like", input)), dtype_or_none(dtype)),
        requires_grad,
        device,
        layout,
        input,
    )


def ones_like(
    input: Tensor,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return ones of the shape, dtype and memory layout of a tensor."""
    check_memory_format(memory_format)
    return leaf(
        np.ones_like(prototype(array_of("ones_like", input)), dtype_or_none(dtype)),
        requires_grad,
        device,
        layout,
        input,
    )


def empty_like(
    input: Tensor,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return whatever was in memory, in the shape, dtype and memory layout of a tensor."""
    check_memory_format(memory_format)
    return leaf(
        np.empty_like(prototype(array_of("empty_like", input)), dtype_or_none(dtype)),
        requires_grad,
        device,
        layout,
        input,
    )


def full_like(
    input: Tensor,
    fill_value: complex | Tensor,
    *,
    dtype: DTypeLike = None,
    layout: Layout = None,
    device: Device = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return a tensor filled with a number, of the shape, dtype and memory layout of a tensor."""
    check_memory_format(memory_format)
    number = as_number("full_like", "fill_value", fill_value)
    return leaf(
        np.full_like(prototype(array_of("full_like", input)), number, dtype_or_none(dtype)),
        requires_grad,
        device,
        layout,
        input,
    )

"""Conversion of the arguments of factory functions: sizes, dtypes, data."""

from __future__ import annotations

import warnings
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays.dtypes import DType, as_dtype, get_default_dtype, promote_dtypes, scalar_dtype
from ..runtime.graph.tensor_base import wrap
from ..runtime.memory.observing import as_inference
from ..runtime.modes.batching import refuse_batched
from ..runtime.modes.observers import tell_entry
from ..runtime.modes.state import FORWARD_AD, INFERENCE, OBSERVED, state
from ..runtime.tensors.tensor import Tensor
from ..support.arguments import named_type
from ..support.devices import check_device
from ..support.memory_access import into
from ..support.plain_arrays import plain_array
from ..support.samples import made_like
from ..tensor_methods.layouts import check_layout

Array = NDArray[Any]
DTypeLike = Any  # whatever numpy.dtype() accepts


Device = object  # None, or whatever says "cpu"
Layout = object  # None, or derivata.strided


def leaf(
    array: Array, requires_grad: bool, device: Device = None, layout: Layout = None, like: Any = None
) -> Tensor:
    """Return a tensor on an array, which `vmap` repeats for each sample of `like`."""
    check_device(device)
    check_layout(layout)
    tensor = as_inference(wrap(array)) if state.active_modes & INFERENCE else wrap(array)
    if like is not None:
        made_like(like, tensor)
        return told(tensor, requires_grad)
    return tensor.requires_grad_() if requires_grad else tensor


def told(tensor: Tensor, requires_grad: bool, data: Any = 0) -> Tensor:
    """Tell observers of a tensor that was made from numbers, or from `data`; let it require grad."""
    if requires_grad:
        tensor.requires_grad_()
    if state.active_modes & OBSERVED:
        tell_entry(tensor, data)
    return tensor


def made(
    name: str, array: Array, out: Tensor | None, requires_grad: bool, device: Device, layout: Layout
) -> Tensor:
    """Return a tensor on a new array, or `out` with its numbers."""
    if out is None:
        return told(leaf(array, False, device, layout), requires_grad)
    into(name, out, leaf, array, False, device, layout)
    return out.requires_grad_() if requires_grad else out


def dtype_of(name: str, dtype: DTypeLike, out: Tensor | None) -> DType | None:
    """Return the dtype that was asked for, or that of `out`; None if there is neither."""
    kind = dtype_or_none(dtype)
    if out is None or kind == out.dtype:
        return kind
    if kind is not None:
        raise RuntimeError(
            f"{name}: dtype {kind} does not match dtype of out parameter ({out.dtype}); give one of them"
        )
    return out.dtype


def dtype_or_default(dtype: DTypeLike) -> DType:
    """Return the dtype that was asked for, else the default one."""
    return get_default_dtype() if dtype is None else as_dtype(dtype)


def dtype_or_none(dtype: DTypeLike) -> DType | None:
    """Return the dtype that was asked for, None if none was."""
    return None if dtype is None else as_dtype(dtype)


def array_of(function: str, value: Any) -> Array:
    """Return the array of an argument that must be a tensor, in `vmap` the first sample: for its shape and dtype."""
    if not isinstance(value, Tensor):
        raise TypeError(f"{function}: argument 'input' must be Tensor, not {type(value).__name__}")
    return value._array


def shape_of(function: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """Accept sizes as separate ints or as one sequence."""
    try:
        if len(size) == 1 and not hasattr(size[0], "__index__"):
            size = tuple(size[0])
        shape = tuple([int(n.__index__()) for n in size])
    except (AttributeError, TypeError):
        raise TypeError(
            f"{function}: expected a size as ints or one sequence of ints, got {size!r}"
        ) from None
    if any(n < 0 for n in shape):
        raise RuntimeError(f"{function}: expected sizes of at least 0, got {shape}")
    return shape


def to_array(function: str, data: Any, dtype: DTypeLike) -> Array:
    """Return an array for a tensor, an array, a number or nested sequences of them; memory is shared where possible."""
    if isinstance(data, Tensor):
        _check_numbers(function, data)
        array = data._array
    elif isinstance(data, np.ndarray | np.generic):
        array = plain_array(function, data)
    else:
        return _from_python(function, data, dtype)
    return array if dtype is None else array.astype(as_dtype(dtype), copy=False)


def _from_python(function: str, data: Any, dtype: DTypeLike) -> Array:
    """Read nested sequences: Python numbers by category, arrays and tensors inside by their own dtype."""
    leaves = list(_leaves(data))
    kind: DType | None = None
    told = False
    for leaf in leaves:
        if isinstance(leaf, np.ndarray):
            plain_array(function, leaf)
        elif isinstance(leaf, Tensor):
            told = _check_numbers(function, leaf, 5, told)
        own = leaf.dtype if isinstance(leaf, Tensor | np.ndarray | np.generic) else _scalar(function, leaf)
        kind = own if kind is None else promote_dtypes(kind, own)
    try:
        return np.array(_plain(data), kind or get_default_dtype() if dtype is None else as_dtype(dtype))
    except ValueError:
        raise ValueError(
            f"{function}: expected nested sequences of equal lengths, got ragged ones; pad them to one length"
        ) from None


def _check_numbers(function: str, tensor: Tensor, stacklevel: int = 4, told: bool = False) -> bool:
    """Warn, once, that of a tensor with a history only the numbers are taken; raise where tangents or samples were."""
    refuse_batched(f"derivata.{function}", tensor)
    if tensor._edge is None and not state.active_modes & FORWARD_AD:
        return told
    from ..tensor_methods.conversions import LostHistory, losses

    text = (
        f"{function}: a Tensor that {losses(tensor)}; use .detach().clone() if meant, else .clone(), or stack"
    )
    if "tangent" in text:
        raise LostHistory(text)
    if "history" in text and not told:
        further = function.endswith("Tensor") + (function == "Tensor")  # frames of the class that was called
        warnings.warn(text, UserWarning, stacklevel=stacklevel + further)
        return True
    return told


def _leaves(data: Any) -> Any:
    if isinstance(data, list | tuple | range | deque):
        for item in data:
            yield from _leaves(item)
    else:
        yield data


def _plain(data: Any) -> Any:
    if isinstance(data, list | tuple | range | deque):
        return [_plain(item) for item in data]
    return data._array if isinstance(data, Tensor) else data


def _scalar(function: str, value: Any) -> DType:
    if not isinstance(value, bool | int | float | complex):
        raise TypeError(
            f"{function}: expected numbers, arrays or nested sequences of them, got {named_type(value)}"
            + ("; convert it with np.asarray(...)" if hasattr(value, "__array__") else "")
        )
    return scalar_dtype(value)

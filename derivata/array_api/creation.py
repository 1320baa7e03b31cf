"""New arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays.dtypes import default_complex, get_default_dtype, int64
from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import tensors
from ..top_level import shared_memory, sized_factories
from ..top_level.factories import empty_like as empty_like
from ..top_level.factories import full_like as full_like
from ..top_level.factories import ones_like as ones_like
from ..top_level.factories import zeros_like as zeros_like
from ..top_level.factory_arguments import leaf
from ..top_level.shared_memory import from_dlpack as from_dlpack
from .arguments import cast, dtype_or


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: Any = None) -> Tensor:
    """Return an array of numbers, nested sequences, buffers or arrays; arrays keep their history, those in lists too.

    See `derivata.asarray`.

    Raises
    ------
    ValueError
        With ``copy=False``, where only a copy can be returned.
    """
    if isinstance(obj, list | tuple) and _holds_arrays(obj):
        if copy is False:
            raise ValueError(
                "asarray: expected one array for copy=False, got a sequence of some, which is always copied"
            )
        stacked = _stacked(obj)
        return cast(stacked, dtype_or(stacked.dtype, dtype))
    return shared_memory.asarray(obj, dtype=dtype, device=device, copy=copy)


def _holds_arrays(obj: Any) -> bool:
    return any(
        isinstance(one, Tensor) or (isinstance(one, list | tuple) and _holds_arrays(one)) for one in obj
    )


def _stacked(obj: Any) -> Tensor:
    """Return arrays in nested sequences as one, with their history."""
    return ops.stack(tensors([_stacked(one) if isinstance(one, list | tuple) else one for one in obj]))


def arange(
    start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None
) -> Tensor:
    """Return numbers from `start` to `stop`, which is not among them, at distances `step`; from 0 if one is given."""
    start, stop = (0, start) if stop is None else (start, stop)
    kind = int64 if all(isinstance(one, int) for one in (start, stop, step)) else get_default_dtype()
    return leaf(np.arange(start, stop, step, dtype=dtype_or(kind, dtype)), False, device)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return an array whose elements are not set."""
    return sized_factories.empty(shape, dtype=dtype, device=device)


def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None
) -> Tensor:
    """Return ones on a diagonal, the k-th above the main one, and zeros elsewhere."""
    return leaf(np.eye(n_rows, n_cols, k, dtype_or(get_default_dtype(), dtype)), False, device)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return an array of one number; without `dtype` in the default one of its kind."""
    return sized_factories.full(shape, fill_value, dtype=dtype, device=device)


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: Any = True
) -> Tensor:
    """Return `num` evenly spaced numbers from `start` to `stop`, which is the last one if `endpoint` is true."""
    complex_bounds = isinstance(start, complex) or isinstance(stop, complex)
    kind = dtype_or(default_complex() if complex_bounds else get_default_dtype(), dtype)
    return leaf(np.linspace(start, stop, num, endpoint, dtype=kind), False, device)


def meshgrid(*arrays: Tensor, indexing: str = "xy") -> list[Tensor]:
    """Return the coordinates of the points of a grid, from those along each axis."""
    return [grid.clone() for grid in ops.meshgrid(*arrays, indexing=indexing)]


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return an array of ones."""
    return sized_factories.ones(shape, dtype=dtype, device=device)


def tril(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the lower triangles of matrices up to a diagonal, the k-th above the main one, zeros elsewhere."""
    return ops.tril(x, k)


def triu(x: Tensor, /, *, k: int = 0) -> Tensor:
    """Return the upper triangles of matrices from a diagonal, the k-th above the main one, zeros elsewhere."""
    return ops.triu(x, k)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Return an array of zeros."""
    return sized_factories.zeros(shape, dtype=dtype, device=device)


__all__ = [
    "arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace", "meshgrid",
    "ones", "ones_like", "tril", "triu", "zeros", "zeros_like",
]  # fmt: skip

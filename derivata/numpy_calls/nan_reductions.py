"""Reductions that pass over NaN."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import flattened, tensor
from . import reductions


def nansum(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = 0) -> Any:
    """Sum of what is not NaN."""
    return reductions.sum(_filled(a, 0), axis, dtype, keepdims, initial)


def nanprod(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, initial: Any = 1) -> Any:
    """Product of what is not NaN."""
    return reductions.prod(_filled(a, 1), axis, dtype, keepdims, initial)


def nancumsum(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Sums of what is not NaN up to each element."""
    a, axis = flattened(_filled(a, 0), axis)
    return ops.cumsum(a, axis, dtype=dtype)


def nancumprod(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Products of what is not NaN up to each element."""
    a, axis = flattened(_filled(a, 1), axis)
    return ops.cumprod(a, axis, dtype=dtype)


def nanmean(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """Mean of what is not NaN."""
    total = reductions.sum(_filled(a, 0), axis, dtype, keepdims)
    return total / _numbers(a, axis, keepdims).to(total.dtype)


def nanvar(
    a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: bool = False, correction: Any = 0
) -> Any:
    """Variance of what is not NaN, NaN where there are too few."""
    a = tensor(a)
    distance = ops.abs(_filled(a - nanmean(a, axis, dtype, True), 0))
    total = reductions.sum(distance * distance, axis, dtype, keepdims)
    free = _numbers(a, axis, keepdims).to(total.dtype) - (correction or ddof)
    return ops.where(free <= 0, np.nan, total / free)


def nanstd(
    a: Any, axis: Any = None, dtype: Any = None, ddof: Any = 0, keepdims: bool = False, correction: Any = 0
) -> Any:
    """Standard deviation of what is not NaN."""
    return ops.sqrt(nanvar(a, axis, dtype, ddof, keepdims, correction))


def nanmax(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
    """Maximum of what is not NaN; NaN if that is nothing."""
    found = reductions.max(_filled(a, -np.inf), axis, keepdims, initial)
    return ops.where(_numbers(a, axis, keepdims) == 0, np.nan, found)


def nanmin(a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None) -> Any:
    """Minimum of what is not NaN; NaN if that is nothing."""
    found = reductions.min(_filled(a, np.inf), axis, keepdims, initial)
    return ops.where(_numbers(a, axis, keepdims) == 0, np.nan, found)


def _filled(a: Any, number: float) -> Tensor:
    a = tensor(a)
    return ops.where(ops.isnan(a), number, a)


def _numbers(a: Any, axis: Any, keepdims: bool) -> Tensor:
    """Return how many elements are not NaN."""
    there: Tensor = ops.logical_not(ops.isnan(tensor(a)))
    return reductions.sum(there, axis, None, keepdims)  # type: ignore[no-any-return]

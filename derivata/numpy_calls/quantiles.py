"""Medians, quantiles and percentiles over any axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import tensor

_METHODS = ("linear", "lower", "higher", "midpoint", "nearest")


def median(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the element in the middle, or the mean of the two that are."""
    return quantile(a, 0.5, axis, keepdims=keepdims)


def nanmedian(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the median of what is not NaN."""
    return nanquantile(a, 0.5, axis, keepdims=keepdims)


def quantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """Return the value below which a fraction `q` of the elements lies."""
    return _quantiles("quantile", ops.quantile, a, q, axis, method, keepdims)


def nanquantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """Return the quantiles of what is not NaN."""
    return _quantiles("nanquantile", ops.nanquantile, a, q, axis, method, keepdims)


def percentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """Return the quantiles for parts in hundreds."""
    return _quantiles("percentile", ops.quantile, a, _hundredth(q), axis, method, keepdims)


def nanpercentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """Return the percentiles of what is not NaN."""
    return _quantiles("nanpercentile", ops.nanquantile, a, _hundredth(q), axis, method, keepdims)


def _hundredth(q: Any) -> Any:
    return q / 100 if isinstance(q, Tensor) else np.asarray(q) / 100


def _quantiles(
    name: str, function: Callable[..., Any], a: Any, q: Any, axis: Any, method: str, keepdims: bool
) -> Any:
    if method not in _METHODS:
        raise TypeError(
            f"np.{name}: a Tensor with a history takes the methods {', '.join(_METHODS)}, got {method!r}"
        )
    a, q = tensor(a), tensor(q)
    row, kept = _in_a_row(a, axis)
    found = function(row, q.to(row.dtype).reshape(-1), dim=-1, interpolation=method)
    rest = kept if keepdims else row.shape[:-1]
    return found.reshape((*q.shape, *rest))


def _in_a_row(a: Tensor, axis: Any) -> tuple[Tensor, tuple[int, ...]]:
    """Return a tensor with all elements of some axes along the last one, and the shape with ones for them."""
    axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    reduced = [one % max(a.ndim, 1) for one in axes]
    others = [one for one in range(a.ndim) if one not in reduced]
    kept = tuple([1 if one in reduced else size for one, size in enumerate(a.shape)])
    moved = a.permute(*others, *reduced) if a.ndim else a
    return moved.reshape(*[a.shape[one] for one in others], -1), kept

"""Sums, means and what else is made of many elements."""

from __future__ import annotations

from typing import Any

from ..generated import ops
from ..numpy_calls import calculus, reductions
from ..numpy_calls.calculus import diff as diff
from ..numpy_calls.reductions import max as max
from ..numpy_calls.reductions import mean as mean
from ..numpy_calls.reductions import min as min
from ..numpy_calls.reductions import std as std
from ..numpy_calls.reductions import var as var
from ..runtime.tensors.tensor import Tensor
from .arguments import cast, dtype_of_sum


def sum(x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: Any = False) -> Any:
    """Return the sum over axes; of integers in the default dtype of their kind."""
    return reductions.sum(x, axis, dtype_of_sum(x, dtype), keepdims)


def prod(x: Tensor, /, *, axis: Any = None, dtype: Any = None, keepdims: Any = False) -> Any:
    """Return the product over axes; of integers in the default dtype of their kind."""
    kind = dtype_of_sum(x, dtype)
    return cast(reductions.prod(x, axis, kind, keepdims), kind)


def cumulative_sum(x: Tensor, /, *, axis: Any = None, dtype: Any = None, include_initial: Any = False) -> Any:
    """Return the sums up to each element, those of integers in the default dtype of their kind."""
    return calculus.cumulative_sum(x, axis, dtype_of_sum(x, dtype), include_initial)


def cumulative_prod(
    x: Tensor, /, *, axis: Any = None, dtype: Any = None, include_initial: Any = False
) -> Any:
    """Return the products up to each element, those of integers in the default dtype of their kind."""
    return calculus.cumulative_prod(x, axis, dtype_of_sum(x, dtype), include_initial)


def all(x: Tensor, /, *, axis: Any = None, keepdims: Any = False, out: None = None) -> Any:
    """Tell whether all elements along axes are true. `out` is None: NumPy passes it."""
    return reductions.reduced(ops.all, x.ne(0), axis, keepdims)


def any(x: Tensor, /, *, axis: Any = None, keepdims: Any = False, out: None = None) -> Any:
    """Tell whether any element along axes is true. `out` is None: NumPy passes it."""
    return reductions.reduced(ops.any, x.ne(0), axis, keepdims)


__all__ = [
    "all", "any", "cumulative_prod", "cumulative_sum", "diff", "max", "mean", "min", "prod", "std", "sum", "var",
]  # fmt: skip

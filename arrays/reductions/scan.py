"""Cumulative sums and products, and the linear recurrence that differentiates products.

No product is ever divided by a factor, so zeros need no special case: the product of the others is formed
from what stands before and behind each element.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from . import scan_kernels
from .sums import cast

Array = NDArray[Any]
DType = np.dtype[Any]

_INT64 = np.dtype(np.int64)


def cumsum(self: Array, dim: int, dtype: DType | None = None) -> Array:
    """Add the elements up to each one along `dim`; integers and booleans give int64."""
    return _accumulate("cumsum", np.add, scan_kernels.cumsum, self, dim, dtype)


def cumprod(self: Array, dim: int, dtype: DType | None = None) -> Array:
    """Multiply the elements up to each one along `dim`; integers and booleans give int64."""
    return _accumulate("cumprod", np.multiply, scan_kernels.cumprod, self, dim, dtype)


def reverse_cumsum(self: Array, dim: int, dtype: DType | None = None) -> Array:
    """Add the elements from each one to the end of `dim`, giving `dtype`: the transpose of `cumsum`."""
    if not self.ndim:
        return cast(self.copy(), dtype)
    along = axis("reverse_cumsum", self.ndim, dim)
    if (done := scan_kernels.cumsum(self, along, reverse=True)) is not None:
        return cast(done, dtype)
    reverse = _from_end(along, self.ndim)
    sums = np.add.accumulate(self[reverse], dim)[reverse]
    return cast(np.ascontiguousarray(sums), dtype)


def exclusive_cumprod(self: Array, dim: int, reverse: bool) -> Array:
    """Multiply the elements before each one along `dim`, or those behind it if `reverse`."""
    along = axis("exclusive_cumprod", self.ndim, dim)
    if (done := scan_kernels.exclusive_cumprod(self, along, reverse)) is not None:
        return done
    out = np.ones_like(self, order="C")
    if not self.ndim:
        return out
    source, target = self, out
    if reverse:
        backwards = _from_end(along, self.ndim)
        source, target = self[backwards], out[backwards]
    head = (slice(None),) * along
    np.multiply.accumulate(source[(*head, slice(None, -1))], along, out=target[(*head, slice(1, None))])
    return out


def exclusive_prod(self: Array, dim: int | None = None) -> Array:
    """Multiply, for each element, all others along `dim`, or all others if that is None."""
    if dim is None:
        return exclusive_prod(self.reshape(-1), 0).reshape(self.shape)
    product = exclusive_cumprod(self, dim, False)
    product *= exclusive_cumprod(self, dim, True)
    return product


def linear_recurrence(self: Array, other: Array, dim: int, reverse: bool) -> Array:
    """Compute ``s[0] = 0, s[k + 1] = self[k] * s[k] + other[k]`` along `dim`; from the end if `reverse`.

    Its transpose is a recurrence of the same kind in the other direction.
    """
    along = axis("linear_recurrence", self.ndim, dim)
    contiguous = np.ascontiguousarray(self) if self.ndim else self  # factors may be expanded
    if (done := scan_kernels.linear_recurrence(contiguous, other, along, reverse)) is not None:
        return done
    out = np.zeros(self.shape, np.result_type(self, other))
    if not self.ndim or self.shape[along] < 2:
        return out
    step = -1 if reverse else 1
    factors, terms, states = (np.moveaxis(x, along, 0)[::step] for x in (self, other, out))
    if states.ndim == 1:
        states[:] = _recurrence_of_numbers(factors.tolist(), terms.tolist())
        return out
    for k in range(len(states) - 1):
        np.multiply(factors[k], states[k], states[k + 1])
        states[k + 1] += terms[k]
    return out


def _recurrence_of_numbers(factors: list[Any], terms: list[Any]) -> list[Any]:
    """Run the recurrence over Python numbers: far cheaper per step than arrays of one element."""
    state = 0.0
    states = [state]
    for factor, term in zip(factors[:-1], terms[:-1], strict=True):
        state = factor * state + term
        states.append(state)
    return states


def _accumulate(
    op: str,
    ufunc: np.ufunc,
    compiled: Callable[[Array, int], Array | None],
    self: Array,
    dim: int,
    dtype: DType | None,
) -> Array:
    along = axis(op, self.ndim, dim)
    if dtype is None and self.dtype.kind in "iub":
        dtype = _INT64
    self = cast(self, dtype)
    if not self.ndim:
        return self.copy()
    done = compiled(self, along)
    return np.asarray(ufunc.accumulate(self, along, self.dtype)) if done is None else done


def _from_end(along: int, ndim: int) -> tuple[slice, ...]:
    """Return the index that reverses one dimension."""
    return tuple([slice(None, None, -1) if number == along else slice(None) for number in range(ndim)])

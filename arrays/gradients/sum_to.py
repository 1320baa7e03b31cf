"""The adjoint of broadcasting and of dtype promotion: a gradient is summed and cast to what its argument was."""

from functools import lru_cache
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy import ndarray
from numpy.typing import NDArray

from ..broadcasting.blockwise import Blockwise

Array: TypeAlias = NDArray[Any]
Target: TypeAlias = tuple[tuple[int, ...], np.dtype[Any]]

_LARGE = 16384  # elements from which sums run in compiled code
_add: Any = np.add.reduce
_sum = Blockwise("", "", outputs=1, cost=6)


def reduce_to(grad: Any, target: Target) -> Array:
    """Sum an array over the dimensions along which its argument was broadcast, and cast it to the argument's dtype."""
    shape, dtype = target
    if grad.__class__ is not ndarray:  # a number, of NumPy's or of Python's
        grad = np.asarray(grad)
    if grad.shape != shape:
        grad = summed_to(grad, shape)
    if grad.dtype is not dtype:
        if grad.dtype.kind == "c" and dtype.kind != "c":
            grad = grad.real
        grad = grad.astype(dtype)
    return grad  # type: ignore[no-any-return]


def summed_to(array: Array, shape: tuple[int, ...]) -> Array:
    """Sum over leading dimensions and over dimensions of size 1."""
    if array.size >= _LARGE:
        total = _sum(((shape, array.dtype),), (array,))
        if total is not None:
            return total  # type: ignore[no-any-return]
    leading = array.ndim - len(shape)
    if leading and array.shape[leading:] == shape and array.flags.c_contiguous and array.dtype.kind == "f":
        rows = (
            array
            if array.ndim == 2 and leading == 1
            else array.reshape(prod(array.shape[:leading]), prod(shape))
        )
        if rows.shape[1] > 1 and rows.size:
            # BLAS: three times the speed of sum
            summed: Array = _ones(rows.shape[0], rows.dtype.char).dot(rows)
            return summed if len(shape) == 1 else summed.reshape(shape)
    total = np.asarray(_add(array, _longer(array.shape, shape), None, None, True))
    return total if total.shape == shape else total.reshape(shape)


@lru_cache(32)
def _ones(count: int, dtype: str) -> Array:
    return np.ones(count, dtype)


@lru_cache(1024)
def _longer(full: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimensions that broadcasting a shape to a full one adds or makes longer."""
    leading = len(full) - len(shape)
    return (*range(leading), *[i for i, n in enumerate(shape, leading) if n == 1 and full[i] != 1])


def sum_and_cast(self: Array, shape: tuple[int, ...], dtype: "np.dtype[Any]") -> Array:
    """Do what `reduce_to` does, with separate arguments."""
    return reduce_to(self, (shape, dtype))

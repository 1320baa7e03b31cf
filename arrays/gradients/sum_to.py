"""The adjoint of broadcasting and of dtype promotion: a gradient is summed and cast to what its argument was."""

from typing import Any, TypeAlias

import numpy as np
from numpy import ndarray
from numpy.typing import NDArray

from ..reductions.sums import summed_to

Array: TypeAlias = NDArray[Any]
Target: TypeAlias = tuple[tuple[int, ...], np.dtype[Any]]


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


def sum_and_cast(self: Array, shape: tuple[int, ...], dtype: "np.dtype[Any]") -> Array:
    """Do what `reduce_to` does, with separate arguments."""
    return reduce_to(self, (shape, dtype))

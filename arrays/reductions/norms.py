"""Vector norms: (sum |x| ** ord) ** (1 / ord) and its limits for ord 0, inf and -inf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import reduced_axes
from .extrema import tie_weights
from .reduction_kernels import ABSOLUTE, SQUARES
from .scaling_kernels import scaled, scaled_sign
from .sums import cast, restore_dims

Array = NDArray[Any]
DType = np.dtype[Any]
Dims = int | Sequence[int] | None
Reduce = Callable[..., Any]

_add: Reduce = np.add.reduce
_maximum: Reduce = np.maximum.reduce
_minimum: Reduce = np.minimum.reduce

_BLOCK = 1024  # short enough for the partial sums of float32, and for BLAS to stay in one thread


def vector_norm(
    self: Array, ord: float = 2, dim: Dims = None, keepdim: bool = False, dtype: DType | None = None
) -> Array:
    """Compute the norm of order `ord` over `dim`; it is real for complex numbers too."""
    if dtype is not None:
        self = cast(self, dtype)
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            f"vector_norm: self must have a floating-point or complex dtype, got {self.dtype};"
            " pass dtype=float32 to convert it"
        )
    axes = reduced_axes("vector_norm", self.ndim, dim)
    if ord == 2:
        return _euclidean(self, axes, keepdim)
    if ord == 0:
        return np.asarray(_add(self != 0, axes, self.real.dtype, None, keepdim))
    if ord == 1 and (done := ABSOLUTE(self, axes, keepdim)) is not None:
        return done
    size = np.absolute(self)
    if ord == 1:
        return np.asarray(_add(size, axes, None, None, keepdim))
    if ord < 0 or ord == inf:
        _check_not_empty(self, axes, ord)
    if ord == inf:
        return np.asarray(_maximum(size, axes, None, None, keepdim))
    if ord == -inf:
        return np.asarray(_minimum(size, axes, None, None, keepdim))
    with np.errstate(divide="ignore"):  # 0 to a negative power
        total = np.asarray(_add(size**ord, axes, None, None, keepdim))
        np.power(total, 1.0 / ord, out=total)
    return total


def vector_norm_backward(
    output_grad: Array, self: Array, output: Array, ord: float, dim: Dims, keepdim: bool, dtype: DType | None
) -> Array:
    """Gradient of `self`: 0 where the norm, `output`, is 0."""
    grad = restore_dims(output_grad, self.ndim, dim, keepdim)
    norm = restore_dims(output, self.ndim, dim, keepdim)
    x = cast(self, dtype)
    if ord == 2:
        return cast(
            scaled(x, np.asarray(grad * np.where(norm == 0, 0, 1 / np.where(norm == 0, 1, norm)))), self.dtype
        )
    if ord == 1:
        return cast(scaled_sign(x, grad), self.dtype)
    sign = np.sign(x)
    if ord == 0:
        slope = sign * 0
    elif abs(ord) == inf:
        slope = sign * tie_weights(np.absolute(x), output, dim, keepdim)
    else:
        flat = (x == 0) | (norm == 0)
        ratio = np.where(flat, 1, np.absolute(np.where(flat, 1, x))) / np.where(norm == 0, 1, norm)
        slope = sign * np.where(flat, 0, ratio ** (ord - 1))
    return cast(np.asarray(grad * slope), self.dtype)


def _euclidean(self: Array, axes: tuple[int, ...], keepdim: bool) -> Array:
    if (done := SQUARES(self, axes, keepdim)) is not None:
        total = done
    elif len(axes) == self.ndim and not keepdim and self.flags.c_contiguous:
        total = np.asarray(_sum_of_squares(self.reshape(-1)), self.real.dtype)
    else:
        complex_ = self.dtype.kind == "c"
        squares = np.square(self.real) + np.square(self.imag) if complex_ else np.square(self)
        total = np.asarray(_add(squares, axes, None, None, keepdim))
    np.sqrt(total, out=total)
    return total


def _sum_of_squares(vector: Array) -> Any:
    """Add the squares of a contiguous vector without storing them: in blocks, whose sums are then added pairwise."""
    if vector.dtype.kind == "c":
        vector = vector.view(vector.real.dtype)
    whole = len(vector) - len(vector) % _BLOCK
    total = np.dot(vector[whole:], vector[whole:])
    if whole:
        blocks = vector[:whole].reshape(-1, _BLOCK)
        total = total + _add(np.einsum("ij,ij->i", blocks, blocks))
    return total


def _check_not_empty(self: Array, axes: tuple[int, ...], ord: float) -> None:
    if not self.size and any(self.shape[number] == 0 for number in axes):
        raise RuntimeError(
            f"vector_norm: self must have an element over the reduced dimensions for ord={ord},"
            f" got shape {self.shape}; pass a dim of nonzero length"
        )

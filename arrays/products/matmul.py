"""Matrix products of every shape, by BLAS.

No transposed argument is copied; leading dimensions are rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty
from ..reductions.sums import sum_to_shape

Array = NDArray[Any]

SMALLEST = 1 << 19  # multiplications from which results go to reused memory, and batches become one product
# Columns that a matrix at least counts for: a large result of few products belongs into reused memory
_BROAD = 16
_LONG_ROW = 16  # from which NumPy's multiplication is faster than a product of a column and a row

_FORMS = {
    "mm": ("self", "mat2", "(n, m) and (m, p)"),
    "mv": ("self", "vec", "(n, m) and (m,)"),
    "dot": ("self", "other", "(n,) and (n,)"),
    "vdot": ("self", "other", "(n,) and (n,)"),
    "bmm": ("self", "mat2", "(b, n, m) and (b, m, p)"),
    "outer": ("self", "vec2", "(n,) and (m,)"),
    "addmm": ("mat1", "mat2", "(n, m) and (m, p)"),
    "matmul": ("self", "other", "(..., n, m) and (..., m, p), vectors without n or p"),
    "linear": ("input", "weight", "(..., m) and (n, m)"),
}
"""Names of the two factors and the shapes they must have, for messages."""


def mm(self: Array, mat2: Array) -> Array:
    """Multiply two matrices."""
    _check("mm", self, mat2, self.ndim == 2 == mat2.ndim and self.shape[1] == mat2.shape[0])
    return _dot(self, mat2)


def mv(self: Array, vec: Array) -> Array:
    """Multiply a matrix and a vector."""
    _check("mv", self, vec, self.ndim == 2 and vec.ndim == 1 and self.shape[1] == vec.shape[0])
    return np.asarray(self.dot(vec))


def dot(self: Array, other: Array) -> Array:
    """Sum the products of the elements of two vectors."""
    _check("dot", self, other, self.ndim == 1 and self.shape == other.shape)
    return np.asarray(self.dot(other))


def vdot(self: Array, other: Array) -> Array:
    """Sum the products of the elements of two vectors, the first one conjugated."""
    _check("vdot", self, other, self.ndim == 1 and self.shape == other.shape)
    return np.asarray(np.vdot(self, other))


def bmm(self: Array, mat2: Array) -> Array:
    """Multiply the matrices of two equally long batches."""
    three = self.ndim == 3 == mat2.ndim
    fits = three and self.shape[0] == mat2.shape[0] and self.shape[2] == mat2.shape[1]
    _check("bmm", self, mat2, fits)
    return _stacked(self, mat2, self.shape[:1])


def outer(self: Array, vec2: Array) -> Array:
    """Multiply every element of a vector by every element of another one."""
    if self.ndim != 1 or vec2.ndim != 1:
        raise _wrong_shapes("outer", self, vec2)
    return np.multiply(self[:, None], vec2)


def addr_shape(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
    """Return the shape of the outer product in `addr`, from those of the vectors."""
    if len(first) != 1 or len(second) != 1:
        raise RuntimeError(f"addr: expected vec1 and vec2 of one dimension, got shapes {first} and {second}")
    return first[0], second[0]


def addmm(self: Array, mat1: Array, mat2: Array, beta: complex = 1, alpha: complex = 1) -> Array:
    """Compute beta * self + alpha * (mat1 @ mat2); with beta 0 `self` is ignored, NaN included."""
    _check("addmm", mat1, mat2, mat1.ndim == 2 == mat2.ndim and mat1.shape[1] == mat2.shape[0])
    _check_dtypes("addmm", self, mat1, "self", "mat1")
    if alpha == 1 == beta and self.shape == mat2.shape[1:] and mat1.size * mat2.shape[1] >= SMALLEST:
        return _folded(mat1, mat2, self)
    product = _dot(mat1, mat2)
    try:
        np.broadcast_to(self, product.shape)
    except ValueError:
        raise RuntimeError(
            f"addmm: self must broadcast to the product's shape {product.shape}, got {self.shape}; reshape it"
        ) from None
    if alpha != 1:
        product *= product.dtype.type(alpha)
    if beta != 0:
        product += self if beta == 1 else self * self.dtype.type(beta)
    return product


def matmul(self: Array, other: Array) -> Array:
    """Multiply matrices, with vectors as rows or columns and all dimensions before the last two broadcast."""
    first, second = self.shape, other.shape
    if len(first) == 2 == len(second):
        if first[1] != second[0] or self.dtype is not other.dtype:
            _check("matmul", self, other, first[1] == second[0])
        return _matrix_product(self, other, first, second)
    vectors = self.ndim > 0 < other.ndim
    _check("matmul", self, other, vectors and self.shape[-1] == other.shape[-2 if other.ndim > 1 else 0])
    if self.ndim <= 2 and other.ndim <= 2:
        return _dot(self, other)
    if other.ndim <= 2 and self.flags.c_contiguous:
        return _folded(self, other)
    if self.ndim == 1 or other.ndim == 1:
        return np.asarray(np.matmul(self, other))
    return _stacked(self, other, _batch_shape(self, other))


def matmul_to_shape(self: Array, other: Array, shape: Sequence[int]) -> Array:
    """Multiply matrices as `matmul` does, and add up the dimensions that broadcasting gave: to `shape`.

    When a whole batch is added up to one matrix, the batch is a part of the contracted dimension: BLAS adds.
    """
    batch = self.shape[:-2]
    if len(shape) == 2 and batch and other.shape[:-2] == batch:
        _check("matmul", self, other, self.shape[-1] == other.shape[-2])
        rows, columns, inner = self.shape[-2], other.shape[-1], prod(batch) * self.shape[-1]
        last = self.ndim - 1
        left = self.transpose(last - 1, *range(last - 1), last).reshape(rows, inner)
        return _dot(left, other.reshape(inner, columns))
    product = matmul(self, other)
    return product if product.shape == shape else sum_to_shape(product, tuple(shape))


def linear(input: Array, weight: Array, bias: Array | None = None) -> Array:
    """Compute input @ weight.T + bias."""
    first, second = input.shape, weight.shape
    if not first or len(second) != 2 or first[-1] != second[1] or input.dtype is not weight.dtype:
        _check("linear", input, weight, bool(first) and len(second) == 2 and first[-1] == second[1])
    if bias is not None:
        if bias.shape != second[:1] or bias.dtype is not weight.dtype:
            _check_bias(bias, weight)
        if input.size * weight.shape[0] >= SMALLEST and input.flags.c_contiguous and input.ndim > 1:
            return _folded(input, weight.T, bias)
    out = (
        _matrix_product(input, weight.T, first, second[::-1]) if len(first) == 2 else matmul(input, weight.T)
    )
    if bias is not None:
        out += bias
    return out


def _dot(self: Array, other: Array) -> Array:
    """Multiply arrays of at most two dimensions."""
    if self.ndim == 2 == other.ndim:
        return _matrix_product(self, other, self.shape, other.shape)
    return np.asarray(self.dot(other))


def _matrix_product(self: Array, other: Array, first: Sequence[int], second: Sequence[int]) -> Array:
    """Multiply matrices of these shapes; large results go to reused memory."""
    if self.size * (second[1] + _BROAD) >= SMALLEST:
        return np.dot(self, other, empty((first[0], second[1]), self.dtype))
    product: Array = self.dot(other)
    return product


def _folded(self: Array, other: Array, bias: Array | None = None) -> Array:
    """Multiply a C-ordered array and a matrix or vector as one product with all leading dimensions as rows.

    The product is written into an array that already has the final shape, because a result that is a reshaped
    view cannot be kept by whoever receives it.
    """
    out = empty(self.shape[:-1] + other.shape[1:], self.dtype)
    rows = prod(self.shape[:-1])
    np.dot(self.reshape(rows, self.shape[-1]), other, out.reshape((rows, *other.shape[1:])))
    if bias is not None:
        out += bias
    return out


def _stacked(self: Array, other: Array, batch: tuple[int, ...]) -> Array:
    out = empty((*batch, self.shape[-2], other.shape[-1]), self.dtype)
    if self.shape[-1] == 1 == other.shape[-2] and other.shape[-1] >= _LONG_ROW:
        return np.multiply(self, other, out=out)  # outer products, which per-sample gradients are
    return np.asarray(np.matmul(self, other, out=out))


def _batch_shape(self: Array, other: Array) -> tuple[int, ...]:
    first, second = self.shape[:-2], other.shape[:-2]
    if first == second:
        return first
    try:
        return np.broadcast_shapes(first, second)
    except ValueError:
        raise RuntimeError(
            f"matmul: the dimensions before the last two must broadcast, got {first} and {second}"
            f" of shapes {self.shape} and {other.shape}; reshape or expand one argument"
        ) from None


def _check(op: str, first: Array, second: Array, fits: bool) -> None:
    if not fits:
        raise _wrong_shapes(op, first, second)
    if first.dtype is not second.dtype:
        _check_dtypes(op, first, second, *_FORMS[op][:2])


def _wrong_shapes(op: str, first: Array, second: Array) -> RuntimeError:
    name, other, form = _FORMS[op]
    return RuntimeError(
        f"{op}: {name} and {other} must have shapes {form}, got {first.shape} and {second.shape};"
        " transpose or reshape one of them"
    )


def _check_dtypes(op: str, first: Array, second: Array, name: str, other: str) -> None:
    if first.dtype != second.dtype:
        raise RuntimeError(
            f"{op}: {name} and {other} must have the same dtype, got {first.dtype} and {second.dtype};"
            f" convert one of them, as in {other}.to({name}.dtype)"
        )


def _check_bias(bias: Array, weight: Array) -> None:
    if weight.dtype is not bias.dtype:
        _check_dtypes("linear", weight, bias, "weight", "bias")
    expected = weight.shape[:1]
    if bias.shape not in (expected, (), (1,)):
        raise RuntimeError(
            f"linear: bias must have shape {expected}, got {bias.shape}; reshape it, or pass None for no bias"
        )

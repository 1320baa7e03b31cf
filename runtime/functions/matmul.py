"""Matrix products of every shape, by BLAS: no transposed argument is copied, leading dimensions are rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.buffers import MIN_BYTES, empty
from .sums import sum_to_shape

Array = NDArray[Any]


def mm(self: Array, mat2: Array) -> Array:
    """Multiply two matrices."""
    if self.ndim != 2 or mat2.ndim != 2:
        raise _wrong_dims("mm", self, mat2, "2-d", "2-d")
    _check("mm", self, mat2, self.shape[1] == mat2.shape[0])
    return _dot(self, mat2)


def mv(self: Array, vec: Array) -> Array:
    """Multiply a matrix and a vector."""
    if self.ndim != 2 or vec.ndim != 1:
        raise _wrong_dims("mv", self, vec, "2-d", "1-d")
    _check("mv", self, vec, self.shape[1] == vec.shape[0])
    return np.asarray(self.dot(vec))


def dot(self: Array, other: Array) -> Array:
    """Sum the products of the elements of two vectors."""
    if self.ndim != 1 or other.ndim != 1:
        raise _wrong_dims("dot", self, other, "1-d", "1-d")
    _check("dot", self, other, self.shape == other.shape)
    return np.asarray(self.dot(other))


def vdot(self: Array, other: Array) -> Array:
    """Sum the products of the elements of two vectors, the first one conjugated."""
    if self.ndim != 1 or other.ndim != 1:
        raise _wrong_dims("vdot", self, other, "1-d", "1-d")
    _check("vdot", self, other, self.shape == other.shape)
    return np.asarray(np.vdot(self, other))


def bmm(self: Array, mat2: Array) -> Array:
    """Multiply the matrices of two equally long batches."""
    if self.ndim != 3 or mat2.ndim != 3:
        raise _wrong_dims("bmm", self, mat2, "3-d", "3-d")
    _check("bmm", self, mat2, self.shape[0] == mat2.shape[0] and self.shape[2] == mat2.shape[1])
    return _stacked(self, mat2, self.shape[:1])


def outer(self: Array, vec2: Array) -> Array:
    """Multiply every element of a vector by every element of another one."""
    if self.ndim != 1 or vec2.ndim != 1:
        raise _wrong_dims("outer", self, vec2, "1-d", "1-d")
    return np.multiply(self[:, None], vec2)


def addmm(self: Array, mat1: Array, mat2: Array, beta: complex = 1, alpha: complex = 1) -> Array:
    """Compute beta * self + alpha * (mat1 @ mat2); with beta 0 `self` is not looked at."""
    if mat1.ndim != 2 or mat2.ndim != 2:
        raise _wrong_dims("addmm", mat1, mat2, "2-d", "2-d", "mat1", "mat2")
    _check("addmm", mat1, mat2, mat1.shape[1] == mat2.shape[0], "mat1", "mat2")
    _check_dtypes("addmm", self, mat1, "self", "mat1")
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
    if not (self.ndim and other.ndim):
        raise _wrong_dims("matmul", self, other, "1-d or more", "1-d or more")
    inner = other.shape[0] if other.ndim == 1 else other.shape[-2]
    _check("matmul", self, other, self.shape[-1] == inner)
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
    return sum_to_shape(matmul(self, other), tuple(shape))


def linear(input: Array, weight: Array, bias: Array | None = None) -> Array:
    """Compute input @ weight.T + bias, the weight being a matrix (out, in) or a vector (in)."""
    if not input.ndim or weight.ndim not in (1, 2):
        raise _wrong_dims("linear", input, weight, "1-d or more", "1-d or 2-d", "input", "weight")
    _check("linear", input, weight, input.shape[-1] == weight.shape[-1], "input", "weight")
    out = _dot(input, weight.T) if input.ndim <= 2 else matmul(input, weight.T)
    if bias is not None:
        _check_bias(bias, weight)
        out += bias
    return out


def _dot(self: Array, other: Array) -> Array:
    """Multiply arrays of at most two dimensions; large results go to reused memory."""
    if self.ndim == 2 == other.ndim:
        shape = (self.shape[0], other.shape[1])
        if shape[0] * shape[1] * self.itemsize >= MIN_BYTES:
            out = empty(shape, self.dtype)
            return np.dot(self, other, out)
    return np.asarray(self.dot(other))


def _folded(self: Array, other: Array) -> Array:
    """Multiply a C-ordered array and a matrix or vector as one product with all leading dimensions as rows.

    The product is written into an array that already has the final shape, because a result that is a reshaped
    view cannot be kept by whoever receives it.
    """
    out = empty(self.shape[:-1] + other.shape[1:], self.dtype)
    rows = prod(self.shape[:-1])
    np.dot(self.reshape(rows, self.shape[-1]), other, out.reshape((rows, *other.shape[1:])))
    return out


def _stacked(self: Array, other: Array, batch: tuple[int, ...]) -> Array:
    shape = (*batch, self.shape[-2], other.shape[-1])
    return np.asarray(np.matmul(self, other, out=empty(shape, self.dtype)))


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


def _check(op: str, a: Array, b: Array, fits: bool, first: str = "self", second: str = "other") -> None:
    if second == "other" and op in ("mm", "bmm"):
        second = "mat2"
    if a.dtype != b.dtype:
        _check_dtypes(op, a, b, first, second)
    if not fits:
        raise RuntimeError(
            f"{op}: the contracted lengths of {first} and {second} must be equal,"
            f" got shapes {a.shape} and {b.shape}; transpose or reshape one of them"
        )


def _check_dtypes(op: str, a: Array, b: Array, first: str, second: str) -> None:
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"{op}: {first} and {second} must have the same dtype, got {a.dtype} and {b.dtype};"
            f" convert one of them, as in {second}.to({first}.dtype)"
        )


def _check_bias(bias: Array, weight: Array) -> None:
    _check_dtypes("linear", weight, bias, "weight", "bias")
    expected = weight.shape[:-1]
    if bias.shape not in (expected, (), (1,)):
        raise RuntimeError(
            f"linear: bias must have shape {expected}, got {bias.shape}; reshape it or pass None"
        )


def _wrong_dims(
    op: str, a: Array, b: Array, wants_a: str, wants_b: str, first: str = "self", second: str = "other"
) -> RuntimeError:
    return RuntimeError(
        f"{op}: {first} must be {wants_a} and {second} {wants_b}, got {a.ndim}-d and {b.ndim}-d;"
        " use matmul for products with other dimensions"
    )

"""Which dimensions a norm of matrices or of vectors is taken over, and what orders there are."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from ..dims import axis

DType = np.dtype[Any]
Shape = tuple[int, ...]
Order = float | str

_ORDERS = (1, -1, 2, -2, inf, -inf, "fro", "nuc")


def matrix_norm_dims(shape: Shape, dtype: DType, ord: Order, dim: Sequence[int]) -> tuple[int, int]:
    """Return the dimensions of rows and columns, once the arguments of a norm are known to be right."""
    if len(shape) < 2:
        raise RuntimeError(
            f"linalg.matrix_norm: The input tensor A must have at least 2 dimensions, got shape {shape}"
        )
    if ord not in _ORDERS:
        raise RuntimeError(
            f"linalg.matrix_norm: Order {ord} not supported; the orders are 1, -1, 2, -2, inf, -inf, 'fro' and 'nuc'"
        )
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {tuple(dim)}")
    rows, columns = (axis("linalg.matrix_norm", len(shape), number) for number in dim)
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got {tuple(dim)}")
    if dtype.kind not in "fc":
        raise RuntimeError(
            f"linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {dtype}; pass"
            " dtype=float32 to convert it"
        )
    return rows, columns


def norm_dtype(dtype: DType, wanted: DType | None) -> DType:
    """Return the dtype that a norm is computed in; it may not be narrower than that of the argument."""
    if wanted is None:
        return dtype
    if wanted.kind not in "fc":
        raise RuntimeError(f"linalg.matrix_norm: dtype should be floating point or complex, but got {wanted}")
    if (dtype.kind == "c") != (wanted.kind == "c"):
        raise RuntimeError(
            f"linalg.matrix_norm: dtype should be {'complex' if dtype.kind == 'c' else 'real'}, as the input, {dtype},"
            f" is, but got {wanted}"
        )
    if np.promote_types(dtype, wanted) != wanted:
        raise RuntimeError(
            f"linalg.matrix_norm: the dtype of the input ({dtype}) should be convertible without narrowing to the"
            f" specified dtype ({wanted})"
        )
    return wanted


def is_norm_of_matrices(ndim: int, ord: Order | None, dim: Sequence[int] | int | None) -> bool:
    """Return whether linalg.norm is that of matrices: of two dimensions, with an order."""
    count = None if dim is None else 1 if isinstance(dim, int) else len(dim)
    if count is not None and count not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {dim}")
    if count is None and ord is not None and ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {ndim}D."
        )
    return isinstance(ord, str) or (ord is not None and (ndim if count is None else count) == 2)


def all_dims(ndim: int, dim: Sequence[int] | int | None) -> tuple[int, ...]:
    """Return the dimensions of a norm: all of them by default."""
    if dim is None:
        return tuple(range(ndim))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def frobenius_dims(dim: Sequence[int] | int) -> tuple[int, ...] | None:
    """Return up to two dimensions; None, which is all, for none."""
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    if len(dims) > 2:
        raise RuntimeError(
            f"frobenius_norm: Expected at most 2 dimensions, but got {len(dims)} dimensions instead."
        )
    return dims or None


def named_norm_dims(ndim: int, dim: Sequence[int] | int | None) -> tuple[int, ...]:
    """Return the dimensions of a norm of matrices that is called by its name."""
    is_norm_of_matrices(ndim, "fro", dim)
    return all_dims(ndim, dim)


def cond_by_values(shape: Shape, p: Order | None) -> bool:
    """Return whether a condition number is a ratio of singular values; others are of square matrices."""
    if len(shape) < 2:
        raise RuntimeError(
            f"linalg.cond: The input tensor must have at least 2 dimensions, got shape {shape}"
        )
    if p is None or p in (2, -2) or 0 in shape[-2:]:
        return True
    if p not in _ORDERS:
        raise RuntimeError(
            f"linalg.cond got an invalid norm type: {p}; the types are 1, -1, 2, -2, inf, -inf, 'fro' and 'nuc'"
        )
    if shape[-1] != shape[-2]:
        raise RuntimeError(
            f"linalg.cond(ord={p}): A must be batches of square matrices, but they are"
            f" {shape[-2]} by {shape[-1]} matrices"
        )
    return False


def vander_length(shape: Shape, dtype: DType, N: int | None) -> int:
    """Return how many powers linalg.vander computes: as many as there are elements unless N says so."""
    if dtype.kind == "b":
        raise RuntimeError(
            "linalg.vander supports floating point, complex, and integer tensors, but got bool; pass x.int()"
        )
    length = (shape[-1] if shape else 1) if N is None else N
    if length <= 1:
        raise RuntimeError(f"linalg.vander: N must be greater than 1, got {length}")
    return length


def powers_shape(shape: Shape, length: int) -> Shape:
    """Return the shape of all powers but the first one."""
    return (*(shape or (1,)), length - 1)

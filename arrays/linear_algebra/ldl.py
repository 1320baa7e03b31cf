"""LDL factors of symmetric and Hermitian matrices: by SciPy, since NumPy has none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..products.triangles import tril
from .errors import check_batches, check_info, check_same_dtype, check_square
from .stacks import by_columns, call_each

Array = NDArray[Any]

_BLOCK = 64
"""Columns that LAPACK takes at once where there are more, if it has the memory."""

_ZERO_BLOCK = "D[{info},{info}] is zero: the input matrix is singular."


def ldl_factor(self: Array, hermitian: bool, check_errors: bool) -> tuple[Array, Array, Array]:
    """Return L and D in one matrix, LAPACK's exchanges, and which blocks are zero; the upper half is not read."""
    op = "linalg.ldl_factor"
    check_square(op, self)
    factors, info = self, np.zeros(self.shape[:-2], np.int32)
    pivots = np.empty(self.shape[:-1], np.int32)
    if self.size:
        trf = "hetrf" if hermitian and self.dtype.kind == "c" else "sytrf"
        n, matrices = self.shape[-1], by_columns(self)
        exchanges, found = pivots.reshape(-1, n), info.reshape(-1)
        work = np.empty((len(matrices), n * _BLOCK if n > _BLOCK else n), self.dtype)  # threads share none
        call_each(op, trf, "L", n, matrices, n, exchanges, work, work.shape[1], found)
        factors = tril(matrices).reshape(self.shape)
    if check_errors:
        check_info(op, info, _ZERO_BLOCK)
    return factors, pivots, info


def ldl_solve(LD: Array, pivots: Array, B: Array, hermitian: bool) -> Array:
    """Solve AX = B with the factors of A."""
    op = "linalg.ldl_solve"
    check_square(op, LD, "LD")
    if B.ndim < 2:
        raise RuntimeError(
            f"{op}: Expected B to have at least 2 dimensions, but it has {B.ndim} dimensions instead"
        )
    if B.shape[-2] != LD.shape[-2]:
        raise RuntimeError(
            f"{op}: Expected B to have as many rows as LD, but got shapes {B.shape} and {LD.shape}"
        )
    check_same_dtype(op, LD, B, ("LD", "B"))
    if pivots.dtype.kind not in "iu" or pivots.shape != LD.shape[:-1]:
        raise RuntimeError(
            f"{op}: Expected integer pivots of shape {LD.shape[:-1]}, got {pivots.dtype} of shape {pivots.shape}"
        )
    if not _are_exchanges(pivots):
        raise RuntimeError(
            f"{op}: Expected pivots between 1 and {LD.shape[-1]}, those of a block twice and negative, got {pivots};"
            " pass those that linalg.ldl_factor has returned"
        )
    check_batches(op, LD, B, ("LD", "B"))
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    shape = (*batch, *B.shape[-2:])
    if not math.prod(shape):
        return np.empty(shape, B.dtype)
    trs = "hetrs" if hermitian and B.dtype.kind == "c" else "sytrs"
    n, columns = shape[-2:]
    factors = by_columns(np.broadcast_to(LD, (*batch, n, n)))
    exchanges = np.broadcast_to(pivots, (*batch, n)).reshape(-1, n).astype(np.int32, "C")
    sides, info = by_columns(np.broadcast_to(B, shape)), np.zeros(len(factors), np.int32)
    call_each(op, trs, "L", n, columns, factors, n, exchanges, sides, n, info)
    return np.ascontiguousarray(sides).reshape(shape)


def _are_exchanges(pivots: Array) -> bool:
    """Tell whether LAPACK may follow the exchanges: it does not look, and would leave the matrix."""
    size = np.abs(pivots)
    if not pivots.size:
        return True
    if size.min() < 1 or size.max() > pivots.shape[-1]:
        return False
    double = pivots < 0
    if not double.any():
        return True
    first = double & (double.cumsum(-1) % 2 == 1)
    return not first[..., -1].any() and bool((pivots[..., 1:] == pivots[..., :-1])[first[..., :-1]].all())

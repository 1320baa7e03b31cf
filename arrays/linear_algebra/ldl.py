"""LDL factors of symmetric and Hermitian matrices: by SciPy, since NumPy has none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..products.triangles import tril
from .errors import check_batches, check_info, check_same_dtype, check_square
from .lapack import by_columns, needed_routine

Array = NDArray[Any]

_BLOCK = 64
"""Columns that LAPACK takes at once if it has the memory; SciPy's default is one column after the other."""

_ZERO_BLOCK = "D[{info},{info}] is zero: the input matrix is singular."


def ldl_factor(self: Array, hermitian: bool, check_errors: bool) -> tuple[Array, Array, Array]:
    """Return L and D in one matrix, LAPACK's exchanges, and which blocks are zero; the upper half is not read."""
    op = "linalg.ldl_factor"
    check_square(op, self)
    factors, info = self, np.zeros(self.shape[:-2], np.int32)
    pivots = np.empty(self.shape[:-1], np.int32)
    if self.size:
        trf = needed_routine(op, "hetrf" if hermitian and self.dtype.kind == "c" else "sytrf", self)
        matrices, exchanges, found = by_columns(self), pivots.reshape(-1, self.shape[-1]), info.reshape(-1)
        for i, matrix in enumerate(matrices):
            _, exchanges[i], found[i] = trf(matrix, lower=1, lwork=_BLOCK * len(matrix), overwrite_a=True)
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
    check_batches(op, LD, B, ("LD", "B"))
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    shape = (*batch, *B.shape[-2:])
    if not math.prod(shape):
        return np.empty(shape, B.dtype)
    trs = needed_routine(op, "hetrs" if hermitian and B.dtype.kind == "c" else "sytrs", LD)
    factors = np.broadcast_to(LD, (*batch, *LD.shape[-2:])).reshape(-1, *LD.shape[-2:])
    exchanges = np.broadcast_to(pivots, (*batch, LD.shape[-1])).reshape(-1, LD.shape[-1])
    sides = by_columns(np.broadcast_to(B, shape))
    for factor, exchange, side in zip(factors, exchanges, sides, strict=True):
        trs(factor, exchange, side, lower=1, overwrite_b=True)
    return np.ascontiguousarray(sides).reshape(shape)

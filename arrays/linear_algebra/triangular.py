"""Systems of equations with triangular matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..products.triangles import tril, triu
from .errors import check_batches, check_same_dtype, check_square
from .lapack import copied, fast_routine

Array = NDArray[Any]


def solve_triangular(
    A: Array, B: Array, upper: bool, left: bool = True, unitriangular: bool = False
) -> Array:
    """Solve AX = B, or XA = B, where A is triangular; its other half is not read."""
    _check("linalg.solve_triangular", A, B, left)
    return solve_half(A, B, upper, left, unitriangular)


def _check(op: str, A: Array, B: Array, left: bool) -> None:
    check_square(op, A)
    if B.ndim < 2:
        raise RuntimeError(
            f"{op}: The input tensor B must have at least 2 dimensions, got shape {B.shape}; insert them with"
            " .unsqueeze()"
        )
    check_same_dtype(op, A, B)
    if A.shape[-1] != B.shape[-2 if left else -1]:
        (n, m), (rows, columns) = A.shape[-2:], B.shape[-2:]
        equation = "AX = B" if left else "XA = B"
        raise RuntimeError(
            f"{op}: Incompatible shapes of A and B for the equation {equation} ({n}x{m} and {rows}x{columns})"
        )
    check_batches(op, A, B)


def solve_half(
    A: Array, B: Array, upper: bool, left: bool = True, unit: bool = False, ours: bool = False
) -> Array:
    """Solve a triangular system whose arguments fit.

    If they are `ours`, the other half of A is known to be zeros, and the result may take the place of B.
    """
    trsm = fast_routine("trsm", A) if B.ndim == 2 else None
    if trsm is not None:
        return _by_blas(trsm, A, B, upper, left, unit, ours)
    if not left:
        return np.asarray(solve_half(A.mT, B.mT, not upper, True, unit, ours).mT)
    half = A if ours else (triu if upper else tril)(A, (1 if upper else -1) if unit else 0)
    if unit:
        n = np.arange(A.shape[-1])
        half[..., n, n] = 1
    try:
        return np.asarray(np.linalg.solve(half, B))
    except np.linalg.LinAlgError:
        return _by_substitution(half, B, upper)


def _by_blas(trsm: Any, A: Array, B: Array, upper: bool, left: bool, unit: bool, overwrite: bool) -> Array:
    """Solve the transposed system, whose matrices lie in memory as BLAS wants them."""
    rows_first = not A.flags.f_contiguous
    result = B if overwrite and B.flags.c_contiguous else copied(B)
    trsm(
        1.0,
        A.T if rows_first else A,
        result.T,
        side=int(left),
        lower=int(upper == rows_first),
        trans_a=int(not rows_first),
        diag=int(unit),
        overwrite_b=1,
    )
    return result


def times_adjoint_half(A: Array, B: Array) -> Array:
    """Return a new array that has the lower triangle of Aᴴ B; A is lower triangular."""
    trmm = fast_routine("trmm", A) if B.ndim == 2 else None
    if trmm is None:
        return np.asarray(A.conj().mT @ B)
    product = copied(B)
    trmm(1.0, np.ascontiguousarray(A).T, product.T, side=1, trans_a=2, overwrite_b=1)
    return product


def _by_substitution(half: Array, B: Array, upper: bool) -> Array:
    """Solve row by row: what is divided by zeros is infinite or NaN, as BLAS has it."""
    n = half.shape[-1]
    shape = (*np.broadcast_shapes(half.shape[:-2], B.shape[:-2]), *B.shape[-2:])
    X = np.array(np.broadcast_to(B, shape))
    with np.errstate(all="ignore"):
        for i in range(n - 1, -1, -1) if upper else range(n):
            known = slice(i + 1, n) if upper else slice(0, i)
            X[..., i, :] -= (half[..., i, None, known] @ X[..., known, :])[..., 0, :]
            X[..., i, :] /= half[..., i, i, None]
    return X

"""Systems of equations and inverses, with the factors kept for what comes back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import check_batches, check_info, check_same_dtype, check_square
from .lapack import copied, fast_routine, routine

Array = NDArray[Any]
Shape = tuple[int, ...]

NOTHING = np.empty(0)
"""In the place of factors that were not kept: NumPy returns none."""

_SINGULAR = "The solver failed because the input matrix is singular."
_NO_INVERSE = (
    "The diagonal element {info} is zero, the inversion could not be completed because the input matrix is"
    " singular."
)


def solves_vectors(shape: Shape, other: Shape) -> bool:
    """Tell whether the right-hand sides are vectors: one, or as many as there are matrices."""
    return len(other) == 1 or (len(other) == len(shape) - 1 and other == shape[:-1])


def solve(A: Array, B: Array) -> tuple[Array, Array, Array]:
    """Solve AX = B; return X, and what is kept of A for further systems."""
    return _solve(A, B, "linalg.solve", True)[:3]


def solve_ex(A: Array, B: Array, check_errors: bool) -> tuple[Array, Array, Array, Array]:
    """Solve AX = B; return X, which pivots are zero, and what is kept of A for further systems."""
    result, factors, pivots, info = _solve(A, B, "linalg.solve_ex", check_errors)
    return result, info, factors, pivots


def _solve(A: Array, B: Array, op: str, check: bool) -> tuple[Array, Array, Array, Array]:
    vector = _check(op, A, B)
    getrf = fast_routine("getrf", A)
    if getrf is not None and B.ndim <= 2:
        factors, pivots, info = getrf(copied(A).T, overwrite_a=1)
        if info == 0:
            return _by_factors(B, factors, pivots, False, A.dtype), factors, pivots, np.zeros((), np.int32)
    try:
        result = _by_numpy(A, B, vector)
        return result, NOTHING, NOTHING, np.zeros(A.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        info = zero_pivots(A)
    if check:
        check_info(op, info, _SINGULAR)
    return _where_regular(A, B, vector), NOTHING, NOTHING, info


def _check(op: str, A: Array, B: Array) -> bool:
    check_square(op, A)
    if B.ndim < 1:
        raise RuntimeError(f"{op}: The input tensor B must have at least 1 dimension, got shape {B.shape}")
    check_same_dtype(op, A, B)
    vector = solves_vectors(A.shape, B.shape)
    rows = B.shape[-1 if vector else -2]
    if rows != A.shape[-1]:
        columns = 1 if vector else B.shape[-1]
        raise RuntimeError(
            f"{op}: Incompatible shapes of A and B for the equation AX = B ({A.shape[-2]}x{A.shape[-1]} and"
            f" {rows}x{columns})"
        )
    if not vector:
        check_batches(op, A, B)
    return vector


def _by_numpy(A: Array, B: Array, vector: bool) -> Array:
    if vector and B.ndim > 1:
        return np.asarray(np.linalg.solve(A, B[..., None])[..., 0])
    return np.asarray(np.linalg.solve(A, B))


def _by_factors(B: Array, factors: Array, pivots: Array, adjoint: bool, dtype: np.dtype[Any]) -> Array:
    """Solve with the factors of the transposed matrix, which lies in memory as LAPACK wants it."""
    getrs = routine("getrs", dtype.char)
    if adjoint and dtype.kind == "c":
        return np.asarray(getrs(factors, pivots, B.conj(), trans=0)[0].conj().reshape(B.shape))
    return np.asarray(getrs(factors, pivots, B, trans=0 if adjoint else 1)[0].reshape(B.shape))


def solve_again(A: Array, B: Array, factors: Array, pivots: Array, adjoint: bool, vector: bool) -> Array:
    """Solve with a matrix that was factored before, or with its adjoint; what has no solution is NaN."""
    if factors.size and B.ndim <= 2:
        return _by_factors(B, factors, pivots, adjoint, A.dtype)
    matrix = A.conj().mT if adjoint else A
    wide = vector and B.ndim > 1
    try:
        return _by_numpy(matrix, B, vector) if wide or not vector else np.asarray(np.linalg.solve(matrix, B))
    except np.linalg.LinAlgError:
        return _where_regular(matrix, B, vector)


def _where_regular(A: Array, B: Array, vector: bool) -> Array:
    """Solve with the matrices that have inverses; the other solutions are NaN."""
    singular = zero_pivots(A) > 0
    matrix = np.where(singular[..., None, None], np.eye(A.shape[-1], dtype=A.dtype), A)
    result = _by_numpy(matrix, B, vector)
    result[np.broadcast_to(singular, result.shape[: singular.ndim])] = np.nan
    return result


def zero_pivots(A: Array) -> Array:
    """Return for each matrix the number of the first pivot that is 0, or 0.

    LAPACK, which NumPy asks for determinants, says which matrices are singular. Of others no pivot is 0, and of these
    the last one is where rounding hides the first.
    """
    singular = np.linalg.slogdet(A)[0] == 0
    found = _eliminated(A)
    return np.asarray(np.where(singular, np.where(found > 0, found, A.shape[-1]), 0), np.int32)


def _eliminated(A: Array) -> Array:
    """Return for each matrix the number of the first pivot that is 0 in elimination with row exchanges, or 0."""
    rest = np.array(A)
    n, info = A.shape[-1], np.zeros(A.shape[:-2], np.int32)
    with np.errstate(all="ignore"):
        for k in range(n):
            best = np.abs(rest[..., k:, k].real) + np.abs(rest[..., k:, k].imag)
            row = (best.argmax(-1) + k)[..., None, None]
            pivot = np.take_along_axis(rest, row, -2)
            np.put_along_axis(rest, row, rest[..., k : k + 1, :], -2)
            zero = pivot[..., 0, k] == 0
            info[zero & (info == 0)] = k + 1
            steps = rest[..., k + 1 :, k] / np.where(zero, 1, pivot[..., 0, k])[..., None]
            rest[..., k + 1 :, k:] -= steps[..., None] * pivot[..., k:]
    return info


def inverted(self: Array) -> Array:
    """Invert each matrix."""
    return _inverse(self, "linalg.inv", True)[0]


def inverted_ex(self: Array, check_errors: bool) -> tuple[Array, Array]:
    """Invert each matrix; return the inverses, and which pivots are zero."""
    return _inverse(self, "linalg.inv_ex", check_errors)


def _inverse(self: Array, op: str, check: bool) -> tuple[Array, Array]:
    check_square(op, self)
    getrf = fast_routine("getrf", self)
    if getrf is not None:
        inverse = copied(self)
        factors, pivots, info = getrf(inverse.T, overwrite_a=1)
        if info == 0:
            _invert_factors(factors, pivots)
            return inverse, np.zeros((), np.int32)
    try:
        return np.asarray(np.linalg.inv(self)), np.zeros(self.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        info = zero_pivots(self)
    if check:
        check_info(op, info, _NO_INVERSE)
    one = np.broadcast_to(np.eye(self.shape[-1], dtype=self.dtype), self.shape)
    return _where_regular(self, one, False), info


def _invert_factors(factors: Array, pivots: Array) -> None:
    """Write the inverse of a matrix over its factors."""
    getri = routine("getri", factors.dtype.char)
    getri(factors, pivots, lwork=max(1, 64 * factors.shape[-1]), overwrite_lu=1)


def inverse_again(A: Array, factors: Array, pivots: Array) -> Array:
    """Invert matrices that were factored before; what has no inverse is infinite."""
    if factors.size:
        transposed = copied(factors.T)
        _invert_factors(transposed.T, pivots)
        return transposed.T
    try:
        return np.asarray(np.linalg.inv(A))
    except np.linalg.LinAlgError:
        singular = (zero_pivots(A) > 0)[..., None, None]
        regular = np.linalg.inv(np.where(singular, np.eye(A.shape[-1], dtype=A.dtype), A))
        return np.asarray(np.where(singular, np.inf, regular))


def solves_left(left: bool, shape: Shape, other: Shape) -> bool:
    """Tell whether solutions stand on the right of a matrix; on its left they fit, and are no vectors."""
    if left:
        return True
    rows, columns = (other[-1], 1) if solves_vectors(shape, other) else other[-2:] if other else (1, 1)
    if len(shape) >= 2 and not shape[-2] == shape[-1] == columns:
        raise RuntimeError(
            "linalg.solve: Incompatible shapes of A and B for the equation XA = B"
            f" ({shape[-2]}x{shape[-1]} and {rows}x{columns})"
        )
    if solves_vectors(shape, other):
        raise RuntimeError(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False; divide B by"
            " A.squeeze(-1)"
        )
    return False

"""Cholesky factors, their derivatives, and inverses by them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..products.triangles import kept, tril
from .errors import check_info, check_square
from .lapack import LARGE, copied, fast_routine, routine
from .triangular import solve_half, times_adjoint_half

Array = NDArray[Any]

_ROWS = 64

_INDEFINITE = (
    "The factorization could not be completed because the input is not positive-definite (the leading minor of order"
    " {info} is not positive-definite)."
)


def cholesky_factor(self: Array, upper: bool) -> Array:
    """Return the lower triangular L with L Lᴴ = A, or its adjoint; the other half of A is not read."""
    check_square("linalg.cholesky", self)
    try:
        return _factor(self, upper)
    except np.linalg.LinAlgError:
        check_info("linalg.cholesky", _each(self, upper)[1], _INDEFINITE)
        raise


def cholesky_ex(self: Array, upper: bool, check_errors: bool) -> tuple[Array, Array]:
    """Return the factors, and for each matrix the order of its first minor that is not positive, or 0."""
    check_square("linalg.cholesky_ex", self)
    try:
        return _factor(self, upper), np.zeros(self.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        factor, info = _each(self, upper)
    if check_errors:
        check_info("linalg.cholesky_ex", info, _INDEFINITE)
    return factor, info


def _factor(self: Array, upper: bool) -> Array:
    """Return the factors; raise where a minor is not positive, or NaN, which not every LAPACK refuses."""
    factor = _by_lapack(self, upper)
    if factor.size:
        last = factor[..., -1, -1]
        if np.isnan(last).any() if last.ndim else last != last:
            raise np.linalg.LinAlgError
    return factor


def _by_lapack(self: Array, upper: bool) -> Array:
    potrf = fast_routine("potrf", self)
    if potrf is not None:
        half = copied(self)
        if potrf(half.T, lower=int(upper), overwrite_a=1)[1] == 0:
            return half
    if upper:
        return np.asarray(np.linalg.cholesky(self.conj().mT).conj().mT)
    return np.asarray(np.linalg.cholesky(self))


def _each(self: Array, upper: bool) -> tuple[Array, Array]:
    """Factor all matrices column by column, as some are not definite; of those the factors of leading minors remain."""
    factor, info = tril(self.conj().mT if upper else self), np.zeros(self.shape[:-2], np.int32)
    with np.errstate(all="ignore"):
        for k in range(self.shape[-1]):
            before = factor[..., k, :k, None].conj()
            column = factor[..., k:, k] - (factor[..., k:, :k] @ before)[..., 0]
            pivot = column[..., 0].real
            info[~(pivot > 0) & (info == 0)] = k + 1
            definite = info == 0
            column = column / np.sqrt(np.where(definite, pivot, 1))[..., None]
            factor[..., k:, k] = np.where(definite[..., None], column, factor[..., k:, k])
    return factor.conj().mT if upper else factor, info


def lower_half(self: Array) -> Array:
    """Return lower triangles with their diagonals halved."""
    half = tril(self)
    n = np.arange(min(self.shape[-2:]))
    half[..., n, n] *= 0.5
    return half


def cholesky_backward(output_grad: Array, factor: Array) -> Array:
    """Return the gradient of a Hermitian matrix from that of its factor: half of L⁻ᴴ M L⁻¹, with M = Lᴴ grad below."""
    inside = _mirrored(times_adjoint_half(factor, output_grad))
    inside *= 0.5
    if factor.shape[-1] < LARGE:  # an inverse and two products take less than two systems
        try:
            inverse = np.linalg.inv(factor)
            return np.asarray(inverse.conj().mT @ inside @ inverse)
        except np.linalg.LinAlgError:
            pass
    left = solve_half(factor.conj().mT, inside, True, ours=True)
    return solve_half(factor, left, False, False, ours=True)


def _mirrored(matrix: Array) -> Array:
    """Return Hermitian matrices with these lower triangles; large ones in their place, some rows at a time."""
    n = matrix.shape[-1]
    if n <= _ROWS:
        return np.where(kept(n, n, 0, True), matrix, matrix.conj().mT)
    for first in range(0, n, _ROWS):
        rows = slice(first, min(first + _ROWS, n))
        matrix[..., rows, rows] = _mirrored(matrix[..., rows, rows])
        matrix[..., :first, rows] = matrix[..., rows, :first].conj().mT
    return matrix


def cholesky_inverse(self: Array) -> Array:
    """Return the inverse of L Lᴴ from the lower triangular L."""
    check_square("cholesky_inverse", self)
    if fast_routine("potri", self) is not None:
        upper, info = routine("potri", self.dtype.char)(np.asfortranarray(self), lower=1)
        check_info(
            "cholesky_inverse", np.asarray(info), "The diagonal element {info} is zero, there is no inverse."
        )
        return np.asarray(np.tril(upper) + np.tril(upper, -1).conj().mT)
    one = np.broadcast_to(np.eye(self.shape[-1], dtype=self.dtype), self.shape)
    half = solve_half(self, one, False)
    return np.asarray(half.conj().mT @ half)


def mirrored(self: Array) -> Array:
    """Return the sum of upper triangular matrices and their adjoints, with the real part of their diagonals."""
    half = lower_half(self.conj().mT)
    return np.asarray(half + half.conj().mT)

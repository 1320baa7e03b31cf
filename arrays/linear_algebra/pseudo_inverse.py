"""Pseudo-inverses and ranks: what singular values below a tolerance are left out of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .convergence import converged
from .errors import check_matrix, check_square

Array = NDArray[Any]


def pinv(self: Array, atol: Array | None, rtol: Array | None, rcond: float | None, hermitian: bool) -> Array:
    """Return pseudo-inverses without the singular values, or absolute eigenvalues, up to max(atol, rtol * the largest).

    `rcond` is another form of `rtol`.
    """
    rtol = rtol if rcond is None else np.asarray(rcond)
    check_matrix("linalg.pinv", self)
    if hermitian and self.size:
        check_square("linalg.pinv", self)
        values, vectors = converged("linalg.pinv", np.linalg.eigh, self)
        inverse = inverse_of(
            values, np.abs(values) > tolerance("linalg.pinv", self, np.abs(values), atol, rtol)
        )
        return np.asarray((vectors * inverse[..., None, :]) @ vectors.mT.conjugate())
    u, s, vh = converged("linalg.pinv", np.linalg.svd, self, False)
    inverse = inverse_of(s, s > tolerance("linalg.pinv", self, s, atol, rtol))
    return np.asarray((vh.mT.conjugate() * inverse[..., None, :]) @ u.mT.conjugate())


def matrix_rank(self: Array, atol: Array | None, rtol: Array | None, hermitian: bool) -> Array:
    """Return how many singular values, or absolute eigenvalues, are larger than max(atol, rtol * the largest)."""
    check_matrix("linalg.matrix_rank", self)
    if hermitian:
        check_square("linalg.matrix_rank", self)
        sizes = np.abs(converged("linalg.matrix_rank", np.linalg.eigvalsh, self))
    else:
        sizes = converged("linalg.matrix_rank", np.linalg.svdvals, self)
    return np.asarray(np.sum(sizes > tolerance("linalg.matrix_rank", self, sizes, atol, rtol), -1, np.int64))


def matrix_rank_tol(self: Array, tol: Array | float, hermitian: bool) -> Array:
    """Return how many singular values, or absolute eigenvalues, are larger than a tolerance."""
    return matrix_rank(self, np.asarray(tol), np.zeros(()), hermitian)


def inverse_or_inf(self: Array) -> Array:
    """Return inverses, and matrices of infinities for those that have none."""
    check_square("linalg.cond", self)
    try:
        return np.asarray(np.linalg.inv(self))
    except np.linalg.LinAlgError:
        regular = np.asarray(np.linalg.slogdet(self)[0] != 0)[..., None, None]
        return np.asarray(
            np.where(
                regular,
                np.linalg.inv(np.where(regular, self, np.eye(self.shape[-1], dtype=self.dtype))),
                np.inf,
            )
        )


def not_nan(self: Array) -> Array:
    """Return the numbers, with infinity in place of NaN."""
    return np.asarray(np.where(np.isnan(self), self.dtype.type(np.inf), self))


def tolerance(op: str, self: Array, sizes: Array, atol: Array | None, rtol: Array | None) -> Array:
    """Return up to which size values count as 0: by default, what rounding makes of 0."""
    for name, given in (("atol", atol), ("rtol", rtol)):
        if given is not None and given.dtype.kind == "c":
            raise RuntimeError(f"{op}: {name} tensor of complex type is not supported, got {given.dtype}")
    default = np.finfo(self.dtype).eps * max(self.shape[-2:])
    if rtol is None:
        rtol = np.asarray(default if atol is None else np.where(atol > 0, 0.0, default))
    largest = rtol * np.max(sizes, -1, initial=0)
    return np.asarray(largest if atol is None else np.maximum(atol, largest))[..., None]


def inverse_of(values: Array, kept: Array) -> Array:
    """Return the inverses of the values that are kept, and 0 for others."""
    return np.asarray(np.where(kept, 1 / np.where(kept, values, 1), 0), values.dtype)

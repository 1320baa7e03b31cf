"""Eigenvalues and eigenvectors of Hermitian and of general matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .convergence import converged
from .errors import check_square

Array = NDArray[Any]


def eigh(self: Array, UPLO: str = "L") -> tuple[Array, Array]:
    """Return eigenvalues in ascending order and eigenvectors of Hermitian matrices, of which half is read."""
    values, vectors = converged("linalg.eigh", np.linalg.eigh, self, _half("linalg.eigh", self, UPLO))
    return values, vectors


def eigvalsh(self: Array, UPLO: str = "L") -> Array:
    """Return the eigenvalues of Hermitian matrices in ascending order."""
    half = _half("linalg.eigvalsh", self, UPLO)
    values: Array = converged("linalg.eigvalsh", np.linalg.eigvalsh, self, half)
    return values


def eig(self: Array) -> tuple[Array, Array]:
    """Return eigenvalues and eigenvectors of length 1; they are complex even where they are real."""
    check_square("linalg.eig", self)
    values, vectors = converged("linalg.eig", np.linalg.eig, self)
    dtype = np.result_type(self.dtype, np.complex64)
    return values.astype(dtype, copy=False), vectors.astype(dtype, copy=False)


def eigvals(self: Array) -> Array:
    """Return the eigenvalues, which are complex even where they are real."""
    check_square("linalg.eigvals", self)
    values: Array = converged("linalg.eigvals", np.linalg.eigvals, self)
    return values.astype(np.result_type(self.dtype, np.complex64), copy=False)


def _half(op: str, self: Array, UPLO: str) -> Any:
    """Return which half is read, once arguments are checked."""
    check_square(op, self)
    half = UPLO.upper()
    if half not in ("L", "U"):
        raise RuntimeError(f"{op}: Expected UPLO argument to be 'L' or 'U', but got {UPLO!r}")
    return half

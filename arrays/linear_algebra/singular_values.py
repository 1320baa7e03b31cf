"""Singular values and vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .convergence import converged
from .errors import check_matrix

Array = NDArray[Any]


def svd(self: Array, full_matrices: bool = True, driver: str | None = None) -> tuple[Array, Array, Array]:
    """Return U, the singular values in descending order, and the adjoint of V."""
    _check("linalg.svd", self, driver)
    u, s, vh = converged("linalg.svd", np.linalg.svd, self, full_matrices)
    return u, s, vh


def svdvals(self: Array, driver: str | None = None) -> Array:
    """Return the singular values in descending order."""
    _check("linalg.svdvals", self, driver)
    values: Array = converged("linalg.svdvals", np.linalg.svdvals, self)
    return values


def square_zeros(self: Array, length: int) -> Array:
    """Return a square matrix of zeros for each matrix."""
    return np.zeros((*self.shape[:-2], length, length), self.dtype)


def _check(op: str, self: Array, driver: str | None) -> None:
    check_matrix(op, self)
    if driver is not None:
        raise RuntimeError(
            f"{op}: keyword argument driver= is only supported on CUDA inputs, got {driver!r}; leave it out"
        )

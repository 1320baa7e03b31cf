"""Least squares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .convergence import converged
from .errors import check_batches, check_matrix, check_same_dtype
from .pseudo_inverse import inverse_of

Array = NDArray[Any]
Shape = tuple[int, ...]

_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def lstsq(
    self: Array, b: Array, rcond: float | None = None, driver: str | None = None
) -> tuple[Array, Array, Array, Array]:
    """Return the shortest X for which AX - B is smallest, the squares of what remains, ranks and singular values.

    Which of them are empty depends on the driver, as in LAPACK: 'gels' says no rank, it and 'gelsy' no singular values,
    and 'gelsy', the default, not what remains. Others say that for full ranks and more equations than unknowns.
    """
    _check(self, b, driver)
    right = b[..., None] if solves_vector(self.shape, b.shape) else b
    check_batches("linalg.lstsq", self, right, ("input", "other"))
    relative = np.finfo(self.dtype).eps * (max(self.shape[-2:]) if rcond is None else 1)
    if rcond is not None and rcond >= 0 and driver != "gels":
        relative = rcond
    if self.ndim == right.ndim == 2:
        x, _, found, s = converged("linalg.lstsq", np.linalg.lstsq, self, right, relative)
        rank = np.asarray(found, np.int64)
    else:
        u, s, vh = converged("linalg.lstsq", np.linalg.svd, self, False)
        kept = s > relative * np.max(s, -1, keepdims=True, initial=0)
        rank = np.asarray(kept.sum(-1, dtype=np.int64))
        x = vh.mT.conjugate() @ (inverse_of(s, kept)[..., None] * (u.mT.conjugate() @ right))
    return (
        x if right is b else x[..., 0],
        _residuals(self, right, x) if _says_residuals(self.shape, rank, driver) else np.empty(0, s.dtype),
        np.empty(0, np.int64) if driver == "gels" else rank,
        s if driver in ("gelsd", "gelss") else np.empty(0, s.dtype),
    )


def solves_vector(shape: Shape, b: Shape) -> bool:
    """Return whether the right side is a vector for each matrix: it has one dimension less."""
    return len(b) == len(shape) - 1


def has_residuals(residuals: Shape, solution: Shape, vector: bool) -> bool:
    """Return whether there is a number for each right side, or nothing."""
    return residuals == ((*solution[:-1], 1) if vector else (*solution[:-2], solution[-1]))


def _residuals(self: Array, right: Array, x: Array) -> Array:
    remains = self @ x - right
    return np.asarray(np.sum(np.square(remains.real) + np.square(remains.imag), -2))


def _says_residuals(shape: Shape, rank: Array, driver: str | None) -> bool:
    rows, columns = shape[-2:]
    if driver in (None, "gelsy") or rows <= columns:
        return False
    return driver == "gels" or bool((rank == columns).all())


def _check(self: Array, b: Array, driver: str | None) -> None:
    check_matrix("linalg.lstsq", self, "input")
    if b.ndim < 1:
        raise RuntimeError("linalg.lstsq: other must have at least 1 dimension, got a tensor of shape ()")
    check_same_dtype("linalg.lstsq", self, b, ("input", "other"))
    if driver is not None and driver not in _DRIVERS:
        raise RuntimeError(
            f"linalg.lstsq: parameter `driver` should be one of ({', '.join(_DRIVERS)}), got {driver!r}"
        )
    if not 0 <= self.ndim - b.ndim <= 1:
        raise RuntimeError(
            "linalg.lstsq: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1,"
            f" got shapes {self.shape} and {b.shape}"
        )
    length = b.shape[-1 if solves_vector(self.shape, b.shape) else -2]
    if length != self.shape[-2]:
        raise RuntimeError(
            "linalg.lstsq: input.size(-2) should match other.size(-2), or other.size(-1) for vectors, got shapes"
            f" {self.shape} and {b.shape}"
        )

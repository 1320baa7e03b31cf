"""QR factors, and products of Householder reflections."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import check_matrix

Array = NDArray[Any]
Shape = tuple[int, ...]


def qr_reduced(A: Array) -> tuple[Array, Array]:
    """Return Q with as many columns as A has rows or columns, whichever are fewer, and R."""
    check_matrix("linalg.qr", A)
    q, r = np.linalg.qr(A)
    return np.asarray(q), np.asarray(r)


def qr_complete(A: Array) -> tuple[Array, Array]:
    """Return a square Q, and R in the shape of A."""
    check_matrix("linalg.qr", A)
    q, r = np.linalg.qr(A, "complete")
    return np.asarray(q), np.asarray(r)


def qr_r(A: Array) -> tuple[Array, Array]:
    """Return nothing, and R."""
    check_matrix("linalg.qr", A)
    return np.empty(0, A.dtype), np.asarray(np.linalg.qr(A, "r"))


def qr_mode(mode: str, shape: Shape) -> str:
    """Return the word for the factors that a mode means: the complete ones of wide matrices are the reduced ones."""
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"linalg.qr: received unrecognized mode {mode!r} but expected one of 'reduced' (default), 'r', or"
            " 'complete'"
        )
    return "reduced" if mode == "complete" and len(shape) >= 2 and shape[-2] <= shape[-1] else mode


def geqrf(self: Array) -> tuple[Array, Array]:
    """Return R and the vectors of the reflections in one matrix, and the factors of the reflections."""
    check_matrix("geqrf", self, "input")
    vectors, factors = np.linalg.qr(self, "raw")
    return np.asarray(vectors.mT), np.asarray(factors)


def reflection_rows(op: str, shape: Shape, tau: Shape, dtype: np.dtype[Any], other: np.dtype[Any]) -> int:
    """Return the length of the vectors of reflections, after checking that their factors fit."""
    if len(shape) < 2:
        raise RuntimeError(f"{op}: input must have at least 2 dimensions, got shape {shape}")
    if shape[-2] < shape[-1] and op != "ormqr":
        raise RuntimeError(
            f"{op}: input.shape[-2] must be greater than or equal to input.shape[-1], got {shape[-2]} and {shape[-1]}"
        )
    if not tau or min(shape[-2:]) < tau[-1] or len(tau) != len(shape) - 1:
        raise RuntimeError(
            f"{op}: input.shape[-1] must be greater than or equal to tau.shape[-1], and tau must have one dimension"
            f" less, got shapes {shape} and {tau}"
        )
    if tau[:-1] != shape[:-2]:
        raise RuntimeError(
            f"{op}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got {tau[:-1]}"
        )
    if dtype != other:
        raise RuntimeError(f"{op}: tau dtype {other} does not match input dtype {dtype}")
    return shape[-2]


def first_columns(self: Array, rows: int) -> Array:
    """Return the first columns of the matrix 1, in the shape of an array."""
    one = np.eye(rows, self.shape[-1], dtype=self.dtype)
    return np.array(np.broadcast_to(one, self.shape))


def multiplied_rows(left: bool, rows: int, shape: Shape, other: Shape) -> bool:
    """Tell whether reflections stand on the left of a matrix that fits."""
    at = -2 if left else -1
    if len(other) < 2 or other[at] != rows:
        raise RuntimeError(
            f"ormqr: other.shape[{at}] must be equal to input.shape[-2], got shapes {other} and {shape}"
        )
    if other[:-2] != shape[:-2]:
        raise RuntimeError(
            f"ormqr: Expected batch dimensions of other to be equal to input.shape[:-2], got {other[:-2]} and"
            f" {shape[:-2]}"
        )
    return left

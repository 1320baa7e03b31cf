"""Gradients of matrices from those of their eigenvectors and singular vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import like
from ..products.matmul import matmul
from .errors import LinAlgError
from .gauges import diagonals, divided, gaps

Array = NDArray[Any]


def eigh_backward(grad_values: Array, grad_vectors: Array, values: Array, vectors: Array) -> Array:
    """Gradient of Hermitian matrices, which is Hermitian; gradients of eigenvectors that are 0 cost nothing."""
    adjoint = vectors.mT.conjugate()
    if not np.count_nonzero(grad_vectors):
        return np.asarray((vectors * grad_values[..., None, :]) @ adjoint)
    turn = adjoint @ grad_vectors
    turn = turn - turn.mT.conjugate()
    turn *= 0.5
    inside = divided(turn, gaps(values))
    diagonal = diagonals(inside, values.shape[-1])
    diagonal += grad_values
    return np.asarray(vectors @ inside @ adjoint)


def svd_backward(grad_u: Array, grad_s: Array, grad_vh: Array, u: Array, s: Array, vh: Array) -> Array:
    """Gradient of matrices; gradients of singular vectors that are 0 cost nothing.

    Large products take memory that was used before, since the allocator gives back what LAPACK leaves and asks again.
    """
    turns, turns_v = np.count_nonzero(grad_u), np.count_nonzero(grad_vh)
    if not turns and not turns_v:
        return np.asarray((u * grad_s[..., None, :]) @ vh)
    distances = gaps(s, True)
    inner: Any = None
    outside = outside_v = None
    if turns:
        turn = matmul(u.mT.conjugate(), grad_u)
        inner = _rotation(turn, s, distances)
        if u.shape[-2] > s.shape[-1]:
            outside = divided(grad_u - u @ turn, s[..., None, :])
    if turns_v:
        turn = matmul(vh, grad_vh.mT.conjugate())
        rotation = _rotation(turn, s, distances).mT.conjugate()
        inner = rotation if inner is None else np.add(inner, rotation, out=inner)
        if vh.shape[-1] > s.shape[-1]:
            outside_v = divided(grad_vh - turn.mT.conjugate() @ vh, s[..., :, None])
    diagonal = np.einsum("...ii->...i", inner)
    diagonal += grad_s
    left = matmul(u, inner)
    if outside is not None:
        left += outside
    gradient = matmul(left, vh)
    if outside_v is not None:
        gradient += u @ outside_v
    return gradient


def _rotation(turn: Array, s: Array, distances: Array) -> Array:
    """Return the part of the gradient of singular vectors that lies in their span."""
    rotation = np.subtract(turn, turn.mT.conjugate(), out=like(turn, turn.dtype))
    rotation *= s[..., None, :]
    rotation = divided(rotation, distances)
    if turn.dtype.kind == "c":
        places = np.arange(s.shape[-1])
        overlaps = turn[..., places, places].imag
        rotation[..., places, places] = divided(0.5j * overlaps[..., None, :], s[..., None, :])[..., 0, :]
    return rotation


def eig_backward(grad_values: Array, grad_vectors: Array, values: Array, vectors: Array) -> Array:
    """Gradient of general matrices; gradients of eigenvectors that are 0 cost no division by gaps."""
    adjoint = vectors.mT.conjugate()
    places = np.arange(values.shape[-1])
    turned = np.zeros_like(vectors)
    if np.count_nonzero(grad_vectors):
        turn = adjoint @ grad_vectors
        lengths = turn[..., places, places].real
        turned = divided(turn - (adjoint @ vectors) * lengths[..., None, :], gaps(values).conjugate())
    turned[..., places, places] += grad_values
    try:
        return np.asarray(np.linalg.solve(adjoint, turned @ adjoint))
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "linalg_eig_backward: a matrix has fewer eigenvectors than rows, and so its eigenvalues have no gradient"
        ) from None

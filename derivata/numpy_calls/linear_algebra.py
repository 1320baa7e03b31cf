"""`numpy.linalg`: the functions that need more than the key `numpy` of the spec can express."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..generated import ops
from ..generated.namespaces import linalg
from ..runtime.tensors.tensor import Tensor
from ..support.numpy_arguments import promoted, tensor
from . import products
from .arrays_of import array_of

multi_dot = products.multi_dot


def cross(x1: Any, x2: Any, axis: int = -1) -> Any:
    """Vector product of vectors of three elements."""
    return products.cross(x1, x2, axis=axis)


def matmul(x1: Any, x2: Any) -> Any:
    """Matrix product."""
    return products.matmul(x1, x2)


def tensordot(x1: Any, x2: Any, axes: Any = 2) -> Any:
    """Sum of products over axes of both."""
    return products.tensordot(x1, x2, axes)


class SVDResult(NamedTuple):
    """What `svd` returns."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class EigResult(NamedTuple):
    """What `eig` returns."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class QRResult(NamedTuple):
    """What `qr` returns."""

    Q: Tensor
    R: Tensor


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """Norm of vectors or matrices."""
    x = tensor(x)
    if axis is None and (ord is None or x.ndim == 1):
        found = linalg.vector_norm(x.reshape(-1), 2 if ord is None else ord)
        return found.reshape([1] * x.ndim) if keepdims else found
    axes = tuple(range(x.ndim)) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    if len(axes) == 1 or ord is None:
        return linalg.vector_norm(x, 2 if ord is None else ord, tuple(axes), keepdims)
    return linalg.matrix_norm(x, ord, tuple(axes), keepdims)


def matrix_norm(x: Any, keepdims: bool = False, ord: Any = "fro") -> Any:
    """Norm of the matrices in the last two axes."""
    return linalg.matrix_norm(tensor(x), ord, (-2, -1), keepdims)


def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """Norm over axes; over none of them that of each element."""
    x = tensor(x)
    if isinstance(axis, tuple | list) and not axis:
        return linalg.vector_norm(ops.unsqueeze(x, -1), ord, -1)
    return linalg.vector_norm(x, ord, axis, keepdims)


def cond(x: Any, p: Any = None) -> Any:
    """Condition of matrices."""
    return linalg.cond(tensor(x), p)


def solve(a: Any, b: Any) -> Any:
    """Solution of linear equations; only one row is a vector for `b`."""
    a, b = promoted(a, b)
    if b.ndim == 1:
        return ops.squeeze(linalg.solve(a, ops.unsqueeze(b, -1)), (-1,))
    return ops.matmul(ops.inverse(a), b) if b.ndim != a.ndim and b.ndim > 2 else _solve(a, b)


def _solve(a: Tensor, b: Tensor) -> Any:
    """Solve for matrices, which `linalg.solve` would take for vectors where there is one more in front of `a`."""
    if a.ndim > b.ndim:
        b = ops.expand(b, (*a.shape[:-2], *b.shape[-2:]))
    return linalg.solve(a, b)


def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """Least squares: solution, squared residuals, rank, singular values."""
    a, b = promoted(a, b)
    x = linalg.lstsq(a, b, rcond=rcond).solution
    residuals = ops.sum(ops.abs(ops.matmul(a, x) - b) ** 2, 0)
    rank = int(np.linalg.matrix_rank(np.asarray(a.detach())))
    if rank < a.shape[1] or a.shape[0] <= a.shape[1]:
        residuals = ops.sum(b * 0, 0).reshape(-1)[:0]
    return x, residuals.reshape(-1), rank, linalg.svdvals(a)


def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """Singular value decomposition, or the singular values alone."""
    if not compute_uv:
        return linalg.svdvals(tensor(a))
    return SVDResult(*linalg.svd(tensor(a), full_matrices))


def eig(a: Any) -> Any:
    """Eigenvalues and eigenvectors, real ones if no eigenvalue is complex."""
    a = tensor(a)
    values, vectors = linalg.eig(a)
    if not _has_real(a, values):
        return EigResult(values, vectors)
    return EigResult(ops.real(values), ops.real(vectors))


def eigvals(a: Any) -> Any:
    """Eigenvalues, real ones if none is complex."""
    a = tensor(a)
    values = linalg.eigvals(a)
    return ops.real(values) if _has_real(a, values) else values


def _has_real(a: Tensor, values: Tensor) -> bool:
    return a.dtype.kind != "c" and not np.any(array_of(values).imag)


def qr(a: Any, mode: str = "reduced") -> Any:
    """Orthogonal and triangular factor, or the latter alone."""
    if mode not in ("reduced", "complete", "r"):
        raise TypeError(
            f"np.linalg.qr: a Tensor with a history takes the modes reduced, complete and r, got {mode!r}"
        )
    found = QRResult(*linalg.qr(tensor(a), "reduced" if mode == "r" else mode))
    return found.R if mode == "r" else found


def pinv(a: Any, rcond: Any = None, hermitian: bool = False, rtol: Any = None) -> Any:
    """Pseudo-inverse, of which singular values below `rcond` times the largest have no part."""
    a = tensor(a)
    cut = rcond if rcond is not None else rtol if rtol is not None else 1e-15
    return linalg.pinv(a, rtol=tensor(cut).to(ops.abs(a).dtype), hermitian=hermitian)


def trace(x: Any, offset: int = 0, dtype: Any = None) -> Any:
    """Sum along the diagonals of the last two axes."""
    return products.trace(x, offset, -2, -1, dtype)


def diagonal(x: Any, offset: int = 0) -> Any:
    """Diagonals of the last two axes."""
    return ops.diagonal(tensor(x), offset, -2, -1)

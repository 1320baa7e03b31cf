"""A few singular values or eigenvalues of a matrix, with their vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..generated import ops
from ..runtime.tensors.tensor import Tensor
from ..support.promotion import operand
from .random_factories import randn

__all__ = ["lobpcg", "pca_lowrank", "svd_lowrank"]

TensorLike = Any  # Tensor or ndarray


def svd_lowrank(
    A: TensorLike, q: int | None = 6, niter: int | None = 2, M: TensorLike | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the singular value decomposition of a matrix whose rank is low, or of its best part of rank `q`.

    The matrix is projected onto a space that random vectors span after `niter` products with it and its adjoint.

    Parameters
    ----------
    A : Tensor
        A matrix, or a stack of them.
    q : int, default 6
        The number of singular values; a little more than the rank.
    niter : int, default 2
        The number of iterations.
    M : Tensor, optional
        What is subtracted from each row or matrix; it is broadcast.

    Returns
    -------
    U, S, V : Tensor
        Such that `A - M` is nearly ``U @ diag(S) @ V.mH``.

    Examples
    --------
    >>> import derivata as dv
    >>> U, S, V = dv.svd_lowrank(dv.outer(dv.tensor([1.0, 2.0, 2.0]), dv.tensor([3.0, 4.0])), q=1)
    >>> S
    tensor([15.])
    """
    A = operand("svd_lowrank", "A", A)
    rest = A if M is None else A - operand("svd_lowrank", "M", M)
    wide = rest.shape[-2] < rest.shape[-1]
    tall = rest.mH if wide else rest
    basis = _basis(tall, 6 if q is None else q, 2 if niter is None else niter)
    u, s, vh = ops._linalg_svd(basis.mH @ tall, False)
    u, v = basis @ u, vh.mH
    return (v, s, u) if wide else (u, s, v)


def _basis(A: Tensor, q: int, niter: int) -> Tensor:
    """Return orthonormal vectors whose space nearly holds the columns of a matrix."""
    columns = A @ randn(A.shape[-1], q, dtype=A.dtype)
    basis = ops._linalg_qr(columns)[0]
    for _ in range(niter):
        other = ops._linalg_qr(A.mH @ basis)[0]
        basis = ops._linalg_qr(A @ other)[0]
    return basis


def pca_lowrank(
    A: TensorLike, q: int | None = None, center: bool = True, niter: int = 2
) -> tuple[Tensor, Tensor, Tensor]:
    """Return principal components of data, an observation in each row: the singular value decomposition of rank `q`.

    Parameters
    ----------
    A : Tensor
        A matrix, or a stack of them.
    q : int, optional
        The number of components; by default 6, or as many as there are.
    center : bool, default True
        Whether the mean of the rows is subtracted first.
    niter : int, default 2
        The number of iterations; see `svd_lowrank`.

    Returns
    -------
    U, S, V : Tensor
        The columns of `V` are the directions, ``S ** 2 / (m - 1)`` the variances along them of `m` rows.
    """
    A = operand("pca_lowrank", "A", A)
    most = min(A.shape[-2:])
    q = min(6, most) if q is None else q
    if not 0 <= q <= most:
        raise ValueError(
            f"pca_lowrank: q(={q}) must be non-negative integer and not greater than min(m, n)={most}"
        )
    if niter < 0:
        raise ValueError(f"pca_lowrank: niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean(-2, True) if center else A, q, niter)


def lobpcg(
    A: TensorLike,
    k: int | None = None,
    B: TensorLike | None = None,
    X: TensorLike | None = None,
    n: int | None = None,
    iK: TensorLike | None = None,
    niter: int | None = None,
    tol: float | None = None,
    largest: bool | None = None,
    method: str | None = None,
    tracker: Callable[..., Any] | None = None,
    ortho_iparams: Mapping[str, int] | None = None,
    ortho_fparams: Mapping[str, float] | None = None,
    ortho_bparams: Mapping[str, bool] | None = None,
) -> tuple[Tensor, Tensor]:
    """Return the `k` largest or smallest eigenvalues, and eigenvectors, of a Hermitian matrix `A`, or of `A` and `B`.

    Matrices are dense here, so LAPACK computes all eigenvalues and no iteration is needed: what PyTorch's iterations
    take (`X`, `n`, `iK`, `niter`, `tol`, `method` and parameters of the methods) is accepted and changes nothing.

    Parameters
    ----------
    A : Tensor
        A Hermitian matrix, or a stack of them.
    k : int, optional
        How many; by default the number of columns of `X`, or 1. A third of the rows of `A` at most.
    B : Tensor, optional
        A Hermitian positive definite matrix: the problem is then ``A @ x = e * B @ x``.
    X : Tensor, optional
        Approximations of eigenvectors in the columns of a matrix.
    largest : bool, default True
        Whether the largest eigenvalues are wanted, in descending order, or the smallest, in ascending order.
    n, iK, niter, tol, method, ortho_iparams, ortho_fparams, ortho_bparams : optional
        Parameters of iterations, which there are none of.
    tracker : callable, optional
        What PyTorch calls in each iteration: an error here, because it would not be called.

    Returns
    -------
    E, X : Tensor
        Eigenvalues, and eigenvectors in the columns of a matrix, of length 1, or 1 by `B`.

    Raises
    ------
    ValueError
        If `A` is not square, has fewer than `3 * k` rows, or with a `tracker`.
    """
    A = operand("lobpcg", "A", A)
    count = k if k is not None else 1 if X is None else X.shape[-1]
    if A.ndim < 2 or A.shape[-2] != A.shape[-1]:
        raise ValueError(f"lobpcg: A must be a square matrix or a stack of them, got shape {A.shape}")
    if A.shape[-1] < 3 * count:
        raise ValueError(
            f"lobpcg: LOBPCG algorithm is not applicable when the number of A rows (={A.shape[-1]}) is smaller than 3"
            f" x the number of requested eigenpairs (={count}); use linalg.eigh"
        )
    if tracker is not None:
        raise ValueError("lobpcg: tracker must be None, because there are no iterations here; leave it out")
    if B is None:
        values, vectors = ops.eigh((A + A.mH) / 2)
    else:
        factor = ops._linalg_cholesky(operand("lobpcg", "B", B))
        half = ops._linalg_solve_triangular(factor, (A + A.mH) / 2, upper=False)
        inside = ops._linalg_solve_triangular(factor, half.mH, upper=False)
        values, vectors = ops.eigh((inside + inside.mH) / 2)
        vectors = ops._linalg_solve_triangular(factor.mH, vectors, upper=True)
    if largest is None or largest:
        return values.flip(-1)[..., :count], vectors.flip(-1)[..., :count]
    return values[..., :count], vectors[..., :count]

"""Systems of linear equations, inverses and determinants."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...generated.namespaces import linalg
from ...numpy_calls import linear_algebra
from ...runtime.tensors.tensor import Tensor
from .operands import from_triangle, operands, transposition

_HERMITIAN = ("her", "hermitian", "pos", "positive definite")


def solve(
    a: Any,
    b: Any,
    lower: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    assume_a: str | None = None,
    transposed: bool = False,
) -> Tensor:
    """Solve ``a x = b``: `scipy.linalg.solve`.

    Parameters
    ----------
    a : tensor or array, of shape (..., n, n)
    b : tensor or array, of shape (n,) or (..., n, k)
    lower : bool
        With `assume_a` of a symmetric matrix, which of its triangles is read; gradients go there.
    overwrite_a, overwrite_b : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.
    assume_a : str, optional
        As in SciPy. Of a matrix that is symmetric, Hermitian, positive definite or triangular only that triangle is
        read; all are solved by a triangular or the general solver.
    transposed : bool
        Solve ``a.T x = b``.

    Returns
    -------
    tensor, in the shape of `b`

    Raises
    ------
    ValueError
        If numbers are not finite.
    LinAlgError
        If `a` is singular.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 2.0])
    tensor([1. , 0.5], dtype=float64)
    """
    a, b = operands(check_finite, a, b)
    kind = (assume_a or "general").replace("_", " ")
    if kind in ("upper triangular", "lower triangular"):
        return solve_triangular(a, b, int(transposed), kind[0] == "l", check_finite=False)
    full = _assumed(a, kind, lower)
    found: Tensor = linear_algebra.solve(full.mT if transposed else full, b)
    return found


def _assumed(a: Tensor, kind: str, lower: bool) -> Tensor:
    symmetric = kind in ("sym", "symmetric")
    return from_triangle(a, lower, not symmetric) if symmetric or kind in _HERMITIAN else a


def solve_triangular(
    a: Any,
    b: Any,
    trans: Any = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Solve ``a x = b`` with a triangular matrix: `scipy.linalg.solve_triangular`.

    Parameters
    ----------
    a : tensor or array, of shape (..., n, n)
        Only one triangle is read; gradients go there.
    b : tensor or array, of shape (n,) or (..., n, k)
    trans : {0, 1, 2, "N", "T", "C"}
        Whether the matrix is `a`, its transposed or its adjoint one.
    lower : bool
        Which triangle of `a` is read.
    unit_diagonal : bool
        Take the diagonal for ones.
    overwrite_b : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    tensor, in the shape of `b`

    Raises
    ------
    ValueError
        If numbers are not finite, or `trans` is none of these.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.solve_triangular([[2.0, 2.0], [0.0, 4.0]], [4.0, 4.0])
    tensor([1., 1.], dtype=float64)
    """
    a, b = operands(check_finite, a, b)
    way = transposition(trans)
    matrix = {"N": a, "T": a.mT, "C": a.mH}[way]
    columns = b.unsqueeze(-1) if b.ndim == 1 else b
    found = linalg.solve_triangular(
        matrix, columns, upper=bool(lower) is (way != "N"), unitriangular=bool(unit_diagonal)
    )
    return found.squeeze(-1) if b.ndim == 1 else found


def inv(
    a: Any,
    overwrite_a: bool = False,
    check_finite: bool = True,
    *,
    assume_a: str | None = None,
    lower: bool = False,
) -> Tensor:
    """Return the inverse of matrices: `scipy.linalg.inv`.

    Parameters
    ----------
    a : tensor or array, of shape (..., n, n)
    overwrite_a : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.
    assume_a, lower
        As of `solve`.

    Returns
    -------
    tensor, in the shape of `a`

    Raises
    ------
    ValueError
        If numbers are not finite.
    LinAlgError
        If `a` is singular.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.inv([[2.0, 0.0], [0.0, 4.0]])
    tensor([[0.5 , 0.  ],
            [0.  , 0.25]], dtype=float64)
    """
    (a,) = operands(check_finite, a)
    kind = (assume_a or "general").replace("_", " ")
    if kind in ("upper triangular", "lower triangular"):
        a = ops.tril(a) if kind[0] == "l" else ops.triu(a)
    return linalg.inv(_assumed(a, kind, lower))


def det(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Return the determinant of matrices: `scipy.linalg.det`.

    Parameters
    ----------
    a : tensor or array, of shape (..., n, n)
    overwrite_a : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    tensor, of shape (...)

    Raises
    ------
    ValueError
        If numbers are not finite.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.det([[2.0, 1.0], [0.0, 4.0]])
    tensor(8., dtype=float64)
    """
    return linalg.det(*operands(check_finite, a))


def lstsq(
    a: Any,
    b: Any,
    cond: float | None = None,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    lapack_driver: str | None = None,
) -> tuple[Tensor, Tensor, int, Tensor]:
    """Minimise ``|a x - b|``: `scipy.linalg.lstsq`.

    Parameters
    ----------
    a : tensor or array, of shape (m, n)
    b : tensor or array, of shape (m,) or (m, k)
    cond : float, optional
        Singular values below `cond` times the largest one count as zero; the machine's precision by default.
    overwrite_a, overwrite_b : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.
    lapack_driver : str, optional
        Ignored: one solver serves all.

    Returns
    -------
    x : tensor, of shape (n,) or (n, k)
    residues : tensor, of shape () or (k,)
        Sums of squares; empty if the rank is below `n` or `m` is not above it.
    rank : int
    s : tensor
        The singular values of `a`.

    Raises
    ------
    ValueError
        If numbers are not finite.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.lstsq([[1.0], [1.0]], [1.0, 3.0])[0]
    tensor([2.], dtype=float64)
    """
    a, b = operands(check_finite, a, b)
    cut = np.finfo(a.dtype).eps if cond is None else cond
    x, residues, rank, s = linear_algebra.lstsq(a, b, cut)
    return x, residues.reshape(()) if b.ndim == 1 and residues.numel() else residues, rank, s

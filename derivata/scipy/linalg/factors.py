"""Factors of matrices, and systems solved with them."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from ...generated.namespaces import linalg
from ...runtime.tensors.tensor import Tensor
from ...support.numpy_arguments import tensor
from .operands import from_triangle, operands, transposition


def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Tensor:
    """Return the Cholesky factor of positive definite matrices: `scipy.linalg.cholesky`.

    Parameters
    ----------
    a : tensor or array, of shape (..., n, n)
        Only one triangle is read; gradients go there.
    lower : bool
        Read the lower triangle, and return L with ``a = L L^H``, instead of U with ``a = U^H U``.
    overwrite_a : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    tensor, in the shape of `a`

    Raises
    ------
    ValueError
        If numbers are not finite.
    LinAlgError
        If a matrix is not positive definite.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.cholesky([[4.0, 2.0], [2.0, 5.0]])
    tensor([[2., 1.],
            [0., 2.]], dtype=float64)
    """
    (a,) = operands(check_finite, a)
    factor = linalg.cholesky(from_triangle(a, lower))
    return factor if lower else factor.mH


def cho_factor(
    a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Tensor, bool]:
    """Return the Cholesky factor for `cho_solve`: `scipy.linalg.cho_factor`.

    Parameters
    ----------
    a, lower, overwrite_a, check_finite
        As of `cholesky`.

    Returns
    -------
    c : tensor, in the shape of `a`
        The factor; the other triangle has zeros, where SciPy's has arbitrary numbers.
    lower : bool

    Raises
    ------
    ValueError
        If numbers are not finite.
    LinAlgError
        If a matrix is not positive definite.

    Examples
    --------
    >>> import derivata as dv
    >>> factor = dv.scipy.linalg.cho_factor([[4.0, 2.0], [2.0, 5.0]])
    >>> dv.scipy.linalg.cho_solve(factor, [6.0, 7.0])
    tensor([1., 1.], dtype=float64)
    """
    return cholesky(a, lower, overwrite_a, check_finite), lower


def cho_solve(
    c_and_lower: tuple[Any, bool], b: Any, overwrite_b: bool = False, check_finite: bool = True
) -> Tensor:
    """Solve ``a x = b`` with the factor of `cho_factor`: `scipy.linalg.cho_solve`.

    Parameters
    ----------
    c_and_lower : tuple
        What `cho_factor` returned; only one triangle of the factor is read.
    b : tensor or array, of shape (n,) or (..., n, k)
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
        If numbers are not finite.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.cho_solve(([[2.0, 1.0], [0.0, 2.0]], False), [6.0, 7.0])
    tensor([1., 1.], dtype=float64)
    """
    factor, lower = c_and_lower
    c, b = operands(check_finite, factor, b)
    c = ops.tril(c) if lower else ops.triu(c)
    columns = b.unsqueeze(-1) if b.ndim == 1 else b
    found = ops.cholesky_solve(columns, c, upper=not lower)
    return found.squeeze(-1) if b.ndim == 1 else found


def lu_factor(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> tuple[Tensor, Tensor]:
    """Return the LU factors for `lu_solve`: `scipy.linalg.lu_factor`.

    Parameters
    ----------
    a : tensor or array, of shape (..., m, n)
    overwrite_a : bool
        Ignored: nothing is overwritten.
    check_finite : bool
        Whether numbers that are not finite are refused.

    Returns
    -------
    lu : tensor, in the shape of `a`
        U in the upper triangle, L without its diagonal of ones in the lower one.
    piv : tensor of int32, of shape (..., min(m, n))
        Which rows were exchanged, counted from 0 as in SciPy.

    Raises
    ------
    ValueError
        If numbers are not finite.

    Examples
    --------
    >>> import derivata as dv
    >>> factors = dv.scipy.linalg.lu_factor([[0.0, 2.0], [4.0, 0.0]])
    >>> dv.scipy.linalg.lu_solve(factors, [2.0, 4.0])
    tensor([1., 1.], dtype=float64)
    """
    factors, pivots = linalg.lu_factor(*operands(check_finite, a))
    return factors, pivots - 1


def lu_solve(
    lu_and_piv: tuple[Any, Any],
    b: Any,
    trans: Any = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Tensor:
    """Solve ``a x = b`` with the factors of `lu_factor`: `scipy.linalg.lu_solve`.

    Parameters
    ----------
    lu_and_piv : tuple
        What `lu_factor` returned.
    b : tensor or array, of shape (n,) or (..., n, k)
    trans : {0, 1, 2}
        Whether the matrix is `a`, its transposed or its adjoint one.
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
    >>> factors = dv.scipy.linalg.lu_factor([[1.0, 2.0], [0.0, 4.0]])
    >>> dv.scipy.linalg.lu_solve(factors, [1.0, 6.0], trans=1)
    tensor([1., 1.], dtype=float64)
    """
    factors, pivots = lu_and_piv
    lu, b = operands(check_finite, factors, b)
    way = transposition(trans)
    columns = b.unsqueeze(-1) if b.ndim == 1 else b
    if way == "T":  # a.T x = b is the conjugate of a^H conj(x) = conj(b)
        columns = columns.conj()
    found = linalg.lu_solve(lu, tensor(pivots) + 1, columns, adjoint=way != "N")
    found = found.conj() if way == "T" else found
    return found.squeeze(-1) if b.ndim == 1 else found

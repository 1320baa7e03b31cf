"""Systems with a sparse matrix: a constant of SciPy's, or a sparse tensor, whose values are differentiated by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....runtime.graph.tensor_base import wrap
from ....runtime.tensors.tensor import Tensor
from ....support.numpy_arguments import tensor
from ...library import library
from ...linear_systems import Array, Pattern, Solver, floats, solve_pattern
from ...parameters import refuse_samples


def spsolve(A: Any, b: Any, permc_spec: str | None = None, use_umfpack: bool = True) -> Tensor:
    """Solve ``A x = b`` by factors: `scipy.sparse.linalg.spsolve`, differentiable.

    Parameters
    ----------
    A : scipy.sparse array or matrix, or sparse tensor, of shape (n, n)
        One of SciPy's is a constant; of a tensor, as `derivata.sparse_coo_tensor` makes it, the values are
        differentiated by.
    b : tensor or array, of shape (n,) or (n, k)
    permc_spec, use_umfpack
        As in SciPy.

    Returns
    -------
    tensor, in the shape of `b`
        With derivatives of every order, reverse and forward.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import derivata as dv
    >>> values = dv.tensor([2.0, 4.0], dtype=dv.float64, requires_grad=True)
    >>> a = dv.sparse_coo_tensor([[0, 1], [0, 1]], values, (2, 2))
    >>> x = dv.scipy.sparse.linalg.spsolve(a, [2.0, 2.0])
    >>> x.tolist(), dv.autograd.grad(x.sum(), values)[0].tolist()
    ([1.0, 0.5], [-0.5, -0.125])
    """
    linalg = library("sparse.linalg", "spsolve")
    pattern, data, b = _system("spsolve", A, b)

    def solver(pattern: Pattern, data: Array, b: Array) -> Array:
        found: Array = linalg.spsolve(_matrix(pattern, data), b, permc_spec, use_umfpack)
        return found

    return solve_pattern(pattern, solver, data, b)


def cg(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callable[[Any], Any] | None = None,
) -> tuple[Tensor, int]:
    """Solve ``A x = b`` by conjugate gradients: `scipy.sparse.linalg.cg`, differentiable.

    Parameters
    ----------
    A : scipy.sparse array or matrix, or sparse tensor, of shape (n, n)
        As of `spsolve`; Hermitian and positive definite.
    b : tensor or array, of shape (n,)
    x0, rtol, atol, maxiter, M, callback
        As in SciPy; systems for derivatives are solved to the same tolerances.

    Returns
    -------
    x : tensor, in the shape of `b`
    info : int
        0 if it converged.

    Raises
    ------
    RuntimeError
        If the system for derivatives does not converge.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import derivata as dv, scipy.sparse
    >>> b = dv.tensor([2.0, 2.0], dtype=dv.float64, requires_grad=True)
    >>> x, info = dv.scipy.sparse.linalg.cg(scipy.sparse.csr_array([[2.0, 0.0], [0.0, 4.0]]), b)
    >>> dv.autograd.grad(x.sum(), b)[0].tolist(), info
    ([0.5, 0.25], 0)
    """
    options = {"rtol": rtol, "atol": atol, "maxiter": maxiter}
    return _iterated("cg", A, b, options, {"x0": x0, "callback": callback}, M)


def gmres(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    restart: int | None = None,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callable[[Any], Any] | None = None,
    callback_type: str | None = None,
) -> tuple[Tensor, int]:
    """Solve ``A x = b`` by minimal residuals: `scipy.sparse.linalg.gmres`, differentiable.

    Parameters
    ----------
    A : scipy.sparse array or matrix, or sparse tensor, of shape (n, n)
        As of `spsolve`.
    b : tensor or array, of shape (n,)
    x0, rtol, atol, restart, maxiter, M, callback, callback_type
        As in SciPy; systems for derivatives are solved to the same tolerances.

    Returns
    -------
    x : tensor, in the shape of `b`
    info : int
        0 if it converged.

    Raises
    ------
    RuntimeError
        If the system for derivatives does not converge.
    ValueError
        If shapes do not fit.

    Examples
    --------
    >>> import derivata as dv, scipy.sparse
    >>> b = dv.tensor([2.0, 2.0], dtype=dv.float64, requires_grad=True)
    >>> x, info = dv.scipy.sparse.linalg.gmres(scipy.sparse.csr_array([[2.0, 0.0], [0.0, 4.0]]), b)
    >>> [round(value, 6) for value in dv.autograd.grad(x.sum(), b)[0].tolist()], info
    ([0.5, 0.25], 0)
    """
    options = {"rtol": rtol, "atol": atol, "maxiter": maxiter, "restart": restart}
    return _iterated(
        "gmres", A, b, options, {"x0": x0, "callback": callback, "callback_type": callback_type}, M
    )


def _iterated(
    name: str, a: Any, b: Any, options: dict[str, Any], first: dict[str, Any], preconditioner: Any
) -> tuple[Tensor, int]:
    linalg = library("sparse.linalg", name)
    pattern, data, b = _system(name, a, b)
    if b.ndim != 1:
        raise ValueError(f"{name}: expected b of shape (n,), got {b.shape}; solve column by column")
    if first["x0"] is not None:
        first = {**first, "x0": np.array(tensor(first["x0"]).detach())}
    told: list[int] = []

    def solver(places: Pattern, data: Array, b: Array) -> Array:
        own = linalg.aslinearoperator(preconditioner) if preconditioner is not None else None
        if own is not None and places.rows is not pattern.rows:
            own = own.adjoint()
        found, info = getattr(linalg, name)(
            _matrix(places, data), b[:, 0], M=own, **options, **({} if told else first)
        )
        if told and info:
            raise RuntimeError(
                f"{name}: expected to solve the system for derivatives, got info={info}; allow more iterations by "
                "maxiter, or pass a preconditioner"
            )
        told.append(int(info))
        return np.asarray(found)

    checked: Solver = solver
    x = solve_pattern(pattern, checked, data, b)
    return x, told[0]


def _matrix(pattern: Pattern, data: Array) -> Any:
    sparse = library("sparse", "spsolve")
    return sparse.csc_array((data, (pattern.rows, pattern.columns)), shape=pattern.shape)


def _system(name: str, a: Any, b: Any) -> tuple[Pattern, Tensor, Tensor]:
    """Return where a matrix has elements, these, and the right side."""
    refuse_samples(name, a, b)
    if getattr(a, "is_sparse", False):
        a = a.coalesce()
        (rows, columns), values = a.indices().numpy(), a.values()
    else:
        found = library("sparse", name).coo_array(a)
        found.sum_duplicates()
        rows, columns, values = found.row, found.col, wrap(np.array(found.data))
    data, b = floats(values, b)
    if len(a.shape) != 2 or a.shape[0] != a.shape[1] or b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(
            f"{name}: expected a matrix of shape (n, n) and b of shape (n,) or (n, k), got {tuple(a.shape)} and "
            f"{b.shape}; give b as many rows as the matrix"
        )
    return Pattern(np.asarray(rows), np.asarray(columns), (a.shape[0], a.shape[1])), data, b

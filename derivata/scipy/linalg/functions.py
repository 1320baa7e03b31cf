"""Functions of matrices: powers of e, roots and logarithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd import Function
from ...generated import ops
from ...generated.namespaces import linalg
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..library import library
from .operands import operands


def expm(A: Any) -> Tensor:
    """Return the exponential of matrices: `scipy.linalg.expm`.

    Parameters
    ----------
    A : tensor or array, of shape (..., n, n)

    Returns
    -------
    tensor, in the shape of `A`

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.expm([[0.0, 1.0], [0.0, 0.0]])
    tensor([[1., 1.],
            [0., 1.]], dtype=float64)
    """
    return linalg.matrix_exp(*operands(False, A))


def sqrtm(A: Any) -> Tensor:
    """Return the principal square root of a matrix: `scipy.linalg.sqrtm`.

    Parameters
    ----------
    A : tensor or array, of shape (n, n)

    Returns
    -------
    tensor, in the shape of `A`
        Complex where a root is not real.

    Notes
    -----
    The derivative is a block of the function itself: ``f([[A, E], [0, A]])`` has ``f(A)`` on its diagonal and the
    derivative at A in direction E beside it. So it is of every order.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor([[4.0, 0.0], [0.0, 9.0]], dtype=dv.float64, requires_grad=True)
    >>> root = dv.scipy.linalg.sqrtm(a)
    >>> root.diagonal().tolist(), dv.autograd.grad(root.trace(), a)[0].diagonal()[0].item()
    ([2.0, 3.0], 0.25)
    """
    return _of_matrix(library("linalg", "sqrtm").sqrtm, A)


def logm(A: Any) -> Tensor:
    """Return the principal logarithm of a matrix: `scipy.linalg.logm`.

    Parameters
    ----------
    A : tensor or array, of shape (n, n)

    Returns
    -------
    tensor, in the shape of `A`
        Complex where a logarithm is not real.

    Notes
    -----
    The derivative is that of `sqrtm`: a block of the function itself, of every order.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.logm([[1.0, 2.0], [0.0, 1.0]])
    tensor([[0., 2.],
            [0., 0.]], dtype=float64)
    """
    return _of_matrix(library("linalg", "logm").logm, A)


def _of_matrix(function: Callable[..., Any], a: Any) -> Tensor:
    found = _OfMatrix.apply(function, *operands(True, a))
    assert isinstance(found, Tensor)
    return found


class _OfMatrix(Function):
    """A function of a matrix that SciPy has."""

    generate_vmap_rule = True

    @staticmethod
    def forward(function: Callable[..., Any], a: Tensor) -> Tensor:
        found = np.asarray(function(a._array))
        return wrap(
            found.astype(a.dtype if found.dtype.kind == "f" else np.result_type(a.dtype, np.complex64))
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.function, a = inputs
        ctx.save_for_backward(a)
        ctx.save_for_forward(a)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        (a,) = ctx.saved_tensors
        found = _in_direction(ctx.function, a, grad.mH).mH
        return None, found if a.dtype.kind == "c" else ops.real(found)

    @staticmethod
    def jvp(ctx: Any, _: Any, change: Tensor) -> Tensor:
        (a,) = ctx.saved_tensors
        return _in_direction(ctx.function, a, change)


def _in_direction(function: Callable[..., Any], a: Tensor, direction: Tensor) -> Tensor:
    """Return the derivative at a matrix in a direction."""
    size = a.shape[-1]
    upper = ops.cat([a.to(direction.dtype), direction], -1)
    lower = ops.cat([a.new_zeros(a.shape).to(direction.dtype), a.to(direction.dtype)], -1)
    found = _OfMatrix.apply(function, ops.cat([upper, lower], -2))
    assert isinstance(found, Tensor)
    return found[..., :size, size:]

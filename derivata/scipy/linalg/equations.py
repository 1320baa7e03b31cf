"""Linear equations whose unknown is a matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...autograd import Function
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..library import library
from .operands import operands


def solve_sylvester(a: Any, b: Any, q: Any) -> Tensor:
    """Solve ``a x + x b = q``: `scipy.linalg.solve_sylvester`.

    Parameters
    ----------
    a : tensor or array, of shape (m, m)
    b : tensor or array, of shape (n, n)
    q : tensor or array, of shape (m, n)

    Returns
    -------
    tensor, of shape (m, n)

    Raises
    ------
    LinAlgError
        If there is no unique solution.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.solve_sylvester([[1.0]], [[3.0, 0.0], [0.0, 1.0]], [[4.0, 4.0]])
    tensor([[1., 2.]], dtype=float64)
    """
    library("linalg", "solve_sylvester")
    found = _Sylvester.apply(*operands(True, a, b, q))
    assert isinstance(found, Tensor)
    return found


def solve_continuous_lyapunov(a: Any, q: Any) -> Tensor:
    """Solve ``a x + x a^H = q``: `scipy.linalg.solve_continuous_lyapunov`.

    Parameters
    ----------
    a : tensor or array, of shape (n, n)
    q : tensor or array, of shape (n, n)

    Returns
    -------
    tensor, of shape (n, n)

    Raises
    ------
    LinAlgError
        If there is no unique solution.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.scipy.linalg.solve_continuous_lyapunov([[1.0, 0.0], [0.0, 3.0]], [[2.0, 4.0], [4.0, 6.0]])
    tensor([[1., 1.],
            [1., 1.]], dtype=float64)
    """
    library("linalg", "solve_continuous_lyapunov")
    a, q = operands(True, a, q)
    return solve_sylvester(a, a.mH, q)


class _Sylvester(Function):
    """The solution x: ``a dx + dx b = dq - da x - x db``."""

    generate_vmap_rule = True

    @staticmethod
    def forward(a: Tensor, b: Tensor, q: Tensor) -> Tensor:
        found = library("linalg", "solve_sylvester").solve_sylvester(a._array, b._array, q._array)
        return wrap(np.asarray(found, q.dtype))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        a, b, _ = inputs
        ctx.save_for_backward(a, b, output)
        ctx.save_for_forward(a, b, output)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        a, b, x = ctx.saved_tensors
        by_q: Any = _Sylvester.apply(a.mH, b.mH, grad)
        return -by_q @ x.mH, -x.mH @ by_q, by_q

    @staticmethod
    def jvp(ctx: Any, a_change: Tensor | None, b_change: Tensor | None, q_change: Tensor | None) -> Any:
        a, b, x = ctx.saved_tensors
        change = wrap(np.zeros(x.shape, x.dtype)) if q_change is None else q_change
        change = change if a_change is None else change - a_change @ x
        change = change if b_change is None else change - x @ b_change
        return _Sylvester.apply(a, b, change)

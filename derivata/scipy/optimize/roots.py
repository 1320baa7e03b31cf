"""Roots and fixed points of nested parameters, with derivatives by the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import enable_grad
from ...runtime.tensors.tensor import Tensor
from ..implicit import Inputs, solution_with_derivatives, warn_of_failure
from ..library import library
from ..parameters import Parameters, Vector
from .system import System

WITH_JACOBIANS = frozenset(["hybr", "lm"])


def root(
    fun: Callable[..., Any],
    x0: Any,
    args: Any = (),
    method: str = "hybr",
    jac: Any = None,
    tol: float | None = None,
    callback: Callable[..., Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """Solve ``fun(x, *args) = 0``: `scipy.optimize.root`, whose Jacobians come by themselves.

    Of tensors in `args`, the root has derivatives of every order, reverse and forward: ``dx/dθ = -J⁻¹ ∂F/∂θ``.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args)`` returns as many numbers as there are in `x`, in one tensor or a container of tensors.
    x0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        Where to start; `fun` gets `x` in this form. The root has no derivatives by it.
    args : tuple
        Further arguments of `fun`.
    method : str
        As in SciPy. "hybr" and "lm" use the Jacobian.
    jac : callable or bool, optional
        None, the default, differentiates `fun`; False takes SciPy's differences. A callable gets and returns flat
        arrays; with True `fun` returns the values and such a Jacobian.
    tol, callback, options
        As in SciPy; `callback` gets `x` in the form of `x0`.

    Returns
    -------
    scipy.optimize.OptimizeResult
        SciPy's, with `x` in the form of `x0`; other arrays are flat.

    Raises
    ------
    RuntimeError
        If the values do not depend on `x`, or on tensors with history that are not in `args`.

    Warns
    -----
    UserWarning
        If SciPy found no root and somebody may ask for its derivatives.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor(9.0, dtype=dv.float64, requires_grad=True)
    >>> def circle_and_line(p, a):
    ...     return p["x"] ** 2 + p["y"] ** 2 - 2 * a, p["x"] - p["y"]
    >>> found = dv.scipy.optimize.root(circle_and_line, {"x": 1.0, "y": 2.0}, (a,))
    >>> round(found.x["x"].item(), 6), round(dv.autograd.grad(found.x["x"], a)[0].item(), 6)
    (3.0, 0.166667)
    """
    optimize = library("optimize", "root")
    parameters, inputs = Parameters("root", x0), Inputs("root", args)
    values = (lambda *args: fun(*args)[0]) if jac is True else fun
    system = System("root", "fun", values, parameters, inputs.plain())
    if jac is True:
        jac = lambda x: fun(parameters.of_array(x), *inputs.plain())[1]  # noqa: E731
    elif jac is None:
        jac = system.jacobian if method in WITH_JACOBIANS else None
    told = None if callback is None else lambda x, *rest: callback(parameters.of_array(x), *rest)
    found = optimize.root(system.value, parameters.start, (), method, jac, tol, told, options)
    if not found.success:
        warn_of_failure(inputs, found.message)
    found.x = parameters.of(solution_with_derivatives(system.recorded, found.x, inputs))
    return found


def fixed_point(
    func: Callable[..., Any],
    x0: Any,
    args: Any = (),
    xtol: float = 1e-08,
    maxiter: int = 500,
    method: str = "del2",
) -> Any:
    """Find ``x = func(x, *args)``: `scipy.optimize.fixed_point`, with derivatives by `args`.

    Parameters
    ----------
    func : callable
        ``func(x, *args)`` returns tensors in the form of `x`.
    x0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        Where to start. The fixed point has no derivatives by it.
    args : tuple
        Further arguments of `func`; by tensors among them the fixed point has derivatives of every order, reverse and
        forward: ``dx/dθ = (1 - J)⁻¹ ∂f/∂θ``.
    xtol, maxiter, method
        As in SciPy.

    Returns
    -------
    tensor or container of tensors
        The fixed point, in the form of `x0`.

    Raises
    ------
    RuntimeError
        If there are `maxiter` steps without convergence, or `func` uses tensors with history that are not in `args`.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor(2.0, dtype=dv.float64, requires_grad=True)
    >>> x = dv.scipy.optimize.fixed_point(lambda x, a: (x + a / x) / 2, 1.0, (a,))  # the square root
    >>> round(x.item(), 6), round(dv.autograd.grad(x, a)[0].item(), 6)
    (1.414214, 0.353553)
    """
    optimize = library("optimize", "fixed_point")
    parameters, inputs = Parameters("fixed_point", x0), Inputs("fixed_point", args)

    def image(x: Tensor, *args: Any) -> Tensor:
        return parameters.vector_like(func(parameters.of(x), *args), "func")

    def step(vector: Vector) -> Vector:
        with enable_grad():
            return image(wrap(np.array(vector, float64)), *inputs.plain()).detach().numpy()

    found = optimize.fixed_point(step, parameters.start, (), xtol, maxiter, method)
    equation = lambda x, *args: x - image(x, *args)  # noqa: E731
    return parameters.of(solution_with_derivatives(equation, found, inputs))

"""Fits of curves, with derivatives by the data: the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...func import grad
from ...generated.namespaces import linalg
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...support.numpy_arguments import tensor
from ..implicit import Inputs, solution_with_derivatives
from ..library import library
from ..parameters import Parameters, Vector
from .system import System

_UNLIMITED = (-np.inf, np.inf)


def curve_fit(
    f: Callable[..., Any],
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: bool = False,
    check_finite: bool | None = None,
    bounds: Any = _UNLIMITED,
    method: str | None = None,
    jac: Any = None,
    *,
    full_output: bool = False,
    nan_policy: str | None = None,
    **kwargs: Any,
) -> Any:
    """Fit a curve: `scipy.optimize.curve_fit`, whose Jacobians come by themselves.

    Parameters
    ----------
    f : callable
        ``f(xdata, *parameters)`` gets the data as a tensor and each parameter as a tensor of one element, and returns
        a tensor.
    xdata, ydata : tensor or array
        The data. By them and `sigma` the parameters found have derivatives of every order, reverse and forward.
    p0 : numbers, optional
        Where to start, by default ones. The parameters found have no derivatives by it.
    sigma : tensor or array, optional
        Standard deviations of `ydata`, or their covariance matrix.
    absolute_sigma, check_finite, bounds, method, full_output, nan_policy, **kwargs
        As in SciPy. Where bounds are hit, or `nan_policy` leaves data out, data with history are refused.
    jac : callable or str, optional
        None, the default, differentiates `f`; others are SciPy's.

    Returns
    -------
    popt : tensor
        The parameters.
    pcov : ndarray
        Their covariance, an array without history.
    infodict, mesg, ier
        With `full_output`, as in SciPy.

    Raises
    ------
    RuntimeError
        If SciPy finds no fit, or derivatives of the parameters would be lost.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.linspace(0, 3, 8, dtype=dv.float64)
    >>> y = (2 * dv.exp(-x)).requires_grad_()
    >>> popt, _ = dv.scipy.optimize.curve_fit(lambda x, a, b: a * dv.exp(-b * x), x, y)
    >>> dv.round(popt.detach(), decimals=4).tolist()
    [2.0, 1.0]
    >>> dv.autograd.grad(popt[0], y)[0].shape
    (8,)
    """
    optimize = library("optimize", "curve_fit")
    inputs = Inputs("curve_fit", (xdata, ydata, sigma))
    if np.any(np.isfinite(np.concatenate([np.ravel(side) for side in _sides(bounds)]))):
        inputs.refuse("the fit has bounds, of which only least_squares tells which are hit")
    if nan_policy == "omit":
        inputs.refuse("nan_policy leaves data out")

    def curve(parameters: Tensor, x: Any) -> Any:
        return f(x, *parameters.unbind())

    def system(parameters: Any, x: Any) -> System:
        return System("curve_fit", "f", curve, Parameters("curve_fit", parameters), (wrap(np.asarray(x)),))

    @wraps(f)  # whose signature tells how many parameters there are
    def value(x: Any, *parameters: float) -> Vector:
        return system(parameters, x).value(np.asarray(parameters))

    def jacobian(x: Any, *parameters: float) -> Vector:
        return system(parameters, x).jacobian(np.asarray(parameters))

    def stationary(parameters: Tensor, x: Any, y: Any, sigma: Any) -> Tensor:
        def cost(parameters: Tensor) -> Tensor:
            return _standardised(curve(parameters, _doubles(x)) - _doubles(y), sigma).square().sum()

        gradient = grad(cost)(parameters)
        assert isinstance(gradient, Tensor)
        return gradient

    data = [None if part is None else np.asarray(part) for part in inputs.plain()]
    names = {"check_finite": check_finite, "nan_policy": nan_policy}
    given = {name: setting for name, setting in names.items() if setting is not None}
    found = optimize.curve_fit(
        value,
        data[0],
        data[1],
        p0 if p0 is None else np.asarray(p0),
        data[2],
        absolute_sigma,
        bounds=bounds,
        method=method,
        jac=jacobian if jac is None else jac,
        full_output=full_output,
        **given,
        **kwargs,
    )
    return solution_with_derivatives(stationary, found[0], inputs), *found[1:]


def _sides(bounds: Any) -> tuple[Any, Any]:
    return (bounds.lb, bounds.ub) if hasattr(bounds, "lb") else bounds


def _doubles(data: Any) -> Tensor:
    return tensor(data).to(float64)


def _standardised(residuals: Tensor, sigma: Any) -> Tensor:
    if sigma is None:
        return residuals
    sigma = _doubles(sigma)
    if sigma.ndim < 2:
        return residuals.div(sigma)
    return linalg.solve_triangular(linalg.cholesky(sigma), residuals.unsqueeze(-1), upper=False)

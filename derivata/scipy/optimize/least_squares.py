"""Least squares, with derivatives by the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...func import grad
from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from ..implicit import Inputs, solution_with_derivatives, warn_of_failure
from ..library import library
from ..parameters import Parameters, Vector
from .bounds import flat_bounds, stay_where
from .system import System

_UNLIMITED = (-np.inf, np.inf)

_LOSSES: dict[str, Callable[[Any], Any]] = {
    "linear": lambda z: z,
    "soft_l1": lambda z: 2 * ((1 + z) ** 0.5 - 1),
    "huber": lambda z: ops.where(z <= 1, z, 2 * ops.clamp(z, min=1) ** 0.5 - 1),
    "cauchy": lambda z: ops.log1p(z),
    "arctan": lambda z: ops.atan(z),
}
"""What SciPy's names mean, of squared residuals."""


def least_squares(
    fun: Callable[..., Any],
    x0: Any,
    jac: Any = None,
    bounds: Any = None,
    method: str = "trf",
    *,
    loss: Any = "linear",
    f_scale: float = 1.0,
    args: Any = (),
    kwargs: dict[str, Any] | None = None,
    callback: Callable[..., Any] | None = None,
    **options: Any,
) -> Any:
    """Minimise a sum of squares: `scipy.optimize.least_squares`, whose Jacobians come by themselves.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args, **kwargs)`` returns the residuals, in one tensor or a container of tensors.
    x0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        Where to start; `fun` gets `x` in this form. The minimum has no derivatives by it.
    jac : callable or str, optional
        None, the default, differentiates `fun`. Names are SciPy's differences; a callable gets and returns flat arrays.
    bounds : optional
        SciPy's for all numbers in turn, or the form of `x0` with a pair (low, high) for each tensor; None is no bound.
    method, f_scale
        As in SciPy.
    loss : str or callable
        As in SciPy; with a callable, `args` with history are refused.
    args, kwargs
        Further arguments of `fun`; by tensors in `args` the minimum has derivatives of every order, reverse and
        forward. Numbers that are at a bound stay there.
    callback : callable, optional
        As in SciPy, with the flat `x`.
    **options
        As in SciPy.

    Returns
    -------
    scipy.optimize.OptimizeResult
        SciPy's, with `x` in the form of `x0`; other arrays are flat.

    Raises
    ------
    RuntimeError
        If the residuals do not depend on `x`, or derivatives of the minimum would be lost.

    Warns
    -----
    UserWarning
        If SciPy found no minimum and somebody may ask for its derivatives.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.linspace(0, 2, 9, dtype=dv.float64)
    >>> y = (3 * dv.exp(-x)).requires_grad_()
    >>> def residuals(p, y):
    ...     return p["height"] * dv.exp(-p["rate"] * x) - y
    >>> found = dv.scipy.optimize.least_squares(residuals, {"height": 1.0, "rate": 0.5}, args=(y,))
    >>> {name: round(value.item(), 4) for name, value in found.x.items()}
    {'height': 3.0, 'rate': 1.0}
    >>> dv.autograd.grad(found.x["rate"], y)[0].shape
    (9,)
    """
    optimize = library("optimize", "least_squares")
    parameters, inputs = Parameters("least_squares", x0), Inputs("least_squares", args)
    if callable(loss):
        inputs.refuse("the loss is a function of arrays")
    named = kwargs or {}
    system = System(
        "least_squares", "fun", lambda x, *args: fun(x, *args, **named), parameters, inputs.plain()
    )
    if callback is not None:
        options["callback"] = callback
    limits = flat_bounds(bounds, parameters, "least_squares")
    found = optimize.least_squares(
        system.value,
        parameters.start,
        system.jacobian if jac is None else jac,
        _UNLIMITED if limits is None else limits,
        method,
        loss=loss,
        f_scale=f_scale,
        **options,
    )
    if not found.success:
        warn_of_failure(inputs, found.message)
    equation = (
        system.recorded if callable(loss) else _stationary(system.recorded, loss, f_scale, found.active_mask)
    )
    found.x = parameters.of(solution_with_derivatives(equation, found.x, inputs))
    return found


def _stationary(
    residuals: Callable[..., Tensor], loss: str, scale: float, at_bounds: Vector
) -> Callable[..., Tensor]:
    """Return what is zero at a minimum of the cost."""

    def cost(x: Tensor, *args: Any) -> Tensor:
        return ops.sum(_LOSSES[loss]((residuals(x, *args) / scale) ** 2))

    def equation(x: Tensor, *args: Any) -> Tensor:
        gradient = grad(cost)(x, *args)
        assert isinstance(gradient, Tensor)
        return stay_where(np.asarray(at_bounds) != 0, gradient, x)

    return equation

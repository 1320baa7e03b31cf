"""Minimisation by SciPy with gradients and products with the Hessian by derivata."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ...runtime.tensors.tensor import Tensor
from ..implicit import Inputs, solution_with_derivatives
from ..library import library
from ..parameters import Parameters
from .bounds import at_bounds, flat_bounds, stay_where
from .constraints import flat_constraints
from .objective import Objective

WITH_PRODUCTS = frozenset(["newton-cg", "trust-ncg", "trust-krylov", "trust-constr"])
WITH_HESSIANS = frozenset(["dogleg", "trust-exact"])
WITH_GRADIENTS = WITH_PRODUCTS | WITH_HESSIANS | {"cg", "bfgs", "l-bfgs-b", "tnc", "slsqp"}


def minimize(
    fun: Callable[..., Any],
    x0: Any,
    args: Any = (),
    method: str | Callable[..., Any] | None = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: float | None = None,
    callback: Callable[..., Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """Minimise a function of one or many tensors: `scipy.optimize.minimize`, which need not be told derivatives.

    SciPy works on one vector of doubles. `fun` gets the parameters as they are in `x0`: what is float32 there stays
    float32, whose rounding the stopping tests of most methods notice; everything else is float64.

    Parameters
    ----------
    fun : callable
        ``fun(x, *args)`` returns a tensor of one element, computed from `x`.
    x0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        Where to start. Lists of nothing but numbers are arrays.
    args : tuple
        Further arguments of `fun`. Where tensors among them require grad or have tangents, so has the minimum, by the
        implicit function theorem; numbers that are at a bound stay there. With constraints, and with bounds by
        trust-constr, these are refused. By `x0` the minimum has no derivatives, and tensors with history that `fun`
        takes from elsewhere are refused.
    method : str or callable, optional
        As in SciPy: by default BFGS, L-BFGS-B with bounds, or SLSQP with constraints.
    jac : callable, bool or str, optional
        None, the default, differentiates `fun`. Others are SciPy's; gradients have the structure of `x0`.
    hess, hessp : callable or str, optional
        By default products with the Hessian come by themselves for newton-cg, trust-ncg, trust-krylov and
        trust-constr, and the Hessian for dogleg and trust-exact. What is given gets and returns flat arrays.
    bounds : optional
        SciPy's for all numbers in turn, or the structure of `x0` with a pair (low, high) for each tensor; None is no
        bound, and arrays broadcast to the tensor.
    constraints : optional
        SciPy's. Their functions get `x` as `fun` does, and their Jacobians come by themselves.
    tol, callback, options
        As in SciPy; `callback` gets `x` in the structure of `x0`.

    Returns
    -------
    scipy.optimize.OptimizeResult
        SciPy's, with `x` in the structure of `x0`; other arrays are flat.

    Raises
    ------
    TypeError
        If `fun` returns no tensor of one element, or `x0` holds anything but real numbers.
    RuntimeError
        If the value does not depend on `x`, or derivatives of the minimum would be lost.

    Examples
    --------
    >>> import derivata as dv
    >>> def rosenbrock(p):
    ...     return (1 - p["x"]) ** 2 + 100 * (p["y"] - p["x"] ** 2) ** 2
    >>> found = dv.scipy.optimize.minimize(rosenbrock, {"x": -1.0, "y": 2.0})
    >>> {name: round(value.item(), 4) for name, value in found.x.items()}
    {'x': 1.0, 'y': 1.0}
    """
    optimize = library("optimize", "minimize")
    parameters = Parameters("minimize", x0)
    inputs = Inputs("minimize", args)
    kind = _kind(method, bounds, constraints)
    if constraints:
        inputs.refuse("the minimum has constraints")
    if bounds is not None and kind == "trust-constr":
        inputs.refuse("numbers only come near their bounds by the method; choose another one")
    objective = Objective(fun, parameters, inputs.plain())
    limits = flat_bounds(bounds, parameters, "minimize")
    found = optimize.minimize(
        **objective.described(jac, hess, hessp, _wanted(kind)),
        x0=parameters.start,
        method=method,
        bounds=limits,
        constraints=flat_constraints(constraints, parameters, kind in WITH_GRADIENTS),
        tol=tol,
        callback=_flat_callback(callback, parameters),
        options=options,
    )
    fixed = at_bounds(limits, found.x, "minimize")

    def stationary(x: Tensor, *args: Any) -> Tensor:
        return stay_where(fixed, objective.stationary(x, *args), x)

    equation = stationary if inputs.are_differentiated() else objective.one_value
    found.x = parameters.of(solution_with_derivatives(equation, found.x, inputs))
    return found


def _kind(method: Any, bounds: Any, constraints: Any) -> str:
    """Return the name of the method in lower case; a callable is offered all derivatives."""
    if method is None:
        return "slsqp" if constraints else "l-bfgs-b" if bounds is not None else "bfgs"
    return method.lower() if isinstance(method, str) else "trust-constr"


def _wanted(kind: str) -> frozenset[str]:
    """Return which derivatives a method uses: of "jac", "hess" and "hessp"."""
    used = {"jac": WITH_GRADIENTS, "hessp": WITH_PRODUCTS, "hess": WITH_HESSIANS}
    return frozenset(name for name, methods in used.items() if kind in methods)


def _flat_callback(callback: Callable[..., Any] | None, parameters: Parameters) -> Callable[..., Any] | None:
    """Return a callback for SciPy, which tells by the names of its arguments what to give it."""
    if callback is None:
        return None
    if set(inspect.signature(callback).parameters) == {"intermediate_result"}:

        def told(intermediate_result: Any) -> Any:
            shown = type(intermediate_result)(intermediate_result)
            shown.x = parameters.of_array(intermediate_result.x)
            return callback(intermediate_result=shown)

        return told
    return lambda x, *rest: callback(parameters.of_array(x), *rest)

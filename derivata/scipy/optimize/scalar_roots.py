"""Roots of functions of one number, and of each element of a tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...func import grad
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..implicit import Inputs, solution_with_derivatives, warn_of_failure
from ..library import library
from ..parameters import Parameters, Vector
from .system import System

Scalar = Callable[..., Any]

_ORDERS = {"newton": 1, "halley": 2}
"""How many derivatives a method uses."""


class Elementwise:
    """A function of each element of a tensor in the shape of `x0`, and its derivatives, as SciPy calls them."""

    parameters: Parameters
    inputs: Inputs
    start: Vector

    def __init__(self, caller: str, fun: Scalar, x0: Any, args: Any) -> None:
        self.parameters, self.inputs = Parameters(caller, x0), Inputs(caller, args)
        if self.parameters.structure.kind is not None:
            raise TypeError(
                f"{caller}: expected x0 to be one tensor, array or number, got {type(x0).__name__}; use root, which "
                "takes containers"
            )
        self.start = self.parameters.of_array(self.parameters.start).numpy()
        self._caller, self._plain = caller, self.inputs.plain()
        self._system = System(caller, "the function", fun, self.parameters, self._plain)

    def value(self, x: Any) -> Any:
        """Return the values."""
        return self._alike(self._system.value(np.ravel(x)), x)

    def derivative(self, order: int) -> Callable[[Any], Any]:
        """Return the function of the first or the second derivative."""

        def total(x: Tensor) -> Tensor:
            return self._system.recorded(x, *self._plain).sum()

        slope = grad(total)
        wanted: Any = slope if order == 1 else grad(lambda x: slope(x).sum())
        return lambda x: self._alike(wanted(wrap(np.array(x, float).reshape(-1))).detach().numpy(), x)

    def told(self, given: Scalar) -> Callable[[Any], Any]:
        """Return a derivative that the user wrote."""
        system = System(self._caller, "a derivative", given, self.parameters, self._plain)
        return lambda x: self._alike(system.value(np.ravel(x)), x)

    def root(self, found: Any) -> Tensor:
        """Return what SciPy found, with derivatives."""
        solution = solution_with_derivatives(self._system.recorded, np.ravel(found), self.inputs)
        result = self.parameters.of(solution)
        assert isinstance(result, Tensor)
        return result

    @staticmethod
    def _alike(values: Any, x: Any) -> Any:
        return values.reshape(np.shape(x)) if np.ndim(x) else float(values[0])


def root_scalar(
    f: Scalar,
    args: Any = (),
    method: str | None = None,
    bracket: Any = None,
    fprime: Any = None,
    fprime2: Any = None,
    x0: float | None = None,
    x1: float | None = None,
    xtol: float | None = None,
    rtol: float | None = None,
    maxiter: int | None = None,
    options: dict[str, Any] | None = None,
) -> Any:
    """Find a root of a function of one number: `scipy.optimize.root_scalar`, whose derivatives come by themselves.

    Parameters
    ----------
    f : callable
        ``f(x, *args)`` gets and returns tensors of one element, of float64.
    args : tuple
        Further arguments; by tensors among them the root has derivatives of every order, reverse and forward:
        ``dx/dθ = -(∂f/∂θ) / (∂f/∂x)``.
    method, bracket, x0, x1, xtol, rtol, maxiter, options
        As in SciPy; the root has no derivatives by them.
    fprime, fprime2 : callable or bool, optional
        As in SciPy. By default "newton" and "halley" get derivata's derivatives.

    Returns
    -------
    scipy.optimize.RootResults
        SciPy's, with a tensor as `root`.

    Raises
    ------
    RuntimeError
        If `f` uses tensors with history that are not in `args`.

    Warns
    -----
    UserWarning
        If SciPy found no root and somebody may ask for its derivatives.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor(8.0, dtype=dv.float64, requires_grad=True)
    >>> found = dv.scipy.optimize.root_scalar(lambda x, a: x**3 - a, (a,), x0=1.0)
    >>> round(found.root.item(), 6), round(dv.autograd.grad(found.root, a)[0].item(), 6)
    (2.0, 0.083333)
    """
    optimize = library("optimize", "root_scalar")
    paired = fprime is True or fprime2 is True
    each = Elementwise("root_scalar", (lambda *args: f(*args)[0]) if paired else f, 0.0, args)
    if method is None and bracket is None and x1 is None:
        method = "halley" if fprime2 else "newton"
    given = (fprime, fprime2)
    told = [each.told(one) if callable(one) else None for one in given]
    for order in range(_ORDERS.get(str(method).lower(), 0)):
        if told[order] is None and given[order] is not False:
            told[order] = each.derivative(order + 1)
    found = optimize.root_scalar(each.value, (), method, bracket, *told, x0, x1, xtol, rtol, maxiter, options)
    if not found.converged:
        warn_of_failure(each.inputs, found.flag)
    found.root = each.root(found.root)
    return found


def brentq(
    f: Scalar,
    a: float,
    b: float,
    args: Any = (),
    xtol: float = 2e-12,
    rtol: float = 4 * np.finfo(float).eps,
    maxiter: int = 100,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """Find a root between two numbers: `scipy.optimize.brentq`, with derivatives by `args`.

    Parameters
    ----------
    f : callable
        ``f(x, *args)`` gets and returns tensors of one element, of float64.
    a, b : float
        Between them `f` changes its sign. The root has no derivatives by them.
    args : tuple
        Further arguments; by tensors among them the root has derivatives of every order, reverse and forward:
        ``dx/dθ = -(∂f/∂θ) / (∂f/∂x)``.
    xtol, rtol, maxiter, full_output, disp
        As in SciPy.

    Returns
    -------
    tensor, or tensor and scipy.optimize.RootResults
        The root, and with `full_output` how it was found.

    Raises
    ------
    ValueError
        If `f` has one sign at `a` and `b`.
    RuntimeError
        If there are `maxiter` steps without convergence, or `f` uses tensors with history that are not in `args`.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor(0.5, dtype=dv.float64, requires_grad=True)
    >>> x = dv.scipy.optimize.brentq(lambda x, a: dv.cos(x) - a, 0, 3, (a,))  # the arc cosine
    >>> round(x.item(), 6), round(dv.autograd.grad(x, a)[0].item(), 6)
    (1.047198, -1.154701)
    """
    optimize = library("optimize", "brentq")
    each = Elementwise("brentq", f, 0.0, args)
    found, told = optimize.brentq(each.value, float(a), float(b), (), xtol, rtol, maxiter, True, disp)
    root = each.root(found)
    return (root, told) if full_output else root


def newton(
    func: Scalar,
    x0: Any,
    fprime: Scalar | None = None,
    args: Any = (),
    tol: float = 1.48e-08,
    maxiter: int = 50,
    fprime2: Scalar | None = None,
    x1: Any = None,
    rtol: float = 0.0,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """Find a root of each element: `scipy.optimize.newton`, whose derivative comes by itself.

    Parameters
    ----------
    func : callable
        ``func(x, *args)`` gets a tensor in the shape of `x0`, and returns one, in which each element depends on that of
        `x` alone.
    x0 : tensor, array or numbers
        Where to start. The roots have no derivatives by it.
    fprime : callable, optional
        By default derivata's derivative; with `x1` the secant method.
    args : tuple
        Further arguments; by tensors among them the roots have derivatives of every order, reverse and forward:
        ``dx/dθ = -(∂f/∂θ) / (∂f/∂x)``.
    tol, maxiter, fprime2, x1, rtol, full_output, disp
        As in SciPy.

    Returns
    -------
    tensor, or what SciPy returns with `full_output`
        With a tensor in the place of the roots.

    Raises
    ------
    RuntimeError
        If there are `maxiter` steps without convergence, or `func` uses tensors with history that are not in `args`.

    Examples
    --------
    >>> import derivata as dv
    >>> a = dv.tensor([1.0, 4.0], dtype=dv.float64, requires_grad=True)
    >>> x = dv.scipy.optimize.newton(lambda x, a: x * x - a, [1.0, 1.0], args=(a,))
    >>> [dv.round(values, decimals=6).tolist() for values in (x.detach(), *dv.autograd.grad(x.sum(), a))]
    [[1.0, 2.0], [0.5, 0.25]]
    """
    optimize = library("optimize", "newton")
    each = Elementwise("newton", func, x0, args)
    slope = each.told(fprime) if fprime else each.derivative(1) if x1 is None else None
    curvature = each.told(fprime2) if fprime2 else None
    found = optimize.newton(
        each.value, each.start[()], slope, (), tol, maxiter, curvature, x1, rtol, full_output, disp
    )
    if not full_output:
        return each.root(found)
    told = (each.root(found[0]), *found[1:])
    return found._make(told) if hasattr(found, "_make") else told

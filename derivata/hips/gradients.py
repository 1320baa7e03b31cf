"""Gradients and Jacobians of functions of arrays, as HIPS autograd calls and returns them."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..func.containers import flatten
from ..func.jacobians import reverse_jacobians
from ..func.reverse import Recorded
from ..numpy.traced import traced
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.grad_mode import outside_inference
from ..runtime.tensors.tensor import Tensor
from .naming import named
from .point import Argnum, Point, conjugate, mapped
from .products import make_jvp, pullback


def grad(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the gradient of a function with a single number as its value.

    Parameters
    ----------
    fun : callable
        Returns a number, or an array of one element.
    argnum : int or tuple of int
        The arguments to differentiate by: arrays, floats, complex numbers, or lists, tuples and dicts of these.

    Returns
    -------
    callable
        Takes the arguments of `fun`; returns the gradient in the form of the argument, arrays of arrays and NumPy's
        numbers of numbers. Inside of a function that is differentiated itself, what it returns is traced.

    Raises
    ------
    TypeError
        From the returned function, if the value of `fun` has several elements.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> grad(np.tanh)(1.0).round(6)
    np.float64(0.419974)
    >>> grad(grad(np.sin))(0.5) == -np.sin(0.5)
    np.True_
    """

    def gradient(*args: Any, **options: Any) -> Any:
        return _value_and_gradient("grad", fun, argnum, args, options)[1]

    return named(gradient, "grad", fun, argnum)


def value_and_grad(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., tuple[Any, Any]]:
    """Return a function that computes ``(value, gradient)``, what ``scipy.optimize.minimize(..., jac=True)`` takes.

    Parameters
    ----------
    fun, argnum
        As in `grad`.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import value_and_grad
    >>> value_and_grad(lambda x: np.sum(x**2))(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """

    def both(*args: Any, **options: Any) -> tuple[Any, Any]:
        return _value_and_gradient("value_and_grad", fun, argnum, args, options)

    return named(both, "value_and_grad", fun, argnum)


def grad_and_aux(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., tuple[Any, Any]]:
    """Return a function that computes ``(gradient, aux)`` of one that returns ``(value, aux)``.

    Examples
    --------
    >>> from derivata.hips import grad_and_aux
    >>> grad_and_aux(lambda x: (x**2, 3 * x))(2.0)
    (np.float64(4.0), np.float64(6.0))
    """

    def gradient_and_aux(*args: Any, **options: Any) -> tuple[Any, Any]:
        pull, (value, aux) = pullback("grad_and_aux", fun, argnum, args, options)
        nothing = mapped(lambda part: wrap(np.zeros(part.shape, part.dtype)), aux)
        return mapped(traced, pull((mapped(_ones, value), nothing))), mapped(traced, aux)

    return named(gradient_and_aux, "grad_and_aux", fun, argnum)


def _value_and_gradient(
    caller: str, fun: Callable[..., Any], argnum: Argnum, args: Any, options: Any
) -> tuple[Any, Any]:
    pull, value = pullback(caller, fun, argnum, args, options)
    parts = flatten(value)[0]
    if [(part.numel(), part.dtype.kind) for part in parts] != [(1, "f")]:
        described = " and ".join([f"{part.dtype} of shape {part.shape}" for part in parts])
        raise TypeError(
            f"{caller}: Grad only applies to real scalar-output functions, got {described or 'nothing'}; try jacobian, "
            "elementwise_grad or holomorphic_grad"
        )
    return mapped(traced, value), mapped(traced, pull(mapped(_ones, value)))


def _ones(value: Tensor) -> Tensor:
    return wrap(np.ones(value.shape, value.dtype))


def elementwise_grad(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the sum of the rows of the Jacobian: its diagonal for an elementwise function.

    Raises
    ------
    TypeError
        From the returned function, if the value of `fun` is complex.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import elementwise_grad
    >>> elementwise_grad(lambda x: x**3)(np.array([1.0, 2.0]))
    array([ 3., 12.])
    """

    def diagonal(*args: Any, **options: Any) -> Any:
        pull, value = pullback("elementwise_grad", fun, argnum, args, options)
        if any(part.dtype.kind == "c" for part in flatten(value)[0]):
            raise TypeError(
                "elementwise_grad: only applies to real-output functions, got a complex output; use holomorphic_grad, "
                "or np.real or np.abs of the output"
            )
        return mapped(traced, pull(mapped(_ones, value)))

    return named(diagonal, "elementwise_grad", fun, argnum)


def deriv(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the derivative of `fun` along ones, in forward mode: of a number, its derivative.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import deriv
    >>> deriv(lambda t: np.array([t, t**2]))(3.0)
    array([1., 6.])
    """

    def derivative(*args: Any, **options: Any) -> Any:
        chosen = args[argnum] if isinstance(argnum, int) else tuple([args[place] for place in argnum])
        return make_jvp(fun, argnum)(*args, **options)(mapped(lambda part: np.ones(np.shape(part)), chosen))[
            1
        ]

    return named(derivative, "deriv", fun, argnum)


def holomorphic_grad(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the complex derivative of a holomorphic function of a number.

    Warns
    -----
    UserWarning
        If the argument is not complex.

    Examples
    --------
    >>> from derivata.hips import holomorphic_grad
    >>> holomorphic_grad(lambda z: z**3)(1.0 + 2.0j)
    np.complex128(-9+12j)
    """
    gradient = grad(lambda *args, **options: np.real(fun(*args, **options)), argnum)

    def derivative(*args: Any, **options: Any) -> Any:
        chosen = args[argnum] if isinstance(argnum, int) else tuple([args[place] for place in argnum])
        if not all(np.iscomplexobj(part) for part in flatten(chosen)[0]):
            warnings.warn("Input to holomorphic_grad is not complex", stacklevel=2)
        return gradient(*args, **options)

    return named(derivative, "holomorphic_grad", fun, argnum)


def jacobian(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the Jacobian: an array of the shape of the value, followed by the argument's.

    Parameters
    ----------
    fun : callable
        Returns an array; for several arrays there are as many Jacobians, in the same form.
    argnum : int or tuple of int
        As in `grad`.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import jacobian
    >>> jacobian(lambda x: x * np.sum(x))(np.array([1.0, 2.0]))
    array([[4., 1.],
           [2., 5.]])
    """

    @outside_inference
    def rows(*args: Any, **options: Any) -> Any:
        point = Point("jacobian", fun, argnum, args, options)
        recorded = Recorded("jacobian", point, (point.x,), 0, False)
        form = recorded.variables.structure
        return recorded.call.structure.unflatten(
            [form.unflatten([traced(conjugate(part)) for part in row]) for row in reverse_jacobians(recorded)]
        )

    return named(rows, "jacobian", fun, argnum)


def hessian(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """Return a function that computes the Hessian of a function with a single number as its value.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import hessian
    >>> hessian(lambda x: np.prod(x))(np.array([2.0, 3.0]))
    array([[0., 1.],
           [1., 0.]])
    """
    return named(jacobian(jacobian(fun, argnum), argnum), "hessian", fun, argnum)


def grad_named(fun: Callable[..., Any], argname: str) -> Callable[..., Any]:
    """Return a function that computes the gradient by the argument of a name, which is given without it.

    Examples
    --------
    >>> from derivata.hips import grad_named
    >>> grad_named(lambda x, y: x * y**2, "y")(3.0, 2.0)
    np.float64(12.0)
    """
    return grad(fun, inspect.getfullargspec(fun).args.index(argname))


def multigrad_dict(fun: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """Return a function that computes the gradients by all arguments, in a dict by their names.

    Arguments after ``*`` and ``**`` are under the names that these have.

    Examples
    --------
    >>> from derivata.hips import multigrad_dict
    >>> multigrad_dict(lambda x, y=2.0: x * y)(3.0)
    {'x': np.float64(2.0), 'y': np.float64(3.0)}
    """
    signature = inspect.signature(fun)

    def gradients(*args: Any, **options: Any) -> dict[str, Any]:
        bound = signature.bind(*args, **options)
        bound.apply_defaults()

        def of_arguments(arguments: dict[str, Any]) -> Any:
            bound.arguments.update(arguments)
            return fun(*bound.args, **bound.kwargs)

        found: dict[str, Any] = grad(of_arguments)(dict(bound.arguments))
        return found

    return gradients

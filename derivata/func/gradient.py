"""Gradients of scalar functions."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..autograd.boundary import one_for
from ..runtime.modes.grad_mode import outside_inference
from .argnums import Argnums
from .reverse import Recorded


def grad(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """Return a function that computes the gradient of a scalar function.

    Transforms nest: the gradient of a gradient is the second derivative.

    Parameters
    ----------
    func : callable
        Returns a Tensor without dimensions; with `has_aux`, a tuple of it and anything else.
    argnums : int or tuple of int
        The positional arguments to differentiate by: Tensors, or nested containers of Tensors.
    has_aux : bool
        Whether `func` returns auxiliary results.

    Returns
    -------
    callable
        Takes the arguments of `func`. Returns the gradient, in the form of the argument, for a tuple `argnums` a
        tuple; with `has_aux`, ``(gradient, aux)``.

    Raises
    ------
    RuntimeError
        From the returned function, if the result of `func` is not a Tensor without dimensions.

    Examples
    --------
    >>> import derivata as dv
    >>> from derivata.func import grad
    >>> grad(grad(lambda x: x**3))(dv.tensor(2.0))
    tensor(12.)

    >>> def loss(parameters, x):
    ...     return (parameters["scale"] * x + parameters["shift"]).sum()
    >>> grad(loss)({"scale": dv.tensor(2.0), "shift": dv.tensor(0.5)}, dv.tensor([1.0, 3.0]))
    {'scale': tensor(4.), 'shift': tensor(2.)}
    """

    @wraps(func, updated=())
    def gradient(*args: Any, **kwargs: Any) -> Any:
        _, aux, grads = _differentiate("grad", func, argnums, has_aux, args, kwargs)
        return (grads, aux) if has_aux else grads

    return gradient


def value_and_grad(
    func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False
) -> Callable[..., tuple[Any, Any]]:
    """Return a function that computes a scalar function and its gradient.

    Parameters
    ----------
    func, argnums, has_aux
        As in `grad`.

    Returns
    -------
    callable
        Returns ``(value, gradient)``; with `has_aux`, ``((value, aux), gradient)``.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.func.value_and_grad(lambda x: x**3)(dv.tensor(2.0))
    (tensor(8.), tensor(12.))
    """

    @wraps(func, updated=())
    def value_and_gradient(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        value, aux, grads = _differentiate("value_and_grad", func, argnums, has_aux, args, kwargs)
        return ((value, aux) if has_aux else value), grads

    return value_and_gradient


def grad_and_value(
    func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False
) -> Callable[..., tuple[Any, Any]]:
    """Return a function that computes the gradient and the value: PyTorch's order of `value_and_grad`.

    Parameters
    ----------
    func, argnums, has_aux
        As in `grad`.

    Returns
    -------
    callable
        Returns ``(gradient, value)``; with `has_aux`, ``(gradient, (value, aux))``.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.func.grad_and_value(lambda x: x**3)(dv.tensor(2.0))
    (tensor(12.), tensor(8.))
    """

    @wraps(func, updated=())
    def gradient_and_value(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        value, aux, grads = _differentiate("grad_and_value", func, argnums, has_aux, args, kwargs)
        return grads, ((value, aux) if has_aux else value)

    return gradient_and_value


@outside_inference
def _differentiate(
    caller: str,
    func: Callable[..., Any],
    argnums: Argnums,
    has_aux: bool,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[Any, Any, Any]:
    """Return value, auxiliary results and gradient."""
    recorded = Recorded(caller, func, args, argnums, has_aux, kwargs)
    output = recorded.outputs[0]
    if len(recorded.outputs) > 1 or recorded.call.structure.kind is not None:
        raise RuntimeError(
            f"{caller}: Expected f(*args) to return a Tensor, got {recorded.call.structure}; for several outputs use "
            "vjp or jacrev"
        )
    if output.shape:
        raise RuntimeError(
            f"{caller}: Expected f(*args) to return a scalar Tensor, got tensor with {len(output.shape)} dims; "
            "reduce it with .sum() or .mean(), or use vjp or jacrev"
        )
    grads = recorded.release(recorded.pull([one_for(caller, output)]))
    value, aux = recorded.results()
    return value, aux, recorded.variables.structure.unflatten(grads)

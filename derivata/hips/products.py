"""Products of vectors with Jacobians, in reverse and in forward mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import func
from ..numpy.traced import traced
from ..runtime.tensors.tensor import Tensor
from .naming import named
from .point import Argnum, Point, conjugate, mapped, to_tensor


def make_vjp(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., tuple[Callable[[Any], Any], Any]]:
    """Return a function that evaluates `fun` and returns the products of vectors with its Jacobian.

    Parameters
    ----------
    fun : callable
        Returns arrays, numbers, or containers of these.
    argnum : int or tuple of int
        The arguments to differentiate by: arrays, floats, complex numbers, or lists, tuples and dicts of these.

    Returns
    -------
    callable
        Takes the arguments of `fun`, returns ``(vjp, value)``: ``vjp(g)``, for `g` in the form of the value, returns
        :math:`g^T J` in the form of the argument, any number of times.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import make_vjp
    >>> vjp, value = make_vjp(lambda x: x**2)(np.array([1.0, 2.0]))
    >>> value, vjp(np.array([1.0, 10.0]))
    (array([1., 4.]), array([ 2., 40.]))
    """

    def make(*args: Any, **options: Any) -> tuple[Callable[[Any], Any], Any]:
        pull, value = pullback("make_vjp", fun, argnum, args, options)

        def vjp(g: Any) -> Any:
            return mapped(traced, pull(vector_like(value, g)))

        return vjp, mapped(traced, value)

    return named(make, "make_vjp", fun, argnum)


def pullback(
    caller: str, fun: Callable[..., Any], argnum: Argnum, args: Any, options: Any
) -> tuple[Callable[[Any], Any], Any]:
    """Return products of vectors with the Jacobian, and the value, of tensors in and out.

    A product is :math:`g^T J` without conjugates, which is the conjugate of PyTorch's for the conjugate of `g`.
    """
    point = Point(caller, fun, argnum, args, options)
    if not func.containers.flatten(point.x)[0]:  # an empty container
        return lambda g: point.x, point(point.x)
    value, pull = func.vjp(point, point.x)
    return lambda g: mapped(conjugate, pull(mapped(conjugate, g))[0]), value


def vector_like(value: Any, g: Any) -> Any:
    """Return a vector in the form and dtypes of a value; one number stands for all elements of an array."""
    like = iter(func.containers.flatten(value)[0])

    def fitted(part: Any) -> Tensor:
        target = next(like)
        vector = to_tensor(part)
        vector = vector if vector.shape else vector.expand(target.shape)
        if target.dtype.kind == "f" and vector.dtype.kind == "c":
            vector = vector.real
        return vector.to(target.dtype)

    return mapped(fitted, g)


def make_jvp(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Callable[[Any], tuple[Any, Any]]]:
    """Return a function that makes the products of the Jacobian of `fun` with vectors, in forward mode.

    Parameters
    ----------
    fun, argnum
        As in `make_vjp`.

    Returns
    -------
    callable
        Takes the arguments of `fun`, returns ``jvp``: ``jvp(v)``, for `v` in the form of the argument, returns
        ``(value, J v)``.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import make_jvp
    >>> make_jvp(lambda x: x * x[0])(np.array([1.0, 2.0]))(np.array([1.0, 0.0]))
    (array([1., 2.]), array([2., 2.]))
    """

    def make(*args: Any, **options: Any) -> Callable[[Any], tuple[Any, Any]]:
        point = Point("make_jvp", fun, argnum, args, options)

        def jvp(v: Any) -> tuple[Any, Any]:
            value, tangent = func.jvp(point, (point.x,), (vector_like(point.x, v),))
            return mapped(traced, value), mapped(traced, tangent)

        return jvp

    return named(make, "make_jvp", fun, argnum)


def make_jvp_reversemode(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Callable[[Any], Any]]:
    """Return a function that makes the products of the Jacobian with vectors, ``jvp(v)``, by two reverse passes.

    For functions with an op that has no derivative in forward mode.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips.differential_operators import make_jvp_reversemode
    >>> make_jvp_reversemode(lambda x: x * x[0])(np.array([1.0, 2.0]))(np.array([1.0, 0.0]))
    array([2., 2.])
    """

    def make(*args: Any, **options: Any) -> Callable[[Any], Any]:
        vjp, value = make_vjp(fun, argnum)(*args, **options)
        return make_vjp(vjp)(mapped(lambda part: 0.0 * part, value))[0]

    return named(make, "make_jvp_reversemode", fun, argnum)


def make_hvp(fun: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., tuple[Callable[[Any], Any], Any]]:
    """Return a function that makes the products of the Hessian with vectors: ``(hvp, gradient)``.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import make_hvp
    >>> hvp, gradient = make_hvp(lambda x: (x**3).sum())(np.array([1.0, 2.0]))
    >>> gradient, hvp(np.array([1.0, 1.0]))
    (array([ 3., 12.]), array([ 6., 12.]))
    """
    from .gradients import grad

    return named(make_vjp(grad(fun, argnum), argnum), "make_hvp", fun, argnum)

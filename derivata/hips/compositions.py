"""Second-order products, products with Jacobians by another argument, and recomputation."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..utils.checkpoint import checkpoint as _checkpoint
from .gradients import grad, jacobian
from .naming import named
from .point import Argnum
from .products import make_jvp_reversemode, make_vjp


def hessian_tensor_product(fun: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """Return a function of the arguments of `fun` and a tensor that computes the product of the Hessian with it.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import hessian_vector_product
    >>> hessian_vector_product(lambda x: np.prod(x))(np.array([2.0, 3.0]), np.array([1.0, 0.0]))
    array([0., 1.])
    """
    gradient = grad(fun, argnum)

    def along(*args: Any, **options: Any) -> Any:
        *rest, vector = args
        return np.tensordot(gradient(*rest, **options), vector, np.ndim(vector))

    return named(grad(along, argnum), "hessian_tensor_product", fun, argnum)


hessian_vector_product = hessian_tensor_product


def tensor_jacobian_product(fun: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """Return a function of the arguments of `fun` and a tensor that computes the tensor's product with the Jacobian.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import vector_jacobian_product
    >>> vector_jacobian_product(lambda x: x**2)(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([ 2., 40.])
    """

    def along(*args: Any, **options: Any) -> Any:
        *rest, vector = args
        return np.tensordot(vector, fun(*rest, **options), axes=np.ndim(vector))

    return named(jacobian(along, argnum), "tensor_jacobian_product", fun, argnum)


vector_jacobian_product = tensor_jacobian_product


def _half_square(x: Any) -> Any:
    return np.sum(x**2, axis=-1) / 2


def make_ggnvp(
    f: Callable[..., Any], g: Callable[[Any], Any] = _half_square, f_argnum: Argnum = 0
) -> Callable[..., Callable[[Any], Any]]:
    """Return a function that makes the products of vectors with the generalised Gauss-Newton matrix.

    With the Jacobian J of `f` and the Hessian H of `g` at the value of `f`, ``ggnvp(v)`` is :math:`J^T H J v`.

    Parameters
    ----------
    f : callable
        The model.
    g : callable
        The loss of the model's value; half the sum of squares by default.
    f_argnum : int
        The argument of `f` to differentiate by.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import make_ggnvp
    >>> make_ggnvp(lambda x: x**2)(np.array([1.0, 2.0]))(np.array([1.0, 1.0]))
    array([ 4., 16.])
    """

    def make(*args: Any, **options: Any) -> Callable[[Any], Any]:
        pull, value = make_vjp(f, f_argnum)(*args, **options)
        push = make_jvp_reversemode(f, f_argnum)(*args, **options)
        curvature, _ = make_vjp(grad(g))(value)
        return lambda v: pull(curvature(push(v)))

    return named(make, "make_ggnvp", f, f_argnum)


def checkpoint(fun: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that keeps nothing for backward, which calls it again: time for memory.

    Parameters
    ----------
    fun : callable
        Must do the same each time.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import checkpoint, grad
    >>> grad(checkpoint(lambda x: np.sin(np.cos(x))))(0.0)
    np.float64(-0.0)
    """

    @wraps(fun)
    def call(*args: Any, **options: Any) -> Any:
        return _checkpoint(fun, *args, use_reentrant=False, **options)

    return call

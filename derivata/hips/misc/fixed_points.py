"""Fixed points, differentiated where they are found and not on the way there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..point import mapped
from ..primitives import defvjp, primitive
from ..products import make_vjp


def fixed_point(
    f: Callable[[Any], Callable[[Any], Any]],
    a: Any,
    x0: Any,
    distance: Callable[[Any, Any], Any],
    tol: float,
) -> Any:
    r"""Return the x that ``f(a)(x)`` leaves where it is, found by repetition.

    The gradient by `a` is that of the implicit function theorem: with the Jacobians :math:`A` by `a` and :math:`X` by
    x, :math:`w^T A` for the fixed point w of :math:`w \mapsto g + X^T w`.

    Parameters
    ----------
    f : callable
        ``f(a)`` returns a function of x.
    a : array or container of arrays
    x0 : array
        Where to start.
    distance : callable
        Tells how far two values of x are apart.
    tol : float
        How far two values in turn may be apart at the end.

    Examples
    --------
    >>> from derivata.hips import grad
    >>> from derivata.hips.misc.fixed_points import fixed_point
    >>> root = lambda a: fixed_point(lambda a: lambda x: 0.5 * (x + a / x), a, 1.0, lambda x, y: abs(x - y), 1e-9)
    >>> root(4.0), grad(root)(4.0).round(6)
    (2.0, np.float64(0.25))
    """
    return _repeated(f, a, x0, distance, tol)


@primitive
def _repeated(f: Any, a: Any, x0: Any, distance: Any, tol: Any) -> Any:
    step, before, x = f(a), x0, f(a)(x0)
    while distance(x, before) > tol:
        before, x = x, step(x)
    return x


def _by_a(x: Any, f: Any, a: Any, x0: Any, distance: Any, tol: Any) -> Any:
    pull_a, _ = make_vjp(lambda a: f(a)(x))(a)

    def adjoint(parameters: Any) -> Any:
        a, x, g = parameters
        pull_x, _ = make_vjp(f(a))(x)
        return lambda w: g + pull_x(w)

    def vjp(g: Any) -> Any:
        start = mapped(lambda part: np.zeros(np.shape(part)), x0)
        return pull_a(_repeated(adjoint, (a, x, g), start, distance, tol))

    return vjp


defvjp(_repeated, None, _by_a, None)

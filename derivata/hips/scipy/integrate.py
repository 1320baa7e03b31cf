"""`scipy.integrate.odeint` with gradients by the adjoint equation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate as _integrate  # type: ignore[import-untyped]

from ..misc.flatten import flatten
from ..primitives import defvjp_argnums, primitive
from ..products import make_vjp


def odeint(func: Callable[..., Any], y0: Any, t: Any, args: tuple[Any, ...] = (), **options: Any) -> Any:
    """Return the solution of an ordinary differential equation at some times: `scipy.integrate.odeint`.

    Gradients by the start, the times and `args` come from one more equation, solved backwards from each time to the
    one before; they are as accurate as both solutions.

    Parameters
    ----------
    func : callable
        ``func(y, t, *args)`` returns the derivative of `y`. It is differentiated by its arguments alone.
    y0 : 1-d array
    t : 1-d array
        Times, the first of which is that of `y0`.
    args : tuple
        Arrays, numbers or containers of these.
    **options
        `rtol`, `atol` and SciPy's others.

    Returns
    -------
    array
        A row for each time.

    Examples
    --------
    >>> import derivata.numpy as np
    >>> from derivata.hips import grad
    >>> from derivata.hips.scipy.integrate import odeint
    >>> t = np.linspace(0.0, 1.0, 3)
    >>> end = lambda rate: odeint(lambda y, t, rate: rate * y, np.array([1.0]), t, (rate,), rtol=1e-10)[-1, 0]
    >>> grad(end)(0.5).round(5)  # of exp(rate)
    np.float64(1.64872)
    """
    return _solution(func, y0, t, tuple(args), options)


@primitive
def _solution(func: Any, y0: Any, t: Any, args: Any, options: Any) -> Any:
    return _integrate.odeint(func, y0, t, args, **options)


def _adjoint(argnums: Any, ys: Any, call: Any, _: Any) -> Any:
    func, _, t, args, options = call
    flat, unflatten = flatten(args)
    count = len(t)

    def rate(y: Any, time: Any, flat: Any) -> Any:
        return func(y, time, *unflatten(flat))

    def backwards(state: Any, time: Any, flat: Any) -> Any:
        y, adjoint, _ = _parts(state, ys.shape[1])
        pull, slope = make_vjp(rate, (0, 2))(y, time, flat)
        by_y, by_args = pull(adjoint)
        return np.concatenate([slope, -by_y, -by_args])

    def vjp(g: Any) -> Any:
        by_t: list[Any] = []
        adjoint, by_args = g[count - 1], 0.0 * flat
        for later in range(count - 1, 0, -1):
            by_t.append(np.sum(rate(ys[later], t[later], flat) * g[later]))
            state = np.concatenate([ys[later], adjoint, by_args])
            times = np.stack([t[later], t[later - 1]])
            _, before, by_args = _parts(odeint(backwards, state, times, (flat,), **options)[1], ys.shape[1])
            if later == 1:
                by_t.append(-np.sum(rate(ys[0], t[0], flat) * before))
            adjoint = before + g[later - 1]
        if count == 1:
            by_t.append(0.0)
        found = {1: adjoint, 2: np.stack(by_t[::-1]), 3: unflatten(by_args)}
        return [found[argnum] for argnum in argnums]

    return vjp


def _parts(state: Any, size: int) -> tuple[Any, Any, Any]:
    return state[:size], state[size : 2 * size], state[2 * size :]


defvjp_argnums(_solution, _adjoint)


def __getattr__(name: str) -> Any:
    """Return what `scipy.integrate` has, for plain arrays."""
    return getattr(_integrate, name)

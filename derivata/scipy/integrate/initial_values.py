"""Differential equations of nested states from a start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...arrays.dtypes import float64
from ...func.containers import flatten
from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ...support.numpy_arguments import tensor
from ..implicit import Inputs, is_differentiated, warn_of_failure
from ..library import library
from ..parameters import Parameters, as_vector, refuse_samples
from .events import Between, Crossing, Path, crossings, for_scipy
from .problem import Problem


def solve_ivp(
    fun: Callable[..., Any],
    t_span: Sequence[Any],
    y0: Any,
    method: str = "RK45",
    t_eval: Any = None,
    dense_output: bool = False,
    events: Any = None,
    vectorized: bool = False,
    args: Any = (),
    **options: Any,
) -> Any:
    """Solve ``dy/dt = fun(t, y, *args)``: `scipy.integrate.solve_ivp`, differentiable.

    States have derivatives by `y0`, by tensors in `args`, and by tensors in `t_span` and `t_eval`: reverse by the
    adjoint equation, forward by the linearised one, of every order. They are as accurate as `rtol` says.

    Parameters
    ----------
    fun : callable
        ``fun(t, y, *args)`` gets a tensor of one element and the state in the form of `y0`, and returns the rates in
        that form. What it takes from elsewhere must have no history.
    t_span : (number or tensor, number or tensor)
        From when to when.
    y0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        The state at first.
    method : str
        As in SciPy. "Radau", "BDF" and "LSODA" get derivata's Jacobian.
    t_eval : tensor or array, optional
        The times to return; by default those that SciPy chooses.
    dense_output : bool
        As in SciPy: ``sol(t)`` is the state at any time, in the form of `y0`, with derivatives.
    events : callable or list of callables, optional
        As in SciPy, called with the arguments of `fun`; each returns a tensor of one number. Times and states of
        events have derivatives, by the implicit function theorem; so has the end where a terminal event makes it.
    vectorized : bool
        Ignored: no method needs many states at once.
    args : tuple
        Further arguments of `fun`.
    **options
        As in SciPy: `rtol`, `atol`, `max_step`, `first_step`, ...; a `jac` gets and returns flat arrays.

    Returns
    -------
    scipy.integrate.OdeResult
        SciPy's, with tensors: `t`, and `y` in the form of `y0`, with one more dimension at the end for the times;
        `t_events`, and `y_events` in this form with one in front.

    Raises
    ------
    RuntimeError
        If derivatives would be lost, or an event only touches zero, so that its time has none.
    TypeError
        If an event returns no tensor of one number.

    Warns
    -----
    UserWarning
        If SciPy did not reach the end and somebody may ask for derivatives.

    Examples
    --------
    >>> import derivata as dv
    >>> rate = dv.tensor(0.5, dtype=dv.float64, requires_grad=True)
    >>> def decay(t, y, rate):
    ...     return {"left": -rate * y["left"], "gone": rate * y["left"]}
    >>> start = {"left": 1.0, "gone": 0.0}
    >>> found = dv.scipy.integrate.solve_ivp(decay, (0, 2), start, args=(rate,), rtol=1e-9, atol=1e-9)
    >>> left = found.y["left"][-1]
    >>> round(left.item(), 6), round(dv.autograd.grad(left, rate)[0].item(), 6)  # exp(-2 rate)
    (0.367879, -0.735759)
    >>> half = dv.scipy.integrate.solve_ivp(
    ...     decay, (0, 9), start, args=(rate,), events=lambda t, y, rate: y["left"] - 0.5, rtol=1e-9, atol=1e-9
    ... )
    >>> (time,) = half.t_events[0]
    >>> round(time.item(), 6), round(dv.autograd.grad(time, rate)[0].item(), 6)  # log(2) / rate
    (1.386294, -2.772589)
    """
    library("integrate", "solve_ivp")
    ends = [_time("solve_ivp", time) for time in t_span]
    points = None if t_eval is None else _time("solve_ivp", t_eval).reshape(-1)
    parameters, inputs = Parameters("solve_ivp", y0), Inputs("solve_ivp", args)
    start = as_vector(y0, "solve_ivp", "y0")
    depends_on = [start, *ends, *inputs.tensors, *([] if points is None else [points])]
    followed = any(map(is_differentiated, depends_on))
    problem = Problem(
        "solve_ivp", _flat_rates(fun, parameters, inputs), {"method": method, **_known(options, inputs)}
    )
    happenings = crossings(events, parameters, inputs)
    found = problem.solve(
        (ends[0].item(), ends[1].item()),
        start._array,
        inputs.tensors,
        t_eval=None if points is None else points._array,
        dense_output=dense_output or followed,
        events=[for_scipy(event, inputs.tensors) for event in happenings] or None,
    )
    if not found.success and followed:
        warn_of_failure(inputs, found.message)
    path = Path(problem, found.sol, ends[0], start, inputs.tensors)
    _record_events(found, happenings, path, parameters)
    found.t = _times(ends, points, found)
    found.y = parameters.of_rows(path.states(found.t, found.y.T), -1)
    found.sol = Between(path, parameters) if dense_output else None
    return found


def odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    args: Any = (),
    *,
    rtol: Any = 1.49012e-8,
    atol: Any = 1.49012e-8,
    h0: float = 0.0,
    hmax: float = 0.0,
    hmin: float = 0.0,
    tfirst: bool = False,
) -> Any:
    """Solve ``dy/dt = func(y, t, *args)`` by LSODA: `scipy.integrate.odeint`, differentiable.

    Parameters
    ----------
    func : callable
        ``func(y, t, *args)``, or ``func(t, y, *args)`` with `tfirst`, as of `solve_ivp`.
    y0 : tensor, array, numbers, or a dict, list, tuple or dataclass of these
        The state at the first time.
    t : tensor or array
        The times, growing or falling.
    args : tuple
        Further arguments of `func`.
    rtol, atol, h0, hmax, hmin, tfirst
        As in SciPy.

    Returns
    -------
    tensor or container of tensors
        The states in the form of `y0`, with one more dimension in front for the times; they have derivatives as those
        of `solve_ivp`.

    Raises
    ------
    RuntimeError
        If SciPy does not reach the last time, or derivatives would be lost.

    Examples
    --------
    >>> import derivata as dv
    >>> rate = dv.tensor(0.5, dtype=dv.float64, requires_grad=True)
    >>> y = dv.scipy.integrate.odeint(lambda y, t, rate: -rate * y, [1.0], [0.0, 1.0, 2.0], (rate,))
    >>> round(y[-1, 0].item(), 6), round(dv.autograd.grad(y[-1, 0], rate)[0].item(), 6)
    (0.367879, -0.735759)
    """
    times = _time("odeint", t).reshape(-1)
    fun = func if tfirst else lambda t, y, *args: func(y, t, *args)
    steps: dict[str, Any] = {"first_step": h0 or None, "max_step": hmax or np.inf, "min_step": hmin}
    found = solve_ivp(
        fun, (times[0], times[-1]), y0, "LSODA", times, args=args, rtol=rtol, atol=atol, **steps
    )
    if not found.success:
        raise RuntimeError(
            f"odeint: expected to reach the last time, got {found.message!r}; use solve_ivp, which returns what it has"
        )
    leaves, structure = flatten(found.y)
    return structure.unflatten([leaf.movedim(-1, 0) for leaf in leaves])


def _time(caller: str, value: Any) -> Tensor:
    refuse_samples(caller, value)
    return tensor(value).to(float64)


def _times(ends: Sequence[Tensor], points: Tensor | None, found: Any) -> Tensor:
    """Return the times of what SciPy returned: the first and the last of those that it chose are the ends."""
    if points is not None:
        return points[: found.t.size]
    chosen = wrap(np.asarray(found.t))
    last = ends[1].reshape(1) if found.status == 0 else chosen[-1:]
    if found.status == 1:  # an event ended it
        last = next(times[-1:] for times in found.t_events if times.numel() and times[-1] == last[0])
    return ops.cat([ends[0].reshape(1), chosen[1:-1], last])


def _record_events(found: Any, happenings: Sequence[Crossing], path: Path, parameters: Parameters) -> None:
    """Put tensors, with derivatives, in the place of the times and states of SciPy's events."""
    if not happenings:
        return
    times, states = found.t_events, found.y_events
    rows = [value if value.size else np.zeros((0, path.inputs[1].numel())) for value in states]
    found.t_events = [path.times(*one) for one in zip(happenings, times, rows, strict=True)]
    found.y_events = [
        parameters.of_rows(path.states(t, value), 0) for t, value in zip(found.t_events, rows, strict=True)
    ]


def _flat_rates(fun: Callable[..., Any], parameters: Parameters, inputs: Inputs) -> Callable[..., Tensor]:
    def rates(t: Tensor, y: Tensor, *tensors: Tensor) -> Tensor:
        return parameters.vector_like(fun(t, parameters.of(y), *inputs.put(tensors)), "fun")

    return rates


def _known(options: dict[str, Any], inputs: Inputs) -> dict[str, Any]:
    """Return the options with a Jacobian that needs no further arguments."""
    jac = options.get("jac")
    return {**options, "jac": lambda t, y: jac(t, y, *inputs.plain())} if callable(jac) else options

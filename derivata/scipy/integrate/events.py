"""What happens along a solution: times at which functions of the state are zero, and the states between the steps.

Of ``g(t, y(t, θ), θ) = 0`` the time changes with ``dt/dθ = -(∂g/∂y dy/dθ + ∂g/∂θ) / (∂g/∂t + ∂g/∂y f)``, by the
implicit function theorem. The backward pass is made of solutions that have derivatives, so there are all
orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...autograd import Function
from ...func import jvp, vjp
from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..implicit import Inputs, call_alone, is_differentiated
from ..parameters import Parameters, Vector
from .problem import Problem, plain
from .trajectory import rates_at, recorded_trajectory, trajectory

Crossing = Callable[..., Tensor]
"""``crossing(t, y, *tensors)``: the function that is zero when something happens, of a state as a vector."""


class Path:
    """A solution that SciPy found, and what it depends on."""

    def __init__(
        self, problem: Problem, between: Any, start: Tensor, y0: Tensor, tensors: Sequence[Tensor]
    ) -> None:
        self.problem, self.between, self.inputs = problem, between, (start, y0, *tensors)

    def states(self, times: Tensor, values: Vector) -> Tensor:
        """Return states whose values are known, a row each, with derivatives; times go on from the start."""
        start, y0, *tensors = self.inputs
        if not any(map(is_differentiated, [times, *self.inputs])):
            return wrap(np.ascontiguousarray(values))
        found = SimpleNamespace(y=values.T, sol=self.between)
        return recorded_trajectory(self.problem, found, ops.cat([start.reshape(1), times]), y0, *tensors)

    def times(self, crossing: Crossing, times: Vector, states: Vector) -> Tensor:
        """Return the times of an event, with derivatives."""
        found = wrap(np.array(times))
        if not times.size or not any(map(is_differentiated, self.inputs)):
            return found
        start, _, *tensors = plain(self.inputs)
        if not _slopes(self.problem, crossing, wrap(np.asarray(states)), found, start, *tensors).all():
            raise RuntimeError(
                "solve_ivp: expected events to cross zero, got one that only touches it, where its time has no "
                "derivative; detach y0, args and times, or choose another event"
            )
        recorded = _Times.apply(self.problem, crossing, found, *self.inputs)
        assert isinstance(recorded, Tensor)
        return recorded


class Between:
    """The solution at any time: what SciPy calls `sol`, whose other attributes it has.

    Called with a time or a vector of times it returns the state in the form of `y0`, of several with one more dimension
    at the end; it has derivatives by what the solution depends on, and by the times.
    """

    def __init__(self, path: Path, parameters: Parameters) -> None:
        self._path, self._parameters = path, parameters

    def __call__(self, t: Any) -> Any:
        """Return the state, or states."""
        times = (t if isinstance(t, Tensor) else wrap(np.asarray(t))).to(np.dtype(np.float64))
        flat, between = times.reshape(-1), self._path.between
        if flat.numel() and any(map(is_differentiated, [times, *self._path.inputs])):
            low, high = between.t_min, between.t_max
            if (flat._array < low).any() or (flat._array > high).any():
                raise ValueError(
                    f"sol: expected times from {low} to {high}, where the solution has derivatives, got "
                    f"{t!r}; integrate as far as that"
                )
        order = np.argsort(flat._array if between.ascending else -flat._array, kind="stable")
        rows = self._path.states(flat[wrap(order)], between(flat._array[order]).T)
        rows = rows[wrap(np.argsort(order))]
        return self._parameters.of(rows[0]) if times.ndim == 0 else self._parameters.of_rows(rows, -1)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._path.between, name)


def crossings(events: Any, parameters: Parameters, inputs: Inputs) -> list[Crossing]:
    """Return the functions of events, of which there may be none, one or a list, for states as vectors."""
    given = [] if events is None else [events] if callable(events) else list(events)
    return [_crossing(event, parameters, inputs) for event in given]


def _crossing(event: Callable[..., Any], parameters: Parameters, inputs: Inputs) -> Crossing:
    def crossing(t: Tensor, y: Tensor, *tensors: Tensor) -> Tensor:
        value = event(t, parameters.of(y), *inputs.put(tensors))
        if not isinstance(value, Tensor) or value.numel() != 1:
            got = f"shape {value.shape}" if isinstance(value, Tensor) else type(value).__name__
            raise TypeError(
                f"solve_ivp: expected events to return a tensor of one number, computed from t and y, got {got}"
            )
        return value.reshape(())

    for name in ("terminal", "direction"):
        if hasattr(event, name):
            setattr(crossing, name, getattr(event, name))
    return crossing


def for_scipy(crossing: Crossing, tensors: Sequence[Tensor]) -> Callable[[float, Vector], float]:
    """Return a function of an event as SciPy calls it."""

    def value(t: float, y: Vector) -> float:
        found = call_alone("solve_ivp", crossing, wrap(np.array(t)), wrap(np.array(y)), *plain(tensors))
        return float(found.item())

    for name in ("terminal", "direction"):
        if hasattr(crossing, name):
            setattr(value, name, getattr(crossing, name))
    return value


class _Times(Function):
    """The times at which an event happens, as a function of start, state and parameters."""

    generate_vmap_rule = True

    @staticmethod
    def forward(problem: Problem, crossing: Crossing, times: Tensor, *inputs: Tensor) -> Tensor:
        return times.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.problem, ctx.crossing, _, *rest = inputs
        ctx.save_for_backward(output, *rest)
        ctx.save_for_forward(output, *rest)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        times, *inputs = ctx.saved_tensors
        _, pull = vjp(lambda *inputs: _values(ctx.problem, ctx.crossing, times, *inputs), *inputs)
        return None, None, None, *pull(-grad / _slopes_along(ctx.problem, ctx.crossing, times, *inputs))

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, ___: Any, *tangents: Tensor | None) -> Tensor:
        times, *inputs = ctx.saved_tensors
        pairs = zip(inputs, tangents, strict=True)
        directions = tuple(
            [value.new_zeros(value.shape) if tangent is None else tangent for value, tangent in pairs]
        )
        _, change = jvp(
            lambda *inputs: _values(ctx.problem, ctx.crossing, times, *inputs), tuple(inputs), directions
        )
        moved: Tensor = -change / _slopes_along(ctx.problem, ctx.crossing, times, *inputs)
        return moved


def _states(problem: Problem, times: Tensor, start: Tensor, y0: Tensor, *tensors: Tensor) -> Tensor:
    return trajectory(problem, ops.cat([start.reshape(1), times]), y0, *tensors)


def _values(
    problem: Problem, crossing: Crossing, times: Tensor, start: Tensor, y0: Tensor, *tensors: Tensor
) -> Tensor:
    """Return how far from zero the function of an event is at some times."""
    return _rows(crossing, times, _states(problem, times, start, y0, *tensors), tensors)


def _rows(crossing: Crossing, times: Tensor, states: Tensor, tensors: Sequence[Tensor]) -> Tensor:
    pairs = zip(times.unbind(), states.unbind(), strict=True)
    return ops.stack([crossing(t, state, *tensors) for t, state in pairs])


def _slopes_along(
    problem: Problem, crossing: Crossing, times: Tensor, start: Tensor, y0: Tensor, *tensors: Tensor
) -> Tensor:
    return _slopes(problem, crossing, _states(problem, times, start, y0, *tensors), times, start, *tensors)


def _slopes(
    problem: Problem, crossing: Crossing, states: Tensor, times: Tensor, start: Tensor, *tensors: Tensor
) -> Tensor:
    """Return how fast the function of an event changes along the solution, at its states at some times."""
    ahead = rates_at(problem, ops.cat([start.reshape(1), times]), states, tensors)
    _, slopes = jvp(
        lambda times, states: _rows(crossing, times, states, tensors),
        (times, states),
        (times.new_ones(times.shape), ahead),
    )
    assert isinstance(slopes, Tensor)
    return slopes

"""Solutions of differential equations at given times as a differentiable function of times, start and parameters.

Tangents solve the equation beside its linearisation. Gradients solve the adjoint equation backwards,
``dλ/dt = -(∂f/∂y)ᵀ λ``, along SciPy's dense output; those by parameters are ``∫ λᵀ ∂f/∂θ dt``, by Gauss's rule on the
steps of the adjoint. The gradient of a gradient is that of the tangents in its direction, so there are all orders.
See docs/decisions/0018-adjoint-of-trajectories.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...autograd import Function
from ...func import jvp, vjp
from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..parameters import Vector
from .problem import Problem

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(5)


def trajectory(problem: Problem, times: Tensor, y0: Tensor, *tensors: Tensor) -> Tensor:
    """Return the states at ``times[1:]``, a row each, of what is `y0` at ``times[0]``."""
    points = times._array
    if points.size < 2:
        return y0.new_zeros((0, y0.numel()))
    found = problem.solve((points[0], points[-1]), y0._array, tensors, t_eval=points[1:], dense_output=True)
    if not found.success:
        raise RuntimeError(
            f"{problem.caller}: expected to integrate the equation of the derivatives, got {found.message!r}; choose "
            "another method or other tolerances"
        )
    return recorded_trajectory(problem, found, times, y0, *tensors)


def recorded_trajectory(problem: Problem, found: Any, times: Tensor, y0: Tensor, *tensors: Tensor) -> Tensor:
    """Return what SciPy found at ``times[1:]``, recorded."""
    states = _Trajectory.apply(problem, found, times, y0, *tensors)
    assert isinstance(states, Tensor)
    return states


class _Trajectory(Function):
    """The states at times that follow the first one."""

    generate_vmap_rule = True

    @staticmethod
    def forward(problem: Problem, found: Any, times: Tensor, y0: Tensor, *tensors: Tensor) -> Tensor:
        return wrap(np.ascontiguousarray(found.y.T))

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
        ctx.problem, found, *rest = inputs
        ctx.between = found.sol
        ctx.save_for_backward(output, *rest)
        ctx.save_for_forward(output, *rest)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Any, ...]:
        states, times, y0, *tensors = ctx.saved_tensors
        by_y0, *by_tensors = _Adjoint.apply(ctx.problem, ctx.between, grad, times, y0, *tensors)
        by_times = None
        if ctx.needs_input_grad[2]:
            ahead = (grad * rates_at(ctx.problem, times, states, tensors)).sum(-1)
            start = -(by_y0 * ctx.problem.rates(times[0], y0, *tensors)).sum()
            by_times = ops.cat([start.reshape(1), ahead])
        return None, None, by_times, by_y0, *by_tensors

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, *tangents: Tensor | None) -> Tensor:
        states, *primals = ctx.saved_tensors
        return _tangents(ctx.problem, states, primals, tangents)


def _tangents(
    problem: Problem, states: Tensor | None, primals: Sequence[Tensor], tangents: Sequence[Tensor | None]
) -> Tensor:
    """Return how the states change with times, start and parameters."""
    times, y0, *tensors = primals
    pairs = zip(primals, tangents, strict=True)
    moved, start, *directions = [
        primal.new_zeros(primal.shape) if tangent is None else tangent for primal, tangent in pairs
    ]
    if tangents[0] is None:
        return _linearised(problem, times, y0, tensors, start, directions)
    start = start - problem.rates(times[0], y0, *tensors) * moved[0]
    if states is None:
        states = trajectory(problem, times, y0, *tensors)
    ahead = rates_at(problem, times, states, tensors) * moved[1:].unsqueeze(-1)
    return _linearised(problem, times, y0, tensors, start, directions) + ahead


def rates_at(problem: Problem, times: Tensor, states: Tensor, tensors: Sequence[Tensor]) -> Tensor:
    """Return the rates at the times that follow the first one, a row each."""
    pairs = zip(times[1:].unbind(), states.unbind(), strict=True)
    return ops.stack([problem.rates(t, state, *tensors) for t, state in pairs])


def _linearised(
    problem: Problem,
    times: Tensor,
    y0: Tensor,
    tensors: Sequence[Tensor],
    start: Tensor,
    directions: Sequence[Tensor],
) -> Tensor:
    """Return how the states change with the start and the parameters, which is linear: scaled to 1 and back."""
    size, count = y0.numel(), len(tensors)
    scale = max([float(np.abs(change._array).max(initial=0)) for change in (start, *directions)]) or 1.0

    def rates(t: Tensor, both: Tensor, *given: Tensor) -> Tensor:
        primals, tangents = given[:count], given[count:]
        values = jvp(
            lambda y, *tensors: problem.rates(t, y, *tensors),
            (both[:size], *primals),
            (both[size:], *tangents),
        )
        return ops.cat(values)

    relative, absolute = problem.tolerances
    tolerances = np.concatenate([np.broadcast_to(absolute, size), np.full(size, relative)])
    given = [*tensors, *[direction / scale for direction in directions]]
    both = trajectory(problem.linear(rates, tolerances), times, ops.cat([y0, start / scale]), *given)
    return both[:, size:] * scale


class _Adjoint(Function):
    """The gradients by start and parameters of the states, weighted at each time by `grad`."""

    generate_vmap_rule = True

    @staticmethod
    def forward(
        problem: Problem, between: Any, grad: Tensor, times: Tensor, y0: Tensor, *tensors: Tensor
    ) -> tuple[Tensor, ...]:
        found = _adjoint(problem, between, grad._array, times._array, tensors)
        return tuple([wrap(array) for array in found])

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.problem, ctx.between, *rest = inputs
        ctx.save_for_backward(*rest)
        ctx.save_for_forward(*rest)

    @staticmethod
    def backward(ctx: Any, *directions: Tensor) -> tuple[Any, ...]:
        grad, *inputs = ctx.saved_tensors
        along = (None, *directions)
        by_grad, pull = vjp(lambda *inputs: _tangents(ctx.problem, None, inputs, along), *inputs)
        return None, None, by_grad, *pull(grad)

    @staticmethod
    def jvp(ctx: Any, _: Any, __: Any, grad_change: Tensor | None, *tangents: Tensor | None) -> Any:
        grad, times, *rest = ctx.saved_tensors
        _, pull = vjp(lambda *rest: _tangents(ctx.problem, None, (times, *rest), tangents), *rest)
        found = pull(grad)
        if grad_change is None:
            return found
        more = _Adjoint.apply(ctx.problem, ctx.between, grad_change, times, *rest)
        return tuple([one + other for one, other in zip(found, more, strict=True)])


def _adjoint(
    problem: Problem, between: Any, weights: Vector, times: Vector, tensors: Sequence[Tensor]
) -> list[Vector]:
    """Return the gradients by start and parameters."""
    scale = float(np.abs(weights).max(initial=0)) or 1.0
    adjoint = np.zeros(weights.shape[1])
    totals = [np.zeros(tensor.shape) for tensor in tensors]
    at = times[-1]
    for point, weight in zip(times[:0:-1], weights[::-1], strict=True):
        if weight.any():
            adjoint = _backwards(problem, between, (at, point), adjoint, tensors, totals) + weight / scale
            at = point
    adjoint = _backwards(problem, between, (at, times[0]), adjoint, tensors, totals)
    return [adjoint * scale, *[np.asarray(total * scale) for total in totals]]


def _backwards(
    problem: Problem,
    between: Any,
    limits: tuple[float, float],
    adjoint: Vector,
    tensors: Sequence[Tensor],
    totals: list[Vector],
) -> Vector:
    """Return the adjoint state at the second time, and add to the gradients by parameters what lies between."""
    if limits[0] == limits[1] or not adjoint.any():
        return adjoint
    found = problem.solve_adjoint(between, limits, adjoint, tensors)
    if not found.success:
        raise RuntimeError(
            f"{problem.caller}: expected to integrate the adjoint equation, got {found.message!r}; choose another "
            "method or other tolerances"
        )
    for start, stop in zip(found.t[:-1], found.t[1:], strict=True) if tensors else ():
        half = (stop - start) / 2
        for node, weight in zip(_NODES, _WEIGHTS, strict=True):
            t = start + half * (1 + node)
            products = problem.product(t, between(t), tensors, found.sol(t), True)
            for total, product in zip(totals, products[1:], strict=True):
                total -= half * weight * product
    return np.asarray(found.y[:, -1])

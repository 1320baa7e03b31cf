"""Learn the law of a motion from places at some times: a neural ODE, solved by `scipy.integrate.solve_ivp`.

    python examples/neural_ode.py

The velocity dy/dt = f(y) is a small network. Solving is one op in Python: its backward solves the adjoint equation
backwards in time, da/dt = -aᵀ ∂f/∂y, along with y itself and the gradient of the parameters, so that no step is kept
in memory, however many the solver takes. Takes some seconds, and exits with 1 if the motion is not found to within 2 %.
"""

import argparse
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

import derivata as dv

GOAL = 0.02
TIMES = np.linspace(0, 5, 11)
SHAPES = (8, 2), (8,), (2, 8)
"""Of the network: inner weights, what is added, outer weights."""

Velocity = Callable[..., dv.Tensor]


class Solve(dv.autograd.Function):
    """The places at all times of what starts at `start` and moves with the velocity `f(y, *parameters)`."""

    @staticmethod
    def forward(
        ctx: Any, f: Velocity, times: np.ndarray, tolerance: float, start: dv.Tensor, *parameters: dv.Tensor
    ) -> dv.Tensor:
        """Let the solver choose its steps."""

        def velocity(_: float, y: np.ndarray) -> np.ndarray:
            return f(dv.from_numpy(y), *parameters).numpy()

        with dv.no_grad():
            solution = solved(velocity, times, start.numpy(), tolerance)
        result = dv.from_numpy(solution.T)
        ctx.f, ctx.times, ctx.tolerance = f, times, tolerance
        ctx.save_for_backward(result, *parameters)
        return result

    @staticmethod
    def backward(ctx: Any, grad: dv.Tensor) -> tuple[dv.Tensor | None, ...]:
        """Go backwards from one time to the one before; at each the gradient of its place joins the adjoint."""
        result, *parameters = ctx.saved_tensors
        leaves = [parameter.detach().requires_grad_() for parameter in parameters]
        n = result.shape[1]

        def velocity(_: float, state: np.ndarray) -> np.ndarray:
            y = dv.tensor(state[:n], requires_grad=True)
            with dv.enable_grad():
                change = ctx.f(y, *leaves)
            pulled = dv.autograd.grad(change, [y, *leaves], -dv.tensor(state[n : 2 * n]))
            return np.concatenate([change.detach().numpy(), *[part.numpy().ravel() for part in pulled]])

        adjoint = grad.numpy()[-1]
        by_parameters = np.zeros(sum(leaf.numel() for leaf in leaves))
        for k in range(len(ctx.times) - 1, 0, -1):
            state = np.concatenate([result.numpy()[k], adjoint, by_parameters])
            state = solved(velocity, ctx.times[[k, k - 1]], state, ctx.tolerance)[:, -1]
            adjoint, by_parameters = state[n : 2 * n] + grad.numpy()[k - 1], state[2 * n :]
        parts = dv.from_numpy(by_parameters).split([leaf.numel() for leaf in leaves])
        gradients = [part.reshape(leaf.shape) for part, leaf in zip(parts, leaves, strict=True)]
        return None, None, None, dv.from_numpy(adjoint), *gradients


def solved(
    velocity: Callable[..., np.ndarray], times: np.ndarray, start: np.ndarray, tolerance: float
) -> np.ndarray:
    """Return the solution of an ordinary differential equation at all times, or raise."""
    solution = solve_ivp(
        velocity, times[[0, -1]], start, t_eval=times, method="DOP853", rtol=tolerance, atol=tolerance
    )
    if not solution.success:
        raise RuntimeError(solution.message)
    return np.asarray(solution.y)


def network(y: dv.Tensor, inner: dv.Tensor, bias: dv.Tensor, outer: dv.Tensor) -> dv.Tensor:
    """Return the velocity at a place: a perceptron."""
    return outer @ dv.tanh(inner @ y + bias)


def pendulum(y: dv.Tensor) -> dv.Tensor:
    """Return the true velocity, of angle and angular velocity of a pendulum with friction."""
    angle, speed = y.unbind()
    return dv.stack([speed, -2 * angle.sin() - 0.3 * speed])


def distance(places: dv.Tensor, wanted: dv.Tensor) -> dv.Tensor:
    """Return how far places are from those that are wanted, as a share of these."""
    return (places - wanted).norm() / wanted.norm()


def unpacked(numbers: dv.Tensor) -> list[dv.Tensor]:
    """Return the parameters of the network that a vector of numbers describes."""
    parts = numbers.split([math.prod(shape) for shape in SHAPES])
    return [part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)]


def value_and_gradient(array: np.ndarray, wanted: dv.Tensor) -> tuple[float, np.ndarray]:
    """Return what `scipy.optimize.minimize` asks for: the sum of squared errors of places, and its gradient."""
    numbers = dv.tensor(array, requires_grad=True)
    places = Solve.apply(network, TIMES, 1e-4, wanted[0], *unpacked(numbers))
    value = (places - wanted).square().sum()
    value.backward()
    return value.item(), numbers.grad.numpy()


def learn(wanted: dv.Tensor, steps: int) -> list[dv.Tensor]:
    """Return parameters of the network for which a motion passes the places that are wanted."""
    start = 0.5 * np.random.default_rng(0).normal(size=sum(map(math.prod, SHAPES)))
    found = minimize(
        value_and_gradient, start, (wanted,), jac=True, method="BFGS", options={"maxiter": steps}
    )
    print(f"{found.nfev} solutions and adjoint solutions")
    return unpacked(dv.tensor(found.x))


def main() -> None:
    """Learn the velocity of a pendulum from one motion; tell how near it comes to it, and to one from another place."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("--steps", type=int, default=60)
    options = parser.parse_args()
    seen, other = (
        Solve.apply(pendulum, TIMES, 1e-9, dv.tensor(start, dtype=dv.float64))
        for start in ([1.5, 0.0], [1.3, 0.0])
    )
    parameters = learn(seen, options.steps)
    rest, unseen = (
        distance(Solve.apply(network, TIMES, 1e-9, places[0], *parameters), places).item()
        for places in (seen, other)
    )
    print(
        f"in the end: {rest:.1%} off (goal: {GOAL:.0%}), from another place, which it has not seen: {unseen:.1%}"
    )
    if rest > GOAL:
        sys.exit(f"neural_ode: expected at most {GOAL:.0%}, got {rest:.1%}; take more steps")


if __name__ == "__main__":
    main()

"""Solve a partial differential equation with a network: its residual is what is made small.

    python examples/pinn.py

The equation is -Δu = f on the unit square, with u = 0 at its edge. A small perceptron, times x (1 - x) y (1 - y), is 0
at the edge whatever its weights are. Δu is made of gradients of gradients; the mean of the squared residuals at some
points has a gradient by the weights, which is a third derivative. Takes some seconds.
"""

import math

import numpy as np
from scipy.optimize import minimize

import derivata as dv

HIDDEN, POINTS = 16, 20
SHAPES = {
    "first": (2, HIDDEN),
    "bias": (HIDDEN,),
    "second": (HIDDEN, HIDDEN),
    "inner_bias": (HIDDEN,),
    "last": (HIDDEN,),
}
GOAL = 0.02

Weights = dict[str, dv.Tensor]


def known(x: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return the solution that is to be found, two hills and two valleys."""
    return dv.sin(2 * np.pi * x) * dv.sin(2 * np.pi * y) + 0.5 * dv.sin(np.pi * x) * dv.sin(np.pi * y)


def source(x: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return f, that is -Δ of the solution."""
    of_hills = dv.sin(2 * np.pi * x) * dv.sin(2 * np.pi * y)
    return np.pi**2 * (8 * of_hills + dv.sin(np.pi * x) * dv.sin(np.pi * y))


def unpacked(numbers: dv.Tensor) -> Weights:
    """Return the weights that a vector of numbers describes."""
    parts = numbers.split([math.prod(shape) for shape in SHAPES.values()])
    return {name: part.reshape(shape) for (name, shape), part in zip(SHAPES.items(), parts, strict=True)}


def solution(weights: Weights, x: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return what the network says at some places."""
    places = dv.stack([x, y], -1)
    hidden = dv.tanh(places @ weights["first"] + weights["bias"])
    inner = dv.tanh(hidden @ weights["second"] + weights["inner_bias"])
    return x * (1 - x) * y * (1 - y) * (inner @ weights["last"])


def residual(weights: Weights, x: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return Δu + f at some places."""
    x, y = (one.detach().requires_grad_() for one in (x, y))
    u = solution(weights, x, y)
    by_x, by_y = dv.autograd.grad(u.sum(), (x, y), create_graph=True)
    (by_xx,) = dv.autograd.grad(by_x.sum(), x, create_graph=True)
    (by_yy,) = dv.autograd.grad(by_y.sum(), y, create_graph=True)
    return by_xx + by_yy + source(x, y)


def grid(count: int) -> tuple[dv.Tensor, dv.Tensor]:
    """Return the points of a grid inside the square."""
    middles = (dv.arange(count, dtype=dv.float64) + 0.5) / count
    x, y = dv.meshgrid(middles, middles, indexing="ij")
    return x.flatten(), y.flatten()


def value_and_gradient(array: np.ndarray, x: dv.Tensor, y: dv.Tensor) -> tuple[float, np.ndarray]:
    """Return what `scipy.optimize.minimize` asks for: the mean of the squared residuals, and its gradient."""
    numbers = dv.tensor(array, requires_grad=True)
    value = residual(unpacked(numbers), x, y).square().mean()
    value.backward()
    return value.item(), numbers.grad.numpy()


def fit(steps: int = 400) -> Weights:
    """Return weights with which the network solves the equation."""
    generator = np.random.default_rng(0)
    start = [generator.normal(size=math.prod(shape), scale=shape[0] ** -0.5) for shape in SHAPES.values()]
    options = {"maxiter": steps, "maxcor": 50}
    found = minimize(
        value_and_gradient, np.concatenate(start), grid(POINTS), jac=True, method="L-BFGS-B", options=options
    )
    return unpacked(dv.tensor(found.x))


def error(weights: Weights) -> float:
    """Return how far the network is from the solution, at points between those of the fit."""
    x, y = grid(3 * POINTS + 1)
    true = known(x, y)
    return float((solution(weights, x, y) - true).norm() / true.norm())


def main() -> None:
    """Solve the equation, and tell how well."""
    rest = error(fit())
    print(f"{rest:.2%} off the solution (goal: {GOAL:.0%})")
    if rest > GOAL:
        raise SystemExit(f"pinn: expected at most {GOAL:.0%}, got {rest:.2%}")


if __name__ == "__main__":
    main()

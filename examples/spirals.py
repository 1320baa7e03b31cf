"""Train a network to tell two spirals apart.

    python examples/spirals.py

A perceptron with two hidden layers, trained by Adam on all points at once, in compiled steps. Takes some seconds.
"""

import numpy as np

import derivata as dv
from derivata import nn

POINTS, TURNS = 400, 1.5
GOAL = 0.98


def spirals(seed: int = 0) -> tuple[dv.Tensor, dv.Tensor]:
    """Return points of two spirals in the plane, and 0 or 1 for each: the spiral that it is of."""
    generator = np.random.default_rng(seed)
    arm = np.repeat([0.0, 1.0], POINTS // 2)
    radius = np.sqrt(generator.uniform(0.02, 1, POINTS))
    angle = 2 * np.pi * TURNS * radius + np.pi * arm
    points = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)
    points += 0.015 * generator.normal(size=points.shape)
    return dv.tensor(points, dtype=dv.float32), dv.tensor(arm, dtype=dv.float32)


def network() -> nn.Module:
    """Return the network: two numbers in, the logarithm of the odds out."""
    return nn.Sequential(
        nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1), nn.Flatten(0)
    )


def train(steps: int = 1000) -> tuple[nn.Module, list[float]]:
    """Return a trained network, and the losses on the way."""
    dv.manual_seed(0)
    model = network()
    points, arm = spirals()
    optimizer = dv.optim.Adam(model.parameters(), lr=0.01)

    @dv.compile  # the only line that makes one program of a step
    def step() -> dv.Tensor:
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(model(points), arm)
        loss.backward()
        optimizer.step()
        return loss

    losses = [step().item() for _ in range(steps)]
    return model, losses


def accuracy(model: nn.Module, points: dv.Tensor, arm: dv.Tensor) -> float:
    """Return the share of points that are told apart."""
    with dv.no_grad():
        return float(((model(points) > 0) == (arm > 0.5)).double().mean())


def main() -> None:
    """Train the network, and try it on points that it has not seen."""
    model, losses = train()
    share = accuracy(model, *spirals(seed=1))
    print(f"loss {losses[0]:.3f} -> {losses[-1]:.3f}; {share:.1%} of new points are right (goal: {GOAL:.0%})")
    if share < GOAL:
        raise SystemExit(f"spirals: expected at least {GOAL:.0%}, got {share:.1%}")


if __name__ == "__main__":
    main()

"""Find the slide on which a ball is down first.

    python examples/brachistochrone.py

The slide is a chain of straight pieces between two fixed ends; the time of the ball has a gradient by the heights of
its joints. Johann Bernoulli knew the answer in 1696: an arc of a cycloid. Takes a second.
"""

import numpy as np
from scipy.optimize import brentq

import derivata as dv
from derivata.scipy.optimize import minimize

WIDTH, DROP, GRAVITY = 3.0, 1.0, 9.81
PIECES = 80


def joints() -> dv.Tensor:
    """Return where the joints are across, closer to each other at the steep beginning."""
    return WIDTH * dv.linspace(0, 1, PIECES + 1, dtype=dv.float64).square()


def time(depths: dv.Tensor) -> dv.Tensor:
    """Return how long the ball takes, given how far below the start the inner joints are.

    On a straight piece it is accelerated evenly, so its mean speed is that of both ends together, halved.
    """
    x, ends = joints(), dv.tensor([0.0, DROP], dtype=dv.float64)
    y = dv.cat([ends[:1], depths, ends[1:]])
    lengths = dv.hypot(x.diff(), y.diff())
    speeds = (2 * GRAVITY * y[1:]).sqrt()
    return (2 * lengths / (speeds + dv.cat([ends[:1], speeds[:-1]]))).sum()


def fastest() -> dv.Tensor:
    """Return the depths with the least time, from a straight slide."""
    straight = joints()[1:-1] * (DROP / WIDTH)
    options = {"maxiter": 5000, "maxfun": 10000}
    return minimize(
        time, straight, bounds=[(1e-6, None)] * len(straight), method="L-BFGS-B", tol=1e-12, options=options
    ).x


def cycloid() -> tuple[float, float]:
    """Return the radius of the wheel and the angle by which it has turned at the end."""
    angle = brentq(lambda t: (t - np.sin(t)) / (1 - np.cos(t)) - WIDTH / DROP, 0.1, 2 * np.pi - 0.1)
    return DROP / (1 - np.cos(angle)), angle


def main() -> None:
    """Print the times of the straight slide, of the one that was found, and of the cycloid."""
    radius, angle = cycloid()
    print(f"straight: {time(joints()[1:-1] * (DROP / WIDTH)).item():.4f} s")
    print(f"found:    {time(fastest()).item():.4f} s")
    print(f"cycloid:  {angle * np.sqrt(radius / GRAVITY):.4f} s")


if __name__ == "__main__":
    main()

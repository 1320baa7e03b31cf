"""Find the lengths, masses and start of a double pendulum from noisy angles.

    python examples/double_pendulum.py

The equations of motion are solved by steps of Runge and Kutta. One solution in forward mode, of a batch of equal
pendulums of which each has the tangent of another parameter, gives the Jacobian that `least_squares` asks for. Takes
some seconds.
"""

import numpy as np
from scipy.optimize import least_squares

import derivata as dv

TRUE = np.array([0.7, 0.5, 1.5, -0.5])
NAMES = "ratio of lengths", "ratio of masses", "first angle", "second angle"
START = np.array([1.0, 1.0, 1.4, -0.4])
STEP, STEPS = 0.04, 45
NOISE = 0.03
GRAVITY = 9.81


def accelerations(
    angles: tuple[dv.Tensor, dv.Tensor],
    speeds: tuple[dv.Tensor, dv.Tensor],
    length: dv.Tensor,
    mass: dv.Tensor,
) -> tuple[dv.Tensor, dv.Tensor]:
    """Return what the equations of motion say; the upper rod has length and mass 1."""
    (a, b), (u, v) = angles, speeds
    sine, cosine = dv.sin(a - b), dv.cos(a - b)
    below = 1 + mass * sine.square()
    pull = mass * sine * (length * v.square() + cosine * u.square())
    fall = GRAVITY * ((1 + mass) * dv.sin(a) - mass * cosine * dv.sin(b))
    swing = sine * ((1 + mass) * u.square() + mass * length * cosine * v.square())
    lag = GRAVITY * (1 + mass) * (cosine * dv.sin(a) - dv.sin(b))
    return -(pull + fall) / below, (swing + lag) / (length * below)


def motion(parameters: dv.Tensor) -> dv.Tensor:
    """Return both angles at the start and after every step."""
    length, mass, a, b = parameters.unbind()
    state = dv.stack([a, b, dv.zeros_like(a), dv.zeros_like(b)])

    def velocity(state: dv.Tensor) -> dv.Tensor:
        a, b, u, v = state.unbind()
        return dv.stack([u, v, *accelerations((a, b), (u, v), length, mass)])

    seen = [state[:2]]
    for _ in range(STEPS):
        one = velocity(state)
        two = velocity(state + STEP / 2 * one)
        three = velocity(state + STEP / 2 * two)
        four = velocity(state + STEP * three)
        state = state + STEP / 6 * (one + 2 * two + 2 * three + four)
        seen.append(state[:2])
    return dv.stack(seen)


def observations(seed: int = 0) -> dv.Tensor:
    """Return the angles with noise."""
    angles = motion(dv.from_numpy(TRUE))
    return angles + NOISE * dv.from_numpy(np.random.default_rng(seed).normal(size=angles.shape))


def jacobian(parameters: np.ndarray) -> np.ndarray:
    """Return the derivatives of all angles by all parameters."""
    count = len(parameters)
    batch = dv.tensor(parameters).unsqueeze(1).expand(count, count)
    _, slopes = dv.func.jvp(motion, (batch,), (dv.eye(count, dtype=dv.float64),))
    return np.asarray(slopes.reshape(-1, count))


def fit(seen: dv.Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Return the parameters with the least squares, and their standard errors."""
    found = least_squares(
        lambda parameters: (motion(dv.tensor(parameters)) - seen).flatten().numpy() / NOISE,
        START,
        jac=lambda parameters: jacobian(parameters) / NOISE,
    )
    return found.x, np.sqrt(np.diag(np.linalg.inv(found.jac.T @ found.jac)))


def main() -> None:
    """Fit the pendulum, and print what was found."""
    for name, value, error, true in zip(NAMES, *fit(observations()), TRUE, strict=True):
        print(f"{name:17} {value:6.3f} ± {error:.3f}   (true: {true})")


if __name__ == "__main__":
    main()

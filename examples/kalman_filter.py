"""Estimate the noise of a motion and of its observation by the likelihood that a Kalman filter computes.

    python examples/kalman_filter.py

A body is pushed at random, and its place is seen at 300 times, with errors. The filter goes through the observations
one by one; the gradient of its likelihood goes back through all of its steps, and `scipy.optimize.minimize` descends
by it. Takes a few seconds.
"""

import numpy as np
from scipy.optimize import minimize

import derivata as dv

NAMES = "push", "error"
TRUE = np.log([0.3, 2.0])
TIMES = 300

STEP = dv.tensor([[1.0, 1.0], [0.0, 1.0]], dtype=dv.float64)
"""What a step makes of place and velocity."""

PUSH = dv.tensor([[0.5], [1.0]], dtype=dv.float64)
"""What a push adds to them."""

SEEN = dv.tensor([[1.0, 0.0]], dtype=dv.float64)
"""What is seen of them."""

START = 10.0
"""The standard deviation of both in the beginning."""


def negative_log_likelihood(logarithms: dv.Tensor, seen: dv.Tensor) -> dv.Tensor:
    """Return minus the log-likelihood of observations, given the logarithms of the deviations of push and error."""
    push, error = logarithms.exp().square().unbind()
    pushes = push * (PUSH @ PUSH.T)
    state = dv.zeros(2, dtype=dv.float64)
    covariance = START**2 * dv.eye(2, dtype=dv.float64)
    surprises, variances = [], []
    for place in seen:
        surprise = place - SEEN @ state
        across = covariance @ SEEN.T
        variance = SEEN @ across + error
        gain = across / variance
        state = STEP @ (state + gain @ surprise)
        covariance = STEP @ (covariance - gain @ across.T) @ STEP.T + pushes
        surprises.append(surprise)
        variances.append(variance.squeeze(0))
    all_variances = dv.cat(variances)
    return 0.5 * (dv.cat(surprises).square() / all_variances + dv.log(2 * np.pi * all_variances)).sum()


def observations(seed: int = 0, times: int = TIMES) -> dv.Tensor:
    """Return what is seen of a motion with the true deviations."""
    generator = np.random.default_rng(seed)
    push, error = np.exp(TRUE)
    state, places = generator.normal(scale=START, size=2), []
    for _ in range(times):
        places.append(state[0] + generator.normal(scale=error))
        state = STEP.numpy() @ state + PUSH.numpy()[:, 0] * generator.normal(scale=push)
    return dv.tensor(np.array(places))


def value_and_gradient(array: np.ndarray, seen: dv.Tensor) -> tuple[float, np.ndarray]:
    """Return what `scipy.optimize.minimize` asks for."""
    logarithms = dv.tensor(array, requires_grad=True)
    value = negative_log_likelihood(logarithms, seen)
    value.backward()
    return value.item(), logarithms.grad.numpy()


def fit(seen: dv.Tensor) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the logarithms of the likeliest deviations, their standard errors, and minus the log-likelihood."""
    found = minimize(
        value_and_gradient, np.zeros(2), (seen,), jac=True, method="BFGS", options={"gtol": 1e-4}
    )
    logarithms = dv.tensor(found.x, requires_grad=True)
    value = negative_log_likelihood(logarithms, seen)
    (gradient,) = dv.autograd.grad(value, logarithms, create_graph=True)
    rows = [dv.autograd.grad(part, logarithms, retain_graph=True)[0].numpy() for part in gradient]
    return found.x, np.sqrt(np.diag(np.linalg.inv(np.array(rows)))), found.fun


def main() -> None:
    """Estimate both deviations; print them with their errors."""
    seen = observations()
    logarithms, errors, rest = fit(seen)
    for name, logarithm, error, true in zip(NAMES, logarithms, errors, TRUE, strict=True):
        value = np.exp(logarithm)
        print(f"{name:5} {value:.3f} ± {value * error:.3f}   (true: {np.exp(true):.3f})")
    at_truth = negative_log_likelihood(dv.from_numpy(TRUE), seen).item()
    print(f"log-likelihood {-rest:.3f}, that of the true deviations {-at_truth:.3f}")


if __name__ == "__main__":
    main()

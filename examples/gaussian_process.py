"""Fit a Gaussian process: the parameters of its kernel have the greatest likelihood that SciPy finds.

    python examples/gaussian_process.py

The data are 200 noisy values of a random function, drawn from a process with known parameters. The likelihood takes
one Cholesky factor; its gradient, by derivata, is what `scipy.optimize.minimize` descends by. Takes some seconds.
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize

import derivata as dv

NAMES = "amplitude", "length", "noise"
TRUE = np.log([1.5, 0.7, 0.2])
POINTS = 200


def kernel(first: dv.Tensor, second: dv.Tensor, amplitude: dv.Tensor, length: dv.Tensor) -> dv.Tensor:
    """Return the covariances of the function at some places with those at others."""
    distances = (first.unsqueeze(-1) - second) / length
    return amplitude.square() * dv.exp(-0.5 * distances.square())


def covariance(x: dv.Tensor, logarithms: dv.Tensor) -> dv.Tensor:
    """Return the covariance matrix of noisy values, given the logarithms of the parameters."""
    amplitude, length, noise = logarithms.exp().unbind()
    return kernel(x, x, amplitude, length) + noise.square() * dv.eye(len(x), dtype=x.dtype)


def negative_log_likelihood(logarithms: dv.Tensor, x: dv.Tensor, y: dv.Tensor) -> dv.Tensor:
    """Return `yᵀ K⁻¹ y / 2 + log det K / 2` and a constant: with K = L Lᵀ both come from L."""
    factor = dv.linalg.cholesky(covariance(x, logarithms))
    white = dv.linalg.solve_triangular(factor, y.unsqueeze(-1), upper=False)
    return 0.5 * white.square().sum() + factor.diagonal().log().sum() + 0.5 * len(y) * np.log(2 * np.pi)


def with_gradient(
    function: Callable[..., dv.Tensor], *constants: dv.Tensor
) -> Callable[..., tuple[float, np.ndarray]]:
    """Return a function of an array as SciPy wants it, which returns its value and its gradient."""

    def value_and_gradient(array: np.ndarray) -> tuple[float, np.ndarray]:
        point = dv.tensor(array, requires_grad=True)
        value = function(point, *constants)
        (gradient,) = dv.autograd.grad(value, point)
        return value.item(), gradient.numpy()

    return value_and_gradient


def data(seed: int = 0) -> tuple[dv.Tensor, dv.Tensor]:
    """Return places, and noisy values of a function that is drawn from the process."""
    generator = np.random.default_rng(seed)
    x = dv.from_numpy(np.sort(generator.uniform(0, 10, POINTS)))
    factor = dv.linalg.cholesky(covariance(x, dv.from_numpy(TRUE)))
    return x, factor @ dv.from_numpy(generator.normal(size=POINTS))


def fit(x: dv.Tensor, y: dv.Tensor) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the logarithms of the likeliest parameters, their standard errors, and minus the log-likelihood."""
    found = minimize(with_gradient(negative_log_likelihood, x, y), np.zeros(3), jac=True, method="L-BFGS-B")
    curvature = dv.func.hessian(lambda point: negative_log_likelihood(point, x, y))(dv.tensor(found.x))
    return found.x, np.sqrt(np.diag(np.linalg.inv(curvature.numpy()))), found.fun


def predict(
    places: dv.Tensor, x: dv.Tensor, y: dv.Tensor, logarithms: np.ndarray
) -> tuple[dv.Tensor, dv.Tensor]:
    """Return the expected values of the function at some places, and their standard deviations."""
    parameters = dv.tensor(logarithms)
    amplitude, length, _ = parameters.exp().unbind()
    across = kernel(x, places, amplitude, length)
    weights = dv.linalg.solve(covariance(x, parameters), across)
    return y @ weights, (amplitude.square() - (across * weights).sum(0)).sqrt()


def main() -> None:
    """Fit the process to data; print parameters with their errors, and a prediction."""
    x, y = data()
    logarithms, errors, rest = fit(x, y)
    for name, logarithm, error, true in zip(NAMES, logarithms, errors, TRUE, strict=True):
        value = np.exp(logarithm)
        print(f"{name:9} {value:.3f} ± {value * error:.3f}   (true: {np.exp(true):.3f})")
    at_truth = negative_log_likelihood(dv.from_numpy(TRUE), x, y).item()
    print(f"log-likelihood {-rest:.3f}, that of the true parameters {-at_truth:.3f}")
    mean, deviation = predict(dv.tensor([5.0, 11.0], dtype=dv.float64), x, y, logarithms)
    for title, *known in zip(("at  5, among the data", "at 11, beyond them"), mean, deviation, strict=True):
        print(f"{title:22} {known[0].item():6.3f} ± {known[1].item():.3f}")


if __name__ == "__main__":
    main()

"""Fit a mixture of Gaussians by the gradient of its likelihood.

    python examples/gaussian_mixture.py

Three overlapping clouds of points in the plane. Weights are a softmax, and each covariance is L Lᵀ with a positive
diagonal of L: every vector of numbers is a mixture, and `scipy.optimize.minimize` needs no constraints. Takes a second.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

import derivata as dv

WEIGHTS = np.array([0.5, 0.3, 0.2])
MEANS = np.array([[0.0, 0.0], [3.0, 1.0], [-1.0, 3.5]])
COVARIANCES = np.array([[[1.0, 0.6], [0.6, 0.8]], [[0.5, -0.3], [-0.3, 1.0]], [[1.5, 0.0], [0.0, 0.2]]])
POINTS = 1500


class Mixture(NamedTuple):
    """Logarithms of weights, means, and lower triangular factors of covariances: of k clouds in d dimensions."""

    log_weights: dv.Tensor
    means: dv.Tensor
    factors: dv.Tensor


def unpacked(numbers: dv.Tensor, k: int, d: int) -> Mixture:
    """Return the mixture that a vector of numbers describes."""
    logits, means, squares = numbers.split([k, k * d, k * d * d])
    below = squares.reshape(k, d, d)
    factors = below.tril(-1) + dv.diag_embed(below.diagonal(0, -2, -1).exp())
    return Mixture(logits.log_softmax(0), means.reshape(k, d), factors)


def log_density(points: dv.Tensor, mixture: Mixture) -> dv.Tensor:
    """Return the logarithm of the density at each point."""
    centred = (points - mixture.means.unsqueeze(1)).mT
    white = dv.linalg.solve_triangular(mixture.factors, centred, upper=False)
    log_volumes = mixture.factors.diagonal(0, -2, -1).log().sum(-1) + 0.5 * points.shape[1] * np.log(
        2 * np.pi
    )
    of_clouds = (mixture.log_weights - log_volumes).unsqueeze(1) - 0.5 * white.square().sum(1)
    return of_clouds.logsumexp(0)


def sample(seed: int = 0) -> np.ndarray:
    """Return points of the true mixture."""
    generator = np.random.default_rng(seed)
    clouds = generator.choice(len(WEIGHTS), POINTS, p=WEIGHTS)
    noise = generator.normal(size=(POINTS, 2))
    return np.asarray(MEANS[clouds] + np.einsum("nij,nj->ni", np.linalg.cholesky(COVARIANCES)[clouds], noise))


def value_and_gradient(array: np.ndarray, points: dv.Tensor, k: int) -> tuple[float, np.ndarray]:
    """Return what `scipy.optimize.minimize` asks for: minus the mean log-density, and its gradient."""
    numbers = dv.tensor(array, requires_grad=True)
    value = -log_density(points, unpacked(numbers, k, points.shape[1])).mean()
    value.backward()
    return value.item(), numbers.grad.numpy()


def fit(points: np.ndarray, k: int, seed: int = 0) -> Mixture:
    """Return the likeliest mixture, found from round clouds at points that are far apart."""
    generator = np.random.default_rng(seed)
    means = [points[generator.integers(len(points))]]
    for _ in range(k - 1):
        distances = np.min([((points - mean) ** 2).sum(1) for mean in means], 0)
        means.append(points[generator.choice(len(points), p=distances / distances.sum())])
    d = points.shape[1]
    start = np.concatenate([np.zeros(k), np.ravel(means), np.zeros(k * d * d)])
    found = minimize(value_and_gradient, start, (dv.tensor(points), k), jac=True, method="L-BFGS-B")
    return unpacked(dv.tensor(found.x), k, d)


def main() -> None:
    """Fit a mixture to points; print its clouds beside the true ones, and the likelihoods of both."""
    points = sample()
    mixture = fit(points, len(WEIGHTS))
    weights = mixture.log_weights.exp().numpy()
    covariances = (mixture.factors @ mixture.factors.mT).numpy()
    for cloud, place in enumerate(np.argsort(-weights)):
        mean, covariance = mixture.means.numpy()[place], covariances[place]
        print(f"cloud {cloud}: weight {weights[place]:.2f}  (true: {WEIGHTS[cloud]:.2f})")
        print(f"  mean {np.round(mean, 2)}  (true: {MEANS[cloud]})")
        print(f"  covariance {np.round(covariance.ravel(), 2)}  (true: {COVARIANCES[cloud].ravel()})")
    truth = Mixture(*[dv.tensor(part) for part in (np.log(WEIGHTS), MEANS, np.linalg.cholesky(COVARIANCES))])
    found, best = (log_density(dv.tensor(points), one).mean().item() for one in (mixture, truth))
    print(f"mean log-density {found:.4f}, that of the true mixture {best:.4f}")


if __name__ == "__main__":
    main()

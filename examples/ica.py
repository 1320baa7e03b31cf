"""Separate voices that several microphones recorded together: independent component analysis.

    python examples/ica.py

Each recording x is a sum of three voices with unknown weights. A matrix W is found for which the voices W x are as
likely as can be, if loud moments are rare: the likelihood is `log |det W|` and the mean of `-log cosh(W x)`, and
`scipy.optimize.minimize` descends by its gradient. Takes a second.
"""

import numpy as np
from scipy.optimize import minimize

import derivata as dv

MIXTURE = np.array([[1.0, 0.8, -0.3], [0.4, 1.0, 0.6], [-0.5, 0.3, 1.0]])
LENGTH = 8000


def voices() -> np.ndarray:
    """Return three independent signals with rare loud moments: noise, a song that swells, and clicks."""
    generator = np.random.default_rng(0)
    time = np.arange(LENGTH) / LENGTH
    noise = generator.laplace(size=LENGTH)
    song = np.sin(2 * np.pi * 700 * time) * np.exp(-((8 * (time - 0.4)) ** 2))
    clicks = generator.normal(size=LENGTH) * (generator.uniform(size=LENGTH) < 0.1)
    signals = np.stack([noise, song, clicks])
    return np.asarray(signals / signals.std(1, keepdims=True))


def negative_log_likelihood(weights: dv.Tensor, recorded: dv.Tensor) -> dv.Tensor:
    """Return minus the log-likelihood of a recording's moment, on average, without constants."""
    found = weights @ recorded
    log_cosh = dv.logaddexp(found, -found)
    return log_cosh.sum(0).mean() - dv.linalg.slogdet(weights).logabsdet


def value_and_gradient(array: np.ndarray, recorded: dv.Tensor) -> tuple[float, np.ndarray]:
    """Return what `scipy.optimize.minimize` asks for."""
    weights = dv.tensor(array.reshape(len(recorded), -1), requires_grad=True)
    value = negative_log_likelihood(weights, recorded)
    value.backward()
    return value.item(), weights.grad.numpy().ravel()


def separate(recorded: dv.Tensor) -> np.ndarray:
    """Return the weights that turn recordings into voices."""
    count = len(recorded)
    found = minimize(value_and_gradient, np.eye(count).ravel(), (recorded,), jac=True, method="BFGS")
    return np.asarray(found.x.reshape(count, count))


def crosstalk(weights: np.ndarray) -> np.ndarray:
    """Return, for each voice that was found, how loud all others are in it beside the loudest."""
    gains = np.abs(weights @ MIXTURE)
    return np.asarray(np.sqrt((gains**2).sum(1) / gains.max(1) ** 2 - 1))


def main() -> None:
    """Mix the voices, separate them, and print what is left of the mixture."""
    recorded = dv.tensor(MIXTURE @ voices())
    weights = separate(recorded)
    origin = np.abs(weights @ MIXTURE).argmax(1)
    print("voices found: " + ", ".join(["noise", "song", "clicks"][place] for place in origin))
    print("others in the recordings: " + ", ".join(f"{part:.1%}" for part in crosstalk(np.eye(3))))
    print("others in what was found: " + ", ".join(f"{part:.1%}" for part in crosstalk(weights)))


if __name__ == "__main__":
    main()

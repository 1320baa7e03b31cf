"""Random numbers with parameters of their own for each element: Bernoulli, Poisson, normal, and categories.

`generator` is the source of the numbers; without one they come from the global generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..random import Generator, default_generator

Array = NDArray[Any]


def source(op: str, generator: Generator | None) -> Generator:
    """Return the generator to draw from."""
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(
            f"{op}: generator must be a Generator, got {type(generator).__name__}; use dv.Generator()"
        )
    return generator


def bernoulli(self: Array, generator: Generator | None) -> Array:
    """Ones with the probabilities `self`, and zeros."""
    _check_floating("bernoulli", self)
    return below(self, self.shape, source("bernoulli", generator)).astype(self.dtype)


def bernoulli_p(self: Array, p: float, generator: Generator | None) -> Array:
    """Ones with probability `p`, and zeros, in the shape and dtype of `self`."""
    check_probability("bernoulli", p)
    return source("bernoulli", generator).bernoulli(p, self.shape).astype(self.dtype)


def below(p: Array, shape: tuple[int, ...], generator: Generator) -> Array:
    """Return booleans of `shape` that are true with the probabilities `p`."""
    if not np.all((p >= 0) & (p <= 1)):
        raise RuntimeError(
            "bernoulli: Expected p_in >= 0 && p_in <= 1, got probabilities outside [0, 1] or NaN"
        )
    return np.asarray(generator.random(shape, np.float64) < p)


def poisson(self: Array, generator: Generator | None) -> Array:
    """Counts with the rates `self`."""
    _check_floating("poisson", self)
    if not np.all(self >= 0):
        raise RuntimeError("poisson: invalid Poisson rate, expected rate to be non-negative")
    return np.asarray(source("poisson", generator).draw("poisson", self, shape=self.shape)).astype(self.dtype)


def normal_of_tensors(mean: Array, std: Array, generator: Generator | None) -> Array:
    """Normal numbers with the given means and standard deviations, which broadcast."""
    dtype = np.result_type(mean, std)
    if std.dtype.kind == "c" or np.any(std < 0):
        raise RuntimeError("normal expects all elements of std >= 0.0, and real ones")
    if dtype.kind not in "fc":
        raise RuntimeError(f"normal: mean and std must be floating-point, got {mean.dtype} and {std.dtype}")
    shape = np.broadcast_shapes(mean.shape, std.shape)
    return np.asarray(source("normal", generator).normal(shape, dtype) * std + mean).astype(dtype, copy=False)


def multinomial(self: Array, num_samples: int, replacement: bool, generator: Generator | None) -> Array:
    """Categories drawn with the weights in the rows of `self`."""
    _check_floating("multinomial", self)
    _check_categories(self, num_samples, replacement)
    rows = np.atleast_2d(self).astype(np.float64)
    if not np.all(np.isfinite(rows) & (rows >= 0)):
        raise RuntimeError("multinomial: probability tensor contains either `inf`, `nan` or element < 0")
    possible = np.count_nonzero(rows, axis=1)
    if not np.all(possible):
        raise RuntimeError("multinomial: invalid multinomial distribution (sum of probabilities <= 0)")
    if not replacement and np.any(possible < num_samples):
        raise RuntimeError(
            "multinomial: invalid multinomial distribution (with replacement=False, not enough non-negative category"
            " to sample)"
        )
    drawn = source("multinomial", generator)
    sample = _with_replacement if replacement else _without_replacement
    return sample(rows, num_samples, drawn).reshape((*self.shape[:-1], num_samples))


def _without_replacement(rows: Array, num_samples: int, generator: Generator) -> Array:
    """Take the largest of the weights divided by exponential numbers: the winners of a race of the categories."""
    race = rows / np.maximum(generator.exponential(rows.shape, np.float64), np.finfo(np.float64).tiny)
    order = np.argsort(-race, axis=1, kind="stable")
    return np.ascontiguousarray(order[:, :num_samples])


def _with_replacement(rows: Array, num_samples: int, generator: Generator) -> Array:
    """Find where uniform numbers fall among the sums of the weights, all by one binary search."""
    sums = np.cumsum(rows, axis=1)
    target = generator.random((len(rows), num_samples), np.float64) * sums[:, -1:]
    low = np.zeros(target.shape, np.int64)
    last = rows.shape[1] - 1 - np.argmax(rows[:, ::-1] > 0, axis=1)
    high = np.broadcast_to(last[:, None], target.shape)
    for _ in range(rows.shape[1].bit_length()):
        middle = (low + high) // 2
        beyond = np.take_along_axis(sums, middle, axis=1) <= target
        low, high = np.where(beyond & (low < high), middle + 1, low), np.where(beyond, high, middle)
    return low


def check_probability(op: str, p: float) -> None:
    """Refuse a number that is no probability."""
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"{op}_ expects p to be in [0, 1], but got p={p}")


def _check_categories(self: Array, num_samples: int, replacement: bool) -> None:
    if self.ndim not in (1, 2):
        raise RuntimeError(f"multinomial: prob_dist must be 1 or 2 dim, got shape {self.shape}")
    if num_samples <= 0:
        raise RuntimeError(f"multinomial: cannot sample n_sample <= 0 samples, got num_samples={num_samples}")
    if not replacement and num_samples > self.shape[-1]:
        raise RuntimeError(
            "multinomial: cannot sample n_sample > prob_dist.size(-1) samples without replacement, got"
            f" num_samples={num_samples} for {self.shape[-1]} categories"
        )


def _check_floating(op: str, self: Array) -> None:
    if self.dtype.kind != "f":
        raise RuntimeError(
            f"{op} only supports floating-point dtypes for input, got: {self.dtype}; convert it with .to(float32)"
        )

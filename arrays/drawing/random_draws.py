"""Random numbers with parameters of their own for each element: Bernoulli, Poisson, normal, and categories.

`generator` is the source of the numbers; without one they come from the global generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..indexing.searching import searchsorted
from ..random import Generator, default_generator
from ..shapes.shape import shape_of_both

Array = NDArray[Any]

_FEW = 8  # a sample of less than this part of the categories is sorted by itself
_COMPARED = 4096  # comparisons that are faster than binary searches


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


def standard_gamma(self: Array, generator: Generator | None) -> Array:
    """Numbers of gamma distributions with the concentrations `self`."""
    _check_floating("_standard_gamma", self)
    if not np.all(self >= 0):
        raise RuntimeError("_standard_gamma: expected concentrations >= 0, got negative ones or NaN")
    shape = np.asarray(self, np.float64)
    drawn = source("_standard_gamma", generator).draw("standard_gamma", shape, shape=self.shape)
    return np.asarray(drawn).astype(self.dtype)


def binomial(count: Array, prob: Array, generator: Generator | None) -> Array:
    """Numbers of successes among `count` attempts, cut off to whole ones from 0 on, of probability `prob`."""
    for array in (count, prob):
        _check_floating("binomial", array)
    if count.dtype != prob.dtype:
        raise RuntimeError(
            f"binomial: Found dtype {prob.dtype} of prob but expected {count.dtype}, that of count"
        )
    shape = shape_of_both("binomial", ("count", "prob"), count.shape, prob.shape)
    if not np.isfinite(count).all() or np.isnan(prob).any():
        raise RuntimeError("binomial: expected finite counts, and no NaN among the probabilities, got others")
    attempts, chance = np.maximum(count, 0).astype(np.int64), np.clip(prob, 0.0, 1.0).astype(np.float64)
    drawn = source("binomial", generator).draw("binomial", attempts, chance, shape=shape)
    return np.asarray(drawn).astype(count.dtype)


def normal_of_tensors(mean: Array, std: Array, generator: Generator | None) -> Array:
    """Normal numbers with the given means and standard deviations, which broadcast."""
    dtype = np.result_type(mean, std)
    if std.dtype.kind == "c" or np.any(std < 0):
        raise RuntimeError("normal expects all elements of std >= 0.0, and real ones")
    if dtype.kind not in "fc":
        raise RuntimeError(f"normal: mean and std must be floating-point, got {mean.dtype} and {std.dtype}")
    shape = shape_of_both("normal", ("mean", "std"), mean.shape, std.shape)
    return np.asarray(source("normal", generator).normal(shape, dtype) * std + mean).astype(dtype, copy=False)


def multinomial(self: Array, num_samples: int, replacement: bool, generator: Generator | None) -> Array:
    """Categories drawn with the weights in the rows of `self`."""
    _check_floating("multinomial", self)
    _check_categories(self, num_samples, replacement)
    rows = np.array(self, np.float64, ndmin=2)
    sums = np.add.accumulate(rows, 1)
    totals = sums[:, -1:]
    if not (np.isfinite(totals).all() and np.minimum.reduce(rows, axis=None, initial=0.0) >= 0):
        raise RuntimeError("multinomial: probability tensor contains either `inf`, `nan` or element < 0")
    if not (rows.shape[1] and totals.all()):
        raise RuntimeError("multinomial: invalid multinomial distribution (sum of probabilities <= 0)")
    if not replacement and num_samples > 1 and np.any(np.count_nonzero(rows, axis=1) < num_samples):
        raise RuntimeError(
            "multinomial: invalid multinomial distribution (with replacement=False, not enough non-negative category"
            " to sample)"
        )
    drawn = source("multinomial", generator)
    if replacement:
        sample = _with_replacement(sums, num_samples, drawn)
    else:
        sample = _without_replacement(rows, num_samples, drawn)
    return sample.reshape((*self.shape[:-1], num_samples))


def _without_replacement(rows: Array, num_samples: int, generator: Generator) -> Array:
    """Take the largest of the weights divided by exponential numbers: the winners of a race of the categories."""
    race = rows / np.maximum(generator.exponential(rows.shape, np.float64), np.finfo(np.float64).tiny)
    if num_samples == 1:
        return np.asarray(race.argmax(1))
    np.negative(race, race)
    if num_samples * _FEW > race.shape[1]:
        return np.ascontiguousarray(race.argsort(1, kind="stable")[:, :num_samples])
    first = race.argpartition(num_samples - 1, 1)[:, :num_samples]
    order = np.take_along_axis(race, first, 1).argsort(1)
    return np.take_along_axis(first, order, 1)


def _with_replacement(sums: Array, num_samples: int, generator: Generator) -> Array:
    """Find where uniform numbers fall among the sums of the weights."""
    totals = sums[:, -1:]
    target = generator.random((len(sums), num_samples), np.float64) * totals
    if sums.size * num_samples <= _COMPARED:
        # Rounding may reach the sum itself, where no weight begins.
        target = np.minimum(target, np.nextafter(totals, 0.0))
        return np.asarray((sums[:, None, :] > target[:, :, None]).argmax(2))
    return np.minimum(searchsorted(sums, target, right=True), searchsorted(sums, totals))


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

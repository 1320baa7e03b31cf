"""Filling an array with random numbers of one distribution, in place.

`generator` is the source of the numbers; without one they come from the global generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..random import Generator
from ..shapes.copy import check_writable
from .random_draws import below, check_probability, source

Array = NDArray[Any]

_FEW = 1 << 16  # integers of which 32 random bits choose one evenly enough


def bernoulli_(self: Array, p: float, generator: Generator | None) -> Array:
    """Write ones with probability `p`, and zeros."""
    check_probability("bernoulli", p)
    self[...] = _source("bernoulli_", self, generator).bernoulli(p, self.shape)
    return self


def bernoulli_tensor_(self: Array, p: Array, generator: Generator | None) -> Array:
    """Write ones with the probabilities `p`, which broadcast, and zeros."""
    self[...] = below(p, self.shape, _source("bernoulli_", self, generator))
    return self


def normal_(self: Array, mean: float, std: float, generator: Generator | None) -> Array:
    """Write numbers of a normal distribution."""
    _check_floating("normal_", self)
    if not std >= 0:
        raise RuntimeError(f"normal_ expects std >= 0.0, but found std {std}")
    numbers = _source("normal_", self, generator).normal(self.shape, self.dtype)
    if std != 1.0:
        numbers *= std
    if mean != 0.0:  # both parts are drawn, with half the variance
        numbers += mean if self.dtype.kind == "f" else complex(mean, mean)
    self[...] = numbers
    return self


def log_normal_(self: Array, mean: float, std: float, generator: Generator | None) -> Array:
    """Write exponentials of numbers of a normal distribution."""
    _check_real("log_normal_", self)
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
    self[...] = np.exp(_source("log_normal_", self, generator).normal(self.shape, self.dtype) * std + mean)
    return self


def uniform_(self: Array, from_: float, to: float, generator: Generator | None) -> Array:
    """Write numbers uniform in [from_, to)."""
    _check_real("uniform_", self)
    if not from_ <= to:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={from_} > to={to}")
    numbers = _source("uniform_", self, generator).random(self.shape, self.dtype)
    if from_ == 0.0 and to == 1.0:
        self[...] = numbers
        return self
    numbers *= self.dtype.type(to - from_)
    numbers += self.dtype.type(from_)
    # Rounding may reach the upper bound, which is no number of the range.
    self[...] = np.where(numbers >= to, self.dtype.type(from_), numbers) if to > from_ else numbers
    return self


def exponential_(self: Array, lambd: float, generator: Generator | None) -> Array:
    """Write numbers of an exponential distribution with rate `lambd`."""
    _check_real("exponential_", self)
    if not lambd > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
    self[...] = _source("exponential_", self, generator).exponential(self.shape, self.dtype) / lambd
    return self


def cauchy_(self: Array, median: float, sigma: float, generator: Generator | None) -> Array:
    """Write numbers of a Cauchy distribution."""
    _check_real("cauchy_", self)
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
    self[...] = _source("cauchy_", self, generator).draw("standard_cauchy", shape=self.shape) * sigma + median
    return self


def geometric_(self: Array, p: float, generator: Generator | None) -> Array:
    """Write how many trials of probability `p` it takes to the first success."""
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    self[...] = _source("geometric_", self, generator).draw("geometric", p, shape=self.shape)
    return self


def random_any_(self: Array, generator: Generator | None) -> Array:
    """Write integers that are not negative, of all that the dtype holds without gaps."""
    return random_(self, 0, None, generator)


def random_below_(self: Array, to: int, generator: Generator | None) -> Array:
    """Write integers uniform in [0, to)."""
    return random_(self, 0, to, generator)


def random_(self: Array, from_: int, to: int | None, generator: Generator | None) -> Array:
    """Write integers uniform in [from_, to); without an upper bound, all that the dtype holds without gaps."""
    high = _highest(self.dtype) + 1 if to is None else to
    if not from_ < high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={from_} >= to={high}")
    if (
        self.dtype.kind in "iu"
        and not np.iinfo(self.dtype).min <= from_ <= high - 1 <= np.iinfo(self.dtype).max
    ):
        raise RuntimeError(
            f"random_: from or to - 1 is out of bounds for {self.dtype}, got from={from_} and to={high}"
        )
    drawn, count = _source("random_", self, generator), high - from_
    if count <= _FEW:
        numbers = drawn.few_integers(count, self.shape)
        self[...] = numbers + from_ if from_ else numbers
    else:
        self[...] = drawn.integers(from_, high, self.shape)
    return self


def _source(op: str, self: Array, generator: Generator | None) -> Generator:
    """Return the generator to draw from, if there is something to write into."""
    check_writable(op, self)
    return source(op, generator)


def _highest(dtype: np.dtype[Any]) -> int:
    """Return the largest integer up to which the dtype has all."""
    if dtype.kind == "b":
        return 1
    return int(np.iinfo(dtype).max) if dtype.kind in "iu" else int(2 ** (np.finfo(dtype).nmant + 1))


def _check_floating(op: str, self: Array) -> None:
    if self.dtype.kind not in "fc":
        raise RuntimeError(
            f"{op}: expected a floating-point tensor, got {self.dtype}; random integers: random_"
        )


def _check_real(op: str, self: Array) -> None:
    if self.dtype.kind != "f":
        raise RuntimeError(f"{op}: expected a real floating-point tensor, got {self.dtype}")

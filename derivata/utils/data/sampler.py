"""Samplers: the order in which samples are taken, and how they are put into batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from typing import Any, Generic, TypeVar

from ...arrays.random import Generator
from ...generated.ops import multinomial
from ...runtime.tensors.tensor import Tensor
from ...top_level.factories import as_tensor
from ...top_level.random_factories import randint, randperm

T = TypeVar("T")
SEEDS = 2**63 - 1


class Sampler(Generic[T]):
    """Base class of samplers. A subclass defines `__iter__`, and `__len__` if the number is known."""

    def __init__(self, data_source: Any = None) -> None:
        """Accept what older programs pass."""

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError(f"{type(self).__name__}: expected a method __iter__(self), got none")


def new_seed(generator: Generator | None = None) -> int:
    """Draw a seed, from the global generator by default."""
    return int(randint(0, SEEDS, (), generator=generator).item())


class SequentialSampler(Sampler[int]):
    """All samples in their order."""

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Samples at random.

    Parameters
    ----------
    data_source : Dataset
    replacement : bool
        Whether a sample may come again before all have come.
    num_samples : int, optional
        How many are drawn; by default as many as there are.
    generator : Generator, optional
        Draws; by default one whose seed the global generator draws.
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        self.data_source = data_source
        self.replacement: bool = _flag("RandomSampler", replacement)
        self._num_samples = (
            None if num_samples is None else positive("RandomSampler", "num_samples", num_samples)
        )
        self.generator = generator

    @property
    def num_samples(self) -> int:
        """How many samples are drawn."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        generator = self.generator or Generator(new_seed())
        total = len(self.data_source)
        if self.replacement:
            yield from randint(0, total, (self.num_samples,), generator=generator).tolist()
            return
        left = self.num_samples
        while left > 0:
            order = randperm(total, generator=generator).tolist()
            yield from order[:left]
            left -= total

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Samples of given numbers, at random."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for place in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[place]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Samples at random, with probabilities in proportion to weights.

    Parameters
    ----------
    weights : sequence of float
        One of each sample.
    num_samples : int
        How many are drawn.
    replacement : bool
        Whether a sample may come again.
    generator : Generator, optional
    """

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        self.weights: Tensor = as_tensor(weights, "float64")
        if self.weights.ndim != 1:
            raise ValueError(
                f"WeightedRandomSampler: expected weights of one dimension, got shape {self.weights.shape}"
            )
        self.num_samples: int = positive("WeightedRandomSampler", "num_samples", num_samples)
        self.replacement: bool = _flag("WeightedRandomSampler", replacement)
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        return iter(drawn.tolist())

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of what another sampler gives.

    Examples
    --------
    >>> from derivata.utils.data import BatchSampler
    >>> list(BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Iterable[Any], batch_size: int, drop_last: bool) -> None:
        self.sampler = sampler
        self.batch_size: int = positive("BatchSampler", "batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"BatchSampler: expected drop_last to be a bool, got {drop_last!r}")
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[Any]]:
        return in_batches(iter(self.sampler), self.batch_size, self.drop_last)

    def __len__(self) -> int:
        return number_of_batches(len(self.sampler), self.batch_size, self.drop_last)  # type: ignore[arg-type]


def in_batches(samples: Iterator[Any], size: int, drop_last: bool) -> Iterator[list[Any]]:
    """Yield lists of so many; the last one may be shorter, unless it is dropped."""
    while batch := list(islice(samples, size)):
        if len(batch) == size or not drop_last:
            yield batch


def number_of_batches(count: int, size: int, drop_last: bool) -> int:
    """Return the number of batches."""
    return count // size if drop_last else -(-count // size)


def positive(subject: str, argument: str, value: Any) -> int:
    """Return a whole number above 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ValueError(f"{subject}: expected {argument} to be a positive int, got {value!r}")
    return value


def _flag(subject: str, replacement: Any) -> bool:
    if not isinstance(replacement, bool):
        raise TypeError(f"{subject}: expected replacement to be a bool, got {replacement!r}")
    return replacement

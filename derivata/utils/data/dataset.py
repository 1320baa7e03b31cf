"""Datasets: indexed by number, or iterated over."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import floor, isclose
from typing import Any, Generic, TypeVar

from ...arrays.random import Generator, default_generator
from ...runtime.tensors.tensor import Tensor
from ...top_level.random_factories import randperm

T = TypeVar("T")


class Dataset(Generic[T]):
    """Samples by number. A subclass defines `__getitem__` and `__len__`; `+` puts two one after the other."""

    def __getitem__(self, index: Any) -> T:
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method __getitem__(self, index), got none"
        )

    def __add__(self, other: Dataset[T]) -> Dataset[T]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T]):
    """A dataset that is iterated over. A subclass defines `__iter__`.

    Each worker of a loader runs through all of it, unless it takes its part by `get_worker_info`.
    """

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError(f"{type(self).__name__}: expected a method __iter__(self), got none")

    def __add__(self, other: Dataset[T]) -> Dataset[T]:
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Samples along the first dimension of tensors.

    Examples
    --------
    >>> from derivata.utils.data import TensorDataset
    >>> data = TensorDataset(dv.arange(6.0).reshape(3, 2), dv.tensor([7, 8, 9]))
    >>> len(data), data[1]
    (3, (tensor([2., 3.]), tensor(8)))
    """

    def __init__(self, *tensors: Tensor) -> None:
        if not tensors or any(len(tensor) != len(tensors[0]) for tensor in tensors):
            raise ValueError(
                "TensorDataset: size mismatch between tensors; expected one or more of the same length, got "
                f"{[tuple(tensor.shape) for tensor in tensors]}"
            )
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self) -> int:
        return len(self.tensors[0])


class StackDataset(Dataset[Any]):
    """Samples of several datasets side by side: tuples, or dictionaries where datasets are given by name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if bool(args) == bool(kwargs):
            raise ValueError("StackDataset: expected datasets by position or by name, got both or none")
        self.datasets: Any = args or kwargs
        sizes = {len(dataset) for dataset in (args or kwargs.values())}
        if len(sizes) > 1:
            raise ValueError(f"StackDataset: size mismatch between datasets; got {sorted(sizes)}")
        self._length = sizes.pop()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple([dataset[index] for dataset in self.datasets])

    def __len__(self) -> int:
        return self._length


class ConcatDataset(Dataset[T]):
    """Datasets one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets: list[Any] = list(datasets)
        if not self.datasets or any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise ValueError(
                "ConcatDataset: expected one or more datasets with samples by number, got none or an IterableDataset; "
                "use ChainDataset"
            )
        self.cumulative_sizes: list[int] = list(accumulate(map(len, self.datasets)))

    def __getitem__(self, index: Any) -> T:
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"ConcatDataset: index {index} is out of range for {len(self)} samples")
        number = bisect_right(self.cumulative_sizes, place)
        before = self.cumulative_sizes[number - 1] if number else 0
        found: T = self.datasets[number][place - before]
        return found

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


class ChainDataset(IterableDataset[T]):
    """Several iterable datasets chained one after the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets: list[Any] = list(datasets)
        if not all(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise TypeError("ChainDataset: expected datasets that are IterableDataset; use ConcatDataset")

    def __iter__(self) -> Iterator[T]:
        for dataset in self.datasets:
            yield from dataset

    def __len__(self) -> int:
        return sum(map(len, self.datasets))


class Subset(Dataset[T]):
    """Those samples of a dataset that have given numbers."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> T:
        if isinstance(index, list):
            found: T = self.dataset[[self.indices[place] for place in index]]
        else:
            found = self.dataset[self.indices[index]]
        return found

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: Any, lengths: Sequence[float], generator: Generator | None = None
) -> list[Subset[Any]]:
    """Return parts of a dataset that have no sample in common, drawn at random.

    Parameters
    ----------
    dataset : Dataset
    lengths : sequence of int or float
        The number of samples of each part; or its share, where shares sum up to 1.
    generator : Generator, optional
        Draws, so that the parts repeat with its seed.

    Examples
    --------
    >>> from derivata.utils.data import TensorDataset, random_split
    >>> data = TensorDataset(dv.arange(10))
    >>> [len(part) for part in random_split(data, [0.75, 0.25], generator=dv.Generator(0))]
    [8, 2]
    """
    total = len(dataset)
    sizes = [int(length) for length in lengths]
    if isclose(sum(lengths), 1) and sum(lengths) <= 1 + 1e-9 and total != 1:
        if any(not 0 <= share <= 1 for share in lengths):
            raise ValueError(f"random_split: expected shares in [0, 1], got {list(lengths)}")
        sizes = [floor(total * share) for share in lengths]
        for number in range(total - sum(sizes)):
            sizes[number % len(sizes)] += 1
    if sum(sizes) != total:
        raise ValueError(
            f"random_split: Sum of input lengths does not equal the length of the input dataset: expected {total}, "
            f"got {sum(sizes)}"
        )
    order = randperm(total, generator=generator or default_generator).tolist()
    ends = [0, *accumulate(sizes)]
    return [Subset(dataset, order[first:last]) for first, last in pairwise(ends)]

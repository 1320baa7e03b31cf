"""The share of a dataset that one of several processes takes."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any

from ...arrays.random import Generator
from ...top_level.random_factories import randperm
from .sampler import Sampler


class DistributedSampler(Sampler[int]):
    """Every `num_replicas`-th sample from number `rank` on, so that processes have as many each, and none in common.

    The order of an epoch is that of `randperm` with
    ``Generator(seed + epoch)``; PyTorch's generator would give another one.

    Parameters
    ----------
    dataset : Dataset
    num_replicas : int, optional
        How many processes there are; `distributed.get_world_size` is asked if it is not given.
    rank : int, optional
        The number of this one, from 0 on; `distributed.get_rank` is asked if it is not given.
    shuffle : bool
        Whether samples come at random, in another order in each epoch: call `set_epoch` before each.
    seed : int
        The same for all processes.
    drop_last : bool
        Whether samples that are left over are dropped; else the first ones come again.

    Raises
    ------
    ValueError
        If `rank` is no number between 0 and `num_replicas`, and where a number is not given and there is no group.

    Examples
    --------
    >>> from derivata.utils.data import DistributedSampler
    >>> [list(DistributedSampler(range(5), 2, rank, shuffle=False)) for rank in (0, 1)]
    [[0, 2, 4], [1, 3, 0]]
    """

    def __init__(
        self,
        dataset: Sized,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if num_replicas is None or rank is None:
            num_replicas, rank = _asked(num_replicas, rank)
        if not 0 <= rank < num_replicas:
            raise ValueError(
                f"DistributedSampler: Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]"
            )
        self.dataset = dataset
        self.num_replicas: int = num_replicas
        self.rank: int = rank
        self.epoch: int = 0
        self.shuffle: bool = shuffle
        self.seed: int = seed
        self.drop_last: bool = drop_last

    @property
    def num_samples(self) -> int:
        """How many samples each process takes."""
        count = len(self.dataset)
        return count // self.num_replicas if self.drop_last else -(-count // self.num_replicas)

    @property
    def total_size(self) -> int:
        """How many samples all processes take together."""
        return self.num_samples * self.num_replicas

    def __iter__(self) -> Iterator[int]:
        count = len(self.dataset)
        order: Any = range(count)
        if self.shuffle:
            order = randperm(count, generator=Generator(self.seed + self.epoch)).tolist()
        for place in range(self.rank, self.total_size, self.num_replicas):
            yield order[place % count]

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch begins, on which the order depends."""
        self.epoch = epoch


def _asked(num_replicas: int | None, rank: int | None) -> tuple[int, int]:
    """Return the numbers that were not given from the group of all processes."""
    from ...distributed import get_rank, get_world_size, is_initialized

    if not is_initialized():
        raise ValueError(
            "DistributedSampler: expected num_replicas and rank, or a process group to ask, got neither; call "
            "derivata.distributed.init_process_group('mpi') first"
        )
    return get_world_size() if num_replicas is None else num_replicas, get_rank() if rank is None else rank

"""DataLoader: batches of a dataset, made here or by worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from typing import Any

from ...arrays.random import Generator
from .collate import default_collate as default_collate
from .collate import default_convert as default_convert
from .dataset import IterableDataset
from .fetching import Exhausted, Recipe
from .iteration import InWorkers
from .pool import Pool
from .sampler import BatchSampler, RandomSampler, SequentialSampler, new_seed, number_of_batches, positive
from .worker import get_worker_info as get_worker_info


class DataLoader:
    """Batches of a dataset, in an order that depends on the seed only, whatever the number of workers.

    Parameters
    ----------
    dataset : Dataset
        Samples by number, or an `IterableDataset`.
    batch_size : int or None
        Samples of a batch; None gives samples as they are.
    shuffle : bool, optional
        Whether they come at random.
    sampler, batch_sampler : iterable, optional
        The numbers of samples, or lists of them, in the order in which they are taken, instead.
    num_workers : int
        How many processes make batches; 0 makes them here.
    collate_fn : callable, optional
        Makes a batch of a list of samples; by default `default_collate`.
    pin_memory, pin_memory_device, in_order
        Accepted without effect: there is no other device, and batches are in order.
    drop_last : bool
        Whether a last batch that is shorter is left out.
    timeout : float
        Seconds to wait for a batch of a worker; 0 waits for ever, as long as it lives.
    worker_init_fn : callable, optional
        Is called in each worker with its number, after it has been seeded.
    multiprocessing_context : str or context, optional
        How processes begin; by forks where that is possible.
    generator : Generator, optional
        Draws order and seeds; by default the global one.
    prefetch_factor : int, optional
        How many batches each worker makes ahead; 2.
    persistent_workers : bool
        Whether workers stay from one epoch to the next.

    Examples
    --------
    >>> from derivata.utils.data import DataLoader, TensorDataset
    >>> data = TensorDataset(dv.arange(5), dv.arange(5.0) ** 2)
    >>> for x, y in DataLoader(data, batch_size=2):
    ...     print(x.tolist(), y.tolist())
    [0, 1] [0.0, 1.0]
    [2, 3] [4.0, 9.0]
    [4] [16.0]
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[Any] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], object] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        if isinstance(num_workers, bool | float) or num_workers < 0:
            raise ValueError(
                f"DataLoader: expected num_workers to be an int of at least 0, got {num_workers!r}"
            )
        if not timeout >= 0:
            raise ValueError(f"DataLoader: expected timeout of at least 0, got {timeout!r}")
        if num_workers == 0 and (prefetch_factor is not None or persistent_workers or timeout):
            raise ValueError(
                "DataLoader: prefetch_factor, persistent_workers and timeout are for workers; expected num_workers "
                "above 0, got 0"
            )
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor: int = positive(
            "DataLoader", "prefetch_factor", 2 if prefetch_factor is None else prefetch_factor
        )
        self.pin_memory: bool = pin_memory
        self.timeout: float = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.generator = generator
        self.persistent_workers = persistent_workers
        self._iterable = isinstance(dataset, IterableDataset)
        self._choose_order(batch_size, shuffle, sampler, batch_sampler, drop_last)
        batched = self.batch_sampler is not None
        self.collate_fn: Callable[[Any], Any] = collate_fn or (
            default_collate if batched else default_convert
        )
        self._recipe = Recipe(dataset, self.collate_fn, batched, drop_last)
        self._pool: Pool | None = None

    def _choose_order(
        self,
        batch_size: int | None,
        shuffle: bool | None,
        sampler: Iterable[Any] | None,
        batch_sampler: Iterable[Any] | None,
        drop_last: bool,
    ) -> None:
        """Set `sampler` and `batch_sampler`, after the arguments have been compared."""
        if self._iterable and (shuffle or sampler is not None or batch_sampler is not None):
            raise ValueError(
                "DataLoader: expected no shuffle, sampler or batch_sampler for an IterableDataset, which has an order"
            )
        if sampler is not None and shuffle:
            raise ValueError(
                "DataLoader: sampler option is mutually exclusive with shuffle; give one of them"
            )
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError(
                "DataLoader: batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                "drop_last; give it alone"
            )
        if batch_size is None and drop_last:
            raise ValueError(
                "DataLoader: batch_size=None is mutually exclusive with drop_last; there are no batches"
            )
        if sampler is None:
            if self._iterable:
                sampler = repeat(None)
            elif shuffle:
                sampler = RandomSampler(self.dataset, generator=self.generator)
            else:
                sampler = SequentialSampler(self.dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.sampler: Iterable[Any] = sampler
        self.batch_sampler: Iterable[Any] | None = batch_sampler
        self.batch_size: int | None = (
            None if batch_sampler is not None and not hasattr(batch_sampler, "batch_size") else batch_size
        )
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[Any]:
        """Begin an epoch."""
        seed = new_seed(self.generator)
        tasks = iter(self.sampler if self.batch_sampler is None else self.batch_sampler)
        if self.num_workers == 0:
            return _made_here(self._recipe, tasks)
        pool = self._pool
        if pool is None or not pool.stop.alive:
            pool = Pool(
                self._recipe,
                self.num_workers,
                self.worker_init_fn,
                self.multiprocessing_context,
                self.timeout,
            )
        self._pool = pool if self.persistent_workers else None
        return InWorkers(pool, tasks, seed, self.prefetch_factor, self.persistent_workers)

    def __len__(self) -> int:
        """Return the number of batches."""
        if not self._iterable:
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)  # type: ignore[arg-type]
        count = len(self.dataset)
        return count if self.batch_size is None else number_of_batches(count, self.batch_size, self.drop_last)


def _made_here(recipe: Recipe, tasks: Iterator[Any]) -> Iterator[Any]:
    """Yield the batches, made in this process."""
    make = recipe.begin()
    for task in tasks:
        try:
            batch = make(task)
        except Exhausted:
            return
        yield batch

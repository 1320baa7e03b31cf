"""How samples are taken from a dataset: by number, or one after the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from .dataset import IterableDataset

Collate = Callable[[Any], Any]


class Recipe(NamedTuple):
    """What a process needs to make batches."""

    dataset: Any
    collate: Collate
    batched: bool
    drop_last: bool

    def begin(self) -> Callable[[Any], Any]:
        """Return the function that makes the batch of a task; it raises `Exhausted` when there is no more."""
        return self._one_after_the_other() if isinstance(self.dataset, IterableDataset) else self._by_number

    def _by_number(self, task: Any) -> Any:
        if not self.batched:
            return self.collate(self.dataset[task])
        if hasattr(self.dataset, "__getitems__"):
            return self.collate(self.dataset.__getitems__(task))
        return self.collate([self.dataset[number] for number in task])

    def _one_after_the_other(self) -> Callable[[Any], Any]:
        samples = iter(self.dataset)

        def take(task: Any) -> Any:
            found = list(islice(samples, len(task) if self.batched else 1))
            if not found or (self.batched and self.drop_last and len(found) < len(task)):
                raise Exhausted
            return self.collate(found if self.batched else found[0])

        return take


class Exhausted(Exception):
    """There is no more sample."""

"""An epoch of batches that workers make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .pool import Pool


class InWorkers:
    """The batches in the order of their tasks; each worker has some tasks ahead.

    Whatever goes wrong, and when the last batch has come, its workers are ended, unless they stay for the next epoch.
    """

    def __init__(self, pool: Pool, tasks: Iterator[Any], seed: int, ahead: int, stays: bool) -> None:
        self._pool: Pool | None = pool
        self._epoch = pool.epoch + 1
        self._tasks = tasks
        self._stays = stays
        self._workers = list(range(len(pool.processes)))  # those that have more
        self._given: list[int] = []  # the worker of each task
        self._next = 0
        try:
            pool.begin(seed)
            for _ in range(ahead * len(self._workers)):
                self._give(pool)
        except BaseException:
            pool.stop()
            raise

    def __iter__(self) -> InWorkers:
        return self

    def __next__(self) -> Any:
        pool = self._pool
        if pool is None:
            raise StopIteration
        if pool.epoch != self._epoch:
            raise RuntimeError(
                "DataLoader: expected one epoch at a time of persistent workers, got another that was begun before "
                "this one ended; make another loader for it"
            )
        try:
            return self._batch(pool)
        except BaseException as error:
            self._pool = None
            if not (self._stays and isinstance(error, StopIteration)):
                pool.stop()
            raise

    def _give(self, pool: Pool) -> None:
        """Give the next task to the next worker that has more."""
        if not self._workers:
            return
        try:
            task = next(self._tasks)
        except StopIteration:
            return
        worker = self._workers.pop(0)
        pool.send(worker, len(self._given), task)
        self._given.append(worker)
        self._workers.append(worker)

    def _batch(self, pool: Pool) -> Any:
        while self._next < len(self._given):
            place = self._next
            kind, content = pool.receive(place)
            self._next += 1
            if kind == "error":
                raise content.error()
            if kind == "end" and self._given[place] in self._workers:
                self._workers.remove(self._given[place])
            self._give(pool)
            if kind == "batch":
                return content
        raise StopIteration

"""The worker processes of a loader: starting, sending tasks, receiving answers, stopping."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import warnings
import weakref
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from .fetching import Recipe
from .worker import run

GRACE = 1.0
"""Seconds that workers have to end by themselves."""


class Pool:
    """Workers with a connection to each."""

    def __init__(
        self, recipe: Recipe, count: int, init: Callable[[int], object] | None, context: Any, timeout: float
    ) -> None:
        if not hasattr(context, "Process"):
            methods = multiprocessing.get_all_start_methods()
            context = multiprocessing.get_context(context or ("fork" if "fork" in methods else None))
        self.timeout = timeout
        self.epoch: int = 0
        self.connections: list[Connection] = []
        self.processes: list[Any] = []
        self._arrived: dict[int, tuple[str, Any]] = {}
        self.stop = weakref.finalize(self, _stop, self.processes, self.connections, os.getpid())
        forks = context.get_start_method() == "fork"
        try:
            for number in range(count):
                ours, theirs = context.Pipe()
                self.connections.append(ours)
                inherited = list(self.connections) if forks else []
                args = (theirs, inherited, number, count, recipe, init)
                process = context.Process(target=run, args=args, daemon=True)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
                    process.start()
                self.processes.append(process)
                theirs.close()
        except BaseException:
            self.stop()
            raise

    def begin(self, seed: int) -> None:
        """Start an epoch in all workers; answers of the previous one are ignored."""
        self.epoch += 1
        self._arrived.clear()
        for number in range(len(self.connections)):
            self.send(number, None, seed)

    def send(self, worker: int, place: int | None, task: Any) -> None:
        """Give a worker a task."""
        try:
            self.connections[worker].send((self.epoch, place, task))
        except OSError:
            raise self._death(worker) from None

    def receive(self, place: int) -> tuple[str, Any]:
        """Wait for the answer to a task."""
        until = time.monotonic() + self.timeout if self.timeout else None
        while place not in self._arrived:
            left = None if until is None else max(0.0, until - time.monotonic())
            ready = wait([*self.connections, *(process.sentinel for process in self.processes)], left)
            if not ready:
                raise RuntimeError(f"DataLoader timed out after {self.timeout} seconds")
            heard = [number for number, one in enumerate(self.connections) if one in ready]
            for number in heard:
                self._hear(number)
            if not heard:
                raise self._death(next(n for n, one in enumerate(self.processes) if one.sentinel in ready))
        return self._arrived.pop(place)

    def _hear(self, worker: int) -> None:
        try:
            epoch, place, kind, content = self.connections[worker].recv()
        except (EOFError, OSError):
            raise self._death(worker) from None
        if epoch == self.epoch:
            self._arrived[place] = (kind, content)

    def _death(self, worker: int) -> RuntimeError:
        process = self.processes[worker]
        process.join(GRACE)
        code = process.exitcode
        how = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit code {code}"
        return RuntimeError(
            f"DataLoader worker {worker} (pid {process.pid}) exited unexpectedly with {how}; run with num_workers=0 to "
            "see what its dataset does"
        )


def _stop(processes: list[Any], connections: list[Connection], owner: int) -> None:
    """Stop the workers: ask them, then kill them; wait for each, so that none stays as a zombie."""
    if os.getpid() != owner:  # a copy of the pool in a forked process
        return
    for connection in connections:
        with suppress(OSError):  # it is gone
            connection.send(None)
        connection.close()
    until = time.monotonic() + GRACE
    for end in (lambda process: None, lambda process: process.terminate(), lambda process: process.kill()):
        alive = [process for process in processes if process.exitcode is None]
        for process in alive:
            end(process)
        for process in alive:
            process.join(max(0.05, until - time.monotonic()))
        until = max(until, time.monotonic() + GRACE / 2)
    for process in processes:
        process.join()
        process.close()
    processes.clear()
    connections.clear()

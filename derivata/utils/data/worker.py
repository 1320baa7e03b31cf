"""The worker process, which makes batches for a loader."""

from __future__ import annotations

import random
import signal
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from ...arrays.kernels import set_num_threads
from ...arrays.random import manual_seed
from .fetching import Exhausted, Recipe


class WorkerInfo(NamedTuple):
    """Information about a worker: its id, the number of workers, its seed, and its copy of the dataset."""

    id: int
    num_workers: int
    seed: int
    dataset: Any


_info: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """Return the information about the calling worker, None in the main process."""
    return _info


class Failure(NamedTuple):
    """An error of a worker, for the process that trains."""

    kind: type[BaseException]
    text: str

    def error(self) -> BaseException:
        """Return an error of the same class with the traceback of the worker; a RuntimeError if that cannot be made."""
        try:
            return self.kind(_Shown(self.text))
        except Exception:  # a class that takes other arguments
            return RuntimeError(self.text)


class _Shown(str):
    """A text that a KeyError shows as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def failure(number: int) -> Failure:
    """Describe the error that is being handled."""
    error = traceback.format_exc()
    kind = sys.exc_info()[0] or RuntimeError
    return Failure(kind, f"Caught {kind.__name__} in DataLoader worker process {number}.\nOriginal {error}")


def run(
    connection: Connection,
    inherited: list[Connection],
    number: int,
    count: int,
    recipe: Recipe,
    init: Callable[[int], object] | None,
) -> None:
    """Make batches until the main process says stop, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the loader, which ends its workers
    for code in (signal.SIGTERM, *([signal.SIGUSR1] if hasattr(signal, "SIGUSR1") else [])):
        if callable(signal.getsignal(code)):  # the program handles it, and ends the loader
            signal.signal(code, signal.SIG_IGN)
    for other in inherited:  # ends of others, which would not see that a process is gone
        other.close()
    set_num_threads(1)
    tasks: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_receive, args=(connection, tasks), daemon=True).start()
    make: Callable[[Any], Any] | None = None
    begun, problem = False, None
    while (task := tasks.get()) is not None:
        epoch, place, content = task
        try:
            if place is None:  # an epoch begins
                make, problem = None, None
                _seed(number, count, content, recipe.dataset)
                if init is not None and not begun:
                    init(number)
                begun, make = True, recipe.begin()
                continue
            answer = (epoch, place, "end", None) if make is None else (epoch, place, "batch", make(content))
            if problem is not None:
                answer = (epoch, place, "error", problem)
        except Exhausted:
            make, answer = None, (epoch, place, "end", None)
        except BaseException:
            found = failure(number)
            if place is None:
                problem = found
                continue
            answer = (epoch, place, "error", found)
        if not _sent(connection, answer, number):
            return


def _receive(connection: Connection, tasks: SimpleQueue[Any]) -> None:
    """Read tasks as they come, so that the other side never waits to send one."""
    try:
        while True:
            task = connection.recv()
            tasks.put(task)
            if task is None:
                return
    except (EOFError, OSError):
        tasks.put(None)


def _sent(connection: Connection, answer: tuple[Any, ...], number: int) -> bool:
    """Send an answer, or the error that it cannot be pickled; return whether the main process is still there."""
    try:
        connection.send(answer)
    except OSError:
        return False
    except Exception:
        text = failure(number).text
        try:
            connection.send((*answer[:2], "error", Failure(RuntimeError, text)))
        except OSError:
            return False
    return True


def _seed(number: int, count: int, base: int, dataset: Any) -> None:
    """Seed the generators of derivata, Python and NumPy with this worker's own seed."""
    global _info
    seed = base + number
    manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed % 2**32)
    _info = WorkerInfo(number, count, seed, dataset)

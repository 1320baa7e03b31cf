"""Runs a kernel over chunks of its range, on several threads when that pays.

Workers are Python threads inside compiled code (`claim`), where they need no GIL: they poll for a task for some 300 us,
then sleep on a lock. Waking them costs more than a short kernel, so the caller works with those that are awake until
enough work has accumulated. Neither the thread that runs a chunk nor the number of chunks makes a difference to what a
kernel computes. One Python thread at a time uses the workers; others work alone meanwhile.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import get_native_id, start_new_thread
from functools import cached_property
from importlib.util import find_spec
from operator import index
from typing import TYPE_CHECKING

import numpy as np

from ... import turns
from ..objects import BYTES
from . import words
from .locks import Locks, processor_functions, yield_function
from .words import CHUNKS as CHUNKS

if TYPE_CHECKING:
    from ..native import Entry

__all__ = ["POOL", "Pool", "get_num_threads", "set_num_threads"]

SHORT = 262144  # units of work that are not worth sharing, or giving up the GIL: some 6 us, 52,000 additions
LONG = 8 * SHORT  # units of work per thread that are worth giving up the GIL where compiled code shares them
CHUNK = 65536  # the fewest units of work in a chunk
WAKE = 4194304  # units of work done alone before sleeping workers are woken: some 100 us
PATIENT = (
    1 << 32
)  # units of work: some 100 ms; to compile the workers' code takes several times as long, once
POLL = 5e-5  # seconds
ROUNDS = 20_000  # of looking for a task, before a worker sleeps
_SETTINGS = ("DERIVATA_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")
_CODES = ("work", ("int64[1]",)), ("drive", ("int64[1]", "int64", "int64", "bool"))


class Team:
    """The workers, their control words, and the locks on which they sleep."""

    def __init__(self, workers: int, work: Entry, drive: Entry) -> None:
        raw = np.zeros(words.WORDS + words.LINE, np.int64)
        start = -raw.ctypes.data % 64 // 8
        self.control = control = raw[start : start + words.WORDS]
        self.workers = workers
        self._work, self._drive = work, drive
        self.words = id(control), drive.address
        self._locks = Locks(workers)
        self._processors = np.zeros(words.TABLE_WORDS, np.int64)
        self._processors[:4] = [*processor_functions(), workers + 1]
        table = self._processors.ctypes.data
        control[words.ACQUIRE : words.TABLE + 1] = [*self._locks.functions, workers, yield_function(), table]
        control[words.LOCKS : words.LOCKS + workers] = self._locks.addresses
        self._ended: list[int] = []
        for number in range(
            workers
        ):  # no `Thread`: an interrupt of its `start` can leave a lock taken for good
            start_new_thread(self._serve, (number,))

    def awake(self) -> int:
        """Return how many workers do not sleep."""
        return self.workers - self.control.item(words.SLEEPING)

    def run(self, entry: Entry, block: bytes, count: int, chunk: int, wake: bool) -> int:
        """Run a task on all workers that are awake; return the error of one of the chunks that failed, or 0."""
        task = self._drive.pack(id(self.control), entry.address, id(block) + BYTES, wake)
        self._drive.release(task, chunk, count)
        return self.control.item(words.ERROR)

    def close(self) -> None:
        """End the workers' threads."""
        self.control[words.STOP] = 1
        self._drive.release(self._drive.pack(id(self.control), 0, 0, True), 1, 0)  # wakes them
        end = time.monotonic() + 1
        while len(self._ended) < self.workers and time.monotonic() < end:
            time.sleep(POLL)
        if len(self._ended) == self.workers:
            self._locks.free()

    def _serve(self, number: int) -> None:
        """Run a worker."""
        self._processors[words.THREADS // 8 + 1 + number] = get_native_id()  # behind the caller's
        self._work.release(self._work.pack(id(self.control)), number, ROUNDS)
        self._ended.append(number)


class Pool:
    """Decides whether a kernel runs on the caller's thread alone.

    `words` let compiled code decide likewise (see `direct`): the address of the team's control words, or 0 while they
    are in use, that of the code that drives a task, and the number of threads. It reads them, and uses the team, under
    the GIL.
    """

    def __init__(self, size: int) -> None:
        self.words = np.array([0, 0, size, 0])
        self.size = size
        self._team: Team | None = None
        self.busy: object = None  # not None while a thread has the workers: see `turns`
        self._debt = 0
        self._alone = 0  # units of work that asked for workers whose code was not compiled

    def run(self, entry: Entry, block: bytes, count: int, work: int) -> None:
        """Run `entry` over `0..count`, `work` units in all; raise what the kernel raises."""
        if work < SHORT:
            error = entry.hold(block, 0, count)
        elif self.size == 1 or self.busy is not None:
            error = entry.release(block, 0, count)
        else:
            self.busy = turns.process
            try:
                error = self._share(entry, block, count, work)
            finally:
                self.busy = None
        if error:
            from ..native import raise_error

            raise_error(error)

    def sweep(self, entry: Entry, block: bytes, count: int, work: int) -> None:
        """Do the same for loops over arrays, which a single thread runs forwards and backwards in alternate calls.

        So a call begins with what the last one has left in the cache; with several threads, lanes do that (see
        `claim`).
        """
        sweep = self._sweep if self.size == 1 and work >= SHORT else None
        if sweep is None:
            self.run(entry, block, count, work)
            return
        turn = self.words[3] = 1 - self.words.item(3)
        chunk = self._chunk(count, work)
        error = sweep.release(sweep.pack(entry.address, id(block) + BYTES, bool(turn)), chunk, count)
        if error:
            from ..native import raise_error

            raise_error(error)

    @cached_property
    def _sweep(self) -> Entry | None:
        """The compiled code for one thread."""
        from ..cache.entries import find

        return find(f"{__package__}.sweeping", "sweep", ("int64", "int64", "bool"))

    @property
    def workers(self) -> int:
        """How many threads there are beside the caller's."""
        return min(self.size, CHUNKS) - 1

    def resize(self, size: int) -> None:
        """Use `size` threads, the caller's among them."""
        while self.busy is not None:
            turns.wait(self)
        self.busy = turns.process
        try:
            self.words[:3] = 0, 0, size
            self.size = size
            team, self._team = self._team, None
            if team is not None:
                team.close()
        finally:
            self.busy = None

    def forget(self) -> None:
        """Start over in a forked process, which has none of its parent's threads."""
        self._team = None
        self.words[0] = 0
        self.busy = None

    def _share(self, entry: Entry, block: bytes, count: int, work: int) -> int:
        chunk = self._chunk(count, work)
        team = self._team
        awake = 0 if team is None else team.awake()
        wake = awake < self.workers and self._pays(work)
        if (awake or wake) and chunk < count:
            team = team or self._start(work)
            if team is not None:
                self.words[0] = 0
                try:
                    return team.run(entry, block, count, chunk, wake)
                finally:
                    self.words[:2] = team.words
        return entry.release(block, 0, count)

    def _chunk(self, count: int, work: int) -> int:
        """Return the size of the chunks of a range; if it is long enough, all threads get equally many.

        Otherwise a thread that is done takes a chunk of another one, whose part of the arrays then changes caches.
        """
        pieces = max(min(CHUNKS, work // CHUNK), 1)
        if pieces > self.size:
            pieces -= pieces % self.size
        chunk = -(-count // pieces)
        return -(-chunk // 64) * 64 if chunk > 64 else chunk  # whole cache lines

    def _pays(self, work: int) -> bool:
        """Whether enough work has accumulated to wake workers."""
        self._debt += work
        if self._debt < WAKE:
            return False
        self._debt = 0
        return True

    def _start(self, work: int) -> Team | None:
        """Start the workers; if that is impossible, use one thread from now on.

        If their code is not compiled yet, tasks run without them for `PATIENT` units of work: a program that has little
        to do never waits for the compiler.
        """
        from ..cache.entries import find, is_known

        codes = [(f"{__package__}.claim", *code) for code in _CODES]
        if self._alone < PATIENT and (self._alone or not all(is_known(*code) for code in codes)):
            self._alone += max(work, WAKE)
            if self._alone < PATIENT:
                return None
        serve, drive = (find(*code) for code in codes)
        try:
            self._team = Team(self.workers, serve, drive) if serve and drive else None
        except RuntimeError:  # the system has no more threads, or the interpreter is about to end
            self._team = None
        if self._team is None:
            self.words[2] = self.size = 1
        return self._team


def _default_size() -> int:
    """Return what the environment asks for, else the number of processors that this process may use.

    Of an OpenMP list for nested teams, `4,2`, the first number counts; anything but a positive number is ignored.
    """
    for name in _SETTINGS:
        setting = os.environ.get(name, "").partition(",")[0].strip()
        if setting.isdecimal() and int(setting) > 0:
            return int(setting)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, CHUNKS)


POOL = Pool(_default_size())

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.forget)


def get_num_threads() -> int:
    """Return how many threads a kernel may use."""
    return POOL.size


def set_num_threads(count: int) -> None:
    """Let kernels use at most `count` threads, and NumPy's BLAS if threadpoolctl is installed.

    What kernels compute does not depend on it; the last bits of products and factorisations, which are BLAS's and
    LAPACK's, may.
    """
    try:
        number = index(count)
    except TypeError:
        raise TypeError(
            f"set_num_threads: count must be an int, got {count!r} ({type(count).__name__}); 1 means no threads"
        ) from None
    if number < 1:
        raise ValueError(f"set_num_threads: count must be 1 or more, got {count}; 1 means no threads")
    POOL.resize(min(number, sys.maxsize))
    if find_spec("threadpoolctl") is not None:
        from threadpoolctl import threadpool_limits  # not at the top: it is optional

        threadpool_limits(min(number, os.cpu_count() or 1), user_api="blas")

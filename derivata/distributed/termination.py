"""`TerminationRequest`: a scheduler's signal ends a program at a step that all ranks agree on."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable
from types import FrameType, TracebackType
from typing import Any, Self

import numpy as np

from ..runtime.graph.tensor_base import wrap
from .collectives import all_reduce
from .mpi import ReduceOp
from .process_group import GroupMember, resolve

__all__ = ["TerminationRequest"]

_SIGNALS = (signal.SIGTERM, *([signal.SIGUSR1] if hasattr(signal, "SIGUSR1") else []))


class TerminationRequest:
    """Within this block, signals by which schedulers end jobs are noted, and the program ends itself.

    ``agreed()`` tells all ranks alike whether any of them has got one: then the program saves a checkpoint and exits.
    Workers of a `DataLoader` that were forked ignore the signals, so that the step can be finished; other forks of the
    program end by them.

    Parameters
    ----------
    signals : iterable of int
        SIGTERM and SIGUSR1 if not given. Slurm sends the first before the end, and any with ``--signal``.
    group : ProcessGroup, optional
        The ranks that agree; all if not given. A program without `init_process_group` is alone.

    Attributes
    ----------
    received : int or None
        The signal that this process has got; once agreed, the one of the rank that has.
    exit_code : int
        128 and the number of the signal, as shells have it: 143 for SIGTERM. 0 without a signal.

    Raises
    ------
    RuntimeError
        When the block is entered in a thread that is not the main one: Python's signals are the main thread's.

    Examples
    --------
    >>> import os, signal, time
    >>> import derivata.distributed as dist
    >>> dist.init_process_group("mpi")
    >>> with dist.TerminationRequest() as request:
    ...     for step in range(10):
    ...         if step == 3 and dist.get_rank() == 0:
    ...             os.kill(os.getpid(), signal.SIGTERM)  # as a scheduler does
    ...         if request.agreed():
    ...             break  # after dist.checkpoint.save(...)
    >>> step, request.exit_code  # sys.exit(request.exit_code)
    (3, 143)
    >>> dist.destroy_process_group()
    """

    def __init__(self, signals: Iterable[int] = _SIGNALS, group: Any = None) -> None:
        self.signals = tuple(signals)
        self.group = group
        self.received: int | None = None
        self._before: dict[int, Any] = {}
        self._process = os.getpid()

    @property
    def exit_code(self) -> int:
        """What the program should exit with."""
        return 0 if self.received is None else 128 + self.received

    def __enter__(self) -> Self:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError(
                "TerminationRequest: expected the main thread, in which Python handles signals, got "
                f"{threading.current_thread().name}; enter the block there"
            )
        for number in self.signals:
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        while self._before:
            number, handler = self._before.popitem()
            signal.signal(number, signal.SIG_DFL if handler is None else handler)  # None: not Python's

    def _note(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() == self._process:
            self.received = number
        else:  # a fork of it, which ends as it would without this block
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def agreed(self) -> bool:
        """Tell whether any rank has got a signal; all ranks call it at the same step, and get the same answer.

        It costs one message of 8 bytes.

        Raises
        ------
        DistBackendError, RankMismatchError
            As `all_reduce`, if ranks do not call it together.
        """
        if self.group is None and GroupMember.WORLD is None:
            return self.received is not None
        if resolve("TerminationRequest", self.group) is None:
            return self.received is not None
        number = np.array([self.received or 0])
        all_reduce(wrap(number), ReduceOp.MAX, self.group)
        if number[0]:
            self.received = int(number[0])
        return self.received is not None

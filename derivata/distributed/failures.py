"""What ends all ranks when one of them fails: one error that says what happened, and no rank that waits for ever."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

from .mpi import mpi

if TYPE_CHECKING:
    from types import TracebackType

    from .process_group import ProcessGroup

GRACE = 5.0
"""How many seconds ranks that fail together wait for the one that tells why."""

RELAY = 0.5
"""How many seconds the launcher has to pass on what was printed: MPICH's loses it when ranks are aborted."""


class DistError(RuntimeError):
    """Base class of the errors of several ranks.

    Attributes
    ----------
    speaker : int or None
        The rank whose message is printed, where several ranks raise the same error; None: each its own.
    """

    speaker: int | None = None


class DistBackendError(DistError):
    """Error that MPI reports, or a wait that took longer than the timeout of the group."""


class RankMismatchError(DistError):
    """Error that all ranks raise alike, because they do not agree."""

    speaker = 0


class AbortOnError:
    """The ``sys.excepthook`` of a process with a group: an error that nobody caught ends all ranks.

    Parameters
    ----------
    before
        The hook that was there, which prints the error.
    rank, size
        Number of this rank, and how many there are.
    """

    def __init__(self, before: Any, rank: int, size: int) -> None:
        self.before = before
        self.rank, self.size = rank, size
        self.process = os.getpid()

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Print the error with the number of the rank, and abort MPI."""
        if os.getpid() != self.process or self.size == 1:
            self.before(kind, error, trace)
            return
        speaker = getattr(error, "speaker", None)
        if speaker is not None and speaker != self.rank:
            time.sleep(GRACE)  # the other rank ends this one meanwhile
        error.add_note(f"(on rank {self.rank} of {self.size}; it ends all of them)")
        try:
            self.before(kind, error, trace)
            sys.stdout.flush()
            sys.stderr.flush()
            time.sleep(RELAY)
        finally:
            mpi().COMM_WORLD.Abort(1)


def install(rank: int, size: int) -> None:
    """Have errors that nobody catches end all ranks."""
    if not isinstance(sys.excepthook, AbortOnError):
        sys.excepthook = AbortOnError(sys.excepthook, rank, size)


def uninstall() -> None:
    """Restore the hook from before `install`, if it is still there."""
    if isinstance(sys.excepthook, AbortOnError):
        sys.excepthook = sys.excepthook.before


def timed_out(group: ProcessGroup, what: str, seconds: float) -> DistBackendError:
    """Return the error of a wait that took too long, after asking the other ranks where they are.

    Ranks that wait as well tell each other in what; those that say nothing are elsewhere, slow, or dead.
    """
    heard = _ask(group, what)
    others = [f"rank {group.ranks[rank]} waits in {text}" for rank, text in sorted(heard.items())]
    silent = [
        str(group.ranks[rank]) for rank in range(group.size()) if rank not in heard and rank != group.rank()
    ]
    if silent:
        others.append(
            f"nothing was heard of rank{'s' if len(silent) > 1 else ''} {', '.join(silent)}: slow, in other "
            "code, or dead"
        )
    error = DistBackendError(
        f"{what}: rank {group.ranks[group.rank()]} has waited {seconds:g} s, the timeout; {'; '.join(others)}; "
        "all ranks "
        "must call the same functions in the same order; where one is only slow, init_process_group(timeout=...) gives "
        "it more time"
    )
    error.speaker = group.ranks[min([group.rank(), *heard])]
    return error


def _ask(group: ProcessGroup, what: str) -> dict[int, str]:
    """Tell the other ranks of a group in what this one waits, and return what they tell."""
    control = group.control
    others = [rank for rank in range(group.size()) if rank != group.rank()]
    sent = [control.isend(what, rank) for rank in others]
    heard: dict[int, str] = {}
    end = time.monotonic() + GRACE
    while len(heard) < len(others) and time.monotonic() < end:
        state = mpi().Status()
        if control.Iprobe(status=state):
            heard[state.source] = control.recv(source=state.source)
        time.sleep(0.01)
    group.abandoned += sent
    return heard

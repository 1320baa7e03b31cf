"""Taking turns without locks, whose holders an interrupt (Ctrl-C) or a fork can lose.

KeyboardInterrupt may come between a lock's `acquire` and the `try` after it, and from CPython 3.14 on also between the
two halves of `with lock:`; then the lock stays taken for good. But between two instructions of Python code that call
nothing, neither an interrupt nor another thread comes in. So a holder has a flag, and whoever wants it writes

    while holder.busy is not None:
        wait(holder)
    holder.busy = turns.process
    try:
        ...
    finally:
        holder.busy = None

Nothing may be called between the last test and `try`. A forked process takes no notice of flags of its parent's
threads. Where one value is all there is, not even a flag is needed: compute the new one from the old one, and store it
if the old one is still there.
"""

import os
import time
from collections.abc import Callable
from threading import get_ident
from typing import Any, TypeVar

R = TypeVar("R")

process: object = object()  # of this process: another one in each that is forked
_PAUSE = 5e-5  # seconds


def wait(holder: Any) -> None:
    """Let others go first; what a thread of the parent process had taken is free."""
    if holder.busy is not process:
        holder.busy = None
    else:
        time.sleep(_PAUSE)


def _forked() -> None:
    global process
    process = object()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


class Turn:
    """Calls of functions by one thread at a time, which may come back here."""

    def __init__(self) -> None:
        self.busy: object = None
        self.owner: int | None = None
        self.wanted = 0.0  # until when those who come anew let others go first

    def call(self, function: Callable[..., R], *args: Any) -> R:
        """Call a function when it is this thread's turn."""
        me = get_ident()
        if self.owner == me:
            return function(*args)
        if time.monotonic() < self.wanted:
            time.sleep(4 * _PAUSE)
        while self.busy is not None:
            self.wait()
        self.busy, self.owner = process, me
        try:
            return function(*args)
        finally:
            self.busy = self.owner = None

    def wait(self) -> None:
        """Let others go first, but not again and again."""
        self.wanted = time.monotonic() + 20 * _PAUSE
        wait(self)


def forks_wait_for(turn: Turn) -> Turn:
    """Let forks wait until it is nobody's turn, so that the child finds whole what a turn changes."""
    before: list[int | None] = []

    def take() -> None:
        me = get_ident()
        while turn.busy is not None and turn.owner != me:
            turn.wait()
        before.append(turn.owner)
        turn.busy, turn.owner = process, me

    def give() -> None:
        turn.owner = before.pop() if before else None
        turn.busy = None if turn.owner is None else process

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=take, after_in_parent=give, after_in_child=give)
    return turn

"""Backward passes inside backward passes, to any depth.

The interpreter limits the depth of calls on each thread. A hook, or a backward written in Python, may start a backward
pass, which may call another one, and so on: after some levels the next ones get a thread of their own, and this one
waits.
"""

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

# Seconds; the end of the thread is noticed at once, an interruption from another thread after that.
POLL = 0.1
LEVELS_PER_THREAD = 16  # leaves each level some fifty frames of the user's own


class _Depth(threading.local):
    levels = 0  # more than 0 where users' code runs inside a pass


depth = _Depth()


def call_nested(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function that may come back here."""
    if depth.levels >= LEVELS_PER_THREAD:
        return _on_new_thread(function, args)
    depth.levels += 1
    try:
        return function(*args)
    finally:
        depth.levels -= 1


def _on_new_thread(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call a function on a thread that inherits the context (the grad mode) and the current node; wait for it."""
    from .running_pass import steps, waiting  # here: the engine is made of what is imported on top

    results: list[Any] = []
    errors: list[BaseException] = []
    context = copy_context()
    callers = tuple(steps())
    done = threading.Lock()
    done.acquire()

    def run() -> None:
        waiting.steps = callers
        try:
            results.append(context.run(call_nested, function, *args))
        except BaseException as error:  # it belongs to the caller
            errors.append(error)
        finally:
            done.release()

    thread = threading.Thread(target=run, name="derivata-nested-backward")
    thread.start()
    _wait_for(done, thread)
    if errors:
        raise errors.pop()
    return results.pop()


def _wait_for(done: threading.Lock, thread: threading.Thread) -> None:
    """Wait for a thread; an interruption meanwhile (Ctrl-C) is handed to it, and comes back as its error."""
    while True:
        try:
            if done.acquire(timeout=POLL):
                return
        except BaseException as error:
            import ctypes

            ident = ctypes.c_ulong(thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(type(error)))


def accumulate_now(leaf: Any) -> None:
    """Accumulate what a running pass holds for a leaf whose `.grad` users' code asks for."""
    from .pending import accumulate_if_whole  # here: the engine is made of what is imported on top

    accumulate_if_whole(leaf)

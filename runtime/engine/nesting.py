"""Backward passes inside backward passes, to any depth.

The interpreter limits the depth of calls on each thread. A hook, or a backward written in Python, may start a backward
pass, which may start another one, and so on: beyond some depth the next passes run on a thread of their own while this
one waits. `_thread` starts it, because `threading` takes locks to start one, which an interrupt could leave locked.
"""

from _thread import _local, get_ident, start_new_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from weakref import ref

from .passes import passes

if TYPE_CHECKING:
    from .graph_task import GraphTask

# Seconds; the end of the thread is noticed at once, an interruption from another thread after that.
POLL = 0.1
LEVELS_PER_THREAD = 16  # leaves each level some fifty frames of the user's own


class _Depth(_local):
    levels = 0  # more than 0 where users' code runs inside a pass


depth = _Depth()


def call_nested(function: Callable[..., Any], *args: Any) -> Any:
    """Call user code, which may start another backward pass and so call this function again."""
    if depth.levels >= LEVELS_PER_THREAD:
        return _on_new_thread(function, args)
    depth.levels += 1
    try:
        return function(*args)
    finally:
        depth.levels -= 1


def _on_new_thread(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Call a function on a new thread, which inherits the context (grad mode) and the stack of passes; wait for it.

    An interrupt (Ctrl-C) in the meantime is raised in that thread, and comes back as its error. The thread runs as long
    as the interpreter holds a reference to `run`: from the call that starts the thread until its end.
    """
    outcome = _Outcome()
    ended: SimpleQueue[Any] = SimpleQueue()
    runs = [partial(_run, outcome, tuple(passes.tasks), copy_context(), function, args)]
    run = ref(runs[0], ended.put)
    interruptions: list[BaseException] = []
    while True:
        try:
            if interruptions and outcome.thread:
                import ctypes

                kind = ctypes.py_object(type(interruptions[-1]))
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(outcome.thread), kind)
            if runs and not interruptions:
                start_new_thread(runs.pop(), ())
            runs.clear()
            while run() is not None:
                with suppress(Empty):
                    ended.get(timeout=POLL)
            break
        except BaseException as error:
            interruptions.append(error)
    if outcome.errors:
        raise outcome.errors.pop()  # without a variable: its traceback refers to this frame
    if interruptions:
        raise interruptions.pop()
    if not outcome.results:  # CPython gave the thread what was sent to the one that was just starting it
        raise KeyboardInterrupt
    return outcome.results.pop()


class _Outcome:
    thread = 0  # while it can be interrupted

    def __init__(self) -> None:
        self.results: list[Any] = []
        self.errors: list[BaseException] = []


def _run(
    outcome: _Outcome,
    tasks: "Sequence[GraphTask]",
    context: Context,
    function: Callable[..., Any],
    args: tuple[Any, ...],
) -> None:
    try:
        outcome.thread = get_ident()
        passes.tasks[:] = tasks
        result = context.run(call_nested, function, *args)
    except BaseException as error:  # it belongs to the caller
        outcome.errors.append(error)
    else:
        outcome.results.append(result)

"""Modes that are on exactly while their `with` block runs, wherever an interrupt (Ctrl-C) may come.

CPython may raise KeyboardInterrupt between any two instructions of Python code, even before the first one of an
`__exit__`, so no cleanup code can be relied upon to run. But on every way out of a block, or of a statement that failed
before its block began, the interpreter drops its reference to the method `__exit__`. So each `with` statement gets such
a method of its own, and a mode is on while that method exists: `Mode.runs` refers to it weakly. Leaving a block cleans
up at once; if an interrupt prevented that, the mode is off all the same, and `innermost` removes it.

If `__enter__` and `__exit__` are called by hand (`contextlib.ExitStack`), the mode is on between the two calls.
"""

import threading
from functools import partial
from typing import Any, Self
from weakref import ref

from .state import Mode, always, settle


class _Statement(threading.local):
    """The `with` statement of this thread that looked up its methods last, as ``[block, runs]``."""

    latest: "list[Any] | None" = None


_statement = _Statement()


class _Exit:
    """Gives each `with` statement an `__exit__` of its own."""

    def __get__(self, block: "Block | None", owner: Any) -> Any:
        if block is None:  # for the class, as ExitStack asks
            return _exit_by_hand
        entry: list[Any] = [block]
        method = partial(_leave, entry)  # not a function with cells: a traceback must not keep it
        entry.append(ref(method))
        _statement.latest = entry
        return method


class Block:
    """A context manager that sets a variable of the thread and task (or of the process) for its block.

    One object may begin many blocks, nested and in several threads.
    """

    variable: Any
    bits: int = 0

    _open: "list[list[Any]] | None" = None  # blocks that were begun by hand

    __exit__ = _Exit()

    def __enter__(self) -> Self:
        self.begin(self.bits)
        return self

    def begin(self, bits: int, value: Any = None) -> None:
        """Begin the block of the calling `with` statement; `__enter__` calls this."""
        entry = _statement.latest
        _statement.latest = None
        if entry is None or entry[0] is not self or entry[1]() is None:
            entry = [None, always]  # not the block, which refers to it: it would be a cycle
            self._open = [*(self._open or ()), entry]
        variable = self.variable
        mode = Mode(bits, value, innermost(variable), entry[1])
        entry.append(mode)
        entry.append(variable.set(mode))

    def ended(self, mode: Mode) -> None:
        """Clean up after a block."""

    def left_too_often(self) -> None:
        """Raise the error of an `__exit__` without an `__enter__`."""
        raise RuntimeError(
            f"{type(self).__name__}: __exit__ was called without __enter__; use it in a `with` statement"
        )


class Switch(Block):
    """A mode that its constructor sets: for the following `with` block, or, without one, until it is changed.

    Without a block it lasts no longer than the enclosing block. After an interrupt between the constructor and its
    block, the mode stays set as if there were no block.
    """

    _called: Any = None

    def switch(self, bits: int, value: Any = None) -> None:
        """Set the mode; `__init__` calls this."""
        before = innermost(self.variable)
        runs, outer = (always, None) if before is None else (before.runs, before.outer)
        neutral = not bits and value is None and runs is always
        self._called = self.variable.set(None if neutral else Mode(bits, value, outer, runs)), before
        del before
        settle()

    def undo(self) -> None:
        """Restore what was set before the constructor."""
        called, self._called = self._called, None
        if called is not None:
            reset(*called)

    def begin(self, bits: int, value: Any = None) -> None:
        """Begin the block, which restores what was set before the constructor."""
        self.undo()
        super().begin(bits, value)


def _leave(entry: list[Any], *error: object) -> None:
    if len(entry) < 4:  # the statement has not entered: somebody has looked up this method to call it
        _statement.latest = None  # it must not keep the block
        _exit_by_hand(entry[0], *error)
        return
    block, _, mode, token = entry
    reset(token, mode.outer)
    entry.clear()
    block.ended(mode)
    mode.runs = always  # tasks that inherited the mode keep it
    del mode
    settle()


def reset(token: Any, before: Mode | None) -> None:
    """Restore the previous value of a variable.

    It is reset rather than set, where that is possible: while a context has any value, each call of NumPy takes 10 ns
    longer.
    """
    try:
        token.var.reset(token)
    except (ValueError, RuntimeError):  # in another context, or for the second time
        token.var.set(before)


def _exit_by_hand(block: Block, *error: object) -> None:
    if not block._open:
        block.left_too_often()
        return
    *block._open, entry = block._open
    _leave([block, *entry[1:]], *error)


def innermost(variable: Any) -> Mode | None:
    """Return the innermost mode of a variable; drop those whose block was ended by an interrupt."""
    mode: Mode | None = variable.get()
    if mode is None:
        settle()  # the bit that led here may be that of a thread or task which has ended
        return None
    if mode.runs() is not None:
        return mode
    while mode is not None and mode.runs() is None:
        mode = mode.outer
    variable.set(mode)
    settle()
    return mode


class Everywhere:
    """A variable of the whole process, with the methods of a context variable."""

    def __init__(self) -> None:
        self._value: Mode | None = None

    def get(self) -> Mode | None:
        """Return the value."""
        return self._value

    def set(self, value: Mode | None) -> "_Before":
        """Set the value; return what `reset` needs."""
        before = _Before(self, self._value)
        self._value = value
        return before

    def reset(self, token: "_Before") -> None:
        """Restore the value from before a `set`."""
        self._value = token.value


class _Before:
    def __init__(self, var: Everywhere, value: Mode | None) -> None:
        self.var, self.value = var, value

"""Dual levels: which one the present thread and task is in, and the tangents that live as long as it does.

The tangents of a tensor are kept with the tensor, by level: they die with whichever goes first, a loop inside of a
level keeps no memory of what it dropped, and threads with levels of their own do not disturb each other.
"""

import weakref
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

import numpy as np

from ..modes.state import FORWARD_AD, Mode, state

if TYPE_CHECKING:
    from collections.abc import Generator

    from ..graph.node import Array
    from ..tensors.tensor import Tensor


class Tangents:
    """The tangents of one tensor, by level; a node that saved the tensor as its output shares them."""

    __slots__ = ("__weakref__", "by_level")

    def __init__(self) -> None:
        self.by_level: dict[Level | None, Tensor] = {}


class Level:
    """One open dual level."""

    __slots__ = ("memory", "mode", "users")

    def __init__(self) -> None:
        self.mode: Mode | None = Mode(FORWARD_AD)
        self.users: weakref.WeakSet[Tangents] = weakref.WeakSet()
        # The memory of tangents, by id
        self.memory: weakref.WeakValueDictionary[int, Array] = weakref.WeakValueDictionary()

    def set(self, tangents: Tangents, tangent: "Tensor") -> None:
        """Let a tensor carry a tangent."""
        memory = owner(tangent._array)
        self.memory[id(memory)] = memory
        tangents.by_level[self] = tangent
        self.users.add(tangents)

    def uses(self, array: "Array") -> bool:
        """Tell whether the memory of an array is that of a tangent already."""
        return id(owner(array)) in self.memory

    def close(self) -> None:
        """Drop the tangents; a task that inherited the level has none from now on."""
        self.mode = None
        for tangents in list(self.users):
            tangents.by_level.pop(self, None)
        self.users.clear()
        self.memory.clear()


# A task inherits the level that it was started in, like any context variable.
_level: ContextVar[Level | None] = ContextVar("derivata_dual_level", default=None)


def current_level() -> Level | None:
    """Return the level that this thread and task is in."""
    if not state.rare & FORWARD_AD:
        return None
    level = _level.get()
    return level if level is not None and level.mode is not None else None


def carrying() -> bool:
    """Tell whether any tensor may carry a tangent here."""
    level = current_level()
    return level is not None and len(level.users) > 0


def enter_dual_level() -> int:
    """Open a level for this thread and task, and return its number, which is 0.

    Raises
    ------
    RuntimeError
        If there is one already.
    """
    if current_level() is not None:
        raise RuntimeError(
            "enter_dual_level: Nested forward mode AD is not supported at the moment; leave the level first, or nest "
            "derivata.func.jvp"
        )
    _level.set(Level())
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """Close the level of this thread and task; every tangent in it is dropped.

    Raises
    ------
    RuntimeError
        If there is none, or for another `level` than 0.
    """
    current = current_level()
    if current is None:
        raise RuntimeError("exit_dual_level: expected an open dual level, got none; use `with dual_level():`")
    if level:
        raise RuntimeError(
            "exit_dual_level: Trying to exit a forward AD level that was not the last one that was created: the only "
            f"level is 0, got {level}"
        )
    _level.set(None)
    current.close()


@contextmanager
def outside_levels() -> "Generator[None]":
    """Context in which this thread and task is in no level."""
    level = _level.get()
    _level.set(None)
    try:
        yield
    finally:
        _level.set(level)


def owner(array: "Array") -> "Array":
    """Return the array that owns the memory of another."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array

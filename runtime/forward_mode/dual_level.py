"""Dual levels: which one the present thread and task is in, and the tangents that live as long as it does.

The tangents of a tensor are kept with the tensor, by level: they die with whichever goes first, a loop inside of a
level keeps no memory of what it dropped, and threads with levels of their own do not disturb each other.
"""

from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any, Self
from weakref import ref

import numpy as np

from ..modes.blocks import Block, innermost
from ..modes.state import FORWARD_AD, Mode, settle, state

if TYPE_CHECKING:
    from ..graph.node import Array
    from ..tensors.tensor import Tensor


class Tangents:
    """The tangents of one tensor, by level; a node that saved the tensor as its output shares them."""

    __slots__ = ("__weakref__", "by_level")

    def __init__(self) -> None:
        self.by_level: dict[Level | None, Tensor] = {}


class Level:
    """One open dual level."""

    __slots__ = ("closed", "memory", "users")

    def __init__(self) -> None:
        self.closed = False
        # Whoever dies is taken off by the interpreter: no Python code runs that an interrupt could get lost in
        self.users: set[ref[Tangents]] = set()
        self.memory: dict[int, Any] = {}  # of tangents, by id

    def set(self, tangents: Tangents, tangent: "Tensor") -> None:
        """Let a tensor carry a tangent."""
        memory = owner(tangent._array)
        self.memory[id(memory)] = ref(memory, partial(self.memory.pop, id(memory)))
        self.users.add(ref(tangents, self.users.discard))
        tangents.by_level[self] = tangent

    def uses(self, array: "Array") -> bool:
        """Tell whether the memory of an array is that of a tangent already."""
        return id(owner(array)) in self.memory

    def close(self) -> None:
        """Drop the tangents; a task that inherited the level has none from now on."""
        self.closed = True
        for user in list(self.users):
            tangents = user()
            if tangents is not None:
                tangents.by_level.pop(self, None)
        self.users.clear()
        self.memory.clear()


# A task inherits the level that it was started in, like any context variable.
_level: ContextVar[Mode | None] = ContextVar("derivata_dual_level", default=None)


def current_level() -> Level | None:
    """Return the level that this thread and task is in."""
    if not state.active_modes & FORWARD_AD:
        return None
    mode = innermost(_level)
    if mode is None or mode.value is None or mode.value.closed:
        return None
    level: Level = mode.value
    return level


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
    refuse_nesting()
    _level.set(Mode(FORWARD_AD, Level()))
    return 0


def refuse_nesting() -> None:
    """Raise where a level is open."""
    if current_level() is not None:
        raise RuntimeError(
            "enter_dual_level: Nested forward mode AD is not supported at the moment; leave the level first, or nest "
            "derivata.func.jvp"
        )


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
    settle()


class InLevel(Block):
    """Context of a new level."""

    variable = _level

    def __enter__(self) -> Any:
        refuse_nesting()
        self.begin(FORWARD_AD, Level())
        return 0

    def ended(self, mode: Mode) -> None:
        """Drop the tangents."""
        if mode.value.closed:
            exit_dual_level()  # which says that there is none
        mode.value.close()


class outside_levels(Block):
    """Context in which this thread and task is in no level."""

    variable = _level

    def __enter__(self) -> Self:
        self.begin(0)
        return self


def owner(array: "Array") -> "Array":
    """Return the array that owns the memory of another."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array

"""Dual levels: the current level of the thread and task, and the tangents that live as long as it does.

The tangents of a tensor are stored with the tensor, by level: they die with whichever ends first, a loop inside a level
keeps no memory of dropped tensors, and threads with levels of their own do not affect each other.
"""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from ..modes.blocks import innermost
from ..modes.state import FORWARD_AD, Mode, state

if TYPE_CHECKING:
    from ..graph.node import Array, Node
    from ..tensors.tensor import Tensor


class Tangents:
    """The tangents of one tensor, by level; a node that saved the tensor as its output shares them."""

    __slots__ = ("__weakref__", "by_level")

    def __init__(self) -> None:
        self.by_level: dict[Level | None, Tensor] = {}


class Level:
    """One open dual level; a subclass computes the tangents of results."""

    __slots__ = ("closed", "memory", "users")

    def __init__(self) -> None:
        self.closed = False
        # Whoever dies is taken off by the interpreter: no Python code runs that an interrupt could get lost in
        self.users: set[ref[Tangents]] = set()
        self.memory: dict[int, Any] = {}  # of tangents, by id

    def give_tangents(
        self,
        kind: "type[Node]",
        outs: "Sequence[Tensor]",
        more: Sequence[Any],
        arguments: Mapping[str, Any],
        give: "Callable[[Tensor, Tensor], None]",
    ) -> None:
        """Compute the tangents of an op's results by the rule of its node class, and attach them with `give`.

        Nothing happens if no argument carries a tangent. `more` are intermediate results that the rule needs,
        `arguments` all arguments by the names of the spec.
        """
        raise NotImplementedError

    def set(self, tangents: Tangents, tangent: "Tensor") -> None:
        """Store a tangent among the tangents of a tensor."""
        memory = owner(tangent._array)
        self.memory[id(memory)] = ref(memory, partial(self.memory.pop, id(memory)))
        self.users.add(ref(tangents, self.users.discard))
        tangents.by_level[self] = tangent

    def uses(self, array: "Array") -> bool:
        """Tell whether an array shares its memory with a tangent of this level."""
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
levels: ContextVar[Mode | None] = ContextVar("derivata_dual_level", default=None)


def current_level() -> Level | None:
    """Return the dual level of this thread and task, or None."""
    if not state.active_modes & FORWARD_AD:
        return None
    mode = innermost(levels)
    if mode is None or mode.value is None or mode.value.closed:
        return None
    level: Level = mode.value
    return level


def carrying() -> bool:
    """Tell whether any tensor may carry a tangent here."""
    level = current_level()
    return level is not None and len(level.users) > 0


def owner(array: "Array") -> "Array":
    """Return the array that owns the memory of another."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array

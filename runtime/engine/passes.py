"""The backward passes of this thread that may run users' code: a stack of tasks, each with its running node."""

from _thread import _local
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .graph_task import GraphTask


class _Passes(_local):
    def __init__(self) -> None:
        self.tasks: list[GraphTask] = []  # the innermost last


passes = _Passes()


def running() -> "GraphTask | None":
    """Return the innermost backward pass that may run users' code on this thread, or None."""
    return passes.tasks[-1] if passes.tasks else None

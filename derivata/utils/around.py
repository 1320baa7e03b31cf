"""What is around the repetition of a checkpointed call, because it was around the first call.

A module that gives its parameters for the time of `forward` only is no longer in it when backward calls a part again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from contextvars import ContextVar
from typing import TypeAlias

from ..runtime.modes.blocks import Block, innermost
from ..runtime.modes.state import Mode

Around: TypeAlias = Callable[[], AbstractContextManager[object]]
"""Makes a context for a repetition."""

_around: ContextVar[Mode | None] = ContextVar("derivata_around_repetitions", default=None)


class AroundRepetitions(Block):
    """Block whose checkpointed calls are repeated within a context.

    Parameters
    ----------
    context : callable
        Called for each repetition.
    """

    variable = _around

    def __init__(self, context: Around) -> None:
        self.context = context

    def __enter__(self) -> AroundRepetitions:
        """Begin the block."""
        self.begin(0, self.context)
        return self


def around_repetitions() -> Around:
    """Return what makes the contexts of all blocks around, the outermost first."""
    found: list[Around] = []
    mode = innermost(_around)
    while mode is not None:
        if mode.runs() is not None:
            found.append(mode.value)
        mode = mode.outer
    contexts = found[::-1]

    def entered() -> ExitStack:
        with ExitStack() as stack:
            for context in contexts:
                stack.enter_context(context())
            return stack.pop_all()

    return entered

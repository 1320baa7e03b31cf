"""Who runs a backward pass: the engine, unless a block has another way."""

from contextvars import ContextVar
from typing import Any

from ..runtime.engine.engine import run_pass
from ..runtime.modes.blocks import innermost
from ..runtime.modes.state import Mode

runners: ContextVar[Mode | None] = ContextVar("derivata_pass_runners", default=None)
"""Of the thread and task; the value has a method `run_pass`, which takes what the engine's takes."""

began: set[bool] = set()
"""Not empty once such a block was entered anywhere; until then nobody asks for one."""


def runner() -> Any:
    """Return what runs the passes of this thread and task."""
    mode = innermost(runners)
    return run_pass if mode is None else mode.value.run_pass

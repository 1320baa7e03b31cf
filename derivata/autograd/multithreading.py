"""PyTorch's switch for backward passes on several threads; here a pass runs on the thread that calls it."""

from contextvars import ContextVar
from typing import Self

from ..runtime.modes.blocks import Switch, innermost
from ..runtime.modes.state import Mode

_enabled: ContextVar[Mode | None] = ContextVar("derivata_multithreading_enabled", default=None)


class set_multithreading_enabled(Switch):
    """Note whether a backward pass may use threads; usable as a function or as a context manager that restores.

    Passes run on the calling thread either way, so that only `is_multithreading_enabled` sees a difference.
    """

    variable = _enabled

    def __init__(self, mode: bool) -> None:
        self.mode = bool(mode)
        self.switch(0, self.mode)

    def __enter__(self) -> Self:
        self.begin(0, self.mode)
        return self


def is_multithreading_enabled() -> bool:
    """Return the value last passed to `set_multithreading_enabled`."""
    mode = innermost(_enabled)
    return mode is None or bool(mode.value)

"""PyTorch's switch for backward passes on several threads; here a pass runs on the thread that calls it."""

from contextvars import ContextVar
from types import TracebackType
from typing import Self

_enabled: ContextVar[bool] = ContextVar("derivata_multithreading_enabled", default=True)


class set_multithreading_enabled:
    """Note whether a backward pass may use threads; usable as a function or as a context manager that restores.

    Passes run on the calling thread either way, so that only `is_multithreading_enabled` sees a difference.
    """

    def __init__(self, mode: bool) -> None:
        self._before = _enabled.get()
        self.mode = bool(mode)
        _enabled.set(self.mode)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _enabled.set(self._before)


def is_multithreading_enabled() -> bool:
    """Tell what `set_multithreading_enabled` was last told."""
    return _enabled.get()

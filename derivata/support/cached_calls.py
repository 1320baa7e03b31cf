"""Caching of array functions: results may come from an earlier run of the same code (selective checkpoints)."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol, Self

from ..runtime.modes.blocks import Block, innermost
from ..runtime.modes.state import CACHED_CALLS, Mode


class CallCache(Protocol):
    """Decides what a call gives."""

    def call(self, op: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result of the op's array function, computed or cached."""


_cache: ContextVar[Mode | None] = ContextVar("derivata_call_cache", default=None)


class caching_calls(Block):
    """Context in which a cache answers all calls of array functions of this thread and task, but for views."""

    variable = _cache

    def __init__(self, cache: CallCache) -> None:
        self._cache = cache

    def __enter__(self) -> Self:
        self.begin(CACHED_CALLS, self._cache)
        return self


def cached(op: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function through which array functions are called: it looks into this task's cache first."""
    mode = innermost(_cache)
    return function if mode is None else lambda *arguments: mode.value.call(op, function, arguments)

"""Calls of array functions whose results may come from elsewhere: from an earlier run of the same code."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol, Self

from .blocks import Block, innermost
from .state import REPLAYING, Mode


class Player(Protocol):
    """Decides what a call gives."""

    def call(self, op: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result of the op's array function, or one that was kept."""


_player: ContextVar[Mode | None] = ContextVar("derivata_player", default=None)


class playing(Block):
    """Context in which a player sees every call of an array function that is not a view, of this thread and task."""

    variable = _player

    def __init__(self, player: Player) -> None:
        self._player = player

    def __enter__(self) -> Self:
        self.begin(REPLAYING, self._player)
        return self


def replaying(op: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what calls an array function, or gets its result from the player of this thread and task."""
    mode = innermost(_player)
    return function if mode is None else lambda *arguments: mode.value.call(op, function, arguments)

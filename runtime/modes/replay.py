"""Calls of array functions whose results may come from elsewhere: from an earlier run of the same code."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

from .state import REPLAYING, Mode


class Player(Protocol):
    """Decides what a call gives."""

    def call(self, op: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result of the op's array function, or one that was kept."""


class playing:
    """Context in which a player sees every call of an array function that is not a view, of this thread and task."""

    def __init__(self, player: Player) -> None:
        self._entry = (player, Mode(REPLAYING))

    def __enter__(self) -> None:
        self._before = _player.get()
        _player.set(self._entry)

    def __exit__(self, *error: object) -> None:
        _player.set(self._before)


_player: ContextVar[tuple[Player, Mode] | None] = ContextVar("derivata_player", default=None)


def replayed(op: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call an array function, or get its result from the player of this thread and task."""
    entry = _player.get()
    return function(*arguments) if entry is None else entry[0].call(op, function, arguments)

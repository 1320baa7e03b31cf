"""Code that wants to see every call of an op in a block: the calls' names, arguments and results."""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from .blocks import Block, innermost
from .state import LISTENING, Mode

if TYPE_CHECKING:
    from ..tensors.tensor import Tensor

Listener: TypeAlias = "Callable[[str, Sequence[Tensor], Mapping[str, Any]], None]"

# Of the thread and the asynchronous task; the value is all listeners, the innermost last.
_listeners: ContextVar[Mode | None] = ContextVar("derivata_listeners", default=None)


def _all() -> tuple[Listener, ...]:
    mode = innermost(_listeners)
    return () if mode is None else mode.value


class listening(Block):
    """Context in which ``listener(op, outputs, arguments)`` is called after each op; no outputs for one that wrote."""

    variable = _listeners

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def __enter__(self) -> Self:
        self.begin(LISTENING, (*_all(), self._listener))
        return self


def tell(op: str, outs: "Sequence[Tensor]", arguments: Mapping[str, Any]) -> None:
    """Tell those who listen here."""
    for listener in _all():
        listener(op, outs, arguments)

"""Code that wants to see every call of an op in a block: the calls' names, arguments and results."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ..tensors.tensor import Tensor
from .state import LISTENING, Mode

Listener = Callable[[str, Sequence[Tensor], Mapping[str, Any]], None]

# Each with the mode that it keeps on; of the thread and the asynchronous task.
_listeners: ContextVar[tuple[tuple[Listener, Mode], ...]] = ContextVar("derivata_listeners", default=())


@contextmanager
def listening(listener: Listener) -> "Generator[None]":
    """Context in which ``listener(op, outputs, arguments)`` is called after each op; no outputs for one that wrote."""
    _listeners.set((*_listeners.get(), (listener, Mode(LISTENING))))
    try:
        yield
    finally:
        _listeners.set(_listeners.get()[:-1])


def tell(op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
    """Tell those who listen here."""
    for listener, _ in _listeners.get():
        listener(op, outs, arguments)

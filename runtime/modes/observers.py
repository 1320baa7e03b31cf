"""Observers, which are notified of new nodes, calls, writes, and values that leave or enter the graph.

Usually there are none: ops only test the bit `OBSERVED`, as for all modes.
"""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Self

from .blocks import Block, Everywhere, innermost
from .state import OBSERVED, Mode, state

if TYPE_CHECKING:
    from ..engine.graph_task import GraphTask
    from ..graph.node import Node
    from ..graph.versions import VersionCounter
    from ..tensors.tensor import Tensor


class Observer:
    """Receives every event; a subclass overrides the methods for the events that it needs."""

    def on_node(self, node: "Node") -> None:
        """Receive a node once it is complete."""

    def on_call(self, op: str, outs: "Sequence[Tensor]", arguments: Mapping[str, Any]) -> None:
        """Receive a call that has ended; it has no outputs if it wrote into its first argument."""

    def on_write(self, counter: "VersionCounter") -> None:
        """Receive the counter of memory that was written, which has counted the write."""

    def on_exit(self, how: str, source: "Tensor", out: Any) -> None:
        """Receive values that left the graph: `out` is the tensor or array, None for numbers."""

    def on_entry(self, tensor: "Tensor", data: Any) -> None:
        """Receive a new tensor, and the data that it was made from."""


class Detector(Observer):
    """An observer of the whole process that watches backward passes as well: their nodes are run by `differentiate`."""

    def watched(self, task: "GraphTask") -> "Callable[[Node], Any]":
        """Return the function that runs the nodes of a new pass: ``task.step``, or a wrapper of it."""
        return task.step

    def check_gradients(self, node: "Node", grads: "Sequence[Tensor | None]", arrived: Any) -> None:
        """Check the gradients that a node returned."""

    def latest_exits(self) -> str:
        """Return the latest values that left the graph, as the end of an error message."""
        return ""


detection = Everywhere()  # the value is the detector, None where it is off
_observers: ContextVar[Mode | None] = ContextVar("derivata_observers", default=None)  # the innermost last


class observing(Block):
    """Context in which an observer is notified of what this thread and task does."""

    variable = _observers

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    def __enter__(self) -> Self:
        self.begin(OBSERVED, (*_of_thread(), self._observer))
        return self


def _of_thread() -> tuple[Observer, ...]:
    mode = innermost(_observers)
    return () if mode is None else mode.value


def detector() -> Detector | None:
    """Return the detector of the process, if it is on."""
    mode = innermost(detection) if state.active_modes & OBSERVED else None
    return None if mode is None else mode.value


def is_anomaly_enabled() -> bool:
    """Tell whether anomaly detection is on."""
    return detector() is not None


def observers() -> tuple[Observer, ...]:
    """Return the observers of this thread and task; called where `OBSERVED` is set."""
    of_process = detector()
    return _of_thread() if of_process is None else (of_process, *_of_thread())


def tell_exit(how: str, source: "Tensor", out: Any) -> None:
    """Notify observers that values left the graph."""
    for observer in observers():
        observer.on_exit(how, source, out)


def tell_entry(tensor: "Tensor", data: Any) -> None:
    """Notify observers of a new tensor and the data that it was made from."""
    for observer in observers():
        observer.on_entry(tensor, data)

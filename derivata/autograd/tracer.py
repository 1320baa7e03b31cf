"""Observers that write down what is computed, backward passes included, and so decide how these and writes run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..runtime.graph.node import Node
from ..runtime.modes.observers import Observer, observers
from ..runtime.modes.state import OBSERVED, state
from ..runtime.tensors.tensor import Tensor

Captures = dict[Node, "Tensor | None"]
Change = Callable[[Tensor, Any], None]


class Tracer(Observer):
    """An observer that runs the backward passes of its thread."""

    def on_pass(
        self,
        run: Callable[[bool, Captures], Any],
        starts: Sequence[Node],
        needed: set[Node] | None,
        keep: bool,
        create_graph: bool,
        captures: Captures | None,
    ) -> None:
        """Run a pass, by ``run(create_graph, captures)``, which may be called again.

        `captures` has the edges whose gradients are wanted; it is None where leaves are to accumulate theirs.
        """
        raise NotImplementedError

    def on_change(self, change: Change, target: Tensor, value: Tensor | None) -> None:
        """Receive a write that is to follow when the value is known: see `change`."""
        raise NotImplementedError


def change(how: Change, target: Tensor, value: Tensor | None = None) -> None:
    """Write to a tensor, by ``how(target, array of value)``; if it is traced, the program does so at its end."""
    traced = tracer()
    if traced is not None:
        traced.on_change(how, target, value)
    else:
        how(target, None if value is None else value._array)


def tracer() -> Tracer | None:
    """Return the tracer of this thread, if there is one."""
    if state.active_modes & OBSERVED:
        for observer in observers():
            if isinstance(observer, Tracer):
                return observer
    return None

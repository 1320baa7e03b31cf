"""Observers that write down what backward passes compute, and so decide how these run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..runtime.graph.node import Node
from ..runtime.modes.observers import Observer, observers
from ..runtime.modes.state import OBSERVED, state
from ..runtime.tensors.tensor import Tensor

Captures = dict[Node, "Tensor | None"]


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


def tracer() -> Tracer | None:
    """Return the tracer of this thread, if there is one."""
    if state.active_modes & OBSERVED:
        for observer in observers():
            if isinstance(observer, Tracer):
                return observer
    return None

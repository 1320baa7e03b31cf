"""What is called at the end of a backward pass: a node that sorts behind all others."""

from collections import deque
from collections.abc import Callable
from typing import Any

from ..graph.hooks import Hooks
from ..graph.node import Node
from .nesting import call_nested

LAST = 2**63  # leaves count up from 1


class FinalCallbacks(Node):
    """Waits in a pass's heap until everything else has run; a pass that fails drops it with the heap."""

    __slots__ = ("callbacks",)
    has_no_formula = True

    def __init__(self) -> None:
        self.seq = LAST
        self.hooks = Hooks()  # so that every loop leaves this node to the task's step
        self.callbacks: deque[Callable[[], Any]] = deque()

    def call_all(self) -> None:
        """Call what was queued, also what is queued meanwhile; the grad mode is that of hooks."""
        while self.callbacks:
            call_nested(self.callbacks.popleft())

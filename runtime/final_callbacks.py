"""What is called at the end of a backward pass: a node that sorts behind all others."""

from collections import deque
from collections.abc import Callable
from typing import Any

from .grad_mode import set_grad_enabled
from .node import Buffers, Heap, Node

LAST = 2**63  # leaves count up from 1


class FinalCallbacks(Node):
    """Waits in a pass's heap until everything else has run; a pass that fails drops it with the heap."""

    __slots__ = ("callbacks",)

    def __init__(self) -> None:
        self.seq = LAST
        self.hooks = None
        self.callbacks: deque[Callable[[], Any]] = deque()

    def call_all(self) -> None:
        """Call what was queued, also what is queued meanwhile."""
        while self.callbacks:
            self.callbacks.popleft()()

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        """Call what was queued; like hooks it runs while recording is off."""
        with set_grad_enabled(False):
            self.call_all()

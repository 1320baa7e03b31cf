"""When may the engine write into, or keep, an array that it was given? When nobody else can see it.

CPython counts references. How many an array has that only the engine knows depends on the interpreter's calling
convention, so it is measured once at import instead of being written down.
"""

from collections.abc import Callable
from heapq import heappush
from sys import getrefcount
from typing import Any

import numpy as np

from .kernels.buffers import is_owned_buffer
from .kernels.gradients import LARGE, add_to, sum_of
from .node import Array, Buffers, Heap, Node


def accumulate(buffers: Buffers, edge: Node, grad: Array) -> None:
    """Add a gradient to the one that waits in an edge's buffer, in place if nobody else can see that."""
    waiting = buffers[edge]
    if getrefcount(waiting) == _WAITING and is_owned_buffer(waiting):
        if grad.size < LARGE:
            np.add(waiting, grad, waiting)
        else:
            add_to(waiting, grad)
    else:
        buffers[edge] = sum_of(waiting, grad)


def push(buffers: Buffers, heap: Heap, edge: Node, grad: Array) -> None:
    """Put a gradient into an edge's buffer (generated code has these four lines inline)."""
    if edge in buffers:
        accumulate(buffers, edge, grad)
    else:
        buffers[edge] = grad
        heappush(heap, (edge.seq, edge))


def stealable(grad: Array, references: int) -> bool:
    """Tell whether an array with so many references, seen inside ``apply``, is known to the engine alone."""
    return references <= _arriving and is_owned_buffer(grad)


def calibrate(drain: Callable[[Buffers, Heap, bool, "set[Node] | None"], None]) -> None:
    """Send an array that nobody else holds through the engine's loop and see how many references it has."""
    global _arriving
    probe = _Probe()
    probe.seq, probe.hooks = 0, None
    drain({probe: np.zeros(1)}, [(0, probe)], False, None)
    _arriving = probe.references


class _Probe(Node):
    """Counts the references of the gradient that arrives, at the place where a leaf counts them."""

    __slots__ = ("references",)

    references: int

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        self.references = getrefcount(grad)


def _count_waiting() -> int:
    """Count the references of an array that only a buffer holds, at the place where `accumulate` counts them."""
    buffers = {0: np.zeros(1)}
    waiting = buffers[0]
    return getrefcount(waiting)


_WAITING = _count_waiting()
_arriving = 0

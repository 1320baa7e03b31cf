"""Programs that test whether reference counts distinguish arrays that only the engine holds from shared ones."""

from collections.abc import Callable
from typing import Any

import numpy as np

from derivata.arrays.jit.buffers import Lease

from ..graph import ownership
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Array, Buffers, Heap, Node
from ..graph.ownership import Answer, accumulate, calibrate, own_parts
from ..graph.tensor_base import wrap
from .loop_gradients import LARGE, Kernel

RunPass = Callable[[Buffers, Heap], None]
_SIZE = 1024  # elements of a gradient whose sum may be taken in place


def _send(run_pass: RunPass, node: Any, arrays: list[Array], shared: bool) -> int:
    """Send an array through the engine's loop to a node and return its id; if `shared`, `arrays` still refers to it."""
    node.seq, node.hooks = 0, None
    array = arrays[-1] if shared else arrays.pop()
    identity = id(array)
    buffers = {node: array}
    del array
    run_pass(buffers, [(0, node)])
    return identity


def leaf(run_pass: RunPass) -> Answer:
    """Return a program in which a leaf keeps a gradient."""

    def takes_over(shared: bool) -> bool:
        variable = wrap(np.zeros(2))
        sink = AccumulateGrad(variable)
        return _send(run_pass, sink, [np.ones(2)], shared) == id(sink.grad)

    return takes_over


def sum_in_place(shared: bool) -> bool:
    """Add to a gradient in a buffer; return whether that was done in place."""
    edge, others = Node(), [np.ones(_SIZE)]
    buffers: Buffers = {edge: others[-1] if shared else others.pop()}
    before = id(buffers[edge])
    accumulate(buffers, edge, np.ones(_SIZE))
    return id(buffers[edge]) == before


class _Loop(Kernel):
    """A stand-in for a compiled loop that accepts any memory."""

    __slots__ = ()

    def __init__(self) -> None:
        self.launch = lambda *arrays: None

    def add_to(self, total: Array, *inputs: Any) -> bool:
        return True

    def write(self, target: Array, *inputs: Any) -> bool:
        return True


def loop_adds(shared: bool) -> bool:
    """Let a loop add to a gradient in a buffer; return whether it did."""
    edge, others = Node(), [np.empty(LARGE)]
    buffers: Buffers = {edge: others[-1] if shared else others.pop()}
    return _Loop().gradient(buffers, edge, None, np.empty(LARGE)) is not None


class _Writes(Node):
    __slots__ = ("wrote",)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        self.wrote = _Loop().gradient(buffers, self, None, grad, None) is not None


def loop_writes(run_pass: RunPass) -> Answer:
    """Return a program in which a loop overwrites the incoming gradient."""

    def wrote(shared: bool) -> bool:
        node = _Writes()
        _send(run_pass, node, [np.empty(LARGE)], shared)
        return node.wrote

    return wrote


class _Parts(Node):
    __slots__ = ("own",)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        parts = [grad[:1], grad[1:]]
        parts = own_parts(grad, parts)
        self.own = parts[0].base is not grad


def parts(run_pass: RunPass) -> Answer:
    """Return a program in which a node takes over parts of the incoming gradient."""

    def own(shared: bool) -> bool:
        node = _Parts()
        memory: Any = Lease(16, np.dtype(np.uint8), bytearray(16))
        arrays = [np.ndarray((2,), np.float64, memory)]
        del memory
        _send(run_pass, node, arrays, shared)
        return node.own

    return own


def calibrate_engine(run_pass: RunPass) -> None:
    """Calibrate the reference counts of the engine's loop."""
    limits = vars(ownership)
    calibrate(limits, "arriving", leaf(run_pass))
    calibrate(limits, "alone", sum_in_place, loop_adds)
    calibrate(limits, "in_call", loop_writes(run_pass), parts(run_pass))

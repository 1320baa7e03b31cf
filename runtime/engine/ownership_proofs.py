"""Programs that show whether reference counts tell the engine's own arrays from those that somebody else holds."""

from collections.abc import Callable
from sys import getrefcount
from typing import Any

import numpy as np

from derivata.arrays.jit.buffers import Lease

from ..graph import ownership
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Array, Buffers, Heap, Node
from ..graph.ownership import NEVER, accumulate, own_parts, told_apart
from ..graph.tensor_base import wrap
from .loop_gradients import LARGE, loop_gradient

RunPass = Callable[[Buffers, Heap], None]
Answer = Callable[[bool], bool]
_SIZE = 1024  # elements of a gradient whose sum may be taken in place


class _Counts(Node):
    """Counts the references of the gradient that arrives, at the places where others count them."""

    __slots__ = ("counts",)

    counts: tuple[int, int, int]

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        self.counts = (
            getrefcount(grad),
            _in_own_parts(grad, []),
            _in_loop_gradient(buffers, self, None, None, grad, None),
        )


def _in_own_parts(grad: Array, parts: list[Array]) -> int:
    return getrefcount(grad)


def _in_loop_gradient(
    buffers: Buffers, edge: Node | None, target: None, loop: Any, grad: Array, *others: Any
) -> int:
    return getrefcount(grad)


def counted(run_pass: RunPass) -> tuple[int, int, int]:
    """Return the references of an array that only the engine knows: in `apply`, `own_parts` and `loop_gradient`."""
    node = _Counts()
    _send(run_pass, node, [np.zeros(1)], False)
    return node.counts


def counted_waiting() -> int:
    """Return the references of an array that only a buffer holds, where `accumulate` counts them."""
    buffers = {0: np.zeros(1)}
    waiting = buffers[0]
    return getrefcount(waiting)


def _send(run_pass: RunPass, node: Any, arrays: list[Array], shared: bool) -> int:
    """Send an array through the engine's loop to a node, and return its identity; `arrays` holds it if it is shared."""
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
    """Add to a gradient that waits."""
    edge, others = Node(), [np.ones(_SIZE)]
    buffers: Buffers = {edge: others[-1] if shared else others.pop()}
    before = id(buffers[edge])
    accumulate(buffers, edge, np.ones(_SIZE))
    return id(buffers[edge]) == before


class _Loop:
    """Stands for a loop that could write anywhere."""

    def add_to(self, *arrays: Any) -> bool:
        return True

    write = add_to

    def launch(self, *arrays: Any) -> None:
        return None


def loop_adds(shared: bool) -> bool:
    """Let a loop add to a gradient that waits."""
    edge, others = Node(), [np.empty(LARGE)]
    buffers: Buffers = {edge: others[-1] if shared else others.pop()}
    loop: Any = _Loop()
    return loop_gradient(buffers, edge, None, loop, np.empty(LARGE)) is not None


class _Writes(Node):
    __slots__ = ("wrote",)

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> None:
        loop: Any = _Loop()
        self.wrote = loop_gradient(buffers, self, None, loop, grad, None) is not None


def loop_writes(run_pass: RunPass) -> Answer:
    """Return a program in which a loop writes over the gradient that arrived."""

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
    """Return a program in which parts of a gradient become gradients of their own."""

    def own(shared: bool) -> bool:
        node = _Parts()
        memory: Any = Lease(16, np.dtype(np.uint8), bytearray(16))
        arrays = [np.ndarray((2,), np.float64, memory)]
        del memory
        _send(run_pass, node, arrays, shared)
        return node.own

    return own


def calibrate(run_pass: RunPass) -> None:
    """Send arrays that nobody else holds through the engine's loop and see how many references they have."""
    ownership.arriving, ownership.in_call, ownership.arriving_in_call = counted(run_pass)
    ownership.alone = counted_waiting()
    if not told_apart(leaf(run_pass)):
        ownership.arriving = NEVER
    if not (told_apart(sum_in_place) and told_apart(loop_adds)):
        ownership.alone = NEVER
    if not told_apart(loop_writes(run_pass)):
        ownership.arriving_in_call = NEVER
    if not told_apart(parts(run_pass)):
        ownership.in_call = NEVER

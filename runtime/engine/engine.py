"""The backward pass: nodes run newest first, and the gradients that each returns go into the buffers of its edges.

Creation order is a topological order, so a heap of sequence numbers suffices for scheduling: dependencies are not
counted, and nothing recurses. A node's buffer is removed when the node runs, so it is freed as soon as it is used.
"""

from collections.abc import Set
from heapq import heappop, heappush, heappushpop
from operator import attrgetter
from typing import Any

from numpy import asarray, generic, ndarray

from ..graph import tensor_base
from ..graph.accumulate_grad import AccumulateGrad
from ..graph.delivery import buffered
from ..graph.hooks import CALLS_USERS
from ..graph.node import Buffers, Heap, Node
from ..graph.ownership import accumulate
from ..modes.observers import Detector
from .graph_task import Captures, GraphTask, capture
from .ownership_proofs import calibrate_engine
from .passes import passes


def run_pass(
    buffers: Buffers,
    heap: Heap,
    keep: bool = False,
    needed: set[Node] | None = None,
    create_graph: bool = False,
    captures: "Captures | None" = None,
    tensors: bool = False,
    detector: Detector | None = None,
) -> None:
    """Run nodes, newest first, until the heap is empty, and deliver the gradients that each returns to its edges.

    If an edge is the next node to run, its gradient stays in the local variable `grad`, so a chain of ops touches
    neither buffers nor heap. The parameters are described at `GraphTask`; the caller sets the grad mode. The task is
    created when the first node needs it, so most passes have none.
    """
    if not heap:
        return
    task: Any = None  # a `GraphTask`
    plain = not tensors and detector is None
    stored = ndarray if not tensors else tensor_base.plain  # the class of most gradients: see `buffered`
    node: Node = heappop(heap)[1]
    grad: Any = buffers.pop(node)
    try:
        while True:
            hooks = node.hooks
            if hooks is not None or not plain:
                if task is None:
                    tasks = passes.tasks
                    outer = len(tasks)
                    task = GraphTask(buffers, heap, keep, needed, create_graph, captures, tensors, detector)
                    tasks.append(task)
                    watched = None if detector is None else detector.watched(task)
                task.node = node
            if plain and (hooks is None or hooks is CALLS_USERS):
                if captures is not None and node in captures and capture(captures, node, grad, needed):
                    grad = None
                else:
                    grad = node.apply(grad, needed, keep, buffers)
            elif (
                hooks is not None
                or watched is not None
                or node.has_no_formula
                or (captures is not None and node in captures)
            ):
                buffers[node] = grad
                grad = None
                grad = task.special(node) if watched is None else watched(node)
            else:
                grad = node.differentiate(grad, needed)
                if not keep:
                    node.release_variables()
                grad = grad[0] if len(grad) == 1 else zip(node.edges(), grad)  # noqa: B905 (strict: 60 ns)
            kind = grad.__class__
            if kind is stored:
                edge = node.edge
            elif kind is tuple:
                edge, grad, other, second = grad
                if grad is None:
                    edge, grad, second = other, second, None
                elif second is not None:
                    if second.__class__ is not stored:
                        second = asarray(second) if isinstance(second, generic) else buffered(other, second)
                    if other in buffers:
                        accumulate(buffers, other, second)
                    else:
                        buffers[other] = second
                        heappush(heap, (other.seq, other))
                    second = None
                if grad is not None and grad.__class__ is not stored:
                    grad = asarray(grad) if isinstance(grad, generic) else buffered(edge, grad)
            elif kind is list or kind is zip:
                for edge, second in grad:
                    if second is None or edge is None or (needed is not None and edge not in needed):
                        continue
                    if second.__class__ is not stored:
                        second = asarray(second) if isinstance(second, generic) else buffered(edge, second)
                    if edge in buffers:
                        accumulate(buffers, edge, second)
                    else:
                        buffers[edge] = second
                        heappush(heap, (edge.seq, edge))
                grad = second = None
            elif grad is not None:
                edge = node.edge
                grad = asarray(grad) if isinstance(grad, generic) else buffered(edge, grad)
            if grad is not None:
                if edge not in buffers:
                    node = edge
                    if heap and heap[0][0] < (seq := edge.seq):
                        buffers[edge] = grad
                        node = heappushpop(heap, (seq, edge))[1]
                        grad = buffers.pop(node)
                    continue
                accumulate(buffers, edge, grad)
            if not heap:
                break
            node = heappop(heap)[1]
            grad = buffers.pop(node)
    finally:
        if task is not None:
            del tasks[outer:]


calibrate_engine(run_pass)


_seq_of = attrgetter("seq")


def find_needed(roots: list[Node], inputs: Set[Node]) -> set[Node]:
    """Return all nodes on paths from the roots to the inputs, inputs included; nothing else has to run."""
    leaves = {*map(type, inputs)} == {AccumulateGrad}
    oldest = 0 if leaves else max([edge.age for edge in inputs])
    everything = leaves  # so far, no way ends anywhere but at an input
    reached = set(roots)
    order = [*roots]
    for node in order:
        if leaves or node.seq <= oldest:  # nodes older than every input cannot lead to one
            edges = node.edges()
            for edge in edges:
                if edge is not None and edge not in reached:
                    reached.add(edge)
                    if edge not in inputs or not leaves:  # nothing is behind a leaf
                        order.append(edge)
            if everything and not edges and node not in inputs:
                everything = False
    if everything:
        return reached
    needed = set(inputs)
    for node in sorted(order, key=_seq_of, reverse=True):  # oldest first: an edge is decided before its users
        for edge in node.edges():
            if edge in needed:
                needed.add(node)
                break
    return needed

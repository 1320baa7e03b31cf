"""The backward pass: nodes run newest first, and the gradients that each returns go into the buffers of its edges.

Creation order is a topological order, so a heap of sequence numbers suffices for scheduling: dependencies are not
counted, and nothing recurses. A node's buffer is removed when the node runs, so it is freed as soon as it is used.
"""

from heapq import heappop, heappush, heappushpop
from math import inf
from typing import Any

from numpy import asarray, generic, ndarray

from ..graph import tensor_base
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
    inner: float = len(heap)  # at most so many nodes wait that are no leaves
    try:
        while True:
            hooks = node.hooks
            if not plain or hooks is not None:
                if task is None:
                    tasks = passes.tasks
                    outer = len(tasks)
                    task = GraphTask(buffers, heap, keep, needed, create_graph, captures, tensors, detector)
                    tasks.append(task)
                    watched = None if detector is None else detector.watched(task)
                    inner = inf  # hooks may let others wait
                task.node = node
            if plain and (hooks is None or hooks is CALLS_USERS):
                if captures is None or node not in captures or not capture(captures, node, grad, needed):
                    grad = node.apply(grad, needed, keep, buffers)
                else:
                    grad = None
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
            if grad.__class__ is stored:
                edge = node.edge
            elif grad is None:
                pass
            elif (kind := grad.__class__) is tuple:
                edge, grad, other, second = grad
                if grad is None:
                    edge, grad, second = other, second, None
                if grad.__class__ is not stored and grad is not None:
                    grad = asarray(grad) if isinstance(grad, generic) else buffered(edge, grad)
                if second is not None:
                    if second.__class__ is not stored:
                        second = asarray(second) if isinstance(second, generic) else buffered(other, second)
                    if other in buffers:
                        accumulate(buffers, other, second)
                    elif other is edge:
                        buffers[edge] = second
                        accumulate(buffers, edge, grad)
                        grad = buffers.pop(edge)
                    else:
                        seq = other.seq
                        if seq < edge.seq and edge not in buffers:  # the newer one may run next
                            edge, grad, other, second, seq = other, second, edge, grad, edge.seq
                        buffers[other] = second
                        heappush(heap, (seq, other))
                        if seq < 0:
                            inner += 1
                    second = None
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
                        inner += 1
                grad = second = None
            else:
                edge = node.edge
                grad = asarray(grad) if isinstance(grad, generic) else buffered(edge, grad)
            if grad is not None:
                if edge not in buffers:
                    node = edge
                    if inner and heap and heap[0][0] < (seq := edge.seq):
                        buffers[edge] = grad
                        node = heappushpop(heap, (seq, edge))[1]
                        grad = buffers.pop(node)
                    continue
                accumulate(buffers, edge, grad)
            if not heap:
                break
            node = heappop(heap)[1]
            grad = buffers.pop(node)
            if inner:
                inner -= 1
    finally:
        if task is not None:
            del tasks[outer:]


calibrate_engine(run_pass)

"""Gradients on their way: from a node's formulas and loops into the buffers of its edges."""

from heapq import heappush
from typing import Any, TypeAlias

from numpy import asarray, ndarray

from derivata.arrays.gradients.sum_to import Target, reduce_to
from derivata.arrays.jit.launch import Elementwise

from .node import Buffers, Heap, Node
from .ownership import accumulate, sum_of_both

Spread: TypeAlias = "tuple[Target | None, ...] | None"
"""None if every argument has the shape and dtype of the result, else what each gradient is summed and cast to."""


def deliver(
    buffers: Buffers,
    heap: Heap,
    edge: Node,
    grad: Any,
    next_node: Node | None,
    target: Target | None = None,
) -> Node:
    """Put a gradient into the buffer of its edge; return which of the nodes that wait to be queued runs next.

    `next_node` is the edge that was delivered to before: it is queued now, unless this edge was waiting already. The
    last one is not queued but handed to the engine, which spares a chain of ops the heap. `target` is what the gradient
    of an argument that was broadcast or cast is summed and cast to.
    """
    if grad.__class__ is not ndarray:
        grad = asarray(grad)
    if target is not None:
        grad = reduce_to(grad, target)
    if edge in buffers:
        accumulate(buffers, edge, grad)
        return next_node  # type: ignore[return-value]
    buffers[edge] = grad
    if next_node is not None:
        heappush(heap, (next_node.seq, next_node))
    return edge


def pair_of_gradients(
    loop: Elementwise, buffers: Buffers, edge: Node, other: Node, spread: Spread, *inputs: Any
) -> tuple[Any, Any, Node | None]:
    """Return two gradients that one loop computes, and the edge of the second; None for what NumPy has to do.

    If both have one edge, the loop may have added them: the sum is the first, and the second has no edge.
    """
    if edge is other:
        total = sum_of_both(loop, buffers, edge, *inputs, targets=spread)
        if total is not None:
            return total, None, None
    fused = loop.launch(*inputs) if spread is None else loop(*inputs, targets=spread)
    return (None, None, other) if fused is None else (*fused, other)


def fused_gradients(loop: Elementwise, spread: Spread, places: tuple[int, ...], *inputs: Any) -> Any:
    """Return the gradients that one loop computes; `places` says where in `spread` they are."""
    if spread is None:
        fused = loop.launch(*inputs)
    else:
        fused = loop(*inputs, targets=tuple([spread[place] for place in places]))
    return (None,) * len(places) if fused is None else fused


def deliver_sparse(buffers: Buffers, heap: Heap, edge: Node, grad: Any) -> None:
    """Put a sparse gradient without history into an edge's buffer; the engine's general step knows such gradients."""
    edge.require_hooks()
    if edge in buffers:
        buffers[edge] = grad.added_to_waiting(buffers[edge])
    else:
        buffers[edge] = grad
        heappush(heap, (edge.seq, edge))

"""Gradients on their way: what a node returns goes into the buffers of its edges."""

from heapq import heappush
from typing import Any, TypeAlias

from numpy import asarray, ndarray

from derivata.arrays.gradients.sum_to import Target, reduce_to

from .node import Buffers, Heap, Node
from .ownership import accumulate
from .tensor_base import TensorBase

Spread: TypeAlias = "tuple[Target | None, ...] | None"
"""None if every argument has the shape and dtype of the result, else what each gradient is summed and cast to."""


def deliver(node: Node, grads: Any, buffers: Buffers, heap: Heap, needed: "set[Node] | None") -> Node | None:
    """Put the gradients that a node returned into the buffers of its edges, and queue those that had none.

    One of them, the last, is not queued but returned: it may run next, which spares a chain of ops the heap.
    """
    if grads.__class__ is not tuple:
        if grads is None:
            return None
        edge = node.edge
        if edge in buffers:
            accumulate(buffers, edge, grads)
            return None
        buffers[edge] = grads if grads.__class__ is ndarray else _held(edge, grads)
        return edge
    next_node: Node | None = None
    for edge, grad in zip(node.edges(), grads):  # noqa: B905 (one for each; to be strict takes 100 ns)
        if grad is None or edge is None or (needed is not None and edge not in needed):
            continue
        if edge in buffers:
            accumulate(buffers, edge, grad)
            continue
        buffers[edge] = grad if grad.__class__ is ndarray else _held(edge, grad)
        if next_node is not None:
            heappush(heap, (next_node.seq, next_node))
        next_node = edge
    return next_node


def _held(edge: Node, grad: Any) -> Any:
    """Return a gradient as a buffer holds it: a number as an array, a Tensor and a list of gradients as they are."""
    if isinstance(grad, TensorBase):
        if grad.is_sparse:
            edge.require_hooks()  # the engine's general step knows sparse gradients
        return grad
    return grad if grad.__class__ is list else asarray(grad)


def summed(spread: "tuple[Target | None, ...]", *grads: Any) -> tuple[Any, ...]:
    """Return gradients summed and cast to the shapes and dtypes of arguments that were broadcast or cast."""
    return tuple(
        [
            grad if grad is None or target is None else reduce_to(asarray(grad), target)
            for grad, target in zip(grads, spread, strict=True)
        ]
    )

"""A backward pass in which some outputs have no gradient at all, and yet every node and hook behind them is called.

The engine calls nothing where no gradient arrives; PyTorch's does, if an undefined gradient was handed to it. What a
backward or a hook makes of None is tried here, node by node, outside of any pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Any

from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Node
from ...runtime.graph.port import MultiNode, Port
from ...runtime.graph.tensor_base import TensorBase as Tensor
from ...runtime.modes.grad_mode import GradMode

__all__ = ["gradients_of_none"]


def gradients_of_none(
    outputs: Sequence[Tensor], inputs: Sequence[Tensor], grads: Sequence[Tensor | None]
) -> list[Tensor | None]:
    """Return the gradients of inputs, given those of outputs (some None); call every node and hook in between."""
    arrived: dict[Node, Any] = {}
    for output, grad in zip(outputs, grads, strict=True):
        assert output._edge is not None
        _arrive(arrived, output._edge, grad)
    heap = [(node.seq, node) for node in arrived]
    heapify(heap)
    found: dict[Node | None, Tensor | None] = dict.fromkeys([tensor._edge for tensor in inputs])
    with GradMode(False):
        while heap:
            node = heappop(heap)[1]
            grad = _hooked(node, arrived.pop(node))
            if node in found:
                found[node] = grad
            for edge, result in _sent(node, grad):
                if edge is not None and _arrive(arrived, edge, result):
                    heappush(heap, (edge.seq, edge))
    return [found[tensor._edge] for tensor in inputs]


def _arrive(arrived: dict[Node, Any], edge: Node, grad: Any) -> bool:
    """Accumulate a gradient, which may be None; return whether it is the first to arrive at this edge."""
    if edge not in arrived:
        arrived[edge] = grad
        return True
    before = arrived[edge]
    if isinstance(before, list):  # of one output each
        arrived[edge] = [one if other is None else other for one, other in zip(before, grad, strict=True)]
    elif grad is not None:
        arrived[edge] = grad if before is None else before + grad
    return False


def _hooked(node: Node, grad: Any) -> Any:
    """Call tensor hooks; return the gradient to go on with."""
    for hook in () if node.hooks is None else node.hooks.tensor.snapshot():
        result = hook(grad)
        grad = grad if result is None else result
    return grad


def _sent(node: Node, grad: Any) -> list[tuple[Node | None, Any]]:
    """Run one node with its hooks; return what it sends to which edges."""
    if isinstance(node, Port):
        parts = [None] * len(node.node.outputs)
        parts[node.index] = grad
        return [(node.node, parts)]
    grads = tuple(grad) if isinstance(node, MultiNode) else (grad,)
    for hook in () if node.hooks is None else node.hooks.pre.snapshot():
        result = hook(grads)
        grads = grads if result is None else result
    if isinstance(node, AccumulateGrad):
        return []
    edges = node.edges()
    if node.of_user or any(part is not None for part in grads):
        results = node.differentiate(list(grads) if isinstance(node, MultiNode) else grads[0], None)
    else:
        results = (None,) * len(edges)
    for hook in () if node.hooks is None else node.hooks.post.snapshot():
        result = hook(results, grads)
        results = results if result is None else result
    return list(zip(edges, results, strict=True))

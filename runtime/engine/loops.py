"""The loops of passes that end at captured edges or are recorded: one call per node where nothing is special.

Whatever is special about a node (hooks, a capture, a leaf, an output of several) is done by the task's `step`.
"""

from heapq import heappop, heappush, heappushpop
from typing import TYPE_CHECKING

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Node
from ..graph.tensor_base import TensorBase as Tensor
from ..modes.grad_mode import GradMode

if TYPE_CHECKING:
    from .engine import Task


def drain_to_captures(task: "Task", captures: dict[Node, Tensor | None]) -> None:
    """Run a pass on arrays whose ends are the captured edges: every other node leads on to one."""
    buffers, heap, keep, needed = task.buffers, task.heap, task.keep, task.needed
    node: Node | None = heappop(heap)[1] if heap else None
    while node is not None:
        if node.hooks is None and node not in captures:
            node = node.apply(buffers.pop(node), buffers, heap, keep, needed)
        else:
            if node.hooks is None and node.__class__ is AccumulateGrad:
                grad = buffers.pop(node)
                captures[node] = task.result(grad if grad.dtype is node.dtype else node.made_real(grad))
            else:
                with GradMode(False):
                    task.step(node)
            node = None
        if node is None:
            if heap:
                node = heappop(heap)[1]
        elif heap and heap[0][0] < node.seq:
            node = heappushpop(heap, (node.seq, node))[1]


def drain_recorded(task: "Task") -> None:
    """Run a pass on Tensors whose graph is kept: the formulas are ops, recorded in the caller's grad mode."""
    buffers, heap, needed = task.buffers, task.heap, task.needed
    captures: dict[Node, Tensor | None] = task.captures or {}
    while heap:
        node = heappop(heap)[1]
        if node.hooks is not None or node.has_no_formula or node in captures:
            task.step(node)
            continue
        grads = node.differentiate(buffers.pop(node), needed)
        for edge, grad in zip(node.edges(), grads):  # noqa: B905 (one for each; to be strict takes 100 ns)
            if edge is None or grad is None or (needed is not None and edge not in needed):
                continue
            if edge in buffers:
                buffers[edge] = buffers[edge] + grad
            else:
                buffers[edge] = grad
                heappush(heap, (edge.seq, edge))

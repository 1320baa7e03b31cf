"""What users' code that runs inside a pass sees of a leaf: `.grad` with all that the pass has for it.

A leaf without hooks waits for the end of the pass, because nobody can tell when it accumulates, unless a hook or the
backward of a `Function` looks at its `.grad` meanwhile. That look makes it accumulate, if its gradient is whole.
"""

from heapq import heapify

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.node import Node
from ..modes.grad_mode import GradMode
from .engine import GraphTask
from .passes import passes


def accumulate_if_whole(leaf: AccumulateGrad) -> None:
    """Run a leaf that waits in a pass which called this, if nothing that is still to run leads to it."""
    for task in reversed(passes.tasks):
        if leaf in task.buffers and not _still_to_come(leaf, task):
            task.heap[:] = [entry for entry in task.heap if entry[1] is not leaf]
            heapify(task.heap)
            with GradMode(task.create_graph):
                task.step(leaf)


def _still_to_come(leaf: AccumulateGrad, task: GraphTask) -> bool:
    """Tell whether the node that runs, or one that waits, leads to a leaf."""
    stack: list[Node] = [task.node, *(node for _, node in task.heap)]
    seen = set(stack)
    needed = task.needed
    while stack:
        for edge in stack.pop().edges():
            if edge is leaf and (needed is None or leaf in needed):
                return True
            if edge is not None and edge not in seen and (needed is None or edge in needed):
                seen.add(edge)
                stack.append(edge)
    return False

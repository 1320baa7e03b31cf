"""What begins a backward pass: its roots and ends, and the order of leaves with hooks."""

from collections.abc import Sequence
from heapq import heappush
from typing import Any

from ..engine.engine import GraphTask, find_needed
from ..engine.leaf_scheduling import in_order
from ..forward_mode.dual_level import carrying
from ..graph.accumulate_grad import watched
from ..graph.node import Buffers, Heap, Node
from ..tensors.tensor import Tensor
from .call_arguments import Gradients, Inputs, Output, edge_of_input, inputs_of_call, roots_of_call


def accumulate_gradients(
    tensors: Output | Sequence[Output],
    gradients: Gradients,
    retain_graph: bool | None,
    create_graph: bool,
    inputs: Inputs,
) -> None:
    """Run a pass from tensors that fills the `.grad` of all leaves, or of `inputs` only."""
    by_tensors = create_graph or carrying()
    roots = roots_of_call("backward", tensors, gradients, by_tensors)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    if inputs is None:
        buffers, heap = start(roots)
        del roots  # the buffers alone hold the gradients now, so that they can be reused
        run_pass(GraphTask(buffers, heap, keep, None, create_graph, None, by_tensors), list(buffers))
        return
    targets = inputs_of_call("backward", inputs)
    starts = [edge for edge, _ in roots]
    ends = {edge_of_input("backward", target, starts) for target in targets}
    needed = find_needed(starts, ends)
    buffers, heap = start(roots, needed)
    del roots
    for target in targets:
        if isinstance(target, Tensor) and not target.is_leaf:
            target.retain_grad()
    for edge in ends:
        if edge.age < 0:  # computed
            edge.require_hooks()  # the general step knows where a pass ends
    run_pass(GraphTask(buffers, heap, keep, needed, create_graph, None, by_tensors), starts)


def run_pass(task: GraphTask, starts: list[Node]) -> None:
    """Run a pass; leaves with hooks accumulate as early as they can."""
    if watched:
        with in_order(starts, task.needed):
            task.run()
    else:
        task.run()


def start(roots: list[tuple[Node, Any]], needed: set[Node] | None = None) -> tuple[Buffers, Heap]:
    """Return the buffers and the heap that a backward pass begins with."""
    if len(roots) == 1:
        edge, gradient = roots[0]
        return ({edge: gradient}, [(edge.seq, edge)]) if needed is None or edge in needed else ({}, [])
    buffers: Buffers = {}
    heap: Heap = []
    for edge, gradient in roots:
        if needed is not None and edge not in needed:
            continue
        if edge in buffers:
            buffers[edge] = buffers[edge] + gradient
        else:
            buffers[edge] = gradient
            heappush(heap, (edge.seq, edge))
    return buffers, heap

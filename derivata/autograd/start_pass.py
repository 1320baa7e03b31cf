"""The start of a backward pass: its roots, its ends, and the order of leaves with hooks."""

from collections.abc import Sequence
from contextvars import ContextVar
from heapq import heapify, heappush
from typing import Any, TypeAlias

from ..runtime.engine.engine import run_pass
from ..runtime.engine.leaf_scheduling import in_order
from ..runtime.forward_mode.dual_level import carrying
from ..runtime.graph.accumulate_grad import watched
from ..runtime.graph.node import Buffers, Heap, Node
from ..runtime.memory.saved_hooks import saved_hooks
from ..runtime.modes.batching import any_batched
from ..runtime.modes.grad_mode import call_in_mode
from ..runtime.modes.observers import detector
from ..runtime.modes.state import OBSERVED, SAVED_HOOKS, Mode, settle, state
from ..runtime.tensors.tensor import Tensor
from .call_arguments import Gradients, Inputs, Output, edge_of_input, inputs_of_call, roots_of_call
from .needed import find_needed
from .pass_runner import began, runner
from .tracer import Captures, tracer

refusal: ContextVar[Mode | None] = ContextVar("derivata_saved_tensors_hooks_refusal", default=None)
"""Set by `disable_saved_tensors_hooks`; the value is a message."""

_Blocks: TypeAlias = tuple[Mode | None, Mode | None]
NO_BLOCKS: _Blocks = (None, None)


def accumulate_gradients(
    tensors: Output | Sequence[Output],
    gradients: Gradients,
    retain_graph: bool | None,
    create_graph: bool,
    inputs: Inputs,
) -> None:
    """Run a pass from tensors that fills the `.grad` of all leaves, or of `inputs` only."""
    by_tensors = create_graph or (state.active_modes != 0 and has_tensors(gradients))
    roots = roots_of_call("backward", tensors, gradients, by_tensors)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    if inputs is None:
        buffers, heap = first_buffers(roots)
        del roots  # the buffers alone hold the gradients now, so that they can be reused
        start_pass(list(buffers), buffers, heap, keep, None, create_graph, None, by_tensors)
        return
    targets = inputs_of_call("backward", inputs)
    starts = [edge for edge, _ in roots]
    ends = {edge_of_input("backward", target, starts) for target in targets}
    needed, _ = find_needed(starts, ends)
    buffers, heap = first_buffers(roots, needed)
    del roots
    for target in targets:
        if isinstance(target, Tensor) and not target.is_leaf:
            target.retain_grad()
    for edge in ends:
        if edge.age < 0:  # computed
            edge.require_hooks()  # the general step knows where a pass ends
    start_pass(starts, buffers, heap, keep, needed, create_graph, None, by_tensors)


def start_pass(
    starts: list[Node],
    buffers: Buffers,
    heap: Heap,
    keep: bool,
    needed: set[Node] | None,
    create_graph: bool,
    captures: dict[Node, Tensor | None] | None,
    tensors: bool,
) -> None:
    """Run a pass: grad mode is on only where gradients are recorded, and leaves with hooks accumulate early."""
    if state.active_modes & OBSERVED and (traced := tracer()) is not None:

        def run_again(recorded: bool, captures: Captures) -> None:
            again = {**buffers}, [*heap], True, needed, recorded, captures, True
            call_in_mode(recorded, run_pass, *again)

        traced.on_pass(run_again, starts, needed, keep, create_graph, captures)
        return
    watching, hooked = (detector(), blocks_of_hooks()) if state.active_modes else (None, NO_BLOCKS)
    task = buffers, heap, keep, needed, create_graph, captures, tensors, watching
    run = runner() if began else run_pass
    try:
        if watched:
            with in_order(starts, needed):
                # leaves among the roots have another place now
                heap[:] = [(node.seq, node) for _, node in heap]
                heapify(heap)
                call_in_mode(create_graph, run, *task)
        elif tensors or watching is not None:
            call_in_mode(create_graph, run, *task)
        else:
            run(*task)
    finally:
        if state.active_modes & SAVED_HOOKS:
            leave_hooks(hooked)


def has_tensors(gradients: Gradients) -> bool:
    """Tell whether a pass computes with tensors though it is not recorded: for tangents, `vmap` or a tracer."""
    return carrying() or any_batched(gradients) or tracer() is not None


def blocks_of_hooks() -> _Blocks:
    """Return the innermost blocks of saved-tensor hooks, and of those that refuse them."""
    return saved_hooks.get(), refusal.get()


def leave_hooks(before: _Blocks) -> None:
    """End the blocks of saved-tensor hooks, or without them, that a user's code entered in a pass and has not left."""
    for variable, hooked in zip((saved_hooks, refusal), before, strict=True):
        mode = innermost = variable.get()
        while mode is not None and mode is not hooked:
            mode = mode.outer
        # else the code has left a block from outside of the pass, and there is nothing to end
        if mode is hooked and innermost is not hooked:
            variable.set(hooked)
            del mode, innermost
            settle()


def first_buffers(roots: list[tuple[Node, Any]], needed: set[Node] | None = None) -> tuple[Buffers, Heap]:
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

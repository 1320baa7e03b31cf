"""Backward passes in a block of `compiled`: a plan is found or made, and the engine runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappush
from typing import Any

from numpy import ascontiguousarray, ndarray

from ...runtime.engine.engine import run_pass
from ...runtime.graph.accumulate_grad import AccumulateGrad
from ...runtime.graph.node import Buffers, Heap, Node
from ...runtime.modes.state import state
from ..refusal import MOST, CannotCompile
from ..watched import is_watched
from .lines import GAP
from .part import Unfit
from .plan import BEGIN, COMPILED, Found, Plan, Stretch, plan_of

KINDS = 256  # of passes that are known
AHEAD = 3  # nodes that are looked at to tell kinds apart
TRIES = 4  # passes of a kind that gain nothing, after which others are not looked at


class Running(Node):
    """A stretch of one pass: it waits in the heap, right before the newest of its nodes, and runs in their place.

    Whatever was called in between may have changed the graph or what was saved, so all is compared again then. Where
    something differs, or a gradient is missing, the nodes run op by op, as they wait in the heap as well.
    """

    __slots__ = ("captures", "entries", "found", "heap", "stretch", "wait")

    def __init__(
        self,
        stretch: Stretch,
        entries: list[Node],
        found: Found | None,
        heap: Heap,
        captures: Any,
        wait: bool,
    ):
        self.seq = entries[0].seq - GAP  # type: ignore[assignment]
        self.hooks = None
        self.stretch, self.entries, self.found = stretch, entries, found
        self.heap, self.captures, self.wait = heap, captures, wait

    def edges(self) -> tuple[Node | None, ...]:
        """Return no edges: it is no part of the graph."""
        return ()

    def apply(self, grad: Any, needed: set[Node] | None, keep: bool, buffers: Buffers) -> Any:
        """Return the gradients that leave the stretch, or None if its nodes have to run op by op."""
        stretch, entries, found = self.stretch, self.entries, self.found
        self.found = None
        if found is None:
            found = stretch.guard(needed, self.captures, BEGIN, *entries)
        if found is None:
            return None
        given = []
        for entry, (shape, dtype) in zip(entries, stretch.shapes, strict=True):
            array = buffers.get(entry)
            if array.__class__ is not ndarray or array.shape != shape or array.dtype != dtype:
                return None
            given.append(array if array.flags.c_contiguous else ascontiguousarray(array))
            del array
        _, arrays, exits, members = found
        if not (self.wait or stretch.is_compiled([*arrays, *given])):
            return None
        for entry in entries:
            del buffers[entry]
        heap = self.heap
        heap[:] = [item for item in heap if item[1] not in entries]
        heapify(heap)
        results = stretch.code(*arrays, *given)
        stretch.state = COMPILED
        if not keep:
            stretch.release(members)
        return zip(exits, results, strict=True)


@dataclass
class Kind:
    """Passes that look alike: the plans of those that have programs, and how many others there were."""

    plans: tuple[Plan, ...] = ()
    others: int = 0


_kinds: dict[Any, Kind] = {}


def run(
    buffers: Buffers,
    heap: Heap,
    keep: bool = False,
    needed: set[Node] | None = None,
    create_graph: bool = False,
    captures: Any = None,
    tensors: bool = False,
    detector: Any = None,
    *,
    wait: bool,
) -> Plan:
    """Run a pass as `run_pass` does; return its plan. If it is not to `wait`, nodes run while loops are compiled."""
    plan = _OPS
    if heap and not (
        create_graph or tensors or detector is not None or (state.active_modes and is_watched())
    ):
        plan = _plan(buffers, heap, needed, captures, wait)
    try:
        run_pass(buffers, heap, keep, needed, create_graph, captures, tensors, detector)
    finally:
        heap.clear()  # after an error it has programs that refer to it
    return plan


_OPS = Plan([], 0, "it computes with tensors, or a mode is on in which ops do more than to compute")
_CHANGED = Plan([], 0, "something that was saved has been freed or changed")
_BEYOND = Plan([], 0, "others that look alike gained nothing, or were of ever new kinds")


def _plan(buffers: Buffers, heap: Heap, needed: set[Node] | None, captures: Any, wait: bool) -> Plan:
    """Put programs into the heap of a pass; return its plan."""
    roots = [*buffers]
    kind = _kind(roots, needed, captures)
    for plan in kind.plans:
        stretches = plan.find(roots, needed, captures)
        if stretches is not None:
            break
    else:
        plan = _new_plan(kind, roots, needed, captures)
        stretches = plan.find(roots, needed, captures) if plan.steps else None
        if stretches is None:
            return plan
    if kind.plans[0] is not plan:
        kind.plans = (plan, *[other for other in kind.plans if other is not plan])
    for number, (stretch, entries, found) in enumerate(stretches):
        first = number == 0 and plan.steps[0] is stretch  # nothing is called before it
        running = Running(stretch, entries, found if first else None, heap, captures, wait)
        buffers[running] = None
        heappush(heap, (running.seq, running))
    return plan


def _kind(roots: list[Node], needed: set[Node] | None, captures: Mapping[Node, Any] | None) -> Kind:
    """Return what is known of passes that look alike."""
    inner = False
    for edge in captures or ():
        if edge.__class__ is not AccumulateGrad:
            inner = True
            break
    key = (
        len(roots),
        *_first_nodes(roots[0]),
        -1 if needed is None else len(needed),
        -1 if captures is None else len(captures),
        inner,
    )
    found = _kinds.get(key)
    if found is None:
        if len(_kinds) >= KINDS:
            _kinds.clear()
        found = _kinds[key] = Kind()
    return found


def _first_nodes(node: Node) -> list[Any]:
    """Return the classes and shapes of the first nodes, along their first edges, by which most graphs differ."""
    found = [node.__class__, node.shape]
    for _ in range(AHEAD):
        edges = node.edges()
        if not edges or edges[0] is None:
            break
        node = edges[0]
        found += node.__class__, getattr(node, "shape", None)
    return found


def _new_plan(kind: Kind, roots: list[Node], needed: set[Node] | None, captures: Any) -> Plan:
    """Return a plan for another pass; without stretches if it runs op by op."""
    if kind.others >= TRIES or len(kind.plans) >= MOST:
        return _BEYOND
    try:
        plan = plan_of(roots, needed, captures, varying=bool(kind.plans))
    except Unfit:
        return _CHANGED
    except Exception as error:  # the pass itself raises what its nodes raise
        plan = Plan(
            [], 0, str(error) if isinstance(error, CannotCompile) else f"{type(error).__name__}: {error}"
        )
    if plan.steps:
        kind.plans = (plan, *kind.plans)
    else:
        kind.others += 1
    return plan

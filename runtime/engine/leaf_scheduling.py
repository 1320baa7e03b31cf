"""Scheduling of leaves: one with hooks accumulates as soon as its gradient is complete, before older nodes run.

For all other leaves the moment is unobservable: they accumulate at the end of the pass, so dependencies need not be
counted. For a leaf with hooks, a graph traversal finds the oldest node that sends it a gradient, and the leaf is
scheduled right after that node. While several passes run at once, in threads or nested, a leaf has the latest of its
positions, which is correct for all of them.

A hook, or the backward of a `Function`, may read the `.grad` of a leaf without hooks during the pass. Reading it makes
the leaf accumulate if its gradient is complete.
"""

from collections.abc import Iterable
from heapq import heapify
from typing import TYPE_CHECKING, Any, Self

from ..graph.accumulate_grad import AccumulateGrad, watched
from ..graph.node import Node
from ..modes.blocks import Block, Everywhere
from ..modes.grad_mode import GradMode
from ..modes.state import Mode
from .passes import passes

if TYPE_CHECKING:
    from .graph_task import GraphTask

_passes: dict[int, Mode] = {}  # that run; the value of each is the places of leaves in it
_changes = 0  # of what runs
_FIRST = -1e15  # before every node: so many are never created


class in_order(Block):
    """Context of a pass in which leaves with hooks are scheduled at their positions."""

    def __init__(self, starts: Iterable[Node], needed: "set[Node] | None" = None) -> None:
        self.variable: Any = Everywhere()
        self._starts = starts
        self._needed = needed

    def __enter__(self) -> Self:
        places = _find_places(self._starts, self._needed)
        self.begin(0, places)
        mode = self.variable.get()
        _passes[id(mode)] = mode
        _arrange(places)
        return self

    def ended(self, mode: Mode) -> None:
        """Restore the positions that the leaves have without this pass."""
        _passes.pop(id(mode), None)
        _arrange(mode.value)


def _arrange(leaves: Iterable[AccumulateGrad]) -> None:
    """Set each leaf to the latest of its positions in running passes; passes ended by an interrupt do not count."""
    global _changes
    changed = set(leaves)
    for key, mode in list(_passes.items()):
        if mode.runs() is None:
            _passes.pop(key, None)
            changed.update(mode.value)
    _changes += 1
    for leaf in changed:
        while True:
            seen = _changes
            found = [mode.value[leaf] for mode in list(_passes.values()) if leaf in mode.value]
            place = max(found, default=leaf.number)
            if _changes == seen:  # nothing is called before the next line: no other thread comes in between
                leaf.seq = place
                break


def _find_places(starts: Iterable[Node], needed: "set[Node] | None") -> dict[AccumulateGrad, float]:
    """Return, for each leaf with hooks, the position right after the oldest node that sends it a gradient.

    Leaves of one node keep the order of its edges, before the ports of an older node. Leaves that are roots of the pass
    and receive no gradient from a node come first.
    """
    leaves = _leaves_with_hooks()
    stack = list(starts) if leaves else []
    roots = [start for start in stack if start.__class__ is AccumulateGrad and start in leaves]
    places: dict[AccumulateGrad, float] = {leaf: _FIRST + k for k, leaf in enumerate(roots)}
    seen = set(stack)
    while stack:
        node = stack.pop()
        edges = node.edges()
        for number, edge in enumerate(edges, 1):
            if edge is None or (needed is not None and edge not in needed):
                continue
            if edge.__class__ is AccumulateGrad:
                if edge in leaves:
                    place = node.seq + 0.5 * number / (len(edges) + 1)
                    places[edge] = max(places.get(edge, place), place)
            elif edge not in seen:
                seen.add(edge)
                stack.append(edge)
    return places


def _leaves_with_hooks() -> set[Node]:
    leaves: set[Node] = set()
    for reference in list(watched.values()):  # of items, the collector might find tuples to collect meanwhile
        leaf = reference()
        hooks = None if leaf is None else leaf.hooks
        if (
            leaf is not None
            and hooks is not None
            and (hooks.tensor or hooks.pre or hooks.post or hooks.accumulate)
        ):
            leaves.add(leaf)
        elif leaf is not None:  # all handles were removed
            watched.pop(id(leaf), None)
    return leaves


def accumulate_if_complete(leaf: AccumulateGrad) -> None:
    """Accumulate into a leaf that waits in a running pass, if no remaining node can send it another gradient."""
    tasks = passes.tasks
    for task in reversed(tasks):
        if leaf in task.buffers and not _still_to_come(leaf, task):
            task.heap[:] = [entry for entry in task.heap if entry[1] is not leaf]
            heapify(task.heap)
            outer = len(tasks)
            try:
                tasks.append(task)  # the hooks of the leaf belong to its pass
                with GradMode(task.create_graph):
                    task.step(leaf)
            finally:
                del tasks[outer:]


def _still_to_come(leaf: AccumulateGrad, task: "GraphTask") -> bool:
    """Tell whether the running node, or one in the heap, leads to a leaf."""
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

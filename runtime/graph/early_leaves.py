"""Leaves with hooks accumulate as soon as their gradient is whole, before older nodes run.

Nobody can see when any other leaf accumulates: it waits for the end of the pass, and no pass counts what is still to
come. Where a leaf has hooks, a walk finds the oldest node that sends it a gradient, and the leaf gets the place behind
that node in the pass's order. While several passes run at once, in threads or nested, a leaf has the latest of its
places, which is right for all of them.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..forking import free_after_fork
from .accumulate_grad import AccumulateGrad, watched
from .node import Node

_lock = free_after_fork(threading.Lock())
_places: dict[AccumulateGrad, list[float]] = {}  # in the passes that run


@contextmanager
def in_order(starts: Iterable[Node], needed: "set[Node] | None" = None) -> Iterator[None]:
    """Run a pass in which leaves with hooks have their places."""
    places = _find_places(starts, needed)
    with _lock:
        for leaf, place in places.items():
            _places.setdefault(leaf, []).append(place)
            leaf.seq = max(_places[leaf])  # type: ignore[assignment]
    try:
        yield
    finally:
        with _lock:
            for leaf, place in places.items():
                _places[leaf].remove(place)
                leaf.seq = max(_places[leaf], default=leaf.number)  # type: ignore[assignment]
                if not _places[leaf]:
                    del _places[leaf]


def _find_places(starts: Iterable[Node], needed: "set[Node] | None") -> dict[AccumulateGrad, float]:
    """Return for each leaf with hooks the place behind the oldest node that sends it a gradient."""
    leaves = _leaves_with_hooks()
    places: dict[AccumulateGrad, float] = {}
    stack = list(starts) if leaves else []
    seen = set(stack)
    while stack:
        node = stack.pop()
        for edge in node.edges():
            if edge is None or (needed is not None and edge not in needed):
                continue
            if edge.__class__ is AccumulateGrad:
                if edge in leaves:
                    places[edge] = max(places.get(edge, node.seq), node.seq + 0.5)
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

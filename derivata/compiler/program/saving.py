"""Which values a forward pass keeps: those of fewest bytes from which the backward pass computes what it reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from math import inf

from ..graph.graph import Call, Value
from ..vocabulary import is_view

Node = Hashable
SOURCE, SINK = "source", "sink"


def saved_values(
    calls: Sequence[Call],
    wanted: Collection[Value],
    again: Callable[[Call], bool],
    outputs: Collection[Value],
) -> set[Value]:
    """Return values of calls from which those that run `again` compute what is wanted.

    Of as few bytes as those that follow from one rule, to keep what does not run again, or fewer: where several such
    values meet, what they meet in. Outputs, which users may write to, are kept only if they do not run again.
    """
    makers = {out: call for call in calls for out in call.outs}
    found = [value for value in dict.fromkeys(wanted) if value in makers]
    kept = {value for value in found if not again(makers[value])}
    todo = [value for value in found if value not in kept]
    network = Network()
    seen = {*kept, *todo}
    for value in todo:
        network.join((value, "made"), SINK, inf)
    while todo:
        value = todo.pop()
        call = makers[value]
        repeated = again(call)
        free = repeated and (is_view(call.op) or value in outputs)
        network.join((value, "read"), (value, "made"), inf if free else value.size * value.dtype.itemsize)
        if not repeated:
            network.join(SOURCE, (value, "read"), inf)
            continue
        for part in dict.fromkeys(call.reads):
            if part in makers and part not in kept:
                network.join((part, "made"), (value, "read"), inf)
                if part not in seen:
                    seen.add(part)
                    todo.append(part)
    reached = network.fill()
    return kept | {v for v in seen if (v, "read") in reached and (v, "made") not in reached}


class Network:
    """Nodes, and how much may flow from one to another."""

    def __init__(self) -> None:
        self._room: dict[Node, dict[Node, float]] = {SOURCE: {}, SINK: {}}

    def join(self, start: Node, end: Node, room: float) -> None:
        """Let so much flow from one node to another."""
        self._room.setdefault(start, {})[end] = room
        self._room.setdefault(end, {}).setdefault(start, 0)

    def fill(self) -> Collection[Node]:
        """Let as much flow as possible; return the nodes to which more could flow, which a cut of least room parts."""
        while SINK in (before := self._reached()):
            path: list[Node] = [SINK]
            while path[-1] != SOURCE:
                path.append(before[path[-1]])
            steps = list(zip(path[1:], path, strict=False))
            most = min([self._room[start][end] for start, end in steps])
            for start, end in steps:
                self._room[start][end] -= most
                self._room[end][start] += most
        return before

    def _reached(self) -> dict[Node, Node]:
        """Return the nodes that the source reaches, the nearest first, and the node before each."""
        before: dict[Node, Node] = {SOURCE: SOURCE}
        todo: list[Node] = [SOURCE]
        for node in todo:
            for end, room in self._room[node].items():
                if room > 0 and end not in before:
                    before[end] = node
                    todo.append(end)
                    if end == SINK:
                        return before
        return before

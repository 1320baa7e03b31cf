"""When the memory of a program's values is free again, and how much of it there is at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..graph.graph import Graph, Value
from ..vocabulary import is_view
from .fuse import Group, Step


class Memory(NamedTuple):
    """What becomes of the memory of values that a program makes.

    Attributes
    ----------
    freed : list of list of Value
        For each step, the values whose memory nothing refers to after it, and later steps use again.
    peak, kept : int
        The most bytes at once, and those of the results.
    """

    freed: list[list[Value]]
    peak: int
    kept: int


def memory_of(graph: Graph, steps: Sequence[Step]) -> Memory:
    """Return the memory of a program; that of its arguments is not counted, and that of a view is its source's."""
    owners: dict[Value, Value] = {value: value for value in graph.inputs}
    ends: dict[Value, int] = {}
    for number, step in enumerate(steps):
        read, made = _values(step)
        viewed = not isinstance(step, Group) and is_view(step.op) and not read[0].is_constant
        source = read[0] if viewed else None
        for value in made:
            owners[value] = value if source is None else owners[source]
        ends.update({owners[value]: number for value in (*read, *made) if not value.is_constant})
    kept = dict.fromkeys(owners[value] for value in graph.outputs if value not in graph.inputs)
    ends.update(dict.fromkeys(kept, len(steps)))
    now = peak = 0
    freed = []
    for number, step in enumerate(steps):
        now += sum([_bytes(value) for value in _values(step)[1] if owners[value] is value])
        peak = max(peak, now)
        dead = [value for value, end in ends.items() if end == number and value not in graph.inputs]
        now -= sum(map(_bytes, dead))
        freed.append(dead)
    return Memory(freed, peak, sum([_bytes(value) for value in kept if value not in graph.inputs]))


def _values(step: Step) -> tuple[Sequence[Value], Sequence[Value]]:
    """Return what a step reads and makes."""
    return (step.inputs, step.results) if isinstance(step, Group) else (step.reads, step.outs)


def _bytes(value: Value) -> int:
    return value.size * value.dtype.itemsize

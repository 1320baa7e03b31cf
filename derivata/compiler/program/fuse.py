"""Groups elementwise calls of one shape and dtype into loops; sums of their results end a loop.

Each call gets a stage. In a stage, calls that are in no loop run first, then the loops: one for each shape and dtype,
none of which waits for another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..graph.graph import Call, Graph, Shape, Value, readers_of
from ..graph.simplify import SUMMED
from .lowering import Part, part_of


@dataclass(frozen=True, eq=False)
class Out:
    """What a loop returns: a value, summed to the shape of `result` if that is another one."""

    value: Value
    result: Value

    @property
    def target(self) -> Shape | None:
        """The shape to sum to."""
        return None if self.result is self.value else self.result.shape


@dataclass(frozen=True, eq=False)
class Group:
    """Calls that run as one loop."""

    parts: tuple[Any, ...]  # of type `Part` here
    inputs: tuple[Value, ...]
    outs: tuple[Out, ...]
    dtype: np.dtype[Any]

    @property
    def shape(self) -> Shape:
        """What it runs over."""
        shape: Shape = self.parts[0].call.outs[0].shape
        return shape

    @property
    def results(self) -> tuple[Value, ...]:
        """The values that it returns."""
        return tuple([out.result for out in self.outs])

    @property
    def graph(self) -> Graph:
        """The same op by op, without the sums."""
        return Graph(list(self.inputs), [part.call for part in self.parts], [out.value for out in self.outs])


Step = Call | Group
SINGLE = 2
"""Comparisons beyond which loops end at each: the function has a loop of its own, whose passes so are alike."""
INPUTS = 32  # of a loop: NumPy 1 broadcasts no more arrays at once


def fuse(graph: Graph) -> list[Step]:
    """Return the calls of a graph as steps in an order in which they can run."""
    parts = {call: part for call in graph.calls if (part := fusible(call)) is not None}
    readers = readers_of(graph.calls)
    while True:
        stages, keys = stages_of(
            graph, {call: (call.outs[0].shape, part.dtype) for call, part in parts.items()}
        )
        _postpone(graph, parts, readers, keys)
        _part_wide_loops(parts, keys)
        lonely = [
            call
            for call, part in parts.items()
            if part.is_mask and _leaves(call, keys, readers, graph.outputs)
        ]
        if not lonely:
            break
        for call in lonely:
            del parts[call]
    members: dict[Any, list[Part]] = {}
    for call, part in parts.items():
        members.setdefault(keys[call], []).append(part)
    summed: set[Call] = set()
    steps: list[tuple[int, bool, Step]] = []
    for key, group in members.items():
        made = _group(group, readers, graph.outputs)
        sums = [reader for out in made.outs if out.target is not None for reader in readers[out.value]]
        absorbed = [call for call in sums if any(out.result in call.outs for out in made.outs)]
        if len(group) == 1 and not absorbed:
            steps += [(key[0], True, part.call) for part in group]
        else:
            summed.update(absorbed)
            steps.append((key[0], True, made))
    steps += [(stages[call], False, call) for call in graph.calls if call not in parts and call not in summed]
    return [step for _, _, step in sorted(steps, key=lambda placed: placed[:2])]


def _part_wide_loops(parts: Iterable[Call], keys: dict[Call, Any]) -> None:
    """Let calls be in several loops, one after the other, where one would read more arrays than NumPy takes."""
    made: dict[Any, set[Value]] = {}
    read: dict[Any, set[Value]] = {}
    numbers: dict[Any, int] = {}
    for call in parts:
        key = keys[call]
        known, inputs = made.setdefault(key, set()), read.setdefault(key, set())
        inputs.update([value for value in call.reads if value not in known])
        if len(inputs) > INPUTS:
            numbers[key] = numbers.get(key, 0) + 1
            made[key], read[key] = set(), set(call.reads)
        made[key].update(call.outs)
        keys[call] = (*key, numbers.get(key, 0))


def fusible(call: Call) -> Part | None:
    """Return how a call is computed inside a loop over elements; None if it is not, or makes no more than a number."""
    if len(call.outs) != 1 or not call.outs[0].shape or not call.outs[0].size:
        return None
    return part_of(call)


def stages_of(
    graph: Graph, kinds: Mapping[Call, tuple[Any, ...]]
) -> tuple[dict[Call, int], dict[Call, tuple[Any, ...]]]:
    """Return the stage of each call, and the key of the loop that it is in: the stage and its kind."""
    made: dict[Value, Call] = {}
    drawn = 0  # the stage of the latest call that draws
    asked = 0  # that of the latest one that compares: what follows may be right after it only
    questions = [call for call in graph.calls if call.asks]
    is_loop = len(questions) > SINGLE or any("handed" in call.arguments for call in questions)
    stages: dict[Call, int] = {}
    keys: dict[Call, tuple[Any, ...]] = {}
    for call in graph.calls:
        before = [made[value] for value in call.reads if value in made]
        if call in kinds:
            kind = kinds[call]
            same = {earlier: keys[earlier][1:] == kind for earlier in before if earlier in kinds}
            stage = max([stages[earlier] + (same.get(earlier) is False) for earlier in before], default=0)
            stage = max(stage, asked) if is_loop else stage
            keys[call] = (stage, *kind)
        else:
            stage = max([stages[earlier] + (earlier in kinds) for earlier in before], default=0)
            stage = max(stage, asked)
            if call.draws:
                stage = drawn = max(stage, drawn)
            if call.asks:
                asked = stage
        stages[call] = stage
        made.update(dict.fromkeys(call.outs, call))
    return stages, keys


def _postpone(
    graph: Graph, parts: Mapping[Call, Part], readers: Mapping[Value, list[Call]], keys: dict[Call, Any]
) -> None:
    """Move calls to the later loop that all their readers are in, where no more has to be written for that.

    What is cheap to write, but not to read in a loop, is a mask: so one value more may be written in place of it.
    """
    made = {part.call.outs[0]: part.call for part in parts.values()}
    for call, part in reversed([*parts.items()]):
        found = {keys.get(reader) for reader in readers.get(call.outs[0], ())}
        key = found.pop() if len(found) == 1 else None
        if (
            key is None
            or key[0] <= keys[call][0]
            or key[1:] != keys[call][1:]
            or call.outs[0] in graph.outputs
        ):
            continue
        inside = [value for value in call.reads if value in made and keys[made[value]] == keys[call]]
        if sum([not _leaves(made[value], keys, readers, graph.outputs) for value in inside]) <= part.is_mask:
            keys[call] = key


def _leaves(
    call: Call, keys: Mapping[Call, Any], readers: Mapping[Value, list[Call]], outputs: Sequence[Value]
) -> bool:
    """Tell whether a result is needed outside of its loop."""
    out = call.outs[0]
    return out in outputs or any(keys.get(reader) != keys[call] for reader in readers.get(out, ()))


def _group(parts: Sequence[Part], readers: Mapping[Value, list[Call]], outputs: Sequence[Value]) -> Group:
    calls = {part.call for part in parts}
    inside = {part.call.outs[0] for part in parts}
    read = dict.fromkeys(value for part in parts for value in part.call.reads)
    inputs = [value for value in read if value not in inside and (not value.is_constant or value.is_count)]
    shape = parts[0].call.outs[0].shape
    inputs.sort(key=lambda value: (value.shape != shape, value.dtype.kind == "b"))
    outs = []
    for value in [part.call.outs[0] for part in parts]:
        others = [reader for reader in readers.get(value, ()) if reader not in calls]
        sums = [reader for reader in others if is_sum(reader)]
        if value in outputs or len(sums) < len(others):
            outs.append(Out(value, value))  # to sum it afterwards takes less time than two outputs of a loop
        else:
            outs += [Out(value, reader.outs[0]) for reader in sums]
    return Group(tuple(parts), tuple(inputs), tuple(outs), parts[0].dtype)


SUMS = frozenset({"sum", "_sum_to_shape", "_reduce_to"})
"""Calls that loops may end in."""


def is_sum(call: Call) -> bool:
    """Tell whether a call sums its argument to a shape, and a loop could do so."""
    if call.op not in SUMS or call.op == "sum" or (value := call.reads[0]).size < SUMMED:
        return False
    return call.op == "_sum_to_shape" or call.arguments["dtype"] == call.outs[0].dtype == value.dtype

"""Groups ops along the last dimension, and what is elementwise around them, into loops over rows.

Each call of a loop has a key, the shape and dtype of its rows; numbers for each row have that of the rows that they are
made of, or are used with. Groups are found as those of elementwise loops are, by stages, before these.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import prod
from typing import Any

from ...graph.dimensions import depends
from ...graph.graph import Call, Graph, Value, readers_of, values_in
from ...graph.simplify import sum_to_shape
from ..fuse import SUMS, Out, Step, fuse, fusible, stages_of
from ..lowering import Part, repetition_of
from .classes import with_losses_of_rows
from .layout import Layout
from .parts import Alias, Key, Member, RowGroup, RowPart, Total, is_numbers, is_total, paired, row_part_of

LONG = 256  # elements of a row, of which fewer than 4 are at hand
MANY = 64  # rows whose numbers are computed in a loop of their own
_SAME_NUMBERS = frozenset(
    {"_restore_dims", "restore_dims", "unsqueeze", "squeeze", "reshape", "view", "flatten"}
)
"""Ops that give numbers of rows another shape."""


def steps_of(graph: Graph) -> list[Step]:
    """Return the calls of a graph as steps in an order in which they can run."""
    calls, groups = with_row_groups(graph)
    steps = fuse(Graph(graph.inputs, calls, graph.outputs))
    return [groups.get(step, step) if isinstance(step, Call) else step for step in steps]


def with_row_groups(graph: Graph) -> tuple[list[Call], dict[Call, RowGroup]]:
    """Return calls in which one stands for each loop over rows, and these."""
    in_parts, losses = with_losses_of_rows(graph)
    calls, groups = _with_groups(in_parts)
    if losses:
        inside = {part.call for group in groups.values() for part in group.parts}
        in_parts, _ = with_losses_of_rows(graph, {losses[call] for call in losses.keys() - inside})
        calls, groups = _with_groups(in_parts)
    made = {part.call.outs[0]: group for group in groups.values() for part in group.parts}
    summed = with_sums_of_rows(
        in_parts.calls, {out for out, group in made.items() if out.shape == group.shape}
    )
    if len(summed) == len(in_parts.calls):
        return calls, groups
    return _with_groups(Graph(graph.inputs, summed, graph.outputs))


def with_sums_of_rows(calls: Sequence[Call], rows: Container[Value]) -> list[Call]:
    """Return calls with sums of what loops over rows make as those of sums of rows, which these loops make as well."""
    number = 1 + max([value.number for call in calls for value in (*call.outs, *call.reads)], default=0)
    found: list[Call] = []
    for call in calls:
        out = call.outs[0]
        value = call.reads[0] if call.op in SUMS else out
        if value in rows and out.size == 1 and value.dtype == out.dtype and not depends(value.shape):
            sums = Value(number, (*value.shape[:-1], 1), value.dtype)
            number += 1
            found.append(sum_to_shape(value, sums))
            call = sum_to_shape(sums, out)
        found.append(call)
    return found


def _with_groups(graph: Graph) -> tuple[list[Call], dict[Call, RowGroup]]:
    rows = {call: part for call in graph.calls if (part := row_part_of(call)) is not None}
    readers = readers_of(graph.calls)
    members, keys = _candidates(graph.calls, rows, readers)
    while True:
        stages, placed = stages_of(graph, keys)
        _postpone(graph, members, placed, readers)
        groups = _groups(members, placed)
        wrong = [call for group in groups.values() for call in _wrong(group, graph, placed, readers)]
        if not wrong:
            break
        for call in wrong:
            del members[call], keys[call]
    made = {
        place: found
        for place, group in groups.items()
        if (found := _made(place[1:], group, graph.outputs, readers)) is not None
    }
    stand_ins = {
        Call("_rows", {"inputs": group.inputs}, group.results): place for place, group in made.items()
    }
    inside = {call for group in made.values() for call in group.graph.calls}
    steps = [(place[0], True, call) for call, place in stand_ins.items()]
    steps += [
        (placed[call][0] if call in placed else stages[call], call in placed, call)
        for call in graph.calls
        if call not in inside
    ]
    calls = [step for _, _, step in sorted(steps, key=lambda step: step[:2])] if made else graph.calls
    return calls, {call: made[place] for call, place in stand_ins.items()}


def _candidates(
    calls: Sequence[Call], rows: Mapping[Call, RowPart], readers: Mapping[Value, list[Call]]
) -> tuple[dict[Call, Member], dict[Call, Key]]:
    """Return what may be in a loop over rows, and of which key it is, in the order of the graph."""
    matrices = {part.key for part in rows.values()}
    found: dict[Call, tuple[Member, Key]] = {}
    numbers: dict[Value, Key] = {}
    for call in calls:
        member = _member(call, rows, matrices, numbers)
        if member is not None:
            found[call] = member
            numbers.update({value: member[1] for value, kind in results_of(*member) if kind == "number"})
    for call in reversed(calls):
        if call not in found and (given := _given(call, found, readers)) is not None:
            found[call] = given
    _leave_last_numbers(found, calls, readers)
    order = [call for call in calls if call in found]
    return {call: found[call][0] for call in order}, {call: found[call][1] for call in order}


def _leave_last_numbers(
    found: dict[Call, tuple[Member, Key]], calls: Sequence[Call], readers: Mapping[Value, list[Call]]
) -> None:
    """Leave what is computed of numbers of long rows at last to a loop over all: a loop over rows has few at hand."""
    for call in reversed(calls):
        if call not in found:
            continue
        member, key = found[call]
        is_long = depends(key[0]) or (key[0][-1] > LONG and prod(key[0][:-1]) >= MANY)
        kinds = {kind for _, kind in results_of(member, key)}
        is_last = all(reader not in found for out in call.outs for reader in readers.get(out, ()))
        if is_long and is_last and not isinstance(member, RowPart) and kinds == {"number"}:
            del found[call]


def _member(
    call: Call, rows: Mapping[Call, RowPart], matrices: set[Key], numbers: Mapping[Value, Key]
) -> tuple[Member, Key] | None:
    if call in rows:
        return rows[call], rows[call].key
    out, reads = call.outs[0], call.reads
    part = fusible(call)
    if part is not None and (out.shape, part.dtype) in matrices:
        key = out.shape, part.dtype
        across = [value for value in reads if numbers.get(value) == key and len(value.shape) < len(key[0])]
        return None if across else (part, key)
    keys = {numbers[value] for value in reads if value in numbers}
    if len(keys) == 1:
        key = keys.pop()
        if part is not None and part.dtype == key[1] and _of_numbers(call, key):
            return part, key
        if call.op in _SAME_NUMBERS and is_numbers(out, key):
            return Alias(call), key
    if reads and (key := (reads[0].shape, reads[0].dtype)) in matrices and is_total(call, key):
        return Total(call), key
    return None


def _of_numbers(call: Call, key: Key) -> bool:
    """Tell whether an elementwise op computes a number for each row from such numbers."""
    shape = call.outs[0].shape
    others = [value for value in call.reads if value.shape not in (shape, ())]
    return is_numbers(call.outs[0], key) and not others


def _given(
    call: Call, found: Mapping[Call, tuple[Member, Key]], readers: Mapping[Value, list[Call]]
) -> tuple[Member, Key] | None:
    """Return an elementwise op whose result only loops of one key read, as numbers of rows, or a repeated number."""
    out, repeated = call.outs[0], repetition_of(call)
    part = repeated or fusible(call)
    if part is None:
        return None
    keys = {found[reader][1] if reader in found else None for reader in readers.get(out, ())}
    key = keys.pop() if len(keys) == 1 else None
    if key is None or part.dtype != key[1]:
        return None
    if repeated is not None and out.shape == key[0]:
        return part, key
    if not _of_numbers(call, key):
        return None
    as_numbers = all(_reads_numbers(found[reader][0], out, key) for reader in readers[out])
    return (part, key) if as_numbers else None


def _reads_numbers(member: Member, value: Value, key: Key) -> bool:
    """Tell whether a part of a loop reads a value as numbers of rows."""
    if isinstance(member, RowPart):
        return all(kind == "number" for kind, given, _ in member.arguments if given is value)
    return member.call.outs[0].shape != key[0] or value.shape == (*key[0][:-1], 1)


def _postpone(
    graph: Graph,
    members: Mapping[Call, Member],
    placed: dict[Call, Any],
    readers: Mapping[Value, list[Call]],
) -> None:
    """Move calls to the later loop that all their readers are in."""
    for call in reversed([*members]):
        places = {placed.get(reader) for out in call.outs for reader in readers.get(out, ())}
        place = places.pop() if len(places) == 1 else None
        if place is None or place[1:] != placed[call][1:] or set(call.outs).intersection(graph.outputs):
            continue
        placed[call] = max(placed[call], place, key=lambda one: one[0])


def _groups(members: Mapping[Call, Member], placed: Mapping[Call, Any]) -> dict[Any, list[Member]]:
    """Return what is in each place that has an op along rows and more than that."""
    found: dict[Any, list[Member]] = {}
    for call, member in members.items():
        found.setdefault(placed[call], []).append(member)
    return {
        place: group
        for place, group in found.items()
        if any(isinstance(member, RowPart) for member in group)
        and len([member for member in group if member.cost]) > 1
    }


def _wrong(
    group: Sequence[Member], graph: Graph, placed: Mapping[Call, Any], readers: Mapping[Value, list[Call]]
) -> list[Call]:
    """Return calls that cannot be in their loop: masks that leave it, and what reads values from outside of it."""
    made = {value: kind for member in group for value, kind in results_of(member, placed[member.call][1:])}
    return [
        member.call
        for member in group
        if any(made.get(value) == "total" for value in member.call.reads)
        or any(out in graph.outputs or readers.get(out) for out in member.call.outs if out not in made)
        or (
            isinstance(member, RowPart)
            and any(kind == "vector" and v in made for kind, v, _ in member.arguments)
        )
        or (isinstance(member, Alias | Total) and member.call.reads[0] not in made)
        or (
            member.is_mask
            and _leaves(member.call.outs[0], graph.outputs, placed, readers, placed[member.call])
        )
    ]


def _leaves(
    value: Value,
    outputs: Iterable[Value],
    placed: Mapping[Call, Any],
    readers: Mapping[Value, list[Call]],
    place: Any,
) -> bool:
    return value in outputs or any(placed.get(reader) != place for reader in readers.get(value, ()))


def _made(
    key: Key, group: list[Member], outputs: Sequence[Value], readers: Mapping[Value, list[Call]]
) -> RowGroup | None:
    """Return the loop of a group; None if nothing reads its results or tells its size, or rows do not fit."""
    calls = {member.call for member in group}
    made = {out for call in calls for out in call.outs}
    operands = dict.fromkeys(operand for member in group for operand in _operands(member, key, made))
    outs, kinds = [], []
    for member in group:
        for value, kind in results_of(member, key):
            if value in outputs or not calls.issuperset(readers.get(value, ())):
                outs.append(Out(value, value))
                kinds.append(kind)
    inputs = tuple(dict.fromkeys(value for _, value in operands))
    found = RowGroup(tuple(paired(group)), inputs, tuple(outs), key[1], key, tuple(operands), tuple(kinds))
    if depends(key[0]):
        is_known = any(value.shape == key[0] for kind, value in operands if kind == "row")
    else:
        is_known = any(kind in ("row", "vector") for kind, _ in operands)
    return found if outs and is_known and Layout(found).fits else None


def results_of(member: Member, key: Key) -> list[tuple[Value, str]]:
    """Return what a part makes, with kinds."""
    if isinstance(member, RowPart):
        return [(value, kind) for kind, value in member.results if value is not None]
    if isinstance(member, Total):
        return [(member.call.outs[0], "total")]
    out = member.call.outs[0]
    return [(out, "row" if out.shape == key[0] else "number")]


def _operands(member: Member, key: Key, made: set[Value]) -> list[tuple[str, Value]]:
    """Return what a part reads from outside, with kinds."""
    if isinstance(member, RowPart):
        given = [(kind, value) for kind, value, _ in member.arguments if isinstance(value, Value)]
        return [(kind, value) for kind, value in given if value not in made]
    if not isinstance(member, Part):
        return []
    whole = member.call.outs[0].shape == key[0]
    return [
        (_kind(value, key, whole), value)
        for value in values_in(member.arguments)
        if value not in made and (not value.is_constant or value.is_count)
    ]


def _kind(value: Value, key: Key, whole: bool) -> str:
    """Return how an elementwise op reads a value: one that is broadcast in another way is copied to rows."""
    shape, leading = key[0], len(key[0]) - 1
    if value.shape == () or value.is_constant:
        return "option"
    if not whole or value.shape == (*shape[:-1], 1):
        return "number"
    if (
        value.shape in (shape[-1:], *[(1,) * count + shape[-1:] for count in range(1, leading + 1)])
        and value.shape != shape
    ):
        return "vector"
    return "row"

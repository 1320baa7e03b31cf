"""Slices of values: elementwise ops compute no more than what is read of them, and gradients of slices are added."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from types import EllipsisType
from typing import Any

from ...arrays.indexing.parts import Margins, common
from .dimensions import Whole, depends
from .functions import key_of, needed
from .graph import Call, Value, readers_of
from .sums import added, read_once, sums_of

Index = tuple[Any, ...]
"""A slice or an int for each dimension."""

FEW = 1 << 14
"""Elements for each gradient from which they are added without zeros around them: edges take some microseconds."""
_PLACED = frozenset({"_basic_index_backward", "select_backward", "slice_backward", "diagonal_backward"})
"""Ops that write a gradient into zeros: those of views."""


def index_of(call: Call) -> Index | None:
    """Return which part of a value a call takes, or gives the gradient of; None if it is no slice of it."""
    arguments = call.arguments
    match call.op:
        case "_basic_index" | "_getitem":
            return _whole_index(arguments["index"], len(arguments["self"].shape))
        case "_basic_index_backward":
            return _whole_index(arguments["index"], len(arguments["shape"]))
        case "select":
            return _at(arguments["index"], arguments["dim"], len(arguments["self"].shape))
        case "select_backward":
            return _at(arguments["index"], arguments["dim"], len(arguments["shape"]))
        case "slice_backward":
            part = slice(arguments["start"], arguments["end"], arguments["step"])
            return _at(part, arguments["dim"], len(arguments["shape"]))
    return None


def _at(entry: Any, dim: int, count: int) -> Index:
    dim %= count
    return (slice(None),) * dim + (entry,) + (slice(None),) * (count - dim - 1)


def _whole_index(index: Any, count: int) -> Index | None:
    """Return an index with an entry for each dimension, None if it makes new ones."""
    entries = index if isinstance(index, tuple) else (index,)
    if any(isinstance(entry, bool) or not isinstance(entry, int | slice | EllipsisType) for entry in entries):
        return None
    rest = (slice(None),) * (count - len(entries) + (... in entries))
    at = entries.index(...) if ... in entries else len(entries)
    return (*entries[:at], *rest, *entries[at + 1 :])


def with_gradients_of_views_added(
    calls: Sequence[Call], returned: Collection[Value], numbers: Iterator[int]
) -> list[Call]:
    """Return the calls with gradients of equal views of one value added before they are written into zeros."""
    found = dict.fromkeys(calls)
    makers = {call.outs[0]: call for call in calls if call.op in _PLACED}
    readers = readers_of(calls)
    for call in calls:
        one, other = [makers.get(call.arguments.get(name)) for name in ("self", "other")]  # type: ignore[arg-type]
        if (
            call.op != "add"
            or one is None
            or other is None
            or call.arguments["alpha"] != 1
            or any(len(readers[out]) > 1 or out in returned for out in (*one.outs, *other.outs))
            or (one.op, _place_of(one)) != (other.op, _place_of(other))
        ):
            continue
        ours, theirs = one.arguments["grad_output"], other.arguments["grad_output"]
        total = Value(next(numbers), ours.shape, ours.dtype)
        placed = makers[call.outs[0]] = replace(
            one, arguments={**one.arguments, "grad_output": total}, outs=call.outs
        )
        found[call] = [
            replace(call, arguments={**call.arguments, "self": ours, "other": theirs}, outs=(total,)),
            placed,
        ]
        found[one] = found[other] = []
    return [part for call, parts in found.items() for part in ([call] if parts is None else parts)]


def _place_of(call: Call) -> Any:
    """Return what two gradients have in common that are written to the same places."""
    rest = {name: argument for name, argument in call.arguments.items() if name != "grad_output"}
    gradient = call.arguments["grad_output"]
    return key_of(tuple(rest.items())), gradient.shape, gradient.dtype, call.outs[0].dtype


def with_sums_of_parts(
    calls: Sequence[Call], returned: Collection[Value], numbers: Iterator[int]
) -> list[Call]:
    """Return the calls with gradients of slices of one value added without zeros around them."""
    makers, alone = {call.outs[0]: call for call in calls}, read_once(calls, returned)
    instead: dict[Call, list[Call]] = {}
    for value, terms in sums_of(calls, alone).items():
        placed = [makers.get(term) if term in alone else None for term in terms]
        margins = [None if call is None else _margins(call) for call in placed]
        count = sum([margin is not None for margin in margins])
        if count < 2 or value.size < FEW * count:
            continue
        whole = ((0, 0),) * len(value.shape)
        parts = [
            term if call is None or margin is None else call.arguments["grad_output"]
            for term, call, margin in zip(terms, placed, margins, strict=True)
        ]
        found = _sum_of_parts(value, parts, [margin or whole for margin in margins], numbers)
        if found is not None:
            instead[makers[value]] = found
    return needed([part for call in calls for part in instead.get(call, [call])], returned)


def _sum_of_parts(
    out: Value, parts: Sequence[Value], margins: Sequence[Margins], numbers: Iterator[int]
) -> list[Call] | None:
    """Return the calls that add parts of a value; None if what they have in common is less than a slice of each.

    Of rows without gaps the last two are added as they are written to their place.
    """
    inside = common(margins)
    shape = tuple([_shorter(length, sum(ends)) for length, ends in zip(out.shape, inside, strict=True)])
    flat = not any(map(any, inside[1:]))
    found: list[Call] = []
    pieces: list[Value] = []
    if min(shape) > 0:
        if any(len(part.shape) != len(shape) for part in parts):
            return None
        for part, margin in zip(parts, margins, strict=True):
            ends = zip(inside, margin, strict=True)
            index = tuple(
                [slice(first - before, after - last or None) for (first, last), (before, after) in ends]
            )
            pieces.append(Value(next(numbers), shape, out.dtype))
            found.append(Call("_basic_index", {"self": part, "index": index}, (pieces[-1],)))
        while len(pieces) > 1 + flat:
            total = Value(next(numbers), shape, out.dtype)
            found.append(added(pieces[0], pieces[1], total))
            pieces[:2] = [total]
    arguments = {"inside": pieces, "parts": [*parts], "shape": out.shape, "margins": tuple(margins)}
    return [*found, Call("_sum_of_parts", arguments, (out,))]


def _shorter(length: int, count: int) -> int:
    if not count or not isinstance(length, Whole):
        return length if not count else length - count
    return Whole(int(length) - count, f"({length.text} - {count})")


def _margins(call: Call) -> Margins | None:
    """Return how many zeros there are around a gradient; None if that is not so, or depends on sizes."""
    index = index_of(call) if call.op in _PLACED else None
    if index is None:
        return None
    found = [_margin(entry, length) for entry, length in zip(index, call.outs[0].shape, strict=True)]
    known = tuple([margin for margin in found if margin is not None])
    return known if len(known) == len(found) else None


def _margin(entry: int | slice, length: int) -> tuple[int, int] | None:
    if isinstance(length, Whole):
        if not isinstance(entry, slice) or depends(entry) or entry.step not in (None, 1):
            return None
        start, stop = entry.start or 0, entry.stop or 0
        return (start, -stop) if start >= 0 >= stop and entry.stop != 0 else None
    if not isinstance(entry, slice):
        entry %= length
        return entry, length - entry - 1
    start, stop, step = entry.indices(length)
    return (start, length - max(start, stop)) if step == 1 else None

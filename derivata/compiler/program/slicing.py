"""Slices go before elementwise ops: `(x * y)[1:]` becomes `x[1:] * y[1:]`, which is in the loop that reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from typing import Any

from ..graph.functions import key_of
from ..graph.graph import Call, Value, readers_of
from ..graph.slices import Index, index_of
from .fuse import is_sum
from .lowering import part_of
from .segments import HEAVY

_WHOLE = slice(None)


def with_slices_first(calls: Sequence[Call], returned: Collection[Value]) -> list[Call]:
    """Return the calls with slices of arguments, where an elementwise op's result is read in slices alone, by loops.

    Where slices overlap, what is computed more than once takes at most as long as an expensive op.
    """
    return _Slicing(calls, returned).calls


class _Slicing:
    """Goes through calls from the last one on, so that a slice moves before all ops that it can."""

    def __init__(self, calls: Sequence[Call], returned: Collection[Value]) -> None:
        self._returned, self._readers = {*returned}, readers_of(calls)
        values = [value for call in calls for value in (*call.outs, *call.reads)]
        self._numbers = count(1 + max([value.number for value in values], default=0))
        self._slices = {
            (call.reads[0], key_of(index)): call for call in calls if (index := _slice_of(call)) is not None
        }
        self._makers = {call.outs[0]: call for call in calls}
        self._found: dict[Call, None] = {}
        for call in reversed(calls):
            if self._gains(call):
                self._move(call)
            else:
                self._found[call] = None

    @property
    def calls(self) -> list[Call]:
        """The calls in their order."""
        return [*self._found][::-1]

    def _gains(self, call: Call) -> bool:
        """Tell whether to compute slices of a result takes less than to write it; overlaps are computed again."""
        out = call.outs[0]
        slices = self._readers.get(out, [])
        if (
            not slices
            or out in self._returned
            or part_of(call) is None
            or not all(map(self._is_fused, slices))
        ):
            return False
        more = sum([call.outs[0].size for call in slices]) / out.size - 1
        return more <= 0 or self._costs_less(call, HEAVY / more)

    def _costs_less(self, call: Call, most: float) -> bool:
        """Tell whether an op and those before it, up to what is in memory, take so many additions at most."""
        inside, todo, cost = {call}, [call], 0
        while todo:
            part = part_of(todo.pop())
            assert part is not None
            cost += part.cost
            if cost > most:
                return False
            before = [self._makers[value] for value in part.call.reads if value in self._makers]
            fresh = [one for one in dict.fromkeys(before) if one not in inside and part_of(one) is not None]
            inside.update(fresh)
            todo += fresh
        values = [one.outs[0] for one in inside if one is not call]
        readers = [reader for value in values for reader in self._readers[value]]
        return self._returned.isdisjoint(values) and all(
            reader in inside or self._is_fused(reader) for reader in readers
        )

    def _is_fused(self, call: Call) -> bool:
        """Tell whether a call takes a slice that loops read."""
        out = call.outs[0]
        readers = self._readers.get(out, [])
        return (
            _slice_of(call) is not None
            and out not in self._returned
            and bool(readers and out.shape and out.size)
            and all(part_of(reader) is not None or is_sum(reader) for reader in readers)
        )

    def _move(self, call: Call) -> None:
        """Write a call down for each slice of its result, and before these slices of its arguments."""
        (out,) = call.outs
        for value in dict.fromkeys(call.reads):
            self._readers[value].remove(call)
        needed: list[Call] = []
        for reader in self._readers.pop(out):
            del self._found[reader]
            parts = {value: self._part(value, out, reader, needed) for value in call.reads if value.shape}
            arguments = {
                name: parts.get(value, value) if isinstance(value, Value) else value
                for name, value in call.arguments.items()
            }
            new = Call(call.op, arguments, reader.outs)
            for value in dict.fromkeys(new.reads):
                self._readers.setdefault(value, []).append(new)
            self._found[new] = None
        for slice_ in needed:
            self._found.pop(slice_, None)
            self._found[slice_] = None

    def _part(self, value: Value, out: Value, reader: Call, needed: list[Call]) -> Value:
        """Return the part of an argument that a slice of the result needs; add the call that makes it to `needed`."""
        index = _slice_of(reader)
        assert index is not None
        rest = iter(reader.outs[0].shape)
        lengths = [next(rest) if isinstance(entry, slice) else 0 for entry in index]
        missing = len(out.shape) - len(value.shape)
        entries: list[Any] = []
        shape: list[int] = []
        for entry, length, ours, theirs in zip(
            index[missing:], lengths[missing:], value.shape, out.shape[missing:], strict=True
        ):
            repeated = ours == 1 != theirs
            if isinstance(entry, slice):
                shape.append(ours if repeated else length)
            entries.append((_WHOLE if isinstance(entry, slice) else 0) if repeated else entry)
        if all(entry == _WHOLE for entry in entries):
            return value
        key = value, key_of(tuple(entries))
        known = self._slices.get(key)
        if known is None:
            made = Value(next(self._numbers), tuple(shape), value.dtype)
            known = self._slices[key] = Call(
                "_basic_index", {"self": value, "index": tuple(entries)}, (made,)
            )
            self._readers.setdefault(value, []).append(known)
            needed.append(known)
        elif known in self._found:
            needed.append(known)
        return known.outs[0]


def _slice_of(call: Call) -> Index | None:
    return index_of(call) if call.op in ("_basic_index", "_getitem", "select") else None

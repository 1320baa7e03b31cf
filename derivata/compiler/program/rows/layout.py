"""The order in which a loop over rows computes its parts, and where rows are that one part leaves to another.

What is elementwise runs over one row, then what takes or gives numbers of rows: these are levels. Rows that a later
part reads are in memory inside of the loop, or in that of a result: the less there is, the more of it is in the cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...graph.graph import Value
from ..lowering import Part
from ..segments import segments_of
from .parts import Member, RowGroup, RowPart, Total

BLOCK = 1024  # elements of rows at hand, if one has no more
MOST = 1 << 19  # bytes of rows inside of a loop
RESULT = "o"  # what names of results begin with


@dataclass(frozen=True)
class Layout:
    """The steps of a loop and its memory."""

    group: RowGroup

    @property
    def capacity(self) -> int:
        """The elements in memory of rows at hand: a few sizes, so that loops are the same for rows of other lengths."""
        capacity = BLOCK
        while capacity < self.group.key[0][-1]:
            capacity *= 4
        return capacity

    @property
    def fits(self) -> bool:
        """Whether rows fit in memory inside of a loop."""
        kept = {member.kept for member in self.group.parts if isinstance(member, RowPart)} - {None}
        count = len([name for name in {*self.windows.values()} if name[0] != RESULT]) + len(kept)
        return count * self.capacity * self.group.dtype.itemsize <= MOST

    @cached_property
    def steps(self) -> list[list[Member]]:
        """What runs one after the other: loops over a row, and parts that are none."""
        levels = self._levels
        steps: list[list[Member]] = []
        for level in range(-1, 1 + max(levels.values())):
            members = [member for member in self.group.parts if levels[member] == level]
            whole: list[Any] = [member for member in members if self.is_whole(member)]
            steps += [segment for segment in segments_of(whole) if segment]
            steps += [[member] for member in members if not self.is_whole(member)]
        return steps

    @cached_property
    def _levels(self) -> dict[Member, int]:
        levels: dict[Member, int] = {}
        own: dict[Value, int] = {}
        later: dict[Value, int] = {}  # the level of the loop over a row that may read a value
        for member in self.group.parts:
            whole = self.is_whole(member)
            known = later if whole else own
            level = max([known[value] for value in member.call.reads if value in known], default=whole - 1)
            levels[member] = level
            for out in member.call.outs:
                own[out] = level
                later[out] = level if whole else level + 1
        return self._postponed(levels)

    def _postponed(self, levels: dict[Member, int]) -> dict[Member, int]:
        """Compute what is made of arguments alone when it is needed."""
        made = {out for member in levels for out in member.call.outs}
        readers: dict[Value, list[Member]] = {}
        for member in levels:
            for value in member.call.reads:
                readers.setdefault(value, []).append(member)
        for member in reversed([*levels]):
            found = [levels[reader] for out in member.call.outs for reader in readers.get(out, ())]
            if found and self.is_whole(member) and made.isdisjoint(member.call.reads):
                levels[member] = max(levels[member], min(found))
        return levels

    def is_whole(self, member: Member) -> bool:
        """Tell whether a part is computed for each element of a row."""
        if isinstance(member, Part):
            return bool(member.call.outs[0].shape == self.group.key[0])
        return isinstance(member, Total)

    @cached_property
    def windows(self) -> dict[Value, str]:
        """The rows in memory; it is used again when it is free.

        What is elementwise writes over what it reads, other parts do not: results over rows that nothing reads later.
        """
        last: dict[Value, int] = {}
        for number, step in enumerate(self.steps):
            last.update({value: number for member in step for value in member.call.reads})
        results = set(self.group.results)
        written = self._written
        places: dict[Value, str] = {}
        free = [*written]
        ends: dict[int, list[str]] = {}
        for number, step in enumerate(self.steps):
            free += ends.pop(number - 1, [])
            if self.is_whole(step[0]):
                free += ends.pop(number, [])
            for value in [row for member in step for row in self._rows(member)]:
                end = last.get(value, number)
                if value in results or (self.is_whole(step[0]) and end == number):
                    continue
                letters = "m" if value.dtype.kind == "b" else RESULT + "w"
                usable = [name for name in free if name[0] in letters and end == written.get(name, end)]
                if usable:
                    free.remove(usable[0])
                places[value] = usable[0] if usable else f"{letters[-1]}{len({*places.values()})}"
                ends.setdefault(max(end, number), []).append(places[value])
        return places

    @property
    def _written(self) -> dict[str, int]:
        """The step up to which memory of each result may have other rows."""
        names = {out.value: f"{RESULT}{number}" for number, out in enumerate(self.group.outs)}
        return {
            names[value]: number if self.is_whole(member) else number - 1
            for number, step in enumerate(self.steps)
            for member in step
            for value in self._rows(member)
            if value in names
        }

    def _rows(self, member: Member) -> Iterator[Value]:
        if isinstance(member, RowPart):
            yield from [value for kind, value in member.results if value is not None and kind == "row"]
        elif isinstance(member, Part) and self.is_whole(member):
            yield member.call.outs[0]

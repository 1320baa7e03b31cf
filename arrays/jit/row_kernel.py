"""Loops over rows as callables that take ndarrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .arguments import describe
from .direct.row_launch import find_row_launch
from .switch import SWITCH
from .threads.pool import POOL

if TYPE_CHECKING:
    from .native import Entry

__all__ = ["MOST_SHORTCUTS", "TRAFFIC", "RowKernel", "find_loop", "raise_error"]

TRAFFIC = 4  # cost of reading and writing an element, in additions
MOST_SHORTCUTS = 6  # more types of arguments of one loop are checked in Python


class RowKernel:
    """A loop `function(lo, hi, *args)` over rows, which may be split anywhere; `cost` is that of one element.

    Arguments keep their dtypes: aligned, C-contiguous ndarrays of one or more dimensions, ints (int64),
    bools, and floats, which get the dtype of the first floating ndarray. What the loop raises reaches the
    caller.
    """

    __slots__ = ("_entries", "_launches", "_seen", "cost", "function", "module")

    def __init__(self, module: str, function: str, cost: int = 1) -> None:
        self.module, self.function = module, function
        self.cost = cost + TRAFFIC
        self._entries: dict[tuple[str, ...], Entry | None] = {}
        self._launches: list[Callable[..., Any]] = []
        self._seen: set[tuple[str, ...]] = set()

    def run(self, count: int, *args: Any, work: int | None = None) -> bool:
        """Run the rows `0..count`, `work` elements in all; return False when NumPy has to do it."""
        if not SWITCH.on:
            return False
        units = (count if work is None else work) * self.cost
        for launch in self._launches:
            done = launch(count, units, *args)
            if done is True:
                return True
            if done is False:  # for the pool to run
                break
            if done is not None:
                raise_error(done)
        described = describe(args)
        if described is None:
            return False
        types, slots = described
        try:
            entry = self._entries[types]
            if types not in self._seen:
                self._remember(types, entry)
        except KeyError:
            entry = self._entries[types] = find_loop(self.module, self.function, types)
        if entry is None:
            return False
        POOL.run(entry, entry.pack(*slots), count, units)
        return True

    def _remember(self, types: tuple[str, ...], entry: Entry | None) -> None:
        """Let calls with these types, from the second on, be checked and run by compiled code."""
        if entry is not None and len(self._launches) < MOST_SHORTCUTS:
            launch = find_row_launch(entry, types)
            if launch is not None:
                self._seen.add(types)
                self._launches.append(launch)


def raise_error(error: int) -> None:
    """Raise what a loop raised."""
    from . import native  # not at the top: import time

    native.raise_error(error)


def find_loop(module: str, function: str, types: tuple[str, ...]) -> Entry | None:
    """Load or compile a kernel."""
    from .cache.entries import find  # not at the top: import time

    return find(module, function, types)

"""A mapping with weak keys that drops entries without running Python code.

The collections of `weakref` do that in functions written in Python, in which an interrupt (Ctrl-C) gets lost, since no
caller receives it. Here the callback is a method of dict.
"""

from collections.abc import Hashable
from functools import partial
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WeakKeys(Generic[K, V]):
    """A mapping from objects to values; an entry is dropped when its object dies."""

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[int, tuple[ref[K], V]] = {}

    def get(self, key: K) -> V | None:
        """Return the value of an object, None if it has none."""
        entry = self._entries.get(id(key))
        return None if entry is None else entry[1]

    def __getitem__(self, key: K) -> V:
        return self._entries[id(key)][1]

    def __setitem__(self, key: K, value: V) -> None:
        number = id(key)
        self._entries[number] = ref(key, partial(self._entries.pop, number)), value

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()

"""Values kept for objects and dropped when the objects die, without running any Python code.

The collections of `weakref` do so in functions written in Python, where an interrupt (Ctrl-C) gets lost: there is
nobody whom it could be raised to. Here a method of dict is the callback.
"""

from collections.abc import Hashable
from functools import partial
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WeakKeys(Generic[K, V]):
    """Values of objects."""

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
        """Forget all."""
        self._entries.clear()

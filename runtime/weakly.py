"""Collections that forget what nobody else has any more, without a line of Python code.

The collections of `weakref` do so in functions written in Python, where an interrupt (Ctrl-C) gets lost: there is
nobody whom it could be raised to. Here methods of dict and set are the callbacks.
"""

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import ref

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class WeakValues(Generic[K, V]):
    """Objects by keys."""

    __slots__ = ("_refs",)

    def __init__(self) -> None:
        self._refs: dict[K, ref[V]] = {}

    def get(self, key: K) -> V | None:
        """Return an object, None if there is none, or none any more."""
        found = self._refs.get(key)
        return None if found is None else found()

    def __setitem__(self, key: K, value: V) -> None:
        self._refs[key] = ref(value, partial(self._refs.pop, key))

    def __len__(self) -> int:
        return len(self._refs)

    def values(self) -> list[V]:
        """Return all objects."""
        return [value for found in list(self._refs.values()) if (value := found()) is not None]

    def clear(self) -> None:
        """Forget all."""
        self._refs.clear()


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


class WeakSet(Generic[V]):
    """A set of objects."""

    __slots__ = ("_refs",)

    def __init__(self) -> None:
        self._refs: set[ref[Any]] = set()

    def add(self, value: V) -> None:
        """Add an object."""
        self._refs.add(ref(value, self._refs.discard))

    def __len__(self) -> int:
        return len(self._refs)

    def __iter__(self) -> Iterator[V]:
        return iter([value for found in list(self._refs) if (value := found()) is not None])

    def clear(self) -> None:
        """Forget all."""
        self._refs.clear()

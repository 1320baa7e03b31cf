"""Collections that forget what nobody else has any more, without a line of Python code, as `runtime.weakly` does."""

from collections.abc import Hashable, Iterable, Iterator
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


class WeakSet(Generic[V]):
    """A set of objects."""

    __slots__ = ("_refs",)

    def __init__(self) -> None:
        self._refs: set[ref[Any]] = set()

    def add(self, value: V) -> None:
        """Add an object."""
        self._refs.add(ref(value, self._refs.discard))

    def update(self, values: Iterable[V]) -> None:
        """Add several objects."""
        for value in values:
            self.add(value)

    def __contains__(self, value: object) -> bool:
        return ref(value) in self._refs

    def __len__(self) -> int:
        return len(self._refs)

    def __iter__(self) -> Iterator[V]:
        return iter([value for found in list(self._refs) if (value := found()) is not None])

    def clear(self) -> None:
        """Forget all."""
        self._refs.clear()

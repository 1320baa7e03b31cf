"""What a state dictionary asks of a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as Folder
from typing import Any

from ...runtime.tensors.tensor import Tensor
from .index import Entry, Index
from .parts import Part
from .values import Path, places

_SHOWN = 5


@dataclass(frozen=True, eq=False)
class Wish:
    """A value that is wanted.

    Attributes
    ----------
    key : str
    entry : Entry
        What the index says of it.
    holder : dict
        The dictionary that it goes to.
    path : tuple of str and int
        Its place from there on.
    """

    key: str
    entry: Entry
    holder: dict[Any, Any]
    path: tuple[str | int, ...]

    @property
    def target(self) -> Any:
        """What stands there now: a tensor or a part of one is written to, something else replaced."""
        return self.holder.get(self.path[0]) if len(self.path) == 1 else None

    def replace(self, value: Any) -> None:
        """Put a value there."""
        holder = self.holder
        for name in self.path[:-1]:
            if not isinstance(holder.get(name), dict):
                holder[name] = {}
            holder = holder[name]
        holder[self.path[-1]] = value


def wishes(shown: dict[Any, Any], index: Index, folder: Folder) -> list[Wish]:
    """Return what is wanted; a value that is no tensor stands for all that was saved below its key.

    Raises
    ------
    ValueError
        For keys that were not saved.
    """
    if not shown:
        return [Wish(key, entry, shown, entry.path) for key, entry in index.entries.items()]
    below: dict[Path, list[str]] = {}
    for key, entry in index.entries.items():
        for depth in range(1, len(entry.path)):
            below.setdefault(entry.path[:depth], []).append(key)
    found: list[Wish] = []
    missing: list[str] = []
    for key, place in places(shown).items():
        is_tensor = isinstance(place.value, Tensor | Part)
        inner = [] if is_tensor else below.get(place.path, [])
        keys = inner or ([key] if key in index.entries else [])
        start = len(place.path) - 1
        found += [
            Wish(name, index.entries[name], place.holder, index.entries[name].path[start:]) for name in keys
        ]
        if not keys:
            missing.append(key)
    if missing:
        raise ValueError(
            f"{folder}: Missing key(s): {_some(missing)}; the checkpoint has {_some([*index.entries])}"
        )
    return found


def _some(keys: list[str]) -> str:
    more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    return ", ".join(map(repr, keys[:_SHOWN])) + more

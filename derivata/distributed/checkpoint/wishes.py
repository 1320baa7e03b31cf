"""What a state dictionary asks of a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...runtime.tensors.tensor import Tensor
from .index import Entry, Index
from .parts import Part
from .values import Place, places

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


def wishes(shown: dict[Any, Any], index: Index, folder: Path) -> list[Wish]:
    """Return what is wanted; a value that is no tensor stands for all that was saved below its key.

    Raises
    ------
    ValueError
        For keys that were not saved.
    """
    if not shown:
        return [Wish(key, entry, shown, entry.path) for key, entry in index.entries.items()]
    found: list[Wish] = []
    missing: list[str] = []
    for key, place in places(shown).items():
        wanted = _wanted(key, place, index)
        found += wanted
        if not wanted:
            missing.append(key)
    if missing:
        raise ValueError(
            f"{folder}: Missing key(s): {_some(missing)}; the checkpoint has {_some([*index.entries])}"
        )
    return found


def _wanted(key: str, place: Place, index: Index) -> list[Wish]:
    depth = len(place.path)
    if not isinstance(place.value, Tensor | Part):
        below = [
            Wish(name, entry, place.holder, entry.path[depth - 1 :])
            for name, entry in index.entries.items()
            if entry.path[:depth] == place.path and len(entry.path) > depth
        ]
        if below:  # where a rank had nothing there is an empty dictionary, too
            return below
    return [Wish(key, index.entries[key], place.holder, place.path[-1:])] if key in index.entries else []


def _some(keys: list[str]) -> str:
    more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    return ", ".join(map(repr, keys[:_SHOWN])) + more

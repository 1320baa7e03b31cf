"""The index of a checkpoint: which ranks have written which values, and how they are found again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .parts import first_gap
from .values import Description, Path

FORMAT = 1


@dataclass(frozen=True)
class Piece:
    """What one rank has written of a value.

    Attributes
    ----------
    rank : int
    start, stop : int
        Its elements of the whole tensor; 0 and 0 for a value that is whole.
    dtype : str or None
        None for what is no tensor.
    shape : tuple of int
        Of the piece.
    """

    rank: int
    start: int
    stop: int
    dtype: str | None
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """A value in the index.

    Attributes
    ----------
    path : tuple of str and int
        Its place in nested dictionaries.
    whole : tuple of int or None
        Shape of the tensor that the pieces make up; None if each piece is the whole value: one for all ranks, or one of
        each.
    pieces : tuple of Piece
        Not empty, in the order of ranks.
    """

    path: Path
    whole: tuple[int, ...] | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Index:
    """What a checkpoint consists of.

    Attributes
    ----------
    token : str
        The part of its files' names that no other checkpoint has.
    ranks : int
        How many have written it.
    entries : dict of str to Entry
    """

    token: str
    ranks: int
    entries: dict[str, Entry]

    def as_data(self) -> dict[str, Any]:
        """Return the index as plain data."""
        entries = [
            [key, one.path, one.whole, [[p.rank, p.start, p.stop, p.dtype, p.shape] for p in one.pieces]]
            for key, one in self.entries.items()
        ]
        return {"format": FORMAT, "token": self.token, "ranks": self.ranks, "entries": entries}

    @classmethod
    def from_data(cls, data: Any) -> Index:
        """Return the index that plain data describe.

        Raises
        ------
        ValueError
            If they describe none.
        """
        try:
            found = data["format"]
            entries = {
                key: Entry(path, whole, tuple(Piece(*piece) for piece in pieces))
                for key, path, whole, pieces in data["entries"]
            }
            index = cls(data["token"], data["ranks"], entries)
        except (KeyError, TypeError, ValueError):
            raise ValueError("expected the index of a checkpoint, got a file with other content") from None
        if found != FORMAT:
            raise ValueError(
                f"expected an index of format {FORMAT}, got format {found}, of another release of derivata"
            )
        return index


def plan(told: Sequence[dict[str, Description]], names: Sequence[int]) -> dict[str, Entry]:
    """Return the entries of the values that the ranks have told of.

    Values that are alike on all ranks that have them are written by one, so that all write about as many bytes.

    Parameters
    ----------
    told : sequence of dict
        The values of each rank.
    names : sequence of int
        The numbers of the ranks for errors.

    Raises
    ------
    ValueError
        If ranks do not agree about parts, or parts are missing.
    """
    entries: dict[str, Entry] = {}
    alike: dict[str, int] = {}
    loads = [0] * len(told)
    filled = _filled(told)
    for key in dict.fromkeys(key for values in told for key in values):
        holders = {rank: values[key] for rank, values in enumerate(told) if key in values}
        path = next(iter(holders.values())).path
        if path in filled:
            odd = next((rank for rank, one in holders.items() if not one.is_empty), None)
            if odd is not None:
                raise ValueError(f"{key}: rank {names[odd]} has a value there, another rank {filled[path]}")
            continue  # nothing in it on these ranks
        if any(one.whole is not None for one in holders.values()):
            entries[key] = _spread(key, holders, names)
        else:
            pieces = tuple(Piece(rank, 0, 0, one.dtype, one.shape) for rank, one in holders.items())
            entries[key] = Entry(path, None, pieces)
            if len({one.digest for one in holders.values()}) == 1:
                alike[key] = holders[pieces[0].rank].size
                continue
        for piece in entries[key].pieces:
            loads[piece.rank] += holders[piece.rank].size
    for key, size in sorted(alike.items(), key=lambda item: -item[1]):
        entry = entries[key]
        chosen = min(entry.pieces, key=lambda piece: loads[piece.rank])
        loads[chosen.rank] += size
        entries[key] = Entry(entry.path, None, (chosen,))
    return entries


def _filled(told: Sequence[dict[str, Description]]) -> dict[Path, str]:
    """Return the dictionaries that have something on some rank, each with a key in it."""
    return {
        one.path[:depth]: key
        for values in told
        for key, one in values.items()
        for depth in range(1, len(one.path))
    }


def _spread(key: str, holders: dict[int, Description], names: Sequence[int]) -> Entry:
    """Return the entry of a tensor of which each rank has a part."""
    kinds = {
        rank: "a value that is no part" if one.whole is None else f"a part of {one.dtype} {one.whole}"
        for rank, one in holders.items()
    }
    first = next(iter(kinds))
    odd = next((rank for rank, kind in kinds.items() if kind != kinds[first]), None)
    if odd is not None:
        raise ValueError(f"{key}: rank {names[odd]} has {kinds[odd]}, rank {names[first]} has {kinds[first]}")
    whole = holders[first].whole or ()
    pieces = [
        Piece(rank, one.start, one.start + math.prod(one.shape), one.dtype, one.shape)
        for rank, one in holders.items()
    ]
    total = math.prod(whole)
    gap = first_gap([(piece.start, piece.stop) for piece in pieces], 0, total)
    if gap is not None:
        raise ValueError(
            f"{key}: expected ranks to have all of {total} elements, got none with element {gap}"
        )
    filled = [piece for piece in pieces if piece.stop > piece.start]
    return Entry(holders[first].path, whole, tuple(filled or pieces[:1]))

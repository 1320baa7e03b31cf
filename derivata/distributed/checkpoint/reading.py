"""How a rank reads what it wants: which pieces of which files, and one value of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from .folder import read_shard, shard
from .index import Index, Piece
from .parts import Part, first_gap
from .wishes import Wish


class Reader:
    """Reads values of a checkpoint for one rank.

    Parameters
    ----------
    folder : Path
    index : Index
    rank, ranks : int
        Number of the rank, and of all that load.
    """

    def __init__(self, folder: Path, index: Index, rank: int, ranks: int) -> None:
        self.folder, self.index = folder, index
        self.rank, self.ranks = rank, ranks

    def read(self, wanted: Sequence[Wish]) -> dict[str, Any]:
        """Return the values by key: tensors, the wanted elements of parts, and plain data.

        Raises
        ------
        OSError, ValueError
            Which name the key or the file.
        """
        chosen = {wish.key: self._chosen(wish) for wish in wanted}
        values: dict[str, Any] = {}
        for rank in sorted({piece.rank for pieces in chosen.values() for piece in pieces}):
            file = shard(self.folder, self.index.token, rank, self.index.ranks)
            data = read_shard(file)
            for wish in wanted:
                for piece in chosen[wish.key]:
                    if piece.rank == rank:
                        _take(values, wish, piece, _checked(file, data, wish.key, piece))
        for wish in wanted:
            if isinstance(wish.target, Part):
                values[wish.key] = values[wish.key].reshape(wish.target.held.shape)
            elif wish.entry.whole is not None:
                values[wish.key] = values[wish.key].reshape(wish.entry.whole)
        return values

    def _chosen(self, wish: Wish) -> list[Piece]:
        """Return the pieces of a value that this rank needs, after comparing them with what is wanted."""
        entry, target = wish.entry, wish.target
        pieces = [*entry.pieces] if entry.whole is not None else [self._own(wish)]
        if isinstance(target, Part | Tensor):
            wants = target.tensor if isinstance(target, Part) else target
            wanted = (str(wants.dtype), target.whole if isinstance(target, Part) else tuple(wants.shape))
            found = (pieces[0].dtype, pieces[0].shape if entry.whole is None else entry.whole)
            if found != wanted:
                saved = (
                    f"a {found[0]} tensor of shape {found[1]}" if found[0] else "a value that is no tensor"
                )
                raise ValueError(
                    f"{self.folder}: {wish.key}: expected a {wanted[0]} tensor of shape {wanted[1]}, as state_dict has "
                    f"it, got {saved}"
                )
        if entry.whole is None:
            return pieces
        start, stop = _span(wish)
        gap = first_gap([(piece.start, piece.stop) for piece in pieces], start, stop)
        if gap is not None:
            raise ValueError(f"{self.folder}: {wish.key}: element {gap} is in no file; the index is damaged")
        needed = [piece for piece in pieces if piece.start < stop and start < piece.stop]
        return needed or pieces[:1]

    def _own(self, wish: Wish) -> Piece:
        """Return the piece of a value that is whole: the only one, this rank's, or else that of the first rank."""
        pieces = wish.entry.pieces
        if len(pieces) == 1:
            return pieces[0]
        if self.ranks == self.index.ranks:
            for piece in pieces:
                if piece.rank == self.rank:
                    return piece
        if pieces[0].dtype is None:
            raise ValueError(
                f"{self.folder}: {wish.key}: each of {len(pieces)} ranks has saved a value of its own, which none of "
                f"these {self.ranks} can take; load it on the ranks that saved it, or leave it out of state_dict"
            )
        return pieces[0]


def _span(wish: Wish) -> tuple[int, int]:
    """Return which elements of a tensor that is spread over ranks are wanted."""
    target = wish.target
    return target.span if isinstance(target, Part) else (0, math.prod(wish.entry.whole or ()))


def _checked(file: Path, data: dict[str, Any], key: str, piece: Piece) -> Any:
    """Return the value of a piece from its file.

    Raises
    ------
    ValueError
        If the file has another one than the index says.
    """
    value = data.get(key)
    got = (str(value.dtype), tuple(value.shape)) if isinstance(value, Tensor) else (None, ())
    if key not in data or got != (piece.dtype, piece.shape):
        found = "none" if key not in data else f"{got[0]} {got[1]}" if got[0] else type(value).__name__
        raise ValueError(
            f"{file}: expected {key} of {piece.dtype} {piece.shape}, got {found}; the file is not of this checkpoint"
        )
    return value


def _take(values: dict[str, Any], wish: Wish, piece: Piece, value: Any) -> None:
    """Put a piece where it belongs: a whole value as it is, elements of a part into one dimension."""
    target = wish.target
    if wish.entry.whole is None:
        values[wish.key] = value.reshape(-1)[slice(*target.span)] if isinstance(target, Part) else value
        return
    start, stop = _span(wish)
    if wish.key not in values:
        values[wish.key] = wrap(np.empty(stop - start, piece.dtype))
    first, last = max(start, piece.start), min(stop, piece.stop)
    if first < last:
        own = value.reshape(-1)[first - piece.start : last - piece.start]
        values[wish.key][first - start : last - start] = own

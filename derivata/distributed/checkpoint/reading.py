"""How a rank reads what it wants: which pieces of which files, and one value of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from .folder import read_shard, shard
from .index import Index, Piece
from .rows import Rows, first_gap
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
        """Return the values by key: tensors of the wanted rows, and plain data.

        Raises
        ------
        OSError, ValueError
            Which name the key or the file.
        """
        chosen = {wish.key: self._chosen(wish) for wish in wanted}
        values: dict[str, Any] = {}
        for wish in wanted:
            if wish.entry.total is not None:
                start, stop = _rows_of(wish)
                shape = (stop - start, *wish.entry.shape[1:])
                values[wish.key] = wrap(np.empty(shape, wish.entry.pieces[0].dtype))
        for rank in sorted({piece.rank for pieces in chosen.values() for piece in pieces}):
            file = shard(self.folder, self.index.token, rank, self.index.ranks)
            data = read_shard(file)
            for wish in wanted:
                for piece in chosen[wish.key]:
                    if piece.rank == rank:
                        _take(values, wish, piece, _checked(file, data, wish.key, piece))
        return values

    def _chosen(self, wish: Wish) -> list[Piece]:
        """Return the pieces of a value that this rank needs, after comparing them with what is wanted."""
        entry, target = wish.entry, wish.target
        pieces = [*entry.pieces] if entry.total is not None else [self._own(wish)]
        wants = target.tensor if isinstance(target, Rows) else target
        if not isinstance(wants, Tensor):
            return pieces
        shape = entry.shape if entry.total is not None else pieces[0].shape
        start, stop = 0, shape[0] if shape else 0
        whole = tuple(wants.shape)
        if isinstance(target, Rows):
            start, stop, whole = target.start, target.stop, (target.total, *whole[1:])
        found = (pieces[0].dtype, shape)
        if found != (str(wants.dtype), whole):
            saved = f"a {found[0]} tensor of shape {shape}" if found[0] else "a value that is no tensor"
            raise ValueError(
                f"{self.folder}: {wish.key}: expected a {wants.dtype} tensor of shape {whole}, as state_dict has it, "
                f"got {saved}"
            )
        if entry.total is None:
            return pieces
        gap = first_gap([(piece.start, piece.stop) for piece in pieces], start, stop)
        if gap is not None:
            raise ValueError(f"{self.folder}: {wish.key}: row {gap} is in no file; the index is damaged")
        return [piece for piece in pieces if piece.start < stop and start < piece.stop]

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


def _rows_of(wish: Wish) -> tuple[int, int]:
    """Return which rows of a tensor that is spread over ranks are wanted."""
    if isinstance(wish.target, Rows):
        return wish.target.start, wish.target.stop
    return 0, wish.entry.total or 0


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
    """Put a piece where it belongs."""
    target = wish.target
    if wish.entry.total is None:
        is_part = isinstance(target, Rows)
        values[wish.key] = value[target.start : target.stop] if is_part else value
        return
    start, stop = _rows_of(wish)
    first, last = max(start, piece.start), min(stop, piece.stop)
    values[wish.key][first - start : last - start] = value[first - piece.start : last - piece.start]

"""The files of a checkpoint in its folder: written whole, and those of older ones removed.

A name tells to which checkpoint a file belongs. The index is replaced last, by a rename: before, the folder holds the
older checkpoint, after it the new one. Nothing is removed whose name this module has not made.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from ...saving import load, save
from .index import Index

INDEX = "index.safetensors"
_TOKEN = "[0-9a-f]{16}"
_OWN = re.compile(
    rf"\.index\.safetensors\.\d+\.[0-9a-f]{{8}}|shard-{_TOKEN}-\d+-of-\d+\.safetensors"
    rf"|\.shard-{_TOKEN}-\d+-of-\d+\.safetensors\.\d+\.[0-9a-f]{{8}}"
)  # those with a dot were not finished


def new_token() -> str:
    """Return what names of files of one checkpoint have in common."""
    return os.urandom(8).hex()


def shard(folder: Path, token: str, rank: int, ranks: int) -> Path:
    """Return the path of what one rank writes."""
    return folder / f"shard-{token}-{rank}-of-{ranks}.safetensors"


def write(file: Path, data: Any) -> None:
    """Write a file as a whole, and wait until it is on the disk.

    Raises
    ------
    OSError
        Which names the file.
    """
    try:
        save(data, file)
        settle(file.parent)
    except OSError as error:
        raise OSError(f"{file}: {error.strerror or error}") from error


def write_index(folder: Path, index: Index) -> None:
    """Make the checkpoint valid that the shards in a folder belong to.

    Raises
    ------
    OSError
        If a shard is not there, or the index cannot be written; an older one stays.
    """
    for rank in {piece.rank for entry in index.entries.values() for piece in entry.pieces}:
        file = shard(folder, index.token, rank, index.ranks)
        if not file.exists():
            raise OSError(
                f"{file}: expected the file that rank {rank} has written, found none; checkpoint_id must be a folder "
                "on a file system that all ranks share"
            )
    write(folder / INDEX, index.as_data())


def read_index(folder: Path) -> Index:
    """Return the index of a checkpoint.

    Raises
    ------
    OSError, ValueError
        Which name the file.
    """
    file = folder / INDEX
    if not file.exists():
        raise FileNotFoundError(f"{folder}: expected a checkpoint, found no {INDEX}")
    data = load(file)
    try:
        index = Index.from_data(data)
        if not re.fullmatch(_TOKEN, str(index.token)):
            raise ValueError(f"expected 16 hexadecimal digits as the name of its files, got {index.token!r}")
        return index
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def read_shard(file: Path) -> dict[str, Any]:
    """Return the values that one rank has written.

    Raises
    ------
    OSError, ValueError
        Which name the file.
    """
    if not file.exists():
        raise FileNotFoundError(f"{file}: expected a part of the checkpoint, found no such file")
    data = load(file)
    if not isinstance(data, dict):
        raise ValueError(f"{file}: expected values by name, got {type(data).__name__}")
    return data


def settle(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can tell."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def remove_unfinished(folder: Path) -> None:
    """Remove what a program has left that was ended while it saved: it may fill the disk.

    Raises
    ------
    OSError
        Which names a file that cannot be removed.
    """
    try:
        token = read_index(folder).token
    except FileNotFoundError:
        token = None
    except ValueError:  # damaged: a person may want its shards
        return
    remove_others(folder, token)


def remove_others(folder: Path, token: str | None) -> None:
    """Remove the shards of other checkpoints in a folder than this one, and files that were not finished.

    Raises
    ------
    OSError
        Which names a file that cannot be removed.
    """
    for file in sorted(folder.iterdir()):
        if _OWN.fullmatch(file.name) and (token is None or token not in file.name):
            file.unlink(missing_ok=True)

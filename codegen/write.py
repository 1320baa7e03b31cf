"""Texts -> files: compare, write what changed, delete what is no longer generated. The only writes there are.

Every new text is written beside its destination first; only when all of them are on disk does the first rename happen,
so that a full disk or a crash in the middle leaves the previous files as they were.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".py", ".pyi")


@dataclass(frozen=True, slots=True)
class Changes:
    """What a run would do: paths relative to the output folder."""

    changed: tuple[str, ...]
    orphans: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.orphans)


def compare(files: Mapping[str, str], folder: Path) -> Changes:
    """Find the files that differ from what is there, and those that nothing generates."""
    changed = tuple([path for path, text in files.items() if _current(folder / path) != text])
    present = [
        path.relative_to(folder).as_posix() for suffix in SUFFIXES for path in folder.rglob(f"*{suffix}")
    ]
    return Changes(changed, tuple(sorted(path for path in present if path not in files)))


def write(files: Mapping[str, str], folder: Path) -> Changes:
    """Bring the folder up to date; returns what was done."""
    changes = compare(files, folder)
    pending: list[tuple[Path, Path]] = []
    try:
        for path in changes.changed:
            destination = folder / path
            destination.parent.mkdir(parents=True, exist_ok=True)
            temporary = destination.with_name(f".{destination.name}.{os.getpid()}.new")
            pending.append((temporary, destination))
            temporary.write_text(files[path], encoding="utf-8", newline="\n")
        for temporary, destination in pending:
            os.replace(temporary, destination)
    finally:
        for temporary, _ in pending:
            temporary.unlink(missing_ok=True)
    for path in changes.orphans:
        (folder / path).unlink()
    return changes


def diff(files: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Yield the lines of a unified diff from what is there to what would be written."""
    changes = compare(files, folder)
    for path in (*changes.changed, *changes.orphans):
        old = (_current(folder / path) or "").splitlines(keepends=True)
        new = files.get(path, "").splitlines(keepends=True)
        yield from difflib.unified_diff(old, new, f"{path} (committed)", f"{path} (generated)")


def _current(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None

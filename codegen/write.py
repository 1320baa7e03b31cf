"""Texts -> files: compare, write what changed, delete what is no longer generated. The only writes there are.

Every new text is written beside its destination first; only when all of them are on disk are files renamed, and when
a rename fails the earlier ones are undone. So a full disk or a crash leaves the previous files as they were.
"""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".py", ".pyi", ".md", ".json", ".yaml")
MARK = "# Generated from "
MARKS = (MARK, "<!-- Generated from ", '{\n  "$comment": "Generated from ')
"""How generated files begin: other files are neither replaced nor deleted."""
SCHEMA_FILE = "derivata.schema.json"
"""The schema for editors beside a spec: it belongs to no package, also where the spec lies in one."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a run would do: paths relative to the output folder."""

    changed: tuple[str, ...]
    orphans: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.orphans)


class ForeignFile(Exception):
    """A file that somebody wrote by hand stands where a generated one belongs, or the place is somewhere else."""

    def __init__(self, path: Path, expected: str = "a generated file or none", got: str = "") -> None:
        got = got or f"one that does not begin with '{MARK}...'"
        super().__init__(
            f"{path}: expected {expected}, got {got}; move it, or choose another folder with --out"
        )


def compare(files: Mapping[str, str], folder: Path) -> Changes:
    """Find the files that differ from what is there, and generated ones that nothing generates any more."""
    changed = tuple([path for path, text in files.items() if _current(folder / path) != text])
    present = [path for path in _files(folder) if path.suffix in SUFFIXES and path.name != SCHEMA_FILE]
    unwanted = [path for path in present if path.relative_to(folder).as_posix() not in files]
    orphans = [path.relative_to(folder).as_posix() for path in unwanted if _is_generated(path)]
    return Changes(changed, tuple(sorted(orphans)))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, without those of packs that lie in it."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not Path(parent, name, "spec.yaml").is_file()]
        yield from (Path(parent, name) for name in names)


def write(files: Mapping[str, str], folder: Path) -> Changes:
    """Bring the folder up to date, all or nothing; returns what was done."""
    changes = compare(files, folder)
    for path in changes.changed:
        place = (folder / path).parent
        if not place.resolve().is_relative_to(folder.resolve()):
            raise ForeignFile(place, "a folder of the package", "a link that leads out of it")
        if not _is_generated(folder / path):
            raise ForeignFile(folder / path)
    with _Replacement() as replacement:
        for path in changes.changed:
            replacement.prepare(folder / path, files[path])
        replacement.apply()
        for path in changes.orphans:
            replacement.remove(folder / path)
    return changes


def refresh(path: Path, text: str) -> bool:
    """Bring a single generated file up to date if there is one; returns whether it was written."""
    if not is_outdated(path, text):
        return False
    with _Replacement() as replacement:
        replacement.prepare(path, text)
        replacement.apply()
    return True


def is_outdated(path: Path, text: str) -> bool:
    """Whether there is a generated file with another text."""
    return _current(path) not in (None, text) and _is_generated(path)


def diff(files: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Yield the lines of a unified diff from what is there to what would be written."""
    changes = compare(files, folder)
    for path in (*changes.changed, *changes.orphans):
        old = (_current(folder / path) or "").splitlines(keepends=True)
        new = files.get(path, "").splitlines(keepends=True)
        yield from difflib.unified_diff(old, new, f"{path} (committed)", f"{path} (generated)")


class _Replacement:
    """Replaces files; undoes everything when the block is left by an exception."""

    def __init__(self) -> None:
        self.folders: list[Path] = []  # made here
        self.prepared: list[tuple[Path, Path]] = []  # temporary file, destination
        self.moved: list[tuple[Path, Path]] = []  # destination, backup
        self.written: list[Path] = []

    def __enter__(self) -> _Replacement:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if error is not None:
            self._undo()
        for temporary, _ in self.prepared:
            temporary.unlink(missing_ok=True)
        for _, backup in self.moved:
            backup.unlink(missing_ok=True)

    def prepare(self, destination: Path, text: str) -> None:
        """Write the text beside its destination."""
        self._make_folder(destination.parent)
        temporary = _beside(destination, "new")
        self.prepared.append((temporary, destination))
        temporary.write_text(text, encoding="utf-8", newline="\n")

    def apply(self) -> None:
        """Put the prepared files in place."""
        for temporary, destination in self.prepared:
            if destination.exists():
                self.remove(destination)
            os.replace(temporary, destination)
            self.written.append(destination)

    def remove(self, path: Path) -> None:
        """Move a file out of the way until all has succeeded."""
        backup = _beside(path, "old")
        os.replace(path, backup)
        self.moved.append((path, backup))

    def _make_folder(self, folder: Path) -> None:
        missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        for parent in reversed(missing):
            parent.mkdir()
            self.folders.append(parent)

    def _undo(self) -> None:
        for path in self.written:
            path.unlink(missing_ok=True)
        for path, backup in self.moved:
            os.replace(backup, path)
        for temporary, _ in self.prepared:
            temporary.unlink(missing_ok=True)
        for folder in reversed(self.folders):
            with contextlib.suppress(OSError):  # somebody else has put something there
                folder.rmdir()


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.{suffix}")


def _current(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None


def _is_generated(path: Path) -> bool:
    """Whether a file may be replaced: it is missing, empty, or begins as generated ones do."""
    text = _current(path)
    return not text or text.startswith(MARKS)

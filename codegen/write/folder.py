"""An output folder and the texts that belong into it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..checksum import checksum
from .content import content, is_generated, is_within, obstacle
from .listing import LIST, Listed, listed_in, text_of
from .lock import alone_in
from .refusals import Busy, ChangedFiles, ForeignFile
from .transaction import is_interrupted, replace, undo


@dataclass(frozen=True, slots=True)
class Changes:
    """What a run would do: paths relative to the output folder."""

    changed: tuple[str, ...]
    orphans: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.orphans)


def compare(files: Mapping[str, str], folder: Path, source: Path | None = None) -> Changes:
    """Find the files that differ from what is there, the list among them, and listed ones that nothing generates.

    `source` is the spec: where it lies in the folder it is not derivata's, and not on the list.
    """
    return _compare(_with_list(files, folder, source), folder, source, listed_in(folder))


def write(
    files: Mapping[str, str], folder: Path, source: Path | None = None, *, force: bool = False
) -> Changes:
    """Bring the folder up to date, all or nothing; returns what was done.

    What an interrupted run has left is undone first. Then nothing is written if a file that would be replaced or
    deleted is not on the list, or not as it was written; `force` accepts those that are listed or begin as generated
    ones. An error leaves all files as they were, an interrupt at the very end all new. After a sudden end of the
    process or the power, or an error that could not be undone, they are one or the other when the next call or
    `recover` is through. A second call at the same time waits for the first.

    Raises Refusal, OSError.
    """
    with alone_in(folder) as alone:
        _undo(folder, alone)
        wanted, listed = _with_list(files, folder, source), listed_in(folder, force=force)
        changes = _compare(wanted, folder, source, listed)
        _refuse(changes, folder, source, listed, force)
        if changes:
            replace(folder, {path: wanted[path] for path in changes.changed}, changes.orphans)
        return changes


def recover(folder: Path, *, sure: bool = False) -> bool:
    """Undo what an interrupted run has left in a folder; returns whether there was anything.

    `sure` says that no other run is at work, where folders cannot be locked.
    """
    if not is_interrupted(folder):
        return False
    with alone_in(folder) as alone:
        return _undo(folder, alone or sure)


def diff(files: Mapping[str, str], folder: Path, source: Path | None = None) -> Iterator[str]:
    """Yield the lines of a unified diff from what is there to what would be written; the list says nothing new."""
    changes = compare(files, folder, source)
    wanted = _with_list(files, folder, source)
    paths = [path for path in (*changes.changed, *changes.orphans) if path != LIST]
    for path in paths or changes.changed:
        old = (content(folder / path) or b"").decode("utf-8", errors="replace").splitlines(keepends=True)
        new = wanted.get(path, "").splitlines(keepends=True)
        yield from difflib.unified_diff(old, new, f"{path} (committed)", f"{path} (generated)")


def _undo(folder: Path, alone: bool) -> bool:
    if not alone and is_interrupted(folder):
        raise Busy(folder)
    return undo(folder)


def _with_list(files: Mapping[str, str], folder: Path, source: Path | None) -> dict[str, str]:
    listed = {path: text for path, text in files.items() if not _is_source(folder / path, source)}
    return {**files, LIST: text_of(listed)}


def _compare(wanted: Mapping[str, str], folder: Path, source: Path | None, listed: Listed) -> Changes:
    changed = tuple([path for path, text in wanted.items() if content(folder / path) != text.encode()])
    gone = [path for path in sorted(listed) if path not in wanted and not _is_source(folder / path, source)]
    orphans = tuple(
        [path for path in gone if not obstacle(folder / path) and content(folder / path) is not None]
    )
    return Changes(changed, orphans)


def _refuse(changes: Changes, folder: Path, source: Path | None, listed: Listed, force: bool) -> None:
    """Raise an error unless all files that would be replaced or deleted are derivata's."""
    edited, unlisted = [], []
    for path in (*changes.changed, *changes.orphans):
        place = folder / path
        _refuse_place(place, folder, path)
        data = content(place)
        if not data or path == LIST or _is_source(place, source):
            continue
        if path in listed:
            if checksum(data) not in listed[path]:
                edited.append(path)
        elif is_generated(data):
            unlisted.append(path)
        else:
            raise ForeignFile(place)
    if not force and (edited or unlisted):
        raise ChangedFiles(folder, edited, unlisted, LIST)


def _refuse_place(place: Path, folder: Path, path: str) -> None:
    if not is_within(folder, path):
        raise ForeignFile(place.parent, "a folder of the package", "a link that leads out of it")
    if place.parent.exists() and not place.parent.is_dir():
        raise ForeignFile(place.parent, "a folder of the package", "a file")
    if odd := obstacle(place):
        raise ForeignFile(place, got=odd)


def _is_source(place: Path, source: Path | None) -> bool:
    return source is not None and source.exists() and place.exists() and place.samefile(source)

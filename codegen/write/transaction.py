"""Changes of several files that happen all or not at all, also when the process is killed or the power fails.

New texts are written into a staging folder first. Then a journal is put on disk, and only then files move: old ones
into the staging folder, new ones into their places. Deleting the journal makes that final. While there is one, what it
says can be undone, as often as it takes: each step sees from where the files are whether it was taken.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..checksum import checksum
from . import journal
from .content import content, is_within, obstacle
from .disk import synchronise, write_file
from .journal import Step
from .refusals import ForeignFile, HalfDone

STAGING = ".derivata-codegen"

_OURS = re.compile(r"\d+\.(new|old)|journal(\.new)?")


def replace(folder: Path, texts: Mapping[str, str], deleted: Sequence[str] = ()) -> None:
    """Write files below a folder and delete others: all of it happens, or nothing and an exception."""
    steps = [*_folders(folder, texts), *_files(folder, texts), *[Step("delete", path) for path in deleted]]
    staging = folder / STAGING
    staging.mkdir()
    try:
        for number, step in enumerate(steps):
            if step.path in texts:
                write_file(staging / f"{number}.new", texts[step.path].encode())
        synchronise(folder)
        journal.keep(steps, staging)
        for number, step in enumerate(steps):
            _take(step, folder / step.path, staging / str(number))
        _synchronise(folder, steps)
        journal.close(staging)
    except BaseException as error:
        _undo_after(error, folder)
        raise
    with contextlib.suppress(OSError):  # what remains there means nothing, and the next run removes it
        _clear(staging)


def undo(folder: Path) -> bool:
    """Undo what an interrupted run has done to a folder; returns whether there was one."""
    staging = folder / STAGING
    if not is_interrupted(folder):
        return False
    steps = journal.kept_in(staging)
    for number, step in reversed(list(enumerate(steps))):
        if is_within(folder, step.path):
            _take_back(step, folder / step.path, staging / str(number))
    _synchronise(folder, steps)
    journal.close(staging)
    _clear(staging)
    return True


def _undo_after(error: BaseException, folder: Path) -> None:
    try:
        undo(folder)
    except OSError as second:
        raise HalfDone(folder, error, second) from error


def is_interrupted(folder: Path) -> bool:
    """Whether a run was interrupted in a folder, or is at work there."""
    odd = obstacle(folder / STAGING)
    if odd == "a link":
        raise ForeignFile(folder / STAGING, "a folder or none", odd)
    return odd == "a folder"


def _folders(folder: Path, texts: Mapping[str, str]) -> list[Step]:
    """Return the folders that are missing, outer ones first."""
    needed = {parent for path in texts for parent in Path(path).parents if parent != Path()}
    return [Step("folder", path.as_posix()) for path in sorted(needed) if not (folder / path).exists()]


def _files(folder: Path, texts: Mapping[str, str]) -> list[Step]:
    present = {path: os.path.lexists(folder / path) for path in texts}
    kinds = {True: "replace", False: "create"}
    return [Step(kinds[present[path]], path, checksum(text.encode())) for path, text in texts.items()]


def _take(step: Step, place: Path, staged: Path) -> None:
    if step.kind == "folder":
        place.mkdir()
    if step.kind in ("replace", "delete"):
        os.replace(place, staged.with_suffix(".old"))
    if step.kind in ("replace", "create"):
        os.replace(staged.with_suffix(".new"), place)


def _take_back(step: Step, place: Path, staged: Path) -> None:
    """Undo a step as far as it was done; files that others have put there since stay."""
    old, new = staged.with_suffix(".old"), staged.with_suffix(".new")
    if step.kind == "folder":
        with contextlib.suppress(OSError):  # it was not made, or somebody uses it
            place.rmdir()
        return
    there = content(place)
    ours = there is not None and not new.exists() and checksum(there) == step.checksum
    if old.exists() and (ours or not os.path.lexists(place)):
        os.replace(old, place)
    elif ours and step.kind == "create":
        place.unlink()


def _synchronise(folder: Path, steps: Sequence[Step]) -> None:
    """Wait until the names in all folders with changes are on disk, those moved away included."""
    folders = {(folder / step.path).parent for step in steps} | {folder / STAGING}
    for changed in sorted(folders):
        if changed.is_dir():
            synchronise(changed)


def _clear(staging: Path) -> None:
    """Remove what runs put into the staging folder, and it, unless somebody else has put something there."""
    for path in staging.iterdir():
        if _OURS.fullmatch(path.name):
            path.unlink()
    try:
        staging.rmdir()
    except OSError as error:
        raise ForeignFile(
            next(staging.iterdir(), staging), "nothing of somebody else in this folder", "a file"
        ) from error

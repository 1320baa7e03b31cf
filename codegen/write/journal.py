"""The journal of a run: what it is about to do to the output folder, so that all of it can be undone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .content import content, is_plain
from .disk import synchronise, write_file
from .refusals import DamagedList

JOURNAL = "journal"
HEAD = "derivata codegen: what an interrupted run was about to do, version 1"

_STEP = re.compile(r"(folder|create|replace|delete) ([0-9a-f]{16}|-) (.+)")


@dataclass(frozen=True, slots=True)
class Step:
    """One change: `folder`, `create`, `replace` or `delete`, of a path, with the checksum of the new text."""

    kind: str
    path: str
    checksum: str = "-"


def keep(steps: Sequence[Step], staging: Path) -> None:
    """Put the journal on disk: whole or not at all."""
    draft = staging / f"{JOURNAL}.new"
    lines = [HEAD, *[f"{step.kind} {step.checksum} {step.path}" for step in steps]]
    write_file(draft, "".join([f"{line}\n" for line in lines]).encode())
    synchronise(staging)
    draft.rename(staging / JOURNAL)
    synchronise(staging)


def kept_in(staging: Path) -> list[Step]:
    """Return the steps of an interrupted run, none if it had not begun to change files."""
    path = staging / JOURNAL
    data = content(path)
    lines = [] if data is None else data.decode("utf-8", errors="replace").splitlines()
    if lines and lines[0] != HEAD:
        raise _damaged(path, 1, lines[0])
    steps = []
    for number, line in enumerate(lines[1:], 2):
        match = _STEP.fullmatch(line)
        if match is None or not is_plain(match[3]):
            raise _damaged(path, number, line)
        steps.append(Step(match[1], match[3], match[2]))
    return steps


def close(staging: Path) -> None:
    """Forget the journal: what was done counts from here on."""
    (staging / JOURNAL).unlink(missing_ok=True)
    synchronise(staging)


def _damaged(path: Path, number: int, line: str) -> DamagedList:
    cure = f"look at the files in {path.parent}, put back what you need, and delete that folder"
    return DamagedList(path, number, "a step of an interrupted run of this derivata", line, cure)

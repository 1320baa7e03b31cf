"""`generated.txt`: what was written into an output folder, with checksums. It is committed with the output."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ..checksum import checksum
from .content import content, is_plain, obstacle
from .refusals import MARK, DamagedList, ForeignFile

LIST = "generated.txt"
HEAD = f"""\
{MARK}to know its own files again: it replaces and deletes those below, as long as they have these checksums.
# Commit this list with them. Do not edit.
"""

_ENTRY = re.compile(r"([0-9a-f]{16})  (.+)")
_CONFLICT = re.compile(r"<{7} .*|\|{7} .*|={7}|>{7} .*")
"""The lines that git puts around the two sides of a merge."""

Listed = Mapping[str, frozenset[str]]
"""Checksums by path: one each, two while a merge is not resolved."""


def text_of(files: Mapping[str, str]) -> str:
    """Return the list of these files."""
    lines = [f"{checksum(text.encode())}  {path}\n" for path, text in sorted(files.items())]
    return HEAD + "".join(lines)


def listed_in(folder: Path, *, force: bool = False) -> Listed:
    """Return what is listed in a folder; with `force`, what can be read of it."""
    path = folder / LIST
    if odd := obstacle(path):
        raise ForeignFile(path, got=odd)
    found: dict[str, frozenset[str]] = {}
    lines = (content(path) or b"").decode("utf-8", errors="replace").splitlines()
    numbered = [(number, line) for number, line in enumerate(lines, 1) if not _CONFLICT.fullmatch(line)]
    if numbered and not numbered[0][1].startswith(MARK):
        raise ForeignFile(path)
    for number, line in numbered:
        entry = _ENTRY.fullmatch(line)
        if entry and is_plain(entry[2]):
            found[entry[2]] = found.get(entry[2], frozenset()) | {entry[1]}
        elif not line.startswith("#") and not force:
            cure = "take back what was changed there, or write the files anew with --force"
            raise DamagedList(path, number, "a checksum and a path", line, cure)
    return found

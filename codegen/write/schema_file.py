"""The schema for editors beside a spec: it belongs to no package, also where the spec lies in one; no list has it."""

from __future__ import annotations

from pathlib import Path

from ..json_schema.summed import is_as_written
from .content import content, is_generated, obstacle
from .lock import alone_in
from .transaction import replace, undo

SCHEMA_FILE = "derivata.schema.json"


def refresh(path: Path, text: str, *, force: bool = False) -> bool:
    """Bring a schema up to date, if there is one as derivata wrote it; returns whether it was written.

    `force` replaces one that was changed since, too.
    """
    if not is_outdated(path, text) or obstacle(path):
        return False
    with alone_in(path.parent):
        there = (content(path) or b"").decode("utf-8", errors="replace")
        if not force and not is_as_written(there):
            return False
        undo(path.parent)
        replace(path.parent, {path.name: text})
    return True


def is_outdated(path: Path, text: str) -> bool:
    """Whether there is a generated schema with another text."""
    there = content(path)
    return there is not None and there != text.encode() and is_generated(there)

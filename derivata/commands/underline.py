"""The line of a file that a diagnostic is about, and the piece of it to underline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

MAX_LENGTH = 140
"""Longer lines are cut around the place."""

MAX_FILE = 4_000_000
"""More than a spec may have; `/dev/zero` has no end."""

_PIECE = re.compile(r"""[\w.]+|'[^']*'|"[^"]*"|[-+*/%@&|^~<>=!]+|\S""", re.ASCII)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A printable line; characters `start` to `end` of it are the place."""

    line: str
    start: int
    end: int


def snippet(text: str, line: int, column: int) -> Snippet | None:
    """Return a line of a text (line and column count from 1), or None when there is no such line."""
    lines = text.splitlines()
    if not 0 < line <= len(lines):
        return None
    shown = "".join(letter if letter.isprintable() else " " for letter in lines[line - 1])
    start = min(column - 1, len(shown))
    end = end_of_piece(shown, start)
    if len(shown) <= MAX_LENGTH:
        return Snippet(shown, start, end)
    cut = max(0, min(start - MAX_LENGTH // 2, len(shown) - MAX_LENGTH))
    shown = ("..." + shown[cut + 3 :] if cut else shown)[:MAX_LENGTH]
    return Snippet(shown, start - cut, min(end - cut, MAX_LENGTH))


def end_of_piece(line: str, start: int) -> int:
    """Return where the word, number, string or operator ends that begins at `start`."""
    piece = _PIECE.match(line, start)
    return piece.end() if piece else start + 1


def read(path: Path) -> str:
    """Return a file's text; nothing when it can't be read: the diagnostic says so."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(MAX_FILE)
    except OSError:
        return ""

"""The spec within a pack: other packs read its signatures there, and it can be generated again from there.

Its first line has a checksum, so that a copy that was changed is not mistaken for what the pack was generated from.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ..package import printable
from ..source.reader import decode, read_bytes

_FIRST = re.compile(
    r"(# Generated from [^\n]*: a copy of it)(?:, checksum ([0-9a-f]+))?(\. Do not edit\.)\r?\n"
)

_SCHEMA = re.compile(r"\A# yaml-language-server: \$schema=(?!\w+://|/).*\n")
"""A first line that tells editors where the schema lies beside the spec: it does not lie beside the copy."""


def spec_copy(spec: Path, destination: Path, command: str) -> str:
    """Return the text of a pack's own spec file; that of a spec that stands there already is its own."""
    text = decode(read_bytes(spec), spec.name).replace("\r\n", "\n").replace("\r", "\n")
    if destination.exists() and destination.samefile(spec):
        first = _FIRST.match(text)
        return text if first is None else _summed(first[1], text[first.end() :])
    text = _SCHEMA.sub("", text.removeprefix("\ufeff"))
    return _summed(f"# Generated from {printable(spec.name)} by `{command}`: a copy of it", text)


def is_changed(text: str) -> bool:
    """Whether somebody has changed the copy of a spec; one without a checksum is a spec of its own."""
    first = _FIRST.match(text)
    return first is not None and first[2] is not None and first[2] != _checksum(text[first.end() :])


def _summed(first: str, text: str) -> str:
    return f"{first}, checksum {_checksum(text)}. Do not edit.\n{text}"


def _checksum(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")  # git may have changed the ends of lines
    return hashlib.sha256(lines.encode()).hexdigest()[:12]

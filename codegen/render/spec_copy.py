"""The spec within a pack: other packs read its signatures there, and it can be generated again from there."""

from __future__ import annotations

from pathlib import Path

from ..package import printable
from ..source.reader import decode, read_bytes


def spec_copy(spec: Path, destination: Path, command: str) -> str:
    """Return the text of a pack's own spec file; that of a spec that stands there already is its own."""
    text = decode(read_bytes(spec), spec.name).replace("\r\n", "\n").replace("\r", "\n")
    if destination.exists() and destination.samefile(spec):
        return text
    text = text.removeprefix("\ufeff")
    return f"# Generated from {printable(spec.name)} by `{command}`: a copy of it. Do not edit.\n{text}"

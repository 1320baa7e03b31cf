"""Names in a spec: what an identifier is."""

from __future__ import annotations

import keyword
import re

from ..diagnostics import shorten

MAX_NAME = 80
MAX_DOTTED = 200
"""Of a dotted name: a file is named after a namespace, and has at most 255."""

DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *[f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)]}
)
"""Names that Windows keeps for devices, with any ending: no file can be called so."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def is_device(name: str) -> bool:
    """Whether a file of this name would be a device on Windows."""
    return name.lower() in DEVICES


def op_name(text: str) -> str:
    """Return the name of the op in a signature, as far as it can be read, for messages."""
    head = text.split("(")[0].strip()
    return head if head and len(head) <= MAX_NAME and head.isprintable() else ""


def dotted_problem(name: str, subject: str) -> str:
    """Return what is wrong with the dotted name of a module, or of something in a namespace, or ""."""
    problems = (identifier_problem(part, subject) for part in name.split("."))
    found = next((problem for problem in problems if problem), "")
    if not found and len(name) > MAX_DOTTED:
        return f"{subject}: expected at most {MAX_DOTTED} characters, got {len(name)}"
    return f"{found} in {shorten(name)}" if found and "." in name else found


def identifier_problem(name: str, subject: str) -> str:
    """Return what is wrong with a name, or "" for an ASCII identifier that Python accepts."""
    if not _IDENTIFIER.fullmatch(name):
        return f"{subject}: expected a name of ASCII letters, digits and '_', got {shorten(name)}"
    if keyword.iskeyword(name):
        return f"{subject}: expected a name, got Python's keyword '{name}'"
    if name.startswith("__"):
        return f"{subject}: expected a name without two leading underscores, got {shorten(name)}"
    if len(name) > MAX_NAME:
        return f"{subject}: expected at most {MAX_NAME} characters, got {len(name)}"
    return ""

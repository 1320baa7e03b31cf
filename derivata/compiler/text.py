"""Runs text as Python: tracebacks and debuggers show its lines."""

from __future__ import annotations

import linecache
from hashlib import sha256
from typing import Any


def run_text(name: str, text: str, names: dict[str, Any], path: str = "") -> Any:
    """Return the function of a name that a text defines, with the text as an attribute; `path` is its file, if any."""
    run_module(path or f"<derivata {name} {sha256(text.encode()).hexdigest()[:16]}>", text, names)
    names[name].text = text
    return names[name]


def run_module(path: str, text: str, names: dict[str, Any]) -> None:
    """Run a text with these globals."""
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    exec(compile(text, path, "exec", dont_inherit=True), names)

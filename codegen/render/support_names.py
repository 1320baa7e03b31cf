"""What generated code may import from the runtime, and the number of this agreement.

The files are read, not imported: the generator works where the runtime's own dependencies are missing.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

RUNTIME = Path(__file__).resolve().parents[2] / "runtime"


@cache
def support_names() -> tuple[str, ...]:
    """Return `__all__` of the runtime's support module."""
    return tuple(_constant("support/__init__.py", "__all__"))


@cache
def interface() -> int:
    """Return the number of the interface between packs and the runtime."""
    return int(_constant("pack.py", "INTERFACE"))


def _constant(file: str, name: str) -> Any:
    """Return the value that a module of the runtime gives a name at its top level."""
    path = RUNTIME / file
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise ValueError(f"{path}: expected a constant {name}, found none")

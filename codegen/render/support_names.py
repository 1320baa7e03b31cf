"""The names that generated code may import, and the version of this interface.

The files are read, not imported: the generator works where the dependencies of what they import are missing.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@cache
def support_names() -> tuple[str, ...]:
    """Return `__all__` of the package that generated code imports."""
    return tuple(_constant("derivata.support", "__init__.py", "__all__"))


@cache
def interface() -> int:
    """Return the version of the interface between packs and the runtime."""
    return int(_constant("derivata.runtime", "pack.py", "INTERFACE"))


def _constant(package: str, file: str, name: str) -> Any:
    """Return the value of a constant at the top level of a package's module."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).with_name(file)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise ValueError(f"{path}: expected a constant {name}, found none")

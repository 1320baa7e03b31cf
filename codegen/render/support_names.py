"""The names that generated code may import from the runtime: those that `runtime/support.py` lists in `__all__`.

The file is read, not imported: the generator works where the runtime's own dependencies are missing.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

SUPPORT = Path(__file__).resolve().parents[2] / "runtime" / "support.py"


@cache
def support_names() -> tuple[str, ...]:
    """Return `__all__` of the runtime's support module."""
    for node in ast.parse(SUPPORT.read_text(encoding="utf-8")).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == "__all__"
        ):
            names: list[str] = ast.literal_eval(node.value)
            return tuple(names)
    raise ValueError(f"{SUPPORT}: expected a list __all__, found none")

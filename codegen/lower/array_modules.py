"""Where the array functions are that the library's own formulas call, `functions.NAME`: in `arrays/`, by their names.

The files are read, not imported: the generator works where NumPy is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import cache
from pathlib import Path

ARRAYS = Path(__file__).resolve().parents[2] / "arrays"
NOT_FOR_FORMULAS = ("kernels", "loops", "elementary")
"""How the names of modules end whose functions formulas do not call by name."""

TOOLS = frozenset({"broadcasting", "jit", "vector_math"})
"""Folders with what array functions are made of."""


def homes(functions: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the modules of array functions, each with those that are in it: ``{"shapes.join": ("cat",)}``.

    Raises ValueError for a function that no module has, or several have.
    """
    found: dict[str, list[str]] = {}
    for name in sorted(functions):
        places = _places().get(name, [])
        if len(places) != 1:
            got = f"in {' and '.join(places)}" if places else "none"
            raise ValueError(
                f"functions.{name}: expected one function of this name in {ARRAYS.name}/, got {got}"
            )
        found.setdefault(places[0], []).append(name)
    return {module: tuple(names) for module, names in sorted(found.items())}


@cache
def _places() -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for path in sorted(ARRAYS.glob("*/*.py")):
        if path.parent.name not in TOOLS and not path.stem.endswith(NOT_FOR_FORMULAS):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    places.setdefault(node.name, []).append(f"{path.parent.name}.{path.stem}")
    return places

"""Where the array functions are that derivata's own formulas call, `functions.NAME`: in `arrays/`, by their names.

The files are read, not imported: the generator works where NumPy is missing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .diagnostics import Location, Report
from .spec import ArrayFunction, Op, Spec

ARRAYS = Path(__file__).resolve().parents[1] / "arrays"

NOT_FOR_FORMULAS = ("kernels", "loops", "elementary")
"""How the names of modules end whose functions formulas do not call by name."""

TOOLS = frozenset({"broadcasting", "jit", "vector_math"})
"""Folders with what array functions are made of."""


def array_modules(spec: Spec, arrays: Path = ARRAYS) -> dict[str, str]:
    """Return the module of each array function that a spec calls: ``{"cat": "shapes.join"}``.

    Raises SpecError for functions that no module has, or several have.
    """
    places = _places(arrays)
    report = Report()
    found = {}
    for op in spec.ops:
        for name, location in _calls(op):
            modules = places.get(name, [])
            found[name] = "".join(modules[:1])
            if len(modules) != 1:
                got = " and ".join(modules) or "none"
                message = f"expected one module of {arrays.name}/ with the array function '{name}', got {got}"
                report.add(location, op.full_name, message, "define it there once, or correct the name")
    report.raise_errors()
    return found


def _calls(op: Op) -> Iterator[tuple[str, Location]]:
    """Yield the array functions of an op, and where it says so."""
    if isinstance(op.forward, ArrayFunction):
        yield op.forward.name, op.forward.location
    for formula in op.formulas:
        yield from ((name, formula.location) for name in sorted(formula.functions))


def _places(arrays: Path) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for path in sorted(arrays.glob("*/*.py")):
        if path.parent.name not in TOOLS and not path.stem.endswith(NOT_FOR_FORMULAS):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    places.setdefault(node.name, []).append(f"{path.parent.name}.{path.stem}")
    return places

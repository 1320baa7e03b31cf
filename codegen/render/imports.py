"""The imports of a generated module: the names that were used while its definitions were printed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from .support_names import support_names

_OTHERS = frozenset(
    ["Any", "ClassVar", "NamedTuple", "Sequence", "asarray", "builtins", "ndarray", "np", "overload"]
)


class Imports:
    """Records the names that templates print through it (`use.wrap`), and the names in expressions."""

    def __init__(self, modules: Iterable[str]) -> None:
        self._known = _OTHERS.union(support_names(), modules)
        self._used: set[str] = set()

    def clear(self) -> None:
        """Start another module."""
        self._used.clear()

    def note(self, tree: ast.expr) -> None:
        """Record the names of an expression."""
        self._used.update([node.id for node in ast.walk(tree) if isinstance(node, ast.Name)])

    @property
    def of_numpy(self) -> list[str]:
        """What is imported from NumPy by name, a statement each, in order: functions as ``exp as np_exp``."""
        plain = ", ".join([name for name in ("asarray", "ndarray") if name in self._used])
        functions = [f"{name[3:]} as {name}" for name in self._used if name.startswith("np_")]
        return sorted([plain, *functions] if plain else functions, key=_natural)

    def __contains__(self, name: str) -> bool:
        return name in self._used

    def __getitem__(self, name: str) -> str:
        if name not in self._known:
            raise KeyError(name)
        self._used.add(name)
        return name


def _natural(text: str) -> list[str | int]:
    """Return what sorts texts by their first words, with the numbers in these: ``log2`` before ``log10``."""
    first = re.split(r"\W", text)[0]
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", first)]

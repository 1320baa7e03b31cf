"""The imports of a generated module: the names that were used while its definitions were printed."""

from __future__ import annotations

import ast
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

    def __contains__(self, name: str) -> bool:
        return name in self._used

    def __getitem__(self, name: str) -> str:
        if name not in self._known:
            raise KeyError(name)
        self._used.add(name)
        return name

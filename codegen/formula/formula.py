"""Formulas: Python expressions from a closed set of syntax. Parsed with `ast`, never compiled or run."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from ..diagnostics import Locate, Location, at_start
from ..vocabulary import BUILTINS
from .syntax import Reading, read_formula


@dataclass(frozen=True, slots=True)
class Formula:
    """One expression of the spec with the names that it uses.

    `names` are the free names (arguments, `grad`, `let` values; not comprehension variables), `calls` the ops
    and elementary functions called, `functions` the X of `functions.X(...)`.
    """

    text: str
    tree: ast.expr
    location: Location
    names: frozenset[str]
    calls: frozenset[str]
    functions: frozenset[str]
    locate: Locate = field(repr=False, compare=False, default=at_start(Location("", 1, 1)))

    def place(self, node: ast.AST) -> Location:
        """Where a node of `tree` stands in the spec file."""
        return self.locate(getattr(node, "col_offset", 0))


def parse_formula(
    text: str,
    location: Location,
    *,
    locate: Locate | None = None,
    op: str = "",
    subject: str = "formula",
    packs: frozenset[str] = frozenset(),
) -> Formula:
    """Read an expression; raises SpecError with every construct outside the language.

    `locate` maps offsets of `text` to places in the file, `op` and `subject` begin the messages, `packs` are those
    whose ops may be called by their full names.
    """
    place = locate or at_start(location)
    reading: Reading = read_formula(text, place, op, subject, packs)
    calls = frozenset(reading.calls - set(BUILTINS))
    names, functions = frozenset(reading.names), frozenset(reading.functions)
    return Formula(text, reading.tree, place(reading.start), names, calls, functions, place)

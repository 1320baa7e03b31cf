"""`row_loop: topic.module.function(arguments) -> results`: what computes an op along the last dimension, row by row."""

from __future__ import annotations

import ast
import re

from ..diagnostics import did_you_mean, listing
from ..source.entry import Entry
from ..source.nodes import Text
from ..spec import RowArgument, RowLoop
from ..vocabulary import ROW_KINDS

_FORM = re.compile(r"(\w+\.\w+)\.(\w+)\((.*)\)\s*->\s*([\w\s,]+?)(?:\s+after\s+(\w+))?", re.DOTALL)
_CURE = "write for example 'normalization.softmax_loops.softmax(self) -> row'"


def read_row_loop(entry: Entry) -> RowLoop | None:
    """Read `row_loop`; an argument is one of the op's, with its kind if it is a tensor, or a number."""
    node = entry.words_of("row_loop", "a loop over rows, with its arguments and results")
    if node is None:
        return None
    found = _FORM.fullmatch(node.value.strip())
    if found is None:
        entry.expected(node, "row_loop", "'topic.module.function(arguments) -> results'", _CURE)
        return None
    arguments = [_argument(entry, node, text.strip()) for text in re.split(r",(?![^(]*\))", found[3])]
    results = tuple([_kind(entry, node, word.strip()) for word in found[4].split(",")])
    outputs = len(entry.signature.returns)
    if len([kind for kind in results if not kind.startswith("unused")]) != outputs:
        entry.fail(node.location, f"row_loop: expected {outputs} results, as the op has, got {len(results)}")
    return RowLoop(
        found[1], found[2], tuple([a for a in arguments if a is not None]), results, found[5] or ""
    )


def _argument(entry: Entry, node: Text, text: str) -> RowArgument | None:
    """Read ``x``, a row or an option, ``number(x)``, ``vector(x, 1)``, of ones if it is None, or a literal."""
    kind, bracket, rest = text.partition("(")
    name, _, default = (rest.removesuffix(")") if bracket else kind).partition(",")
    name, default = name.strip(), default.strip()
    if name not in entry.arguments:
        try:
            value = ast.literal_eval(name)
        except (ValueError, SyntaxError):
            pass
        else:
            if not bracket:
                return RowArgument("literal", value)
            return RowArgument(_kind(entry, node, kind), None, float(value))
    if name not in entry.arguments:
        cure = did_you_mean(name, entry.arguments) or f"the arguments are {listing(tuple(entry.arguments))}"
        entry.fail(node.location, f"row_loop: expected an argument of the op or a number, got '{name}'", cure)
        return None
    if not bracket:
        return RowArgument("row" if entry.arguments[name].is_tensor else "option", name)
    return RowArgument(_kind(entry, node, kind), name, float(default) if default else None)


def _kind(entry: Entry, node: Text, word: str) -> str:
    if word not in ROW_KINDS:
        entry.fail(
            node.location,
            f"row_loop: expected one of {listing(ROW_KINDS)}, got '{word}'",
            did_you_mean(word, ROW_KINDS) or "",
        )
    return word

"""Whether the gradient of an elementwise op can be complex for a real argument, or real for a complex one."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from ..elementary import ELEMENTARY, Result
from . import trees
from .context import Context

Kinds = frozenset[bool]
"""Whether a value is complex: one answer, or both where it depends on the call."""

_NEVER_COMPLEX = (Result.REAL, Result.REAL_FLOAT, Result.BOOL)

REAL: Kinds = frozenset({False})
COMPLEX: Kinds = frozenset({True})


def reduction(context: Context) -> str:
    """Return when a gradient of the op's only tensor has to be cast to its dtype.

    ``always``; ``dtype``: if the result has another dtype than the argument; or an empty string for never.
    """
    op = context.op
    if context.real or not op.elementwise or len(context.tensors) != 1 or not context.formulas:
        return ""
    name = context.tensors[0].name
    scalars = dict.fromkeys([a.name for a in op.signature.arguments if a.type.base == "Scalar"], REAL)
    if not _matches(context, {name: REAL, **scalars}) or not _matches(context, {name: COMPLEX, **scalars}):
        return "always"
    return (
        "dtype" if scalars and not _matches(context, {name: REAL} | dict.fromkeys(scalars, COMPLEX)) else ""
    )


def _matches(context: Context, kinds: Mapping[str, Kinds]) -> bool:
    """Whether the gradient is complex exactly if the argument is, for arguments of these kinds."""
    (name, formula), *_ = context.formulas.items()
    forward = getattr(context.op.forward, "tree", None)
    assert isinstance(forward, ast.expr)
    result = _kinds(forward, kinds, {})
    values = {**kinds, "grad": result, **{output.name: result for output in context.outputs}}
    return _kinds(formula, values, context.lets) == kinds[name]


def _kinds(node: ast.expr, values: Mapping[str, Kinds], lets: Mapping[str, ast.expr]) -> Kinds:
    if isinstance(node, ast.Constant):
        return COMPLEX if isinstance(node.value, complex) else REAL
    if isinstance(node, ast.Name):
        return _kinds(lets[node.id], values, lets) if node.id in lets else values.get(node.id, REAL)
    if isinstance(node, ast.Compare | ast.Attribute):
        return REAL
    if isinstance(node, ast.IfExp):
        return _kinds(node.body, values, lets) | _kinds(node.orelse, values, lets)
    if isinstance(node, ast.Call):
        return _call(node, values, lets)
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return _joined([_kinds(child, values, lets) for child in children])


def _call(node: ast.Call, values: Mapping[str, Kinds], lets: Mapping[str, ast.expr]) -> Kinds:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if not name or (name in ELEMENTARY and ELEMENTARY[name].result in _NEVER_COMPLEX):
        return REAL
    arguments = node.args[1:] if trees.calls(node, "where") else node.args
    return _joined([_kinds(argument, values, lets) for argument in arguments])


def _joined(kinds: Iterable[Kinds]) -> Kinds:
    """Return the kinds of a value that is complex if one of several values is."""
    found = list(kinds)
    if COMPLEX in found:
        return COMPLEX
    return frozenset().union(*found) or REAL

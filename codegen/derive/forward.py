"""Forwards made of `let` values are written in the arguments alone: nothing after this knows of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..diagnostics import Fail, Location
from ..formula.formula import Formula
from ..formula.grammar import MAX_DEPTH
from ..formula.walk import calls, free_names
from ..lower.printer import show
from ..lower.trees import needed_names, substitute
from ..spec import Op

MAX_OPERATIONS = 1000


def written_out(op: Op, fail: Fail) -> Op | None:
    """Return an op whose forward has no `let` values; None, and a complaint, for one that would be endless."""
    inside = op.forward_lets
    if not inside or not isinstance(op.forward, Formula):
        return op
    lets = {name: formula.tree for name, formula in op.let.items() if name in inside}
    if not _fits(op.forward.tree, lets):
        message = (
            f"forward: expected at most {MAX_OPERATIONS} operations, {MAX_DEPTH} of them nested, got more"
        )
        fail(
            op.forward.location, message, "write an array function, or 'composite' for an expression over ops"
        )
        return None
    tree = op.forward.tree
    for name in reversed(lets):  # a value uses those above it
        tree = substitute(tree, {name: lets[name]})
    return replace(op, forward=formula_of(tree, op.forward.location))


def _fits(forward: ast.expr, lets: Mapping[str, ast.expr]) -> bool:
    """Whether a forward is small enough with its `let` values written out, which is not done to find out."""
    sizes: dict[str, tuple[int, int]] = {}
    for name, tree in (*lets.items(), ("", forward)):
        used = [sizes[node.id] for node in free_names(tree) if node.id in sizes]
        size = sum(isinstance(node, ast.expr) for node in ast.walk(tree)) + sum(size for size, _ in used)
        sizes[name] = size, _depth(tree) + max([depth for _, depth in used], default=0)
    size, depth = sizes[""]
    return size <= 2 * MAX_OPERATIONS and depth <= MAX_DEPTH


def _depth(tree: ast.expr) -> int:
    level: list[ast.AST] = [tree]
    depth = 0
    while level:
        depth += 1
        level = [
            child for node in level for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)
        ]
    return depth


def without_needless_lets(op: Op) -> Op:
    """Return an op without the `let` values that only its forward was made of."""
    if not (op.elementwise and op.let) or op.composite:
        return op
    rules = (*op.derivatives.values(), *op.tangents.values())
    trees = [rule.tree for rule in rules if isinstance(rule, Formula)]
    needed = needed_names(trees, {name: value.tree for name, value in op.let.items()})
    return replace(op, let=MappingProxyType({name: op.let[name] for name in op.let if name in needed}))


def formula_of(tree: ast.expr, location: Location) -> Formula:
    """Return the formula of an expression that stands nowhere; its place is that of what it stands for."""
    names = frozenset(part.id for part in free_names(tree))
    called = frozenset(name for _, name in calls(tree))
    return Formula(show(tree), tree, location, names, called, _functions(tree), lambda offset: location)


def _functions(tree: ast.expr) -> frozenset[str]:
    """Return the X of every `functions.X(...)`."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return frozenset(function.attr for function in called if isinstance(function, ast.Attribute))

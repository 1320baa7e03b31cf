"""Mutations of formulas: small changes, as a slip of the pen makes them, one at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice, permutations
from typing import Any

__all__ = ["Change", "changes", "elementwise_mutations", "matrix_mutations"]

Change = tuple[ast.expr, str, str]
"""The changed formula, and the piece of it before and after."""
Mutations = Callable[[ast.AST, list[str]], Iterator[ast.AST]]

MAX_CHANGES = 300

_OPERATORS: Mapping[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
}
_FUNCTIONS = (
    ("sin", "cos"),
    ("sinh", "cosh"),
    ("tan", "tanh"),
    ("sqrt", "rsqrt", "square"),
    ("exp", "expm1", "log", "log1p"),
    ("asin", "acos", "atan"),
    ("maximum", "minimum"),
    ("floor", "ceil", "round", "trunc"),
)
_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.Gt,),
    ast.Gt: (ast.Lt,),
    ast.LtE: (ast.GtE,),
    ast.GtE: (ast.LtE,),
}


def changes(tree: ast.expr, names: list[str], mutations: Mutations) -> Iterator[Change]:
    """Yield a formula with each change; `names` are those that may stand for each other."""
    return islice(_all_changes(tree, names, mutations), MAX_CHANGES)


def _all_changes(tree: ast.expr, names: list[str], mutations: Mutations) -> Iterator[Change]:
    for old, new in permutations(names, 2):
        uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == old]
        if len(uses) > 1:
            yield _Renamed({old: new}).visit(copy.deepcopy(tree)), old, new
    for index, node in enumerate(ast.walk(tree)):
        for other in mutations(node, names):
            changed: Any = copy.deepcopy(tree)
            target = list(ast.walk(changed))[index]
            yield (
                _Replaced(target, copy.deepcopy(other)).visit(changed),
                ast.unparse(node),
                ast.unparse(other),
            )
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for one, two in combinations([name for name in names if name in used], 2):
        exchanged = _Renamed({one: two, two: one}).visit(copy.deepcopy(tree))
        yield exchanged, ast.unparse(tree), ast.unparse(exchanged)


class _Replaced(ast.NodeTransformer):
    """Replaces one node."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


class _Renamed(ast.NodeTransformer):
    """Replaces every use of names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), ast.Load())


def elementwise_mutations(node: ast.AST, names: list[str]) -> Iterator[ast.AST]:
    """Yield what may have been meant: another name, operator, function, order or comparison."""
    if isinstance(node, ast.Name) and node.id in names:
        yield from (ast.Name(other, ast.Load()) for other in names if other != node.id)
    elif isinstance(node, ast.BinOp):
        yield from (ast.BinOp(node.left, kind(), node.right) for kind in _OPERATORS.get(type(node.op), ()))
        if isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
            yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for group in _FUNCTIONS:
            if node.func.id in group:
                for other in group:
                    if other != node.func.id:
                        yield ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)
        if node.func.id == "where" and len(node.args) == 3:
            yield ast.Call(node.func, [node.args[0], node.args[2], node.args[1]], [])
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from (
            ast.Compare(node.left, [kind()], node.comparators)
            for kind in _COMPARISONS.get(type(node.ops[0]), ())
        )


def matrix_mutations(node: ast.AST, names: list[str]) -> Iterator[ast.AST]:
    """Yield what may have been meant in a formula of matrices: besides the others, a transposition or an order."""
    if isinstance(node, ast.Attribute) and node.attr in ("mT", "mH"):
        yield ast.Attribute(node.value, "mT" if node.attr == "mH" else "mH", ast.Load())
        yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for index, argument in enumerate(node.args):
            for attribute in ("mT", "mH"):
                turned = ast.Attribute(argument, attribute, ast.Load())
                yield ast.Call(
                    node.func, [*node.args[:index], turned, *node.args[index + 1 :]], node.keywords
                )
        if len(node.args) > 1:
            yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
    elif isinstance(node, ast.Compare):
        return
    yield from elementwise_mutations(node, names)

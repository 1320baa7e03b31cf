"""Python numbers beside arrays become arrays without dimensions, which NumPy handles 200 ns faster."""

from __future__ import annotations

import ast
from collections.abc import Collection

from . import trees

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def with_literals(tree: ast.expr, arrays: Collection[str], dtype: str) -> ast.expr:
    """Return an elementwise expression with ``literals[number, dtype]`` for each number beside an array.

    `arrays` are the names of arrays, `dtype` is the text of their common dtype.
    """

    def visit(node: ast.expr) -> ast.expr:
        node = trees.rebuild(node, visit)
        if isinstance(node, ast.BinOp) and isinstance(node.op, _ARITHMETIC):
            if _is_number(node.left) and _is_array(node.right, arrays):
                return ast.BinOp(_literal(node.left, dtype), node.op, node.right)
            if _is_number(node.right) and _is_array(node.left, arrays):
                return ast.BinOp(node.left, node.op, _literal(node.right, dtype))
        return node

    return visit(tree)


def _is_number(node: ast.expr) -> bool:
    """Tell whether a node is a real number; zeros are none, because -0.0 and 0.0 are equal."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value != 0


def _is_array(node: ast.expr, arrays: Collection[str]) -> bool:
    """Tell whether an expression is certainly an array, not a number."""
    if isinstance(node, ast.Name):
        return node.id in arrays
    if isinstance(node, ast.UnaryOp):
        return _is_array(node.operand, arrays)
    if isinstance(node, ast.BinOp):
        return _is_array(node.left, arrays) or _is_array(node.right, arrays)
    if isinstance(node, ast.Call):
        own = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        return any(_is_array(part, arrays) for part in [*own, *node.args])
    return False


def _literal(number: ast.expr, dtype: str) -> ast.expr:
    return ast.Subscript(
        trees.name("literals"), ast.Tuple([number, trees.dotted(dtype)], ast.Load()), ast.Load()
    )

"""An index in a sample, written as it stands between the brackets: `..., 1:, None, [0, 2]`. Read, never evaluated."""

from __future__ import annotations

import ast

from .literals import NotLiteral

LONGEST = 200


def index_literal(text: str) -> object:
    """Return what `x[text]` hands to `x`."""
    try:
        tree = ast.parse(f"x[{text[:LONGEST]}]", mode="eval").body
    except (SyntaxError, ValueError):
        tree = None
    if len(text) > LONGEST or not isinstance(tree, ast.Subscript) or not isinstance(tree.value, ast.Name):
        raise NotLiteral(f"expected an index such as '1:, None', got '{text[:40]}'")
    return _value(tree.slice, text)


def _value(node: ast.expr | None, text: str) -> object:
    if isinstance(node, ast.Tuple):
        return tuple([_value(item, text) for item in node.elts])
    if isinstance(node, ast.List):
        return [_value(item, text) for item in node.elts]
    if isinstance(node, ast.Slice):
        return slice(
            *[None if part is None else _number(part, text) for part in (node.lower, node.upper, node.step)]
        )
    if isinstance(node, ast.Constant) and (
        node.value is None or node.value is ... or isinstance(node.value, bool)
    ):
        return node.value
    return _number(node, text)


def _number(node: ast.expr | None, text: str) -> int:
    sign, operand = 1, node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, operand = -1, node.operand
    if isinstance(operand, ast.Constant) and type(operand.value) is int:
        return sign * operand.value
    raise NotLiteral(
        f"expected integers, slices, lists, True, False, None or ... in an index, got '{ast.unparse(node)[:40]}'"
        if node is not None
        else f"expected an index, got '{text[:40]}'"
    )

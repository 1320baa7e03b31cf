"""Evaluates conditions of literals, which appear when an op is inlined with its defaults."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from . import trees

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


def fold(node: ast.expr) -> ast.expr:
    """Replace every conditional expression whose condition is decided by the branch that is taken."""
    node = trees.rebuild(node, fold)
    if isinstance(node, ast.IfExp):
        decided = decide(node.test)
        if decided is not None:
            return node.body if decided else node.orelse
    return node


def decide(test: ast.expr) -> bool | None:
    """Return the value of a condition of literals, None if it is not constant."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, right = test.left, test.comparators[0]
        if not isinstance(right, ast.Constant):
            return None
        if isinstance(left, ast.Constant):
            return _compare(test.ops[0], left.value, right.value)
        if right.value is None and not isinstance(left, ast.Name | ast.Attribute):
            return isinstance(test.ops[0], ast.IsNot)  # a computed value is not None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        decided = decide(test.operand)
        return None if decided is None else not decided
    if isinstance(test, ast.BoolOp):
        parts = [decide(part) for part in test.values]
        absorbing = isinstance(test.op, ast.Or)
        if absorbing in parts:
            return absorbing
        return None if None in parts else not absorbing
    return None


def _compare(kind: ast.cmpop, left: Any, right: Any) -> bool | None:
    """Compare two literals; None when Python refuses to, as for `1 < None`: the condition is left as it is."""
    try:
        return bool(_COMPARE[type(kind)](left, right))
    except TypeError:
        return None

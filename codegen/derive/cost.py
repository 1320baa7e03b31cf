"""What formulas cost: the measure by which one form is preferred to another."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from ..elementary import ELEMENTARY, OPERATOR_COST
from .graph import Node

_COMPLEX_COST = {"abs": 8, "sgn": 8}
"""These are cheap for real numbers only."""


def work(nodes: Iterable[Node]) -> int:
    """Estimate the cost of operations in units of an addition."""
    return sum(_cost(node) for node in nodes)


def _cost(node: Node) -> int:
    if not node.parts:
        return 0
    if node.head in ELEMENTARY:
        return max(ELEMENTARY[node.head].cost, _COMPLEX_COST.get(node.head, 1))
    return OPERATOR_COST.get(node.head, 1)


def size(tree: ast.expr) -> int:
    """Count the operations, names and numbers of an expression."""
    return sum(isinstance(node, ast.expr) for node in ast.walk(tree))

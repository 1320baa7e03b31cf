"""Conditions that are decided: an argument that is None needs no gradient."""

from __future__ import annotations

import ast

from ..lower.fold import decide
from ..lower.trees import Rewriter, rebuild
from .algebra import Algebra
from .graph import Node, below, make, static


def given(root: Node, argument: str) -> Node:
    """Return a forward for an argument that is not None."""
    algebra = Algebra()
    done: dict[Node, Node] = {}
    for node in below([root]):
        parts = [done[part] for part in node.parts]
        new = make(node.head, *parts, value=node.value) if parts else node
        if node.head == "static":
            new = static(_Decider(argument).visit(ast.parse(str(node.value), mode="eval").body))
        elif node.head == "if":
            new = _chosen(algebra, parts)
        done[node] = new
    return done[root]


def _chosen(algebra: Algebra, parts: list[Node]) -> Node:
    decided = decide(ast.parse(str(parts[0].value), mode="eval").body) if parts[0].head == "static" else None
    return algebra.choose(*parts) if decided is None else parts[1] if decided else parts[2]


class _Decider(Rewriter):
    """Replaces the questions whether an argument is None, and what they decide."""

    def __init__(self, argument: str) -> None:
        self.argument = argument

    def visit(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot):
            if isinstance(node.left, ast.Name) and node.left.id == self.argument:
                return ast.Constant(isinstance(node.ops[0], ast.IsNot))
            return node
        if isinstance(node, ast.BoolOp):
            parts = [self.visit(part) for part in node.values]
            absorbing = isinstance(node.op, ast.Or)
            open_ = [part for part in parts if not isinstance(part, ast.Constant)]
            if any(isinstance(part, ast.Constant) and bool(part.value) is absorbing for part in parts):
                return ast.Constant(absorbing)
            if len(open_) < 2:
                return open_[0] if open_ else ast.Constant(not absorbing)
            return ast.BoolOp(node.op, open_)
        return rebuild(node, self.visit)

"""Where the nodes of a formula stand in its text."""

from __future__ import annotations

import ast


def offset(node: ast.AST) -> int:
    """Return where a node begins."""
    return getattr(node, "col_offset", 0)


def attribute_offset(node: ast.Attribute) -> int:
    """Return where the dot of an attribute stands."""
    return (node.end_col_offset or 0) - len(node.attr) - 1


def shifted(tree: ast.expr, by: int) -> ast.expr:
    """Move all nodes of a tree, which was parsed without the white space before it."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.keyword)):
            node.col_offset += by
            node.end_col_offset = (node.end_col_offset or 0) + by
    return tree

"""The expression of a forward is elementwise: it means the same for every element, and knows no shape."""

from __future__ import annotations

import ast

from ..diagnostics import Fail
from ..formula.formula import Formula
from ..spec import Op
from ..vocabulary import BUILTINS

_NOT_ELEMENTWISE: dict[type[ast.AST], str] = {
    ast.Attribute: "an attribute",
    ast.Subscript: "a subscript",
    ast.Tuple: "a tuple",
    ast.List: "a list",
    ast.ListComp: "a list",
}


def check_elementwise(op: Op, fail: Fail) -> None:
    """Report what an elementwise expression cannot have; nothing below it."""
    if not isinstance(op.forward, Formula):
        return
    stack: list[ast.AST] = [op.forward.tree]
    while stack:
        node = stack.pop()
        if what := _refused(node):
            cure = "write an array function, or 'composite' for an expression over ops"
            message = f"forward: expected an elementwise expression, got {what}"
            fail(op.forward.place(node), message, cure)
        elif isinstance(node, ast.Call):
            stack += [*node.args, *(word.value for word in node.keywords)]
        else:
            stack += ast.iter_child_nodes(node)


def _refused(node: ast.AST) -> str:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return "'@'"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
        return f"'{node.func.id}(...)'"
    return _NOT_ELEMENTWISE.get(type(node), "")

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
    """Report what an elementwise expression, and the values that it is made of, cannot have."""
    if not isinstance(op.forward, Formula):
        return
    _check(op.forward, "forward", fail)
    for name in sorted(op.forward_lets):
        _check(op.let[name], f"let '{name}'", fail)


def _check(formula: Formula, subject: str, fail: Fail) -> None:
    """Report what is refused; nothing below it."""
    stack: list[ast.AST] = [formula.tree]
    while stack:
        node = stack.pop()
        if what := _refused(node):
            cure = "write an array function, or 'composite' for an expression over ops"
            message = f"{subject}: expected an elementwise expression, got {what}"
            fail(formula.place(node), message, cure)
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

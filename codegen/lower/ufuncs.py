"""Which ops NumPy's ufuncs mean: those whose forward is that ufunc of their tensor arguments, in order."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ..elementary import ELEMENTARY, OPERATORS
from ..formula.formula import Formula
from ..spec import Op
from . import trees
from .fold import fold
from .library import Library
from .op_plan import OpPlan


def ufuncs(plans: Sequence[OpPlan], library: Library) -> tuple[tuple[str, str], ...]:
    """Return ufuncs with their functions, sorted."""
    table: dict[str, str] = {}
    for plan in plans:
        name = "matmul" if "@" in plan.op.variants.operators else _ufunc(plan.op)
        if name is not None and plan.op.public:
            function = plan.op.name if library.is_overloaded(plan.op) else plan.function
            table.setdefault(name, function)
    return tuple(sorted(table.items()))


def _ufunc(op: Op) -> str | None:
    if not isinstance(op.forward, Formula):
        return None
    plain = [a for a in op.signature.arguments if a.default is None]
    defaults = {
        a.name: ast.parse(a.default, mode="eval").body
        for a in op.signature.arguments
        if a.default is not None
    }
    operands, name = _root(fold(trees.substitute(op.forward.tree, defaults)))
    given = [operand.id if isinstance(operand, ast.Name) else "" for operand in operands]
    return name if given == [a.name for a in plain] and all(a.is_tensor for a in plain) else None


def _root(tree: ast.expr) -> tuple[list[ast.expr], str | None]:
    """Return the operands of the outermost operation and the name of its ufunc."""
    if isinstance(tree, ast.BinOp):
        return [tree.left, tree.right], OPERATORS.get(type(tree.op))
    if isinstance(tree, ast.UnaryOp):
        return [tree.operand], OPERATORS.get(type(tree.op))
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
        return [tree.left, tree.comparators[0]], OPERATORS.get(type(tree.ops[0]))
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id in ELEMENTARY:
        function = ELEMENTARY[tree.func.id]
        package, _, name = function.numpy.partition(".")
        return tree.args, function.ufunc or (name if package == "np" and name != "where" else None)
    return [], None

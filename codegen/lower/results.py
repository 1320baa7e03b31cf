"""The dtype of an elementwise expression, as far as the text decides it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ..elementary import ELEMENTARY, Result
from ..formula.formula import Formula
from ..formula.walk import has_complex_number
from ..spec import Op


@dataclass(frozen=True, slots=True)
class ResultKind:
    """What a wrapper must know about the dtype of its result.

    `floating`: integers are converted before. `boolean`: the result is bool. `same`: for floating arguments the result
    has their dtype; else it is read from the result.
    """

    floating: bool
    boolean: bool
    same: bool


def result_kind(op: Op) -> ResultKind:
    """Return the kind of an op's result, from the op's forward."""
    assert isinstance(op.forward, Formula)
    tree = op.forward.tree
    scalars = {a.name for a in op.signature.arguments if a.type.base in ("Scalar", "float")}
    boolean = is_boolean(tree)
    nodes = list(ast.walk(tree))
    mixed = any(isinstance(node, ast.Name) and node.id in scalars for node in nodes)
    real = any(_function_result(node) in (Result.REAL, Result.REAL_FLOAT) for node in nodes)
    floating = not boolean and _is_floating(tree)
    uneven = not floating and any(_makes_float(node) for node in nodes)  # in one branch and not in another
    others = (
        mixed or real or uneven or has_complex_number(tree) or any(_counts_booleans(node) for node in nodes)
    )
    return ResultKind(floating, boolean, not (boolean or others))


def _counts_booleans(node: ast.AST) -> bool:
    """Whether an expression converts booleans to integers, as NumPy does."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.FloorDiv | ast.Mod | ast.Pow)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    chosen = node.func.id in ("maximum", "minimum") and any(isinstance(a, ast.Constant) for a in node.args)
    return chosen or node.func.id in ("fmod", "square")


def number_takes_part(op: Op) -> ast.expr | None:
    """Return the condition under which a Python number affects the dtype; None if it always may.

    It is false for a first branch of sums and products of tensors, which have the dtype of the tensors.
    """
    assert isinstance(op.forward, Formula)
    tree = op.forward.tree
    if not isinstance(tree, ast.IfExp) or not isinstance(tree.test, ast.Compare):
        return None
    tensors = {a.name for a in op.tensor_arguments}
    plain = (ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Load)
    if not all(
        isinstance(n, plain) or (isinstance(n, ast.Name) and n.id in tensors) for n in ast.walk(tree.body)
    ):
        return None
    test = tree.test
    if len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return None
    return ast.Compare(test.left, [ast.NotEq()], test.comparators)


def raising_number(op: Op) -> str:
    """Return the number that chooses a branch, if it has no default: the op computes in its category in every branch.

    So a power has one dtype, whether it is computed as a power or as a product.
    """
    if not number_takes_part(op):
        return ""
    arguments = op.signature.arguments
    return next((a.name for a in arguments if a.type.base == "Scalar" and a.default is None), "")


def _is_floating(node: ast.expr) -> bool:
    """Whether every branch of an expression converts integers to floating-point numbers."""
    if isinstance(node, ast.IfExp):
        return _is_floating(node.body) and _is_floating(node.orelse)
    return any(_makes_float(child) for child in ast.walk(node))


def is_boolean(node: ast.expr) -> bool:
    """Whether an expression is boolean."""
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.IfExp):
        return is_boolean(node.body)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return is_boolean(node.left)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return is_boolean(node.operand)
    return _function_result(node) is Result.BOOL


def _function_result(node: ast.AST) -> Result | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ELEMENTARY:
        return ELEMENTARY[node.func.id].result
    return None


def _makes_float(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return True
    return _function_result(node) in (Result.FLOAT, Result.REAL_FLOAT)


def value_names(tree: ast.expr) -> set[str]:
    """Return the names in an expression that are used as values, not only as conditions."""
    if isinstance(tree, ast.Name):
        return {tree.id}
    if is_boolean(tree):
        return set()
    children: list[ast.expr] = [child for child in ast.iter_child_nodes(tree) if isinstance(child, ast.expr)]
    if isinstance(tree, ast.IfExp):
        children = [tree.body, tree.orelse]
    elif isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
        children = tree.args[1:] if tree.func.id == "where" else tree.args
    return {name for child in children for name in value_names(child)}

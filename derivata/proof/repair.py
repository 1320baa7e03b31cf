"""Which small change would make a wrong formula right: each is tried, in high precision, at all the points."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import mpmath
from mpmath import mp

from ..codegen.formula.formula import Formula
from .interpret import Interpreter
from .precise import exact
from .truth import TYPICAL
from .undefined import Undefined

if TYPE_CHECKING:
    from .mismatch import Mismatch

__all__ = ["repair"]

MAX_CHANGES = 300

_OPERATORS: Mapping[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
}
_FUNCTIONS = (
    ("sin", "cos"),
    ("sinh", "cosh"),
    ("tan", "tanh"),
    ("sqrt", "rsqrt", "square"),
    ("exp", "expm1", "log", "log1p"),
    ("asin", "acos", "atan"),
    ("maximum", "minimum"),
    ("floor", "ceil", "round", "trunc"),
)
_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.Gt,),
    ast.Gt: (ast.Lt,),
    ast.LtE: (ast.GtE,),
    ast.GtE: (ast.LtE,),
}


def repair(mismatch: Mismatch, name: str, seed: complex) -> str:
    """Return the cure: the formula with one name, operator or function changed, if that makes it right."""
    formula = mismatch.sampling.op.derivatives.get(name)
    if not isinstance(formula, Formula) or len(mismatch.wrong) < 2:
        return ""
    for count, (tree, old, new) in enumerate(_changes(formula.tree, _names(mismatch))):
        if count >= MAX_CHANGES:
            break
        if _is_right(mismatch, tree, name, seed):
            return f"did you mean `{new}` for `{old}`?"
    return ""


def _names(mismatch: Mismatch) -> list[str]:
    op = mismatch.sampling.op
    return [*mismatch.sampling.setting.tensors, op.outputs[0].name, *op.let]


def _changes(tree: ast.expr, names: list[str]) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield the formula with each change, and the piece of it before and after."""
    for index, node in enumerate(ast.walk(tree)):
        for other in _instead(node, names):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[index]
            old = _show(target)
            target.__dict__.update(copy.deepcopy(other).__dict__)
            yield changed, old, _show(target)


def _instead(node: ast.AST, names: list[str]) -> Iterator[ast.AST]:
    if isinstance(node, ast.Name) and node.id in names:
        yield from (ast.Name(other, ast.Load()) for other in names if other != node.id)
    elif isinstance(node, ast.BinOp):
        yield from (ast.BinOp(node.left, kind(), node.right) for kind in _OPERATORS.get(type(node.op), ()))
        if isinstance(node.op, ast.Sub | ast.Div | ast.Pow):
            yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for group in _FUNCTIONS:
            if node.func.id in group:
                for other in group:
                    if other != node.func.id:
                        yield ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)
        if node.func.id == "where" and len(node.args) == 3:
            yield ast.Call(node.func, [node.args[0], node.args[2], node.args[1]], [])
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from (ast.Compare(node.left, [kind()], node.comparators) for kind in _COMPARISONS.get(type(node.ops[0]), ()))


def _show(node: ast.AST) -> str:
    return ast.unparse(node)


def _is_right(mismatch: Mismatch, tree: ast.expr, name: str, seed: complex) -> bool:
    sampling = mismatch.sampling
    try:
        with mp.workprec(TYPICAL.bits):
            for point, _, true in mismatch.wrong:
                at: dict[str, Any] = {**sampling.static, **sampling.exactly(point)}
                at |= {"grad": exact(seed), sampling.op.outputs[0].name: sampling.truth().value(at)}
                value = Interpreter(at, sampling.op.let, sampling.pack.library, sampling.pack.functions).value(tree)
                value = mpmath.re(value) if name not in sampling.complex_names else value
                if not abs(value - true) <= 1e-9 * abs(true) + 1e-12:
                    return False
    except Undefined:
        return False
    return True

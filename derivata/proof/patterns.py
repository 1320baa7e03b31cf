"""Expressions that are known to lose digits, and what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from ..codegen.formula.formula import Formula

__all__ = ["advice"]


def advice(formula: Formula, let: Mapping[str, Formula]) -> str:
    """Return what to write instead of the first such expression in a formula, or nothing."""
    trees = [formula.tree, *(let[name].tree for name in let if name in formula.names)]
    for tree in trees:
        for node in ast.walk(tree):
            for better in _better(node):
                return f"write `{better}` for `{ast.unparse(node)}`"
    return ""


def _better(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        yield from _better_call(node.func.id, node.args[0])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        yield from _better_difference(node.left, node.right)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield from _better_quotient(node.left, node.right)


def _better_call(name: str, argument: ast.expr) -> Iterator[str]:
    if name == "log" and isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Add):
        left, right = argument.left, argument.right
        first, second = _argument(left, "exp"), _argument(right, "exp")
        if first is not None and second is not None:
            yield f"logaddexp({_text(first)}, {_text(second)})"
        for one, other in ((left, right), (right, left)):
            inner = _argument(other, "exp")
            if _is(one, 1):
                yield f"logaddexp({_text(inner)}, 0)" if inner is not None else f"log1p({_text(other)})"
    if (
        name == "log"
        and isinstance(argument, ast.BinOp)
        and isinstance(argument.op, ast.Sub)
        and _is(argument.left, 1)
    ):
        yield f"log1p(-{_factor(argument.right)})"
    if name == "log1p" and (inner := _argument(argument, "exp")) is not None:
        yield f"logaddexp({_text(inner)}, 0)"
    if name == "log" and (inner := _argument(argument, "sigmoid")) is not None:
        yield f"-logaddexp(-{_factor(inner)}, 0)"
    if name == "sqrt" and isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Add):
        a, b = _root(argument.left), _root(argument.right)
        if a is not None and b is not None:
            yield f"hypot({a}, {b})"


def _better_difference(left: ast.expr, right: ast.expr) -> Iterator[str]:
    if (inner := _argument(left, "exp")) is not None and _is(right, 1):
        yield f"expm1({_text(inner)})"
    if _is(left, 1):
        if (inner := _argument(right, "cos")) is not None:
            yield f"2 * sin({_text(inner)} / 2) ** 2"
        if (inner := _argument(right, "erf")) is not None:
            yield f"erfc({_text(inner)})"
        if (inner := _argument(right, "exp")) is not None:
            yield f"-expm1({_text(inner)})"
        if (inner := _argument(right, "sigmoid")) is not None:
            yield f"sigmoid(-{_factor(inner)})"
    if _argument(left, "sqrt") is not None or _argument(right, "sqrt") is not None:
        yield f"{_less(_squared(left), _squared(right))} / ({_text(left)} + {_text(right)})"
    elif (p := _root(left)) is not None and (q := _root(right)) is not None:
        yield f"({p} - {q}) * ({p} + {q})"


def _better_quotient(left: ast.expr, right: ast.expr) -> Iterator[str]:
    if isinstance(right, ast.BinOp) and isinstance(right.op, ast.Add):
        for one, other in ((right.left, right.right), (right.right, right.left)):
            inner = _argument(other, "exp")
            if inner is None or not _is(one, 1):
                continue
            if _is(left, 1):
                minus = isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.USub)
                yield (
                    f"sigmoid({_text(inner.operand)})"
                    if minus and isinstance(inner, ast.UnaryOp)
                    else (f"sigmoid(-{_factor(inner)})")
                )
            elif ast.dump(left) == ast.dump(other):
                yield f"sigmoid({_text(inner)})"
            elif isinstance(left, ast.BinOp) and ast.dump(left.right) == ast.dump(other):
                yield f"{_text(left.left)} * sigmoid({_text(inner)})"


def _argument(node: ast.expr, name: str) -> ast.expr | None:
    """Return x of `name(x)`."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    return node.args[0] if called and isinstance(node, ast.Call) and len(node.args) == 1 else None


def _root(node: ast.expr) -> str | None:
    """Return x of `x * x`, `x ** 2` or `square(x)`."""
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and ast.dump(node.left) == ast.dump(node.right)
    ):
        return _text(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _is(node.right, 2):
        return _text(node.left)
    inner = _argument(node, "square")
    return None if inner is None else _text(inner)


def _squared(node: ast.expr) -> ast.expr:
    inner = _argument(node, "sqrt")
    if inner is not None:
        return inner
    return node if _is(node, 1) else ast.BinOp(node, ast.Pow(), ast.Constant(2))


def _less(left: ast.expr, right: ast.expr) -> str:
    """Return a difference: what is left of a sum when one of its terms is taken away."""
    if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        for term, rest in ((left.left, left.right), (left.right, left.left)):
            if ast.dump(term) == ast.dump(right):
                product = not isinstance(rest, ast.BinOp) or isinstance(rest.op, ast.Mult)
                return _text(rest) if product else f"({_text(rest)})"
    return f"({_text(left)} - {_factor(right)})"


def _is(node: ast.expr, number: float) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, bool) and node.value == number


def _text(node: ast.expr) -> str:
    return ast.unparse(node)


def _factor(node: ast.expr) -> str:
    return _text(node) if isinstance(node, ast.Name | ast.Call | ast.Constant) else f"({_text(node)})"

"""Arithmetic between the literals of a formula, such as `1 / 3`: done once, with bounds, to refuse what has no value.

Generated code repeats it when it runs; `9**9**9` would keep that busy for ever.
"""

from __future__ import annotations

import ast
import cmath
import operator
from collections.abc import Callable
from typing import Any

from ..diagnostics import shorten
from ..source.literals import INT_LIMIT

Number = int | float | complex
Fail = Callable[[int, str, str], None]

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_CURE = "write the number that was meant"

_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def check_literals(tree: ast.expr, text: str, fail: Fail) -> None:
    """Report operations between numbers that have no result, or one of more than 64 bits."""
    _value(tree, text, fail)


def _value(node: ast.AST, text: str, fail: Fail) -> Number | None:
    """Return the number that a part of a formula always is, None for all else."""
    if isinstance(node, ast.BinOp):
        _check_operands(node, text, fail)
    elif isinstance(node, ast.Compare) and any(isinstance(kind, _ORDERS) for kind in node.ops):
        _check_order(node, text, fail)
    below = [_value(child, text, fail) for child in ast.iter_child_nodes(node)]
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (int, float, complex)) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd) and below[1] is not None:
        return -below[1] if isinstance(node.op, ast.USub) else below[1]
    if not isinstance(node, ast.BinOp) or type(node.op) not in _BINARY:
        return None
    left, _, right = below
    if left is None or right is None:
        return None
    value, problem = _result(type(node.op), left, right)
    if problem:
        source = shorten(text[node.col_offset : node.end_col_offset], 24)
        fail(node.col_offset, f"expected a number of 64 bits, got {source}, which {problem}", _CURE)
    return value


def _check_operands(node: ast.BinOp, text: str, fail: Fail) -> None:
    """Report words in arithmetic: Python would repeat `'a' * 10**9`."""
    for operand in (node.left, node.right):
        if isinstance(operand, ast.Constant) and not isinstance(operand.value, (int, float, complex)):
            source = shorten(text[operand.col_offset : operand.end_col_offset], 24)
            fail(
                operand.col_offset,
                f"expected a number, got {source}",
                "only numbers and tensors are added or multiplied",
            )


def _check_order(node: ast.Compare, text: str, fail: Fail) -> None:
    """Report literals that are neither less nor greater than others: None, words, complex numbers."""
    for operand in (node.left, *node.comparators):
        if isinstance(operand, ast.Constant) and not isinstance(operand.value, (int, float)):
            source = shorten(text[operand.col_offset : operand.end_col_offset], 24)
            fail(
                operand.col_offset,
                f"expected a number to compare with, got {source}",
                "compare with '==' or '!='",
            )


def _result(kind: type[ast.operator], left: Number, right: Number) -> tuple[Number | None, str]:
    """Return the result, or what is wrong with the operation."""
    try:
        if kind is ast.Pow and isinstance(left, int) and isinstance(right, int):
            float(left) ** float(right)  # overflows where the integer would fill the memory
        value = _BINARY[kind](left, right)
    except OverflowError:
        return None, "is too large"
    except ZeroDivisionError:
        return None, "divides by zero"
    except TypeError:  # `1j // 2`
        return None, "has no value"
    if isinstance(value, int):
        return (value, "") if abs(value) < INT_LIMIT else (None, "is too large")
    return (value, "") if cmath.isfinite(value) else (None, "is infinite")

"""The value of a formula in high precision: its syntax tree, walked with exact numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

import mpmath

from ..codegen.formula.formula import Formula
from ..codegen.lower.library import Library, bind
from ..codegen.lower.lowering import is_static
from .precise import FUNCTIONS, exact, power
from .undefined import Undefined

__all__ = ["Interpreter", "Values"]

Values = Mapping[str, Any]

_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: power,
    ast.FloorDiv: lambda a, b: mpmath.floor(a / b),
    ast.Mod: lambda a, b: a - b * mpmath.floor(a / b),
    ast.BitAnd: lambda a, b: (
        a and b if isinstance(a, bool) and isinstance(b, bool) else exact(int(a) & int(b))
    ),
    ast.BitOr: lambda a, b: a or b if isinstance(a, bool) and isinstance(b, bool) else exact(int(a) | int(b)),
}
_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


class Interpreter:
    """Evaluates formulas whose names are numbers.

    Parameters
    ----------
    values
        What the names are.
    let
        Formulas of further names, evaluated where they are used.
    library
        Ops that formulas may call: those whose forward is an expression are evaluated too.
    functions
        The module of `functions.NAME(...)`.
    """

    def __init__(
        self,
        values: Values,
        let: Mapping[str, Formula] | None = None,
        library: Library | None = None,
        functions: Any = None,
    ) -> None:
        self.values, self.let, self.library, self.functions = dict(values), let or {}, library, functions

    def value(self, tree: ast.expr) -> Any:
        """Return the value of an expression; raises Undefined where there is none."""
        try:
            return self._visit(tree)
        except (ZeroDivisionError, ValueError, OverflowError, TypeError, mpmath.libmp.NoConvergence) as error:
            raise Undefined(str(error)) from None

    def _visit(self, node: ast.expr) -> Any:
        method = self._VISITS.get(type(node))
        if method is None:
            raise Undefined(f"{type(node).__name__} has no value in high precision")
        return method(self, node)

    def _name(self, node: ast.Name) -> Any:
        if node.id not in self.values and node.id in self.let:
            self.values[node.id] = self._visit(self.let[node.id].tree)
        if node.id not in self.values:
            raise Undefined(node.id)
        return self.values[node.id]

    def _constant(self, node: ast.Constant) -> Any:
        return exact(node.value)

    def _binary(self, node: ast.BinOp) -> Any:
        if type(node.op) not in _BINARY:
            raise Undefined("an operator without a value in high precision")
        return _BINARY[type(node.op)](self._visit(node.left), self._visit(node.right))

    def _unary(self, node: ast.UnaryOp) -> Any:
        value = self._visit(node.operand)
        if isinstance(node.op, ast.USub):
            return -value
        if isinstance(node.op, ast.UAdd):
            return value
        return not value if isinstance(value, bool) or isinstance(node.op, ast.Not) else exact(~int(value))

    def _compare(self, node: ast.Compare) -> bool:
        left = self._visit(node.left)
        for symbol, comparator in zip(node.ops, node.comparators, strict=True):
            right = self._visit(comparator)
            if not _COMPARE[type(symbol)](left, right):
                return False
            left = right
        return True

    def _boolean(self, node: ast.BoolOp) -> Any:
        value: Any = None
        for part in node.values:
            value = self._visit(part)
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def _choice(self, node: ast.IfExp) -> Any:
        return self._visit(node.body if self._visit(node.test) else node.orelse)

    def _call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            return self._plain(node, node.func.attr)
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name == "where":
            condition, then, other = node.args
            return self._visit(then if self._visit(condition) else other)
        if name in FUNCTIONS and not node.keywords:
            return FUNCTIONS[name](*[self._visit(argument) for argument in node.args])
        return self._op(node)

    def _plain(self, node: ast.Call, name: str) -> Any:
        """Call a helper, which computes with numbers, or refuses them."""
        if self.functions is None or node.keywords:
            raise Undefined(name)
        arguments = [self._visit(argument) for argument in node.args]
        return exact(getattr(self.functions, name)(*[_plain_number(value) for value in arguments]))

    def _op(self, node: ast.Call) -> Any:
        static = frozenset(name for name, value in self.values.items() if not isinstance(value, _TENSOR))
        library = self.library
        if library is None:
            raise Undefined("no ops are known")
        op = library.resolve(node, lambda value: is_static(value, static, library))
        if op is None or not (formula := op.forward or op.composite):
            raise Undefined("not an op")
        if not isinstance(formula, Formula):
            raise Undefined(f"{op.full_name} is an array function")
        values = {name: self._visit(value) for name, value in bind(op, node).items()}
        inner = Interpreter(values, op.let, library.home(op), self.functions)
        return inner._visit(formula.tree)

    _VISITS: Mapping[type[ast.expr], Callable[..., Any]] = {
        ast.Name: _name,
        ast.Constant: _constant,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _boolean,
        ast.IfExp: _choice,
        ast.Call: _call,
    }


_TENSOR = (mpmath.mpf, mpmath.mpc)


def _plain_number(value: Any) -> Any:
    if isinstance(value, mpmath.mpf):
        return int(value) if value == int(value) else float(value)
    return complex(value) if isinstance(value, mpmath.mpc) else value

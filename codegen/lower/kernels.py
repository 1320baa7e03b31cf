"""The lowering of elementwise formulas to the body of a compiled loop, for real floating-point numbers."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..elementary import ELEMENTARY, OPERATOR_COST
from ..formula.formula import Formula
from . import trees
from .library import Library, bind
from .lowering import FormulaLowering
from .printer import operator_text
from .results import is_boolean

_UNSUPPORTED = {"imag", "angle"} | {name for name, function in ELEMENTARY.items() if not function.compiled}
_FUNCTIONS = {ast.FloorDiv: "floor_divide", ast.Mod: "remainder", ast.Pow: "pow"}
_RENAMED = {"sgn": "sign"}
_NOT_IN_LOOPS = (
    ast.IfExp,
    ast.BoolOp,
    ast.Subscript,
    ast.Attribute,
    ast.List,
    ast.ListComp,
    ast.Tuple,
)


class NoKernel(Exception):
    """The formula has no kernel form: NumPy always does the work."""


class KernelLowering(FormulaLowering):
    """Rewrites one formula; collects the elementary functions that the kernel module has to import."""

    def __init__(self, library: Library, values: Mapping[str, ast.expr], static: frozenset[str]) -> None:
        super().__init__(library, values, static, real=True)
        self.imports: set[str] = set()

    def visit(self, node: ast.expr) -> ast.expr:
        """Return the new form of a node; raises NoKernel for what no loop can do."""
        if isinstance(node, _NOT_IN_LOOPS):
            raise NoKernel
        if _is_number(node):
            return trees.call("const", node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            _require_booleans(node.operand)
            return self._function("logical_not", [node.operand])
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        return super().visit(node)

    def name(self, node: ast.Name) -> ast.expr:
        """Return the variable of the loop."""
        if node.id not in self.values:
            raise NoKernel
        return self.values[node.id]

    def plain_call(self, node: ast.Call) -> ast.expr:
        """Raise: a loop calls elementary functions only."""
        raise NoKernel

    def op_call(self, node: ast.Call, function: str) -> ast.expr:
        """Return the call of an elementary function, or the body of an elementwise op."""
        if function in _UNSUPPORTED:
            raise NoKernel
        if function in ("conj", "real"):
            return self.visit(node.args[0])
        if function in ELEMENTARY:
            return self._function(_RENAMED.get(function, function), node.args)
        op = self.library.resolve(node, self.is_static)
        if op is None or not isinstance(op.forward, Formula) or op.let:
            raise NoKernel
        arguments = {name: self.visit(value) for name, value in bind(op, node).items()}
        inner = KernelLowering(self.library.home(op), arguments, frozenset())
        tree = inner.lower(op.forward.tree)
        self.imports |= inner.imports
        return tree

    def _binary(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.MatMult):
            raise NoKernel
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            _require_booleans(node.left, node.right)
        if isinstance(node.op, ast.Pow) and (power := self._power(node.left, node.right)) is not None:
            return power
        if type(node.op) in _FUNCTIONS:
            return self._function(_FUNCTIONS[type(node.op)], [node.left, node.right])
        return ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))

    def _power(self, base: ast.expr, exponent: ast.expr) -> ast.expr | None:
        """Return a power by one of the commonest numbers without a call of the power function."""
        match ast.unparse(exponent):
            case "0" | "1":  # there is nothing to compute, and NumPy knows
                raise NoKernel
            case "2":
                return self._function("square", [base])
            case "-1":
                return self._function("reciprocal", [base])
            case "-2":
                self.imports.add("reciprocal")
                return trees.call("reciprocal", self._function("square", [base]))
        return None

    def _function(self, name: str, arguments: list[ast.expr]) -> ast.expr:
        self.imports.add(name)
        return trees.call(name, *[self.visit(item) for item in arguments])


def _require_booleans(*operands: ast.expr) -> None:
    """Raise for a bitwise operator unless its operands are booleans: loops compute with floating-point numbers."""
    if not all(is_boolean(operand) for operand in operands):
        raise NoKernel


def _is_number(node: ast.expr) -> bool:
    """Whether a node is a number, with or without a minus; raises NoKernel for other literals."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.Constant)
    if not isinstance(node, ast.Constant):
        return False
    if isinstance(node.value, bool) or not isinstance(node.value, int | float):
        raise NoKernel
    return True


def steps(tree: ast.expr) -> int:
    """Count the passes over arrays that NumPy makes for a formula."""
    total = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.Compare | ast.IfExp):
            total += 1
        elif isinstance(node, ast.UnaryOp):
            total += not isinstance(node.operand, ast.Constant)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known = ELEMENTARY.get(node.func.id)
            total += known.steps if known else 1
    return total


def cost(tree: ast.expr) -> int:
    """Estimate the work of one element of a formula in units of an addition."""
    total = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            total += OPERATOR_COST.get(operator_text(node.op), 1)
        elif isinstance(node, ast.Compare):
            total += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known = ELEMENTARY.get(node.func.id)
            total += known.cost if known else 4
    return max(total, 1)

"""The lowering of formulas to arrays: NumPy for elementary functions, array functions for the rest."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from ..elementary import ELEMENTARY
from ..formula.formula import Formula
from ..formula.walk import has_complex_number
from ..spec import ArrayFunction, Op
from . import trees
from .fold import fold
from .library import Library, bind
from .lowering import FormulaLowering
from .operators import faster

_DIVISIONS = {ast.FloorDiv: "elementary.floor_divide", ast.Mod: "elementary.remainder"}
"""Of integers by zero NumPy makes zeros, and these an error."""


class ArrayLowering(FormulaLowering):
    """Rewrites formulas in terms of ``np``, ``elementary`` and ``functions``.

    `like` is an array whose dtype a choice between two numbers takes. Numbers beside one of `arrays`, names of arrays
    of one dtype, become arrays.
    """

    def __init__(
        self,
        library: Library,
        values: Mapping[str, ast.expr],
        static: frozenset[str],
        real: bool,
        like: ast.expr | None = None,
        arrays: Sequence[str] = (),
    ) -> None:
        super().__init__(library, values, static, real)
        self.like = like
        self.arrays = arrays

    def lower(self, tree: ast.expr) -> ast.expr:
        """Return the expression on arrays, without the conditions that literals decide."""
        lowered = fold(self.visit(tree))
        if not self.arrays:
            return lowered
        return faster(
            lowered, self.arrays, "self.dtype" if "grad" in self.arrays else f"{self.arrays[0]}.dtype"
        )

    def visit(self, node: ast.expr) -> ast.expr:
        """Return the new form of a node."""
        if isinstance(node, ast.Attribute) and node.attr == "mH":
            return self._conj(ast.Attribute(self.visit(node.value), "mT", ast.Load()))
        if isinstance(node, ast.BinOp) and type(node.op) in _DIVISIONS and not self.is_static(node):
            return trees.call(_DIVISIONS[type(node.op)], self.visit(node.left), self.visit(node.right))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and self._is_unbounded(node):
            return trees.call("elementary.power", self.visit(node.left), self.visit(node.right))
        return super().visit(node)

    def op_call(self, node: ast.Call, function: str) -> ast.expr:
        """Return the call of an elementary function or array function, or the body of a formula op."""
        if function == "conj":
            return self._conj(self.visit(node.args[0]))
        if (number := self.number(node, function)) is not None:
            return number
        if function == "where" and self.like is not None and all(map(self.is_number, node.args[1:])):
            choices = [trees.call("elementary.number", self.visit(item), self.like) for item in node.args[1:]]
            return trees.call("np_where", self.visit(node.args[0]), *choices)
        if function in ELEMENTARY and len(node.args) == ELEMENTARY[function].arity:
            return trees.call(ELEMENTARY[function].called, *[self.visit(item) for item in node.args])
        op = self.library.resolve(node, self.is_static)
        assert op is not None, f"unknown op {function}"  # check.py has made sure
        bound = bind(op, node)
        arguments = {name: self.visit(value) for name, value in bound.items()}
        if not self.of_numbers(op, bound):
            return self._apply(op, arguments)
        numbers = {
            a.name: trees.call("operand_rules.array_of_number", arguments[a.name])
            for a in op.tensor_arguments
        }
        return trees.call("operand_rules.number_of", self._apply(op, arguments | numbers))

    def _is_unbounded(self, node: ast.BinOp) -> bool:
        """Whether a power of a literal may overflow as a Python number, which raises, while a loop gives infinity."""
        base = node.left.value if isinstance(node.left, ast.Constant) else None
        return isinstance(base, float) and base > 1 and self.is_static(node.right)

    def _conj(self, value: ast.expr) -> ast.expr:
        number = isinstance(value, ast.Constant | ast.UnaryOp) and not trees.free_names(value)
        if self.real or (number and not has_complex_number(value)):
            return value
        # a method that arrays and Python numbers have; NumPy gives a real array back as it is
        return ast.Call(ast.Attribute(value, "conjugate", ast.Load()), [], [])

    def _apply(self, op: Op, arguments: Mapping[str, ast.expr]) -> ast.expr:
        if isinstance(op.forward, ArrayFunction):
            home = self.library.home(op)
            function = home.array_function(op.forward.name, op.forward.module)
            value: ast.expr = trees.call(function, *arguments.values())
            if len(op.outputs) == 1 and len(op.signature.returns) > 1:
                return ast.Subscript(value, trees.constant(0), ast.Load())
            return value
        formula = op.forward if isinstance(op.forward, Formula) else op.composite
        assert formula is not None
        return self._inline(op, formula, arguments)

    def _inline(self, op: Op, formula: Formula, arguments: Mapping[str, ast.expr]) -> ast.expr:
        """Return the body of another op with its arguments substituted."""
        tree = formula.tree
        for name, let in reversed(list(op.let.items())):
            tree = trees.substitute(tree, {name: let.tree})
        static = frozenset(a.name for a in op.signature.arguments if not a.is_tensor)
        real = self.real or op.dtypes in ("real", "floating")
        return ArrayLowering(self.library.home(op), arguments, static, real, self.like).lower(tree)

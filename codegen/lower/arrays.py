"""The lowering of formulas to arrays: NumPy for elementary functions, array functions for the rest."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..elementary import ELEMENTARY
from ..formula import Formula
from ..spec import ArrayFunction, Op
from . import trees
from .fold import fold
from .library import Library, bind


class ArrayLowering(trees.Rewriter):
    """Rewrites one formula; `values` says what its names are in the generated code.

    Parameters
    ----------
    real
        The op has no complex values: conjugation is dropped.
    static
        Names that are no tensors.
    """

    def __init__(
        self, library: Library, values: Mapping[str, ast.expr], static: frozenset[str], real: bool
    ) -> None:
        self.library = library
        self.values = values
        self.static = static
        self.real = real

    def lower(self, tree: ast.expr) -> ast.expr:
        """Return the expression on arrays."""
        return fold(self.visit(tree))

    def name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)

    def visit(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Attribute) and node.attr == "mH":
            return self._conj(ast.Attribute(self.visit(node.value), "mT", ast.Load()))
        return super().visit(node)

    def call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) or (
            isinstance(node.func, ast.Name) and node.func.id in _PYTHON
        ):
            return super().call(node)
        assert isinstance(node.func, ast.Name)
        function = node.func.id
        if function == "conj":
            return self._conj(self.visit(node.args[0]))
        if function in ELEMENTARY and len(node.args) == ELEMENTARY[function].arity:
            return trees.call(ELEMENTARY[function].numpy, *[self.visit(item) for item in node.args])
        op = self.library.resolve(node, self.is_static)
        assert op is not None, f"unknown op {function}"  # check.py has made sure
        arguments = {name: self.visit(value) for name, value in bind(op, node).items()}
        return self._apply(op, arguments)

    def is_static(self, node: ast.expr) -> bool:
        """Whether an expression of the formula is no tensor."""
        return is_static(node, self.static)

    def _conj(self, value: ast.expr) -> ast.expr:
        if self.real:
            return value
        if isinstance(value, ast.Constant | ast.UnaryOp) and not _has_names(value):
            return value
        if trees.is_atom(value) and not (
            isinstance(value, ast.Attribute) and value.attr.startswith("saved_")
        ):
            kind = ast.Attribute(ast.Attribute(value, "dtype", ast.Load()), "kind", ast.Load())
            is_complex = ast.Compare(kind, [ast.Eq()], [trees.constant("c")])
            return ast.IfExp(is_complex, ast.Call(ast.Attribute(value, "conj", ast.Load()), [], []), value)
        return trees.call("elementary.conj", value)

    def _apply(self, op: Op, arguments: Mapping[str, ast.expr]) -> ast.expr:
        if isinstance(op.forward, ArrayFunction):
            value: ast.expr = trees.call(f"functions.{op.forward.name}", *arguments.values())
            if len(op.outputs) == 1 and len(op.signature.returns) > 1:
                return ast.Subscript(value, trees.constant(0), ast.Load())
            return value
        formula = op.forward if isinstance(op.forward, Formula) else op.composite
        assert formula is not None
        return self._inline(op, formula, arguments)

    def _inline(self, op: Op, formula: Formula, arguments: Mapping[str, ast.expr]) -> ast.expr:
        """Return the body of another op with its arguments put in."""
        tree = formula.tree
        for name, let in reversed(list(op.let.items())):
            tree = trees.substitute(tree, {name: let.tree})
        static = frozenset(a.name for a in op.signature.arguments if not a.is_tensor)
        real = self.real or op.dtypes in ("real", "floating")
        return ArrayLowering(self.library, arguments, static, real).lower(tree)


def is_static(node: ast.expr, static: frozenset[str]) -> bool:
    """Whether an expression is no tensor, given the names that are none."""
    if isinstance(node, ast.Constant | ast.Tuple):
        return True
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "ndim", "dtype")
    if isinstance(node, ast.Name):
        return node.id in static
    if isinstance(node, ast.Call):  # array functions in formulas take and give no tensors
        return isinstance(node.func, ast.Attribute) or (
            isinstance(node.func, ast.Name) and node.func.id == "len"
        )
    if isinstance(node, ast.List | ast.ListComp):
        return False
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return bool(children) and all(is_static(child, static) for child in children)


_PYTHON = ("len", "range", "zip")


def _has_names(value: ast.expr) -> bool:
    return any(isinstance(child, ast.Name) for child in ast.walk(value))

"""The lowering of formulas to Tensors: calls of the library's own ops, which record themselves."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ..elementary import ELEMENTARY
from ..spec import Op
from . import trees
from .arrays import ArrayLowering
from .library import Library, bind


class TensorLowering(ArrayLowering):
    """Rewrites one formula in terms of ``ops.X(...)``; operators stay operators, which tensors have."""

    def __init__(
        self, library: Library, values: Mapping[str, ast.expr], static: frozenset[str], real: bool = False
    ) -> None:
        super().__init__(library, values, static, real)

    def lower(self, tree: ast.expr) -> ast.expr:
        """Return the expression on Tensors."""
        return self.visit(tree)

    def visit(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Attribute) and node.attr in ("mT", "mH"):
            return ast.Attribute(self.visit(node.value), node.attr, ast.Load())
        return super().visit(node)

    def call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) or (
            isinstance(node.func, ast.Name) and node.func.id in _PYTHON
        ):
            return trees.Rewriter.call(self, node)
        assert isinstance(node.func, ast.Name)
        if node.func.id == "conj" and self.real:
            return self.visit(node.args[0])
        op = self.library.resolve(node, self.is_static)
        if op is None or (node.func.id in ELEMENTARY and op.flat_name != node.func.id):
            op = self.library.by_call[node.func.id][0]
        bound = bind(op, node)
        keywords = [ast.keyword(k.arg, self.visit(bound[str(k.arg)])) for k in node.keywords]
        positional = [a.name for a in op.signature.arguments if not a.keyword_only][: len(node.args)]
        arguments = [self.visit(bound[name]) for name in positional]
        return ast.Call(trees.dotted(f"ops.{self.function(op)}"), arguments, keywords)

    def function(self, op: Op) -> str:
        """Return the name of an op's function in the package of generated ops."""
        return self.library.function_name(op)


_PYTHON = ("len", "range", "zip")

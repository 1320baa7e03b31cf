"""The lowering of formulas to Tensors: calls of the library's own ops, which record themselves."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping

from ..elementary import ELEMENTARY
from . import trees
from .library import Library, bind
from .lowering import FormulaLowering


class TensorLowering(FormulaLowering):
    """Rewrites formulas in terms of ``ops.X(...)``; operators stay operators, which tensors have.

    `like` names a tensor of the formulas whose dtype a choice between two numbers takes.
    """

    def __init__(
        self,
        library: Library,
        values: Mapping[str, ast.expr],
        static: frozenset[str],
        real: bool,
        like: str = "",
    ) -> None:
        super().__init__(library, values, static, real)
        self.like = like

    def op_call(self, node: ast.Call, function: str) -> ast.expr:
        """Return the call of an op with the arguments as they are written."""
        if function == "conj" and self.real:
            return self.visit(node.args[0])
        if (number := self.number(node, function)) is not None:
            return number
        if function == "where" and self.like and all(map(self.is_number, node.args[1:])):
            filled = trees.call("fill", trees.name(self.like), node.args[1])
            node = ast.Call(node.func, [node.args[0], filled, node.args[2]], [])
        op = self.library.resolve(node, self.is_static)
        if op is None or (function in ELEMENTARY and op.flat_name != function):
            op = self.library.overloads(function)[0]
        bound = bind(op, node)
        numbers = {a.name for a in op.tensor_arguments} if self.of_numbers(op, bound) else set()
        keywords = [ast.keyword(k.arg, self._argument(str(k.arg), bound, numbers)) for k in node.keywords]
        positional = [a.name for a in op.signature.arguments if not a.keyword_only][: len(node.args)]
        arguments = [self._argument(name, bound, numbers) for name in positional]
        call = ast.Call(trees.dotted(self.library.call(op)), arguments, keywords)
        return trees.call("operand_rules.number_of", call) if numbers else call

    def _argument(self, name: str, bound: Mapping[str, ast.expr], numbers: Container[str]) -> ast.expr:
        value = self.visit(bound[name])
        return trees.call("operand_rules.tensor_of_number", value) if name in numbers else value

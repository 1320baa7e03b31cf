"""What the parts of a formula are: static values, tensors, or lists of tensors.

A value is *static* when it is known without looking at a tensor's elements: numbers, strings, shapes, dtypes.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum

from ..diagnostics import Fail
from ..formula.formula import Formula
from ..formula.walk import loop_variables
from ..spec import Op
from ..vocabulary import BUILTINS, STATIC_ATTRIBUTES
from .names import Library


class Kind(Enum):
    """What a part of a formula is."""

    STATIC = "a static value"
    TENSOR = "a tensor"
    LIST = "a list of tensors"
    UNKNOWN = "a value"


Scope = Mapping[str, Kind]


class KindChecker:
    """Finds the kind of every part of one formula, and complains where it is the wrong one."""

    def __init__(self, op: Op, formula: Formula, subject: str, library: Library, fail: Fail) -> None:
        self.op, self.formula, self.library = op, formula, library
        self.subject, self._fail = subject, fail

    def fail(self, node: ast.AST, message: str, cure: str = "") -> None:
        """Complain about a part of the formula."""
        self._fail(self.formula.place(node), f"{self.subject}: {message}", cure)

    def kind(self, node: ast.expr, scope: Scope) -> Kind:
        """Find the kind of a part, given those of the names in it."""
        if isinstance(node, ast.Name):
            return scope.get(node.id, Kind.UNKNOWN)
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        return method(node, scope) if method else Kind.STATIC

    def static(self, node: ast.expr, scope: Scope, expected: str, cure: str = "") -> None:
        """Complain unless the value is static."""
        kind = self.kind(node, scope)
        if kind in (Kind.TENSOR, Kind.LIST):
            self.fail(node, f"expected {expected}, got {kind.value}", cure)

    def joined(self, nodes: list[ast.expr], scope: Scope) -> Kind:
        """Find the kind of an operation on several values."""
        kinds = [self.kind(node, scope) for node in nodes]
        return next((kind for kind in (Kind.LIST, Kind.TENSOR, Kind.UNKNOWN) if kind in kinds), Kind.STATIC)

    def _binop(self, node: ast.BinOp, scope: Scope) -> Kind:
        return self.joined([node.left, node.right], scope)

    def _unaryop(self, node: ast.UnaryOp, scope: Scope) -> Kind:
        if isinstance(node.op, ast.Not):
            cure = "write 'logical_not(x)' for tensors"
            self.static(node.operand, scope, "a static condition after 'not'", cure)
            return Kind.STATIC
        return self.kind(node.operand, scope)

    def _boolop(self, node: ast.BoolOp, scope: Scope) -> Kind:
        word, sign = ("and", "&") if isinstance(node.op, ast.And) else ("or", "|")
        for value in node.values:
            cure = f"write '(a) {sign} (b)' for tensors"
            self.static(value, scope, f"static conditions beside '{word}'", cure)
        return Kind.STATIC

    def _compare(self, node: ast.Compare, scope: Scope) -> Kind:
        operands = [node.left, *node.comparators]
        if isinstance(node.ops[0], ast.Is | ast.IsNot):
            self._check_none_test(node.left)
            return Kind.STATIC
        kind = self.joined(operands, scope)
        if len(node.ops) > 1 and kind is not Kind.STATIC:
            self.fail(node, "expected one comparison of tensors, got a chain", "write '(a < b) & (b < c)'")
        return kind

    def _check_none_test(self, node: ast.expr) -> None:
        arguments = {argument.name: argument.type for argument in self.op.signature.arguments}
        if isinstance(node, ast.Name) and node.id in arguments and not arguments[node.id].optional:
            type_ = arguments[node.id]
            message = f"expected an argument that may be None, got '{node.id}' of type '{type_}'"
            self.fail(node, message, f"write the type '{type_}?'")

    def _ifexp(self, node: ast.IfExp, scope: Scope) -> Kind:
        cure = "write 'where(condition, a, b)' for tensors"
        self.static(node.test, scope, "a static condition after 'if'", cure)
        return self.joined([node.body, node.orelse], scope)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Kind:
        kind = self.kind(node.value, scope)
        if kind in (Kind.STATIC, Kind.LIST):
            self.fail(node.value, f"expected a tensor before '.{node.attr}', got {kind.value}")
        return Kind.STATIC if node.attr in STATIC_ATTRIBUTES else Kind.TENSOR

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Kind:
        kind = self.kind(node.value, scope)
        if kind is Kind.TENSOR:
            message = "expected a list or a shape before '[...]', got a tensor"
            self.fail(node.value, message, "call an op such as 'select'")
        index, is_slice = node.slice, isinstance(node.slice, ast.Slice)
        bounds = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else [index]
        for bound in bounds:
            if bound is not None:
                self.static(bound, scope, "a static subscript")
        return Kind.TENSOR if kind is Kind.LIST and not is_slice else kind

    def _tuple(self, node: ast.Tuple | ast.List, scope: Scope) -> Kind:
        kind = self.joined(list(node.elts), scope)
        return Kind.LIST if kind is Kind.TENSOR else kind

    _list = _tuple

    def _listcomp(self, node: ast.ListComp, scope: Scope) -> Kind:
        loop = node.generators[0]
        kind = self.kind(loop.iter, scope)
        if kind is Kind.TENSOR:
            self.fail(loop.iter, "expected a list after 'in', got a tensor", "call an op such as 'unbind'")
        inner = {**scope, **dict.fromkeys(loop_variables(loop.target), Kind.UNKNOWN)}
        if isinstance(loop.target, ast.Name):
            inner[loop.target.id] = {Kind.LIST: Kind.TENSOR, Kind.STATIC: Kind.STATIC}.get(kind, Kind.UNKNOWN)
        element = self.kind(node.elt, inner)
        return Kind.LIST if element is Kind.TENSOR else element

    def _call(self, node: ast.Call, scope: Scope) -> Kind:
        values = [*node.args, *(word.value for word in node.keywords)]
        if isinstance(node.func, ast.Attribute):
            for value in values:
                wanted = f"static arguments of 'functions.{node.func.attr}'"
                self.static(value, scope, wanted, "call an op for tensors")
            return Kind.STATIC
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in BUILTINS:
            return self._builtin(node, name, scope)
        for value in values:
            self.kind(value, scope)
        overloads = self.library.ops(name)
        if not overloads:
            return Kind.TENSOR
        several = {len(op.outputs) > 1 or op.outputs[0].type.is_list for op in overloads}
        return Kind.UNKNOWN if len(several) > 1 else Kind.LIST if several.pop() else Kind.TENSOR

    def _builtin(self, node: ast.Call, name: str, scope: Scope) -> Kind:
        least, most = BUILTINS[name]
        if node.keywords or not least <= len(node.args) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            got = len(node.args) + len(node.keywords)
            self.fail(node, f"expected {wanted} argument{'s' if most > 1 else ''} of '{name}', got {got}")
        kinds = [self.kind(value, scope) for value in node.args]
        for value, kind in zip(node.args, kinds, strict=True):
            if kind is Kind.TENSOR:
                message = f"expected a list or a static value in '{name}', got a tensor"
                self.fail(value, message, "write 'x.shape' or 'x.ndim'")
        return Kind.UNKNOWN if name == "zip" else Kind.STATIC

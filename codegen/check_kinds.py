"""Static values and tensors do not mix: conditions, subscripts and array-function arguments must be static.

A value is *static* when it is known without looking at a tensor's elements: numbers, strings, shapes, dtypes.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum

from .check_names import Library, uses
from .diagnostics import Report
from .formula import Formula
from .formula_walk import loop_variables
from .schema import Type
from .spec import Op
from .vocabulary import BUILTINS, STATIC_ATTRIBUTES


class Kind(Enum):
    """What a part of a formula is."""

    STATIC = "a static value"
    TENSOR = "a tensor"
    LIST = "a list of tensors"
    UNKNOWN = "a value"


_Scope = Mapping[str, Kind]


def check_kinds(op: Op, library: Library, report: Report) -> None:
    """Report every place of an op's formulas where a tensor stands for a static value, or the reverse."""
    scope = _signature_scope(op)
    for name, formula in op.let.items():  # values stand above their uses
        scope[name] = _Checker(op, formula, f"let '{name}'", library, report).kind(formula.tree, scope)
    for use in uses(op):
        if use.subject == "forward":
            _check_elementwise(op, use.formula, report)
        if not use.subject.startswith("let "):
            kind = _Checker(op, use.formula, use.subject, library, report).kind(use.formula.tree, scope)
            _check_result(op, use.subject, use.formula, kind, report)


def _signature_scope(op: Op) -> dict[str, Kind]:
    scope: dict[str, Kind] = {}
    for argument in op.signature.arguments:
        scope[argument.name] = _kind_of_type(argument.type)
        if argument.is_tensor:
            scope[f"{argument.name}_t"] = scope[f"{argument.name}_p"] = scope[argument.name]
    for output in op.signature.returns:
        scope[output.name] = _kind_of_type(output.type)
    for name, gradient in op.gradient_names.items():
        scope[gradient] = scope[name]
    return scope


def _kind_of_type(type_: Type) -> Kind:
    if type_.base != "Tensor":
        return Kind.STATIC
    return Kind.LIST if type_.is_list else Kind.TENSOR


def _check_result(op: Op, subject: str, formula: Formula, kind: Kind, report: Report) -> None:
    """A gradient or tangent must look like what it belongs to: a tensor, or a list of them."""
    types = {v.name: v.type for v in (*op.signature.arguments, *op.signature.returns)}
    if subject in ("forward", "composite") or subject not in types:
        return
    wants_list = types[subject].is_list
    if wants_list and kind is Kind.TENSOR or not wants_list and kind is Kind.LIST:
        wanted = Kind.LIST.value if wants_list else Kind.TENSOR.value
        report.add(formula.location, op.full_name, f"{subject}: expected {wanted}, got {kind.value}")


class _Checker:
    """Finds the kind of every part of one formula, and complains where it is the wrong one."""

    def __init__(self, op: Op, formula: Formula, subject: str, library: Library, report: Report) -> None:
        self.op, self.formula, self.subject, self.library, self.report = op, formula, subject, library, report

    def fail(self, node: ast.AST, message: str, cure: str = "") -> None:
        self.report.add(self.formula.place(node), self.op.full_name, f"{self.subject}: {message}", cure)

    def kind(self, node: ast.expr, scope: _Scope) -> Kind:
        if isinstance(node, ast.Name):
            return scope.get(node.id, Kind.UNKNOWN)
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        return method(node, scope) if method else Kind.STATIC

    def static(self, node: ast.expr, scope: _Scope, expected: str, cure: str = "") -> None:
        """Complain unless the value is static."""
        kind = self.kind(node, scope)
        if kind in (Kind.TENSOR, Kind.LIST):
            self.fail(node, f"expected {expected}, got {kind.value}", cure)

    def joined(self, nodes: list[ast.expr], scope: _Scope) -> Kind:
        """The kind of an operation on several values."""
        kinds = [self.kind(node, scope) for node in nodes]
        return next((kind for kind in (Kind.LIST, Kind.TENSOR, Kind.UNKNOWN) if kind in kinds), Kind.STATIC)

    def _binop(self, node: ast.BinOp, scope: _Scope) -> Kind:
        return self.joined([node.left, node.right], scope)

    def _unaryop(self, node: ast.UnaryOp, scope: _Scope) -> Kind:
        if isinstance(node.op, ast.Not):
            self.static(
                node.operand, scope, "a static condition after 'not'", "write 'logical_not(x)' for tensors"
            )
            return Kind.STATIC
        return self.kind(node.operand, scope)

    def _boolop(self, node: ast.BoolOp, scope: _Scope) -> Kind:
        word, sign = ("and", "&") if isinstance(node.op, ast.And) else ("or", "|")
        for value in node.values:
            self.static(
                value, scope, f"static conditions beside '{word}'", f"write '(a) {sign} (b)' for tensors"
            )
        return Kind.STATIC

    def _compare(self, node: ast.Compare, scope: _Scope) -> Kind:
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
            self.fail(
                node,
                f"expected an argument that may be None, got '{node.id}' of type '{arguments[node.id]}'",
                f"write the type '{arguments[node.id]}?'",
            )

    def _ifexp(self, node: ast.IfExp, scope: _Scope) -> Kind:
        self.static(
            node.test, scope, "a static condition after 'if'", "write 'where(condition, a, b)' for tensors"
        )
        return self.joined([node.body, node.orelse], scope)

    def _attribute(self, node: ast.Attribute, scope: _Scope) -> Kind:
        kind = self.kind(node.value, scope)
        if kind in (Kind.STATIC, Kind.LIST):
            self.fail(node.value, f"expected a tensor before '.{node.attr}', got {kind.value}")
        return Kind.STATIC if node.attr in STATIC_ATTRIBUTES else Kind.TENSOR

    def _subscript(self, node: ast.Subscript, scope: _Scope) -> Kind:
        kind = self.kind(node.value, scope)
        if kind is Kind.TENSOR:
            self.fail(
                node.value,
                "expected a list or a shape before '[...]', got a tensor",
                "call an op such as 'select'",
            )
        bounds = (
            [node.slice.lower, node.slice.upper, node.slice.step]
            if isinstance(node.slice, ast.Slice)
            else [node.slice]
        )
        for bound in bounds:
            if bound is not None:
                self.static(bound, scope, "a static subscript")
        return kind if kind is not Kind.LIST or isinstance(node.slice, ast.Slice) else Kind.TENSOR

    def _tuple(self, node: ast.Tuple | ast.List, scope: _Scope) -> Kind:
        kind = self.joined(list(node.elts), scope)
        return Kind.LIST if kind is Kind.TENSOR else kind

    _list = _tuple

    def _listcomp(self, node: ast.ListComp, scope: _Scope) -> Kind:
        loop = node.generators[0]
        kind = self.kind(loop.iter, scope)
        if kind is Kind.TENSOR:
            self.fail(loop.iter, "expected a list after 'in', got a tensor", "call an op such as 'unbind'")
        inner = {**scope, **dict.fromkeys(loop_variables(loop.target), Kind.UNKNOWN)}
        if isinstance(loop.target, ast.Name):
            inner[loop.target.id] = {Kind.LIST: Kind.TENSOR, Kind.STATIC: Kind.STATIC}.get(kind, Kind.UNKNOWN)
        element = self.kind(node.elt, inner)
        return Kind.LIST if element is Kind.TENSOR else element

    def _call(self, node: ast.Call, scope: _Scope) -> Kind:
        values = [*node.args, *(word.value for word in node.keywords)]
        if isinstance(node.func, ast.Attribute):
            for value in values:
                self.static(
                    value,
                    scope,
                    f"static arguments of 'functions.{node.func.attr}'",
                    "call an op for tensors",
                )
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

    def _builtin(self, node: ast.Call, name: str, scope: _Scope) -> Kind:
        least, most = BUILTINS[name]
        if node.keywords or not least <= len(node.args) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            self.fail(
                node, f"expected {wanted} arguments of '{name}', got {len(node.args) + len(node.keywords)}"
            )
        kinds = [self.kind(value, scope) for value in node.args]
        for value, kind in zip(node.args, kinds, strict=True):
            if kind is Kind.TENSOR:
                self.fail(
                    value,
                    f"expected a list or a static value in '{name}', got a tensor",
                    "write 'x.shape' or 'x.ndim'",
                )
        return Kind.UNKNOWN if name == "zip" else Kind.STATIC


_NOT_ELEMENTWISE: dict[type[ast.AST], str] = {
    ast.Attribute: "an attribute",
    ast.Subscript: "a subscript",
    ast.Tuple: "a tuple",
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.MatMult: "'@'",
}


def _check_elementwise(op: Op, formula: Formula, report: Report) -> None:
    """The expression of a forward has the same meaning for every element."""
    stack: list[ast.AST] = [formula.tree]
    while stack:
        node = stack.pop()
        what = _NOT_ELEMENTWISE.get(type(node))
        if what is None and isinstance(node, ast.BinOp):
            what = _NOT_ELEMENTWISE.get(type(node.op))
        if (
            what is None
            and isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in BUILTINS
        ):
            what = f"'{node.func.id}(...)'"
        if what is not None:
            cure = "write an array function, or 'composite' for an expression over ops"
            report.add(
                formula.place(node),
                op.full_name,
                f"forward: expected an elementwise expression, got {what}",
                cure,
            )
        elif isinstance(node, ast.Call):
            stack += [*node.args, *(word.value for word in node.keywords)]
        else:
            stack += ast.iter_child_nodes(node)

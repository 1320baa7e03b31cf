"""Translates the expressions of a function."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from llvmlite import ir

from . import types
from .arithmetic import arithmetic, comparison, inverted, negated
from .arrays import Slice, element, reshaped, size, wrapped
from .calls import Calls
from .source import local_names, lookup
from .types import Array, Kind, Number, Tuple, boolean
from .values import WORD, Unsupported, Value, build, common, constant, convert, fields, layout, static, truth

__all__ = ["Expressions"]

_CHEAP = (ast.Name, ast.Constant, ast.Load, ast.UnaryOp, ast.USub, ast.Compare, ast.cmpop, ast.Not)


class Expressions(Calls):
    """The values of expressions, in the code that `builder` builds."""

    code: ir.Function
    line = 0

    def __init__(self, owner: Any, function: FunctionType) -> None:
        self.owner, self.function = owner, function
        self.local_names = local_names(function)

    def lookup(self, name: str) -> Value:
        """Return what a name stands for."""
        raise NotImplementedError

    def reserve(self, kind: ir.Type, count: int | None = None) -> ir.Value:
        """Return memory that the function has from its beginning."""
        raise NotImplementedError

    def global_value(self, name: str) -> Value:
        """Return what a name stands for outside of the function."""
        return constant(lookup(self.function, name))

    def value(self, node: ast.expr) -> Value:
        """Translate an expression."""
        handle: Callable[[Any], Value] | None = getattr(self, f"_{type(node).__name__}", None)
        if handle is None:
            raise Unsupported(f"{type(node).__name__} has no translation")
        return handle(node)

    def members(self, value: Value) -> list[Value]:
        """Return the members of a tuple."""
        if not isinstance(value.kind, Tuple):
            raise Unsupported(f"{value.kind or value.data!r} is no tuple")
        return [Value(kind, data) for kind, data in zip(value.kind.types, value.data, strict=True)]

    def indices(self, node: ast.expr) -> list[Any]:
        """Return the parts of an index."""
        return [self.value(part) for part in (node.elts if isinstance(node, ast.Tuple) else [node])]

    def _Name(self, node: ast.Name) -> Value:
        return self.lookup(node.id)

    def _Constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _Tuple(self, node: ast.Tuple) -> Value:
        parts = [self.value(member) for member in node.elts]
        if any(part.kind is None for part in parts):
            raise Unsupported("a tuple of what is known when the code is built has no translation")
        return Value(Tuple(tuple(part.kind for part in parts if part.kind)), [part.data for part in parts])

    def _BinOp(self, node: ast.BinOp) -> Value:
        return arithmetic(self.builder, type(node.op), self.value(node.left), self.value(node.right))

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(boolean, self.test(node))
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return negated(self.builder, value)
        if isinstance(node.op, ast.Invert):
            return inverted(self.builder, value)
        if isinstance(node.op, ast.UAdd):
            return value
        raise Unsupported(f"{type(node.op).__name__} has no translation")

    def test(self, node: ast.expr) -> ir.Value:
        """Translate an expression of which only counts whether it is true."""
        if isinstance(node, ast.BoolOp):
            return self._connected(node, self.test)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.builder.not_(self.test(node.operand))
        return truth(self.builder, self.value(node))

    def _Compare(self, node: ast.Compare) -> Value:
        return Value(boolean, self._chain(self.value(node.left), node.ops, node.comparators))

    def _chain(self, left: Value, operators: list[ast.cmpop], operands: list[ast.expr]) -> ir.Value:
        """Return whether all of `left < operand < operand...` hold; the first that does not is the last computed."""
        right = self.value(operands[0])
        holds = comparison(self.builder, type(operators[0]), left, right).data
        if len(operators) == 1:
            return holds
        if any(
            isinstance(part, ast.Subscript | ast.Call) for node in operands[1:] for part in ast.walk(node)
        ):
            return self._if_so(holds, True, lambda: self._chain(right, operators[1:], operands[1:]))
        return self.builder.and_(holds, self._chain(right, operators[1:], operands[1:]))

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        return Value(boolean, self._connected(node, self._bool))

    def _bool(self, node: ast.expr) -> ir.Value:
        value = self.value(node)
        if value.kind != boolean:
            raise Unsupported("the value of `and` and `or` has a translation for bools only")
        return value.data

    def _connected(self, node: ast.BoolOp, translate: Callable[[ast.expr], ir.Value]) -> ir.Value:
        both = isinstance(node.op, ast.And)
        combine = self.builder.and_ if both else self.builder.or_
        result = translate(node.values[0])
        for operand in node.values[1:]:
            if _cheap(operand):
                result = combine(result, translate(operand))
            else:
                result = self._if_so(result, both, partial(translate, operand))
        return result

    def _if_so(self, test: ir.Value, wanted: bool, translate: Callable[[], ir.Value]) -> ir.Value:
        """Return another truth where the test is as wanted, and the test elsewhere."""
        before, further, after = (
            self.builder.block,
            self.code.append_basic_block(),
            self.code.append_basic_block(),
        )
        self.builder.cbranch(test, *((further, after) if wanted else (after, further)))
        self.builder.position_at_end(further)
        other, end = translate(), self.builder.block
        self.builder.branch(after)
        self.builder.position_at_end(after)
        result = self.builder.phi(boolean.llvm)
        result.add_incoming(boolean.llvm(0 if wanted else 1), before)
        result.add_incoming(other, end)
        return result

    def _IfExp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        if _cheap(node.body) and _cheap(node.orelse):
            left, right = self.value(node.body), self.value(node.orelse)
            kind = common(left.kind, right.kind)
            if isinstance(kind, Number):
                parts = (convert(self.builder, value, kind).data for value in (left, right))
                return Value(kind, self.builder.select(test, *parts))
        starts = [self.code.append_basic_block() for _ in range(2)]
        self.builder.cbranch(test, *starts)
        ends = []
        for start, operand in zip(starts, (node.body, node.orelse), strict=True):
            self.builder.position_at_end(start)
            ends.append((self.value(operand), self.builder.block))
        return self._joined(ends)

    def _joined(self, ends: Sequence[tuple[Value, ir.Block]]) -> Value:
        """Return the value of the block that was gone through."""
        kind = common(*[value.kind for value, _ in ends])
        after = self.code.append_basic_block()
        parts = []
        for value, block in ends:
            self.builder.position_at_end(block)
            parts.append(fields(convert(self.builder, value, kind)))
            self.builder.branch(after)
        self.builder.position_at_end(after)
        registers = []
        for register, data in zip(layout(kind), zip(*parts, strict=True), strict=True):
            phi = self.builder.phi(register)
            for one, (_, block) in zip(data, ends, strict=True):
                phi.add_incoming(one, block)
            registers.append(phi)
        return build(kind, registers)

    def _Slice(self, node: ast.Slice) -> Any:
        if node.step is not None:
            raise Unsupported("a slice with a step has no translation")
        ends = (None if end is None else self.value(end) for end in (node.lower, node.upper))
        return Slice(*ends)

    def _Subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        indices = self.indices(node.slice)
        if isinstance(value.kind, Array):
            return element(self.builder, value, indices)
        if isinstance(value.kind, Tuple) and len(indices) == 1:
            return self._member(value, indices[0])
        raise Unsupported(f"{value.kind or value.data!r} has no elements")

    def _member(self, value: Value, index: Value) -> Value:
        """Return a member of a tuple; its number need not be known if all have one type."""
        members = self.members(value)
        if isinstance(index.data, ir.Constant):
            member: Value = members[index.data.constant]
            return member
        kind = members[0].kind
        if not isinstance(kind, Number) or any(each.kind != kind for each in members):
            raise Unsupported("the index of a member must be known unless all are numbers of one type")
        room = self.reserve(kind.llvm, len(members))
        for place, each in enumerate(members):
            self.builder.store(each.data, self.builder.gep(room, [WORD(place)], inbounds=True))
        number = wrapped(self.builder, index, WORD(len(members)))
        return Value(kind, self.builder.load(self.builder.gep(room, [number], inbounds=True)))

    def _Attribute(self, node: ast.Attribute) -> Value:
        value, name = self.value(node.value), node.attr
        if isinstance(value.data, ModuleType):
            return constant(getattr(value.data, name))
        if isinstance(value.data, Kind) and name == "type":
            return value
        if isinstance(value.kind, Array):
            if name == "dtype":
                return static(value.kind.dtype)
            if name == "size":
                return Value(types.int64, size(self.builder, value.data))
            if name == "shape":
                return Value(types.UniTuple(types.int64, value.kind.ndim), list(value.data.shape))
            if name == "itemsize":
                return Value(types.int64, WORD(value.kind.dtype.stored_bytes))
        raise Unsupported(f"{name} of {value.kind or value.data!r} has no translation")

    def _Call(self, node: ast.Call) -> Value:
        if node.keywords:
            raise Unsupported("arguments by name have no translation")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
            return reshaped(self.builder, self.value(node.func.value), [self.value(a) for a in node.args])
        function = self.value(node.func)
        if function.kind is not None:
            raise Unsupported("a value cannot be called")
        return self.call(function.data, [self.value(argument) for argument in node.args])


def _cheap(node: ast.expr) -> bool:
    """Whether an expression may as well be computed where it does not count."""
    return all(isinstance(part, _CHEAP) for part in ast.walk(node))

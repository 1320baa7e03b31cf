"""Translates the expressions of a function."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from llvmlite import ir

from . import types
from .arrays import Slice, element, reshaped, size
from .marks import CHOICES, FUNCTIONS, Instruction
from .source import local_names, lookup
from .types import Array, Float, Kind, Number, Tuple, boolean
from .values import (
    WORD,
    ArrayData,
    Unsupported,
    Value,
    arithmetic,
    build,
    common,
    comparison,
    constant,
    convert,
    fields,
    layout,
    negated,
    static,
    truth,
)

__all__ = ["Expressions"]

_CHEAP = (ast.Name, ast.Constant, ast.Load, ast.UnaryOp, ast.USub, ast.Compare, ast.cmpop, ast.Not)
_CONVERSIONS = {int: types.int64, float: types.float64, bool: boolean}


class Context:
    """What the generators of instructions ask for beside a builder."""

    @staticmethod
    def get_dummy_value() -> None:
        """Return what an instruction without a result returns."""

    @staticmethod
    def cast(builder: ir.IRBuilder, data: Any, old: Kind, new: Kind) -> Any:
        """Return a value of another type."""
        return convert(builder, Value(old, data), new).data


class Expressions:
    """The values of expressions, in the code that `builder` builds."""

    builder: ir.IRBuilder
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
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return negated(self.builder, value)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(node.op, ast.Not):
            return Value(boolean, self.builder.not_(truth(self.builder, value)))
        raise Unsupported(f"{type(node.op).__name__} has no translation")

    def _Compare(self, node: ast.Compare) -> Value:
        left, result = self.value(node.left), None
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            right = self.value(operand)
            holds = comparison(self.builder, type(operator), left, right)
            result = holds if result is None else Value(boolean, self.builder.and_(result.data, holds.data))
            left = right
        assert result is not None
        return result

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        both, result = isinstance(node.op, ast.And), truth(self.builder, self.value(node.values[0]))
        for operand in node.values[1:]:
            if _cheap(operand):
                combine = self.builder.and_ if both else self.builder.or_
                result = combine(result, truth(self.builder, self.value(operand)))
            else:
                known = boolean.llvm(0 if both else 1)
                result = self._chosen(result, operand, known) if both else self._chosen(result, known, operand)
        return Value(boolean, result)

    def _chosen(self, test: ir.Value, then: Any, otherwise: Any) -> ir.Value:
        """Return the truth of an operand where the test decides for it."""
        ends = []
        starts = [self.code.append_basic_block() for _ in range(2)]
        after = self.code.append_basic_block()
        self.builder.cbranch(test, *starts)
        for start, operand in zip(starts, (then, otherwise), strict=True):
            self.builder.position_at_end(start)
            known = isinstance(operand, ir.Constant)
            ends.append((operand if known else truth(self.builder, self.value(operand)), self.builder.block))
            self.builder.branch(after)
        self.builder.position_at_end(after)
        result = self.builder.phi(boolean.llvm)
        for data, block in ends:
            result.add_incoming(data, block)
        return result

    def _IfExp(self, node: ast.IfExp) -> Value:
        test = truth(self.builder, self.value(node.test))
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
            return members[index.data.constant]
        kind = members[0].kind
        if not isinstance(kind, Number) or any(member.kind != kind for member in members):
            raise Unsupported("the index of a member must be known unless all are numbers of one type")
        room = self.reserve(kind.llvm, len(members))
        for place, member in enumerate(members):
            self.builder.store(member.data, self.builder.gep(room, [WORD(place)], inbounds=True))
        number = convert(self.builder, index, types.int64).data
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

    def call(self, function: Any, arguments: list[Value]) -> Value:
        """Call what is known by that name."""
        if isinstance(function, Instruction):
            return self._instruction(function, arguments)
        if isinstance(function, Kind):
            return convert(self.builder, arguments[0], function)
        if function in FUNCTIONS:
            return self._function(function, arguments)
        if function in CHOICES:
            chosen = CHOICES[function](*[value.data if value.kind is None else value.kind for value in arguments])
            if chosen is None:
                raise Unsupported(f"{function.__qualname__} of {', '.join(repr(v.kind) for v in arguments)}")
            return self._function(chosen, arguments)
        return self._builtin(function, arguments)

    def _function(self, function: FunctionType, arguments: list[Value]) -> Value:
        kinds = tuple(argument.kind for argument in arguments)
        known = tuple(argument.data for argument in arguments if argument.kind is None)
        translated = self.owner.function(function, kinds, known)
        if isinstance(translated.result, Value):
            return translated.result
        registers = [register for argument in arguments if argument.kind for register in fields(argument)]
        returned = self.builder.call(translated.code, registers)
        count = len(layout(translated.result))
        parts = [returned] if count == 1 else [self.builder.extract_value(returned, n) for n in range(count)]
        return build(translated.result, parts)

    def _instruction(self, function: Instruction, arguments: list[Value]) -> Value:
        defined = function.define(None, *[value.kind or value.data for value in arguments])
        if defined is None:
            raise Unsupported(f"{function.__name__} of {', '.join(repr(v.kind) for v in arguments)}")
        signature, generate = defined
        data = [
            convert(self.builder, value, kind).data
            for value, kind in zip(arguments, signature.args, strict=True)
        ]
        return Value(signature.return_type, generate(Context, self.builder, signature, data))

    def _builtin(self, function: Any, arguments: list[Value]) -> Value:
        if function in (min, max) and len(arguments) == 2:
            kind = common(*[value.kind for value in arguments])
            first, second = (convert(self.builder, value, kind) for value in arguments)
            better = comparison(self.builder, ast.Lt if function is min else ast.Gt, second, first)
            return Value(kind, self.builder.select(better.data, second.data, first.data))
        if function is len and isinstance(arguments[0].kind, Array):
            return Value(types.int64, arguments[0].data.shape[0])
        if function is abs and isinstance(arguments[0].kind, Float):
            return self._intrinsic("llvm.fabs", arguments[0])
        if function in _CONVERSIONS:
            return convert(self.builder, arguments[0], _CONVERSIONS[function])
        if isinstance(function, type) and issubclass(function, np.generic):
            return convert(self.builder, arguments[0], types.of_name(np.dtype(function).name))
        if function is math.sqrt:
            value = arguments[0]
            return self._intrinsic(
                "llvm.sqrt", value if isinstance(value.kind, Float) else convert(self.builder, value, types.float64)
            )
        raise Unsupported(f"{getattr(function, '__qualname__', function)!r} cannot be called")

    def _intrinsic(self, name: str, value: Value) -> Value:
        """Call one of LLVM's functions of a number."""
        function = self.builder.module.declare_intrinsic(name, [value.data.type])
        return Value(value.kind, self.builder.call(function, [value.data]))


def _cheap(node: ast.expr) -> bool:
    """Whether an expression may as well be computed where it does not count."""
    return all(isinstance(part, _CHEAP) for part in ast.walk(node))

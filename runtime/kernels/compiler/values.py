"""Values while code is being built, and the instructions that Python's operators stand for.

Arithmetic follows NumPy's rules for scalars with these differences: numbers of 64 bits of which one is unsigned meet as
int64, an integer beside a float32 makes a float64, and floor division by zero is 0.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir

from . import types
from .types import Array, Boolean, Float, Integer, Kind, Number, Tuple

__all__ = [
    "ArrayData", "Unsupported", "Value", "arithmetic", "build", "common", "comparison", "constant", "convert",
    "divided", "fields", "layout", "negated", "static", "truth", "whole_kind",
]  # fmt: skip

WORD = ir.IntType(64)


class Unsupported(Exception):
    """A loop uses something of Python that has no translation."""


class Value(NamedTuple):
    """A value: `data` is a number in a register, an `ArrayData`, a list of such for a tuple.

    What is known when the code is built, such as a function or a type, has no kind.
    """

    kind: Kind | None
    data: Any


class ArrayData(NamedTuple):
    """An array: the address of its first element and its lengths."""

    data: ir.Value
    shape: list[ir.Value]


def static(thing: Any) -> Value:
    """Return what is known when the code is built."""
    return Value(None, thing)


def constant(thing: Any) -> Value:
    """Return the value of a global name: numbers become constants, and everything else is known by itself."""
    if isinstance(thing, (bool, np.bool_)):
        return Value(types.boolean, ir.Constant(ir.IntType(1), int(thing)))
    if isinstance(thing, int):
        return Value(types.int64, WORD(thing))
    if isinstance(thing, float) and not isinstance(thing, np.generic):
        return Value(types.float64, ir.Constant(ir.DoubleType(), thing))
    if isinstance(thing, np.generic):
        kind = types.of_name(thing.dtype.name)
        return static(thing) if kind is None else Value(kind, ir.Constant(kind.llvm, thing.item()))
    if isinstance(thing, tuple):
        members = [constant(member) for member in thing]
        if all(member.kind is not None for member in members):
            return Value(Tuple(tuple(m.kind for m in members if m.kind)), [m.data for m in members])
    return static(thing)


def fields(value: Value) -> list[ir.Value]:
    """Return the registers that hold a value."""
    if isinstance(value.kind, Array):
        return [value.data.data, *value.data.shape]
    if isinstance(value.kind, Tuple):
        parts = zip(value.kind.types, value.data, strict=True)
        return [field for kind, data in parts for field in fields(Value(kind, data))]
    if isinstance(value.kind, Number):
        return [value.data]
    if value.kind is types.void:
        return []
    raise Unsupported(f"{value.data!r} is known when the code is built, and is no value in it")


def build(kind: Kind, registers: Sequence[ir.Value]) -> Value:
    """Return the value that registers hold: the inverse of `fields`."""
    value, rest = _take(kind, list(registers))
    assert not rest
    return value


def _take(kind: Kind, registers: list[ir.Value]) -> tuple[Value, list[ir.Value]]:
    if isinstance(kind, Array):
        count = kind.ndim + 1
        return Value(kind, ArrayData(registers[0], registers[1:count])), registers[count:]
    if isinstance(kind, Tuple):
        members = []
        for member in kind.types:
            value, registers = _take(member, registers)
            members.append(value.data)
        return Value(kind, members), registers
    if kind is types.void:
        return Value(kind, None), registers
    return Value(kind, registers[0]), registers[1:]


def layout(kind: Kind) -> list[ir.Type]:
    """Return the types of the registers that hold a value."""
    if isinstance(kind, Array):
        return [kind.dtype.stored.as_pointer(), *[WORD] * kind.ndim]
    if isinstance(kind, Tuple):
        return [register for member in kind.types for register in layout(member)]
    return [kind.llvm] if isinstance(kind, Number) else []


def common(*kinds: Kind | None) -> Kind:
    """Return the type in which values of these types meet."""
    first = kinds[0]
    if first is not None and all(kind == first for kind in kinds):
        return first
    if all(isinstance(kind, Tuple) and len(kind.types) == len(_members(first)) for kind in kinds):
        return Tuple(tuple(common(*members) for members in zip(*map(_members, kinds), strict=True)))
    if not all(isinstance(kind, Number) for kind in kinds):
        raise Unsupported(f"values of the types {', '.join(map(repr, kinds))} cannot meet")
    if any(isinstance(kind, Float) for kind in kinds):
        return types.float64
    return types.uint64 if set(kinds) <= {types.uint64, types.boolean} else types.int64


def _members(kind: Kind | None) -> tuple[Kind, ...]:
    return kind.types if isinstance(kind, Tuple) else ()


def convert(builder: ir.IRBuilder, value: Value, kind: Kind) -> Value:
    """Return a value of another type."""
    if value.kind == kind:
        return value
    if isinstance(kind, Tuple) and isinstance(value.kind, Tuple):
        parts = zip(value.kind.types, value.data, kind.types, strict=True)
        return Value(kind, [convert(builder, Value(old, data), new).data for old, data, new in parts])
    if not isinstance(kind, Number) or not isinstance(value.kind, Number):
        raise Unsupported(f"a value of the type {value.kind or value.data!r} is no {kind}")
    if isinstance(value.data, ir.Constant) and isinstance(value.data.constant, (int, float)):
        return Value(kind, _converted_constant(value.data.constant, value.kind, kind))
    return Value(kind, _converted(builder, value.data, value.kind, kind))


def _converted_constant(number: float, old: Number, new: Number) -> ir.Constant:
    if isinstance(new, Boolean):
        number = int(number != 0)
    elif isinstance(new, Integer):
        number = int(number)
    else:
        number = float(number) if new == types.float64 else float(np.float32(number))
    return ir.Constant(new.llvm, number)


def _converted(builder: ir.IRBuilder, data: ir.Value, old: Number, new: Number) -> ir.Value:
    if isinstance(new, Boolean):
        zero = ir.Constant(old.llvm, 0)
        unequal = builder.fcmp_unordered if isinstance(old, Float) else builder.icmp_unsigned
        return unequal("!=", data, zero)
    if isinstance(old, Float):
        if isinstance(new, Float):
            return (builder.fptrunc if new.bitwidth < old.bitwidth else builder.fpext)(data, new.llvm)
        return (builder.fptosi if _signed(new) else builder.fptoui)(data, new.llvm)
    if isinstance(new, Float):
        return (builder.sitofp if _signed(old) else builder.uitofp)(data, new.llvm)
    if new.bitwidth < old.bitwidth:
        return builder.trunc(data, new.llvm)
    if new.bitwidth == old.bitwidth:
        return data
    return (builder.sext if _signed(old) else builder.zext)(data, new.llvm)


def _signed(kind: Number) -> bool:
    return isinstance(kind, Integer) and kind.signed


def truth(builder: ir.IRBuilder, value: Value) -> ir.Value:
    """Return whether a value counts as true."""
    return convert(builder, value, types.boolean).data


_FLOAT = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
_WHOLE = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor",
    ast.LShift: "shl",
}  # fmt: skip
_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)


def arithmetic(builder: ir.IRBuilder, operator: type[ast.operator], left: Value, right: Value) -> Value:
    """Return the value of `left operator right`."""
    if operator is ast.Pow and all(isinstance(value.data, ir.Constant) for value in (left, right)):
        return constant(left.data.constant**right.data.constant)
    kind = _meeting(operator, left, right)
    x, y = convert(builder, left, kind).data, convert(builder, right, kind).data
    if isinstance(kind, Float):
        if operator in _FLOAT:
            return Value(kind, getattr(builder, _FLOAT[operator])(x, y))
    elif isinstance(kind, Integer) and operator in (ast.FloorDiv, ast.Mod):
        return Value(kind, divided(builder, kind, x, y)[operator is ast.Mod])
    elif isinstance(kind, Integer) and operator is ast.RShift:
        return Value(kind, (builder.ashr if kind.signed else builder.lshr)(x, y))
    elif operator in _WHOLE:
        return Value(kind, getattr(builder, _WHOLE[operator])(x, y))
    raise Unsupported(f"{operator.__name__} of {left.kind} and {right.kind}")


def _meeting(operator: type[ast.operator], left: Value, right: Value) -> Kind:
    """Return the type in which two values are combined."""
    kinds = left.kind, right.kind
    if not all(isinstance(kind, Number) for kind in kinds):
        raise Unsupported(f"{operator.__name__} of {left.kind or left.data!r} and {right.kind or right.data!r}")
    if operator in _BITS and kinds == (types.boolean, types.boolean):
        return types.boolean
    if any(isinstance(kind, Float) for kind in kinds):
        return common(*kinds)
    if operator is ast.Div:
        return types.float64
    return whole_kind(left, right)


def whole_kind(*values: Value) -> Integer:
    """Return the type in which integers meet: unsigned if one is, and no other may be negative."""
    if not all(isinstance(value.kind, Integer | Boolean) for value in values):
        raise Unsupported(f"expected integers, got {', '.join(repr(value.kind) for value in values)}")
    unsigned = [value.kind == types.uint64 for value in values]
    if any(unsigned) and all(known or _counts(value) for known, value in zip(unsigned, values, strict=True)):
        return types.uint64
    return types.int64


def _counts(value: Value) -> bool:
    """Whether a value is a number that is written in the loop, and not negative."""
    return isinstance(value.data, ir.Constant) and isinstance(value.data.constant, int) and value.data.constant >= 0


def divided(builder: ir.IRBuilder, kind: Integer, x: ir.Value, y: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Return quotient, rounded down, and rest of integers; both are 0 if the divisor is."""
    zero, one = kind.llvm(0), kind.llvm(1)
    by_zero = builder.icmp_unsigned("==", y, zero)
    safe = y if isinstance(y, ir.Constant) and y.constant else builder.select(by_zero, one, y)
    if not kind.signed:
        quotient, rest = builder.udiv(x, safe), builder.urem(x, safe)
    else:
        quotient, rest = builder.sdiv(x, safe), builder.srem(x, safe)
        opposite = builder.icmp_signed("<", builder.xor(rest, safe), zero)
        inexact = builder.and_(builder.icmp_signed("!=", rest, zero), opposite)
        quotient = builder.sub(quotient, builder.zext(inexact, kind.llvm))
        rest = builder.add(rest, builder.select(inexact, safe, zero))
    if safe is y:
        return quotient, rest
    return builder.select(by_zero, zero, quotient), builder.select(by_zero, zero, rest)


def negated(builder: ir.IRBuilder, value: Value) -> Value:
    """Return -value."""
    if isinstance(value.data, ir.Constant):
        return Value(value.kind, ir.Constant(value.data.type, -value.data.constant))
    if isinstance(value.kind, Float):
        return Value(value.kind, builder.fneg(value.data))
    value = convert(builder, value, types.int64)
    return Value(value.kind, builder.neg(value.data))


_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def comparison(builder: ir.IRBuilder, operator: type[ast.cmpop], left: Value, right: Value) -> Value:
    """Return the value of `left operator right`; with NaN all are false but `!=`."""
    if operator not in _COMPARED:
        raise Unsupported(f"{operator.__name__} has no translation")
    kind = _meeting(ast.Sub, left, right)
    x, y = convert(builder, left, kind).data, convert(builder, right, kind).data
    sign = _COMPARED[operator]
    if isinstance(kind, Float):
        compare = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    else:
        compare = builder.icmp_signed if isinstance(kind, Integer) and kind.signed else builder.icmp_unsigned
    return Value(types.boolean, compare(sign, x, y))

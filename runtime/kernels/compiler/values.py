"""Values while code is being built: what holds them, and how they change their types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir

from . import types
from .types import Array, Boolean, Float, Integer, Kind, Number, Tuple

__all__ = [
    "WORD", "ArrayData", "Unsupported", "Value", "build", "common", "constant", "convert", "fields", "layout", "static",
    "truth",
]  # fmt: skip

WORD = ir.IntType(64)


class Unsupported(Exception):
    """A loop uses something of Python that has no translation."""

    place = ""

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.place})" if self.place else super().__str__()


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
        if not -(1 << 63) <= thing < 1 << 64:
            raise Unsupported(f"{thing} has more than 64 bits")
        return Value(types.int64 if thing < 1 << 63 else types.uint64, WORD(thing))
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
        return types.float32 if set(kinds) == {types.float32, types.boolean} else types.float64
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
        number = int(number) % (1 << new.bitwidth)
        if new.signed and number >> (new.bitwidth - 1):
            number -= 1 << new.bitwidth
    else:
        with np.errstate(over="ignore"):
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

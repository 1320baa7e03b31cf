"""The instructions that Python's operators stand for.

Arithmetic follows NumPy's rules for scalars with these differences: integers of which one is unsigned meet as int64
(unless the other is a constant that is not negative, and they are not subtracted), an integer beside a float32 makes a
float64, and quotient and rest of a division by the integer zero are 0.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from llvmlite import ir

from . import types
from .types import Boolean, Float, Integer, Kind, Number
from .values import Unsupported, Value, common, constant, convert

__all__ = ["arithmetic", "comparison", "inverted", "negated", "whole_kind"]

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
        return Value(kind, _divided(builder, kind, x, y)[operator is ast.Mod])
    elif isinstance(kind, Integer) and operator is ast.RShift:
        return Value(kind, (builder.ashr if kind.signed else builder.lshr)(x, y))
    elif operator in _WHOLE:
        return Value(kind, getattr(builder, _WHOLE[operator])(x, y))
    raise Unsupported(f"{operator.__name__} of {left.kind} and {right.kind}")


def _meeting(operator: type[ast.operator | ast.cmpop], left: Value, right: Value) -> Kind:
    """Return the type in which two values are combined."""
    kinds = left.kind, right.kind
    if not all(isinstance(kind, Number) for kind in kinds):
        raise Unsupported(
            f"{operator.__name__} of {left.kind or left.data!r} and {right.kind or right.data!r}"
        )
    if operator in _BITS and kinds == (types.boolean, types.boolean):
        return types.boolean
    if any(isinstance(kind, Float) for kind in kinds):
        return common(*kinds)
    if operator is ast.Div:
        return types.float64
    if operator is ast.Sub and left.kind != right.kind:
        return types.int64
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
    return (
        isinstance(value.data, ir.Constant)
        and isinstance(value.data.constant, int)
        and value.data.constant >= 0
    )


def _divided(builder: ir.IRBuilder, kind: Integer, x: ir.Value, y: ir.Value) -> Sequence[ir.Value]:
    """Return quotient, rounded down, and rest of integers; both are 0 if the divisor is."""
    if isinstance(y, ir.Constant) and y.constant not in (0, -1):
        return _quotient_and_rest(builder, kind, x, y)
    both = builder.call(_division(builder.module, kind), [x, y])
    return [builder.extract_value(both, place) for place in range(2)]


def _division(module: ir.Module, kind: Integer) -> ir.Function:
    """Return a function that divides by any number.

    LLVM would spend a sixth of its time on the many branches of divisions in a large loop; a call costs a processor
    little beside them.
    """
    name = f"divided.{kind.name}"
    if name in module.globals:
        return module.globals[name]
    both = ir.LiteralStructType([kind.llvm] * 2)
    function = ir.Function(module, ir.FunctionType(both, [kind.llvm] * 2), name)
    function.linkage = "internal"
    for attribute in ("noinline", "nounwind", "readnone"):
        function.attributes.add(attribute)
    builder = ir.IRBuilder(function.append_basic_block())
    parts = _by_any_number(builder, kind, *function.args)
    result: ir.Value = ir.Constant(both, ir.Undefined)
    for place, part in enumerate(parts):
        result = builder.insert_value(result, part, place)
    builder.ret(result)
    return function


def _by_any_number(
    builder: ir.IRBuilder, kind: Integer, x: ir.Value, y: ir.Value
) -> tuple[ir.Value, ir.Value]:
    zero, one = kind.llvm(0), kind.llvm(1)
    by_zero, by_minus_one = (builder.icmp_unsigned("==", y, number) for number in (zero, kind.llvm(-1)))
    unusual = builder.or_(by_zero, by_minus_one) if kind.signed else by_zero
    quotient, rest = _quotient_and_rest(builder, kind, x, builder.select(unusual, one, y))
    if kind.signed:  # the processor stops at the least number divided by -1
        quotient = builder.select(by_minus_one, builder.neg(x), quotient)
    return builder.select(by_zero, zero, quotient), builder.select(by_zero, zero, rest)


def _quotient_and_rest(
    builder: ir.IRBuilder, kind: Integer, x: ir.Value, y: ir.Value
) -> tuple[ir.Value, ir.Value]:
    if not kind.signed:
        return builder.udiv(x, y), builder.urem(x, y)
    quotient, rest, zero = builder.sdiv(x, y), builder.srem(x, y), kind.llvm(0)
    opposite = builder.icmp_signed("<", builder.xor(rest, y), zero)
    inexact = builder.and_(builder.icmp_signed("!=", rest, zero), opposite)
    return (
        builder.sub(quotient, builder.zext(inexact, kind.llvm)),
        builder.add(rest, builder.select(inexact, y, zero)),
    )


def negated(builder: ir.IRBuilder, value: Value) -> Value:
    """Return -value."""
    if isinstance(value.data, ir.Constant) and value.kind in (types.int64, types.float64):
        return constant(-value.data.constant)
    if isinstance(value.kind, Float):
        return Value(value.kind, builder.fneg(value.data))
    value = convert(builder, value, types.int64)
    return Value(value.kind, builder.neg(value.data))


def inverted(builder: ir.IRBuilder, value: Value) -> Value:
    """Return ~value."""
    if not isinstance(value.kind, Integer):
        raise Unsupported(f"Invert of {value.kind or value.data!r}")
    kind = whole_kind(value)
    return Value(kind, builder.not_(convert(builder, value, kind).data))


_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def comparison(builder: ir.IRBuilder, operator: type[ast.cmpop], left: Value, right: Value) -> Value:
    """Return the value of `left operator right`; with NaN all are false but `!=`."""
    if operator not in _COMPARED:
        raise Unsupported(f"{operator.__name__} has no translation")
    kind = _meeting(operator, left, right)
    x, y = convert(builder, left, kind).data, convert(builder, right, kind).data
    sign = _COMPARED[operator]
    if isinstance(kind, Float):
        compare = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    else:
        compare = builder.icmp_signed if isinstance(kind, Integer) and kind.signed else builder.icmp_unsigned
    return Value(types.boolean, compare(sign, x, y))

"""Functions with a short way for ordinary numbers and a long one for others, in loops that vectorise nevertheless.

A branch keeps LLVM from vectorising a loop. So a function that needs one is a call, whose vector variants LLVM is told
of: a variant takes the short way with all its lanes, then the long one with those lanes that need it, if any does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core.registry import cpu_target

from .bits import FORMATS, ROUNDER, Format, intrinsic
from .coefficients import Table

__all__ = ["Lanes", "ordinary_or_rare"]

_HALF = ir.IntType(32)
_PURE = ("noinline", "nounwind", "readnone")


class Lanes:
    """Numbers that are computed with at once, in code that is being built."""

    def __init__(self, builder: ir.IRBuilder, form: Format, value: ir.Value) -> None:
        self.builder, self.form, self.value = builder, form, value

    def like(self, number: float | tuple[float, float]) -> Lanes:
        """Return a constant, or the member of a pair for this precision, in all lanes."""
        if isinstance(number, tuple):
            number = number[0 if self.form.mantissa == 23 else 1]
        kind = self.value.type
        return self._new(ir.Constant(kind, [ir.Constant(kind.element, number)] * kind.count))

    def __add__(self, other: Lanes) -> Lanes:
        return self._new(self.builder.fadd(self.value, other.value))

    def __sub__(self, other: Lanes) -> Lanes:
        return self._new(self.builder.fsub(self.value, other.value))

    def __mul__(self, other: Lanes) -> Lanes:
        return self._new(self.builder.fmul(self.value, other.value))

    def __truediv__(self, other: Lanes) -> Lanes:
        return self._new(self.builder.fdiv(self.value, other.value))

    def __neg__(self) -> Lanes:
        return self._new(self.builder.fneg(self.value))

    def __abs__(self) -> Lanes:
        return self._call("llvm.fabs", self)

    def fma(self, factor: Lanes, addend: Lanes) -> Lanes:
        """Return self * factor + addend, rounded once."""
        return self._call("llvm.fma", self, factor, addend)

    def polynomial(self, table: Table) -> Lanes:
        """Return the value of a polynomial, by Horner's rule."""
        values = table.single if self.form.mantissa == 23 else table.double
        total = self.like(values[-1])
        for value in reversed(values[:-1]):
            total = total.fma(self, self.like(value))
        return total

    def rounded(self) -> tuple[ir.Value, Lanes]:
        """Return the nearest integers, as bits, of which the lowest ones count, and as floats."""
        shifted = self + self.like(ROUNDER)
        bits = self.builder.bitcast(shifted.value, ir.VectorType(self.form.bits, self.value.type.count))
        return bits, shifted - self.like(ROUNDER)

    def negated_if_odd(self, integers: ir.Value, drop: int = 0) -> Lanes:
        """Return -self in lanes whose integer, without its lowest bits, is odd, self elsewhere."""
        kind = integers.type
        width = kind.element.width
        lowest = self.builder.lshr(integers, ir.Constant(kind, [kind.element(drop)] * kind.count))
        sign = self.builder.shl(lowest, ir.Constant(kind, [kind.element(width - 1)] * kind.count))
        bits = self.builder.xor(self.builder.bitcast(self.value, kind), sign)
        return self._new(self.builder.bitcast(bits, self.value.type))

    def where(self, integers: ir.Value, bit: int, other: Lanes) -> Lanes:
        """Return self in lanes whose integer has the bit, other elsewhere."""
        kind = integers.type
        chosen = self.builder.and_(integers, ir.Constant(kind, [kind.element(bit)] * kind.count))
        has = self.builder.icmp_unsigned("!=", chosen, ir.Constant(kind, None))
        return self._new(self.builder.select(has, self.value, other.value))

    def where_zero(self, test: Lanes, other: Lanes) -> Lanes:
        """Return self in lanes in which `test` is zero, other elsewhere."""
        zero = self.builder.fcmp_ordered("==", test.value, test.like(0.0).value)
        return self._new(self.builder.select(zero, self.value, other.value))

    def _new(self, value: ir.Value) -> Lanes:
        return Lanes(self.builder, self.form, value)

    def _call(self, name: str, *arguments: Lanes) -> Lanes:
        kind = self.value.type
        name = f"{name}.v{kind.count}{kind.element.intrinsic_name}"
        signature, module = ir.FunctionType(kind, [kind] * len(arguments)), self.builder.module
        function = module.globals.get(name) or ir.Function(module, signature, name)
        return self._new(self.builder.call(function, [argument.value for argument in arguments]))


def ordinary_or_rare(
    name: str, ordinary: Callable[[Lanes], Lanes], limits: tuple[float, float], rare: Callable[[float], float]
) -> Any:
    """Return `ordinary`, for numbers below `limits` (of single and double precision) in size, and else `rare`."""

    def define(typing: Any, x: Any) -> Any:
        if x not in FORMATS:
            return None
        form = FORMATS[x]
        symbol = f"derivata_{name}_{form.bits.width}"

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
            def rarely(inside: ir.IRBuilder, value: ir.Value) -> ir.Value:
                routine = context.compile_subroutine(inside, rare, signature)
                return context.call_internal_no_propagate(inside, routine.fndesc, signature, [value])[1]

            scalar = builder.module.globals.get(symbol) or _define(
                builder.module, symbol, form, ordinary, limits[0 if form.mantissa == 23 else 1], rarely
            )
            return builder.call(scalar, values)

        return x(x), generate

    return intrinsic(define)


def _define(
    module: ir.Module, symbol: str, form: Format, ordinary: Callable[[Lanes], Lanes], limit: float,
    rarely: Callable[[ir.IRBuilder, ir.Value], ir.Value],
) -> ir.Function:  # fmt: skip
    """Add the function and its vector variants to a module."""
    counts = _lane_counts(form)
    variants = [
        _variant(module, f"{symbol}_{count}", form, count, ordinary, limit, rarely) for count in counts
    ]
    scalar = _function(module, symbol, form.llvm)
    builder = ir.IRBuilder(scalar.append_basic_block())
    alone = ir.Constant(variants[0].function_type.return_type, None)
    lanes = builder.call(variants[0], [builder.insert_element(alone, scalar.args[0], _HALF(0))])
    builder.ret(builder.extract_element(lanes, _HALF(0)))
    mappings = ",".join(f"_ZGV_LLVM_N{count}v_{symbol}({symbol}_{count})" for count in counts)
    set.add(scalar.attributes, f'"vector-function-abi-variant"="{mappings}"')  # unknown to llvmlite
    _keep(module, variants)
    return scalar


def _lane_counts(form: Format) -> list[int]:
    """Return how many lanes vectors may have, the widest registers' first."""
    features = cpu_target.target_context.codegen().magic_tuple()[2]
    widest = (512 if "+avx512f" in features else 256 if "+avx" in features else 128) // form.bits.width
    return [count for count in (16, 8, 4, 2) if count <= widest]


def _function(module: ir.Module, name: str, kind: ir.Type) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(kind, [kind]), name)
    function.linkage = "linkonce_odr"
    for attribute in _PURE:
        function.attributes.add(attribute)
    return function


def _variant(
    module: ir.Module, symbol: str, form: Format, count: int, ordinary: Callable[[Lanes], Lanes], limit: float,
    rarely: Callable[[ir.IRBuilder, ir.Value], ir.Value],
) -> ir.Function:  # fmt: skip
    """Define the function for `count` lanes."""
    function = _function(module, symbol, ir.VectorType(form.llvm, count))
    builder = ir.IRBuilder(function.append_basic_block())
    x = Lanes(builder, form, function.args[0])
    usual = ordinary(x).value
    large = builder.fcmp_ordered(">=", abs(x).value, x.like(limit).value)
    word = ir.IntType(count)
    after, mixed = function.append_basic_block(), function.append_basic_block()
    anywhere = builder.icmp_unsigned("!=", builder.bitcast(large, word), word(0))
    builder.cbranch(anywhere, mixed, after)
    first = builder.block
    builder.position_at_end(mixed)
    found = usual
    for lane in range(count):
        found = _replace(builder, found, large, function.args[0], lane, rarely)
    builder.branch(after)
    last = builder.block
    builder.position_at_end(after)
    result = builder.phi(usual.type)
    result.add_incoming(usual, first)
    result.add_incoming(found, last)
    builder.ret(result)
    return function


def _replace(
    builder: ir.IRBuilder, found: ir.Value, large: ir.Value, x: ir.Value, lane: int,
    rarely: Callable[[ir.IRBuilder, ir.Value], ir.Value],
) -> ir.Value:  # fmt: skip
    """Compute one lane the long way, if it needs it."""
    before, place = builder.block, _HALF(lane)
    with builder.if_then(builder.extract_element(large, place)):
        other = builder.insert_element(found, rarely(builder, builder.extract_element(x, place)), place)
        inside = builder.block
    result = builder.phi(found.type)
    result.add_incoming(found, before)
    result.add_incoming(other, inside)
    return result


def _keep(module: ir.Module, functions: list[ir.Function]) -> None:
    """Keep functions that nothing calls before loops are vectorised."""
    pointer = ir.IntType(8).as_pointer()
    used, others = "llvm.compiler.used", []
    if used in module.globals:
        others = list(module.globals.pop(used).initializer.constant)
    names = [*others, *(function.bitcast(pointer) for function in functions)]
    kind = ir.ArrayType(pointer, len(names))
    variable = ir.GlobalVariable(module, kind, used)
    variable.linkage, variable.section = "appending", "llvm.metadata"
    variable.initializer = ir.Constant(kind, names)

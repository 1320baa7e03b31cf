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

__all__ = ["Lanes", "beyond", "ordinary_or_rare"]

Rarely = Callable[[ir.IRBuilder, list[ir.Value]], ir.Value]
"""Builds the long way for one lane."""

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

    def truncated(self) -> Lanes:
        """Return the numbers without their fractions."""
        return self._call("llvm.trunc", self)

    def with_sign_of(self, other: Lanes) -> Lanes:
        """Return numbers of these sizes with the signs of others."""
        return self._call("llvm.copysign", self, other)

    def where_negative(self, test: Lanes, other: Lanes) -> Lanes:
        """Return self in lanes in which `test` is less than zero, other elsewhere."""
        negative = self.builder.fcmp_ordered("<", test.value, test.like(0.0).value)
        return self._new(self.builder.select(negative, self.value, other.value))

    def not_below(self, limits: tuple[float, float]) -> ir.Value:
        """Return which lanes are not below a limit, or not a number."""
        return self.builder.fcmp_unordered(">=", self.value, self.like(limits).value)

    def _new(self, value: ir.Value) -> Lanes:
        return Lanes(self.builder, self.form, value)

    def _call(self, name: str, *arguments: Lanes) -> Lanes:
        kind = self.value.type
        name = f"{name}.v{kind.count}{kind.element.intrinsic_name}"
        signature, module = ir.FunctionType(kind, [kind] * len(arguments)), self.builder.module
        function = module.globals.get(name) or ir.Function(module, signature, name)
        return self._new(self.builder.call(function, [argument.value for argument in arguments]))


def beyond(limits: tuple[float, float]) -> Callable[[Lanes], ir.Value]:
    """Return a test for lanes that are not below a limit (for single and for double precision) in size."""

    def test(x: Lanes) -> ir.Value:
        return abs(x).not_below(limits)

    return test


def ordinary_or_rare(
    name: str, ordinary: Callable[..., Lanes], is_rare: Callable[..., ir.Value], rare: Callable[..., float]
) -> Any:
    """Return a function of one or two numbers: `ordinary`, or where `is_rare` finds them so, `rare`."""
    function = _Function(name, ordinary, is_rare, rare)
    if rare.__code__.co_argcount == 1:
        return intrinsic(lambda typing, x: function.define(x))
    return intrinsic(lambda typing, x, y: function.define(x, y))


class _Function:
    """A function that has vector variants."""

    def __init__(
        self,
        name: str,
        ordinary: Callable[..., Lanes],
        is_rare: Callable[..., ir.Value],
        rare: Callable[..., float],
    ) -> None:
        self.name, self.ordinary, self.is_rare, self.rare = name, ordinary, is_rare, rare

    def define(self, *kinds: Any) -> Any:
        """Return the signature for these types of arguments, and the generator."""
        if kinds[0] not in FORMATS or any(kind != kinds[0] for kind in kinds):
            return None
        form = FORMATS[kinds[0]]
        symbol = f"derivata_{self.name}_{form.bits.width}"

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
            def rarely(inside: ir.IRBuilder, arguments: list[ir.Value]) -> ir.Value:
                routine = context.compile_subroutine(inside, self.rare, signature)
                return context.call_internal_no_propagate(inside, routine.fndesc, signature, arguments)[1]

            scalar = builder.module.globals.get(symbol) or _define(
                builder.module, symbol, form, self, len(kinds), rarely
            )
            return builder.call(scalar, values)

        return kinds[0](*kinds), generate


def _define(
    module: ir.Module, symbol: str, form: Format, function: _Function, arity: int, rarely: Rarely
) -> ir.Function:
    """Add the function and its vector variants to a module."""
    counts = _lane_counts(form)
    variants = [
        _variant(module, f"{symbol}_{count}", form, count, function, arity, rarely) for count in counts
    ]
    scalar = _declared(module, symbol, form.llvm, arity)
    builder = ir.IRBuilder(scalar.append_basic_block())
    alone = ir.Constant(variants[0].function_type.return_type, None)
    lanes = builder.call(
        variants[0], [builder.insert_element(alone, argument, _HALF(0)) for argument in scalar.args]
    )
    builder.ret(builder.extract_element(lanes, _HALF(0)))
    letters = "v" * arity
    mappings = ",".join(f"_ZGV_LLVM_N{count}{letters}_{symbol}({symbol}_{count})" for count in counts)
    set.add(scalar.attributes, f'"vector-function-abi-variant"="{mappings}"')  # unknown to llvmlite
    _keep(module, variants)
    return scalar


def _lane_counts(form: Format) -> list[int]:
    """Return how many lanes vectors may have, the widest registers' first."""
    features = cpu_target.target_context.codegen().magic_tuple()[2]
    widest = (512 if "+avx512f" in features else 256 if "+avx" in features else 128) // form.bits.width
    return [count for count in (16, 8, 4, 2) if count <= widest]


def _declared(module: ir.Module, name: str, kind: ir.Type, arity: int) -> ir.Function:
    function = ir.Function(module, ir.FunctionType(kind, [kind] * arity), name)
    function.linkage = "linkonce_odr"
    for attribute in _PURE:
        function.attributes.add(attribute)
    return function


def _variant(
    module: ir.Module, symbol: str, form: Format, count: int, function: _Function, arity: int, rarely: Rarely
) -> ir.Function:
    """Define the function for `count` lanes."""
    variant = _declared(module, symbol, ir.VectorType(form.llvm, count), arity)
    builder = ir.IRBuilder(variant.append_basic_block())
    arguments = [Lanes(builder, form, argument) for argument in variant.args]
    usual = function.ordinary(*arguments).value
    rare = function.is_rare(*arguments)
    word = ir.IntType(count)
    after, mixed = variant.append_basic_block(), variant.append_basic_block()
    anywhere = builder.icmp_unsigned("!=", builder.bitcast(rare, word), word(0))
    builder.cbranch(anywhere, mixed, after)
    first = builder.block
    builder.position_at_end(mixed)
    found = usual
    for lane in range(count):
        found = _replace(builder, found, rare, variant.args, lane, rarely)
    builder.branch(after)
    last = builder.block
    builder.position_at_end(after)
    result = builder.phi(usual.type)
    result.add_incoming(usual, first)
    result.add_incoming(found, last)
    builder.ret(result)
    return variant


def _replace(
    builder: ir.IRBuilder,
    found: ir.Value,
    rare: ir.Value,
    arguments: list[ir.Value],
    lane: int,
    rarely: Rarely,
) -> ir.Value:
    """Compute one lane the long way, if it needs it."""
    before, place = builder.block, _HALF(lane)
    with builder.if_then(builder.extract_element(rare, place)):
        alone = [builder.extract_element(argument, place) for argument in arguments]
        other = builder.insert_element(found, rarely(builder, alone), place)
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

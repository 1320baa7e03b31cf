"""Numbers that are computed with several at a time, in code that is being built."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import ir
from numba import types

from .bits import FORMATS, ROUNDER, Format
from .coefficients import Table

__all__ = ["Lanes", "whole"]


def whole(integers: ir.Value, number: int) -> ir.Constant:
    """Return an integer in all lanes, of the type of others."""
    kind = integers.type
    return ir.Constant(kind, [kind.element(number)] * kind.count)


class Lanes:
    """A vector of numbers of one precision."""

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

    def root(self) -> Lanes:
        """Return the square roots."""
        return self._call("llvm.sqrt", self)

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

    def nearest(self) -> Lanes:
        """Return the nearest integers, of ties the even ones."""
        return self._call("llvm.rint", self)

    def negated_if_odd(self, integers: ir.Value, drop: int = 0) -> Lanes:
        """Return -self in lanes whose integer, without its lowest bits, is odd, self elsewhere."""
        kind = integers.type
        width = kind.element.width
        lowest = self.builder.lshr(integers, whole(integers, drop))
        sign = self.builder.shl(lowest, whole(integers, width - 1))
        bits = self.builder.xor(self.builder.bitcast(self.value, kind), sign)
        return self._new(self.builder.bitcast(bits, self.value.type))

    def where(self, integers: ir.Value, bit: int, other: Lanes) -> Lanes:
        """Return self in lanes whose integer has the bit, other elsewhere."""
        chosen = self.builder.and_(integers, whole(integers, bit))
        has = self.builder.icmp_unsigned("!=", chosen, whole(integers, 0))
        return self.where_true(has, other)

    def where_zero(self, test: Lanes, other: Lanes) -> Lanes:
        """Return self in lanes in which `test` is zero, other elsewhere."""
        zero = self.builder.fcmp_ordered("==", test.value, test.like(0.0).value)
        return self.where_true(zero, other)

    def where_true(self, condition: ir.Value, other: Lanes) -> Lanes:
        """Return self in lanes in which the condition holds, other elsewhere."""
        return self._new(self.builder.select(condition, self.value, other.value))

    def truncated(self) -> Lanes:
        """Return the numbers without their fractions."""
        return self._call("llvm.trunc", self)

    def with_sign_of(self, other: Lanes) -> Lanes:
        """Return numbers of these sizes with the signs of others."""
        return self._call("llvm.copysign", self, other)

    def where_negative(self, test: Lanes, other: Lanes) -> Lanes:
        """Return self in lanes in which `test` is less than zero, other elsewhere."""
        negative = self.builder.fcmp_ordered("<", test.value, test.like(0.0).value)
        return self.where_true(negative, other)

    def not_below(self, limits: tuple[float, float]) -> ir.Value:
        """Return which lanes are not below a limit, or not a number."""
        return self.builder.fcmp_unordered(">=", self.value, self.like(limits).value)

    def rest(self, other: Lanes) -> Lanes:
        """Return the rest of a division rounded towards zero: calls of the C library's fmod."""
        return self._new(self.builder.frem(self.value, other.value))

    def exponents(self) -> ir.Value:
        """Return the exponents as they are stored."""
        bits = self.builder.bitcast(self.value, ir.VectorType(self.form.bits, self.value.type.count))
        return self.builder.and_(
            self.builder.lshr(bits, whole(bits, self.form.mantissa)), whole(bits, 2 * self.form.bias + 1)
        )

    def wide(self) -> Lanes:
        """Return float32 in double precision."""
        return self._converted(FORMATS[types.float64], self.builder.fpext)

    def narrow(self) -> Lanes:
        """Return float64 in single precision."""
        return self._converted(FORMATS[types.float32], self.builder.fptrunc)

    def _converted(self, form: Format, convert: Callable[..., ir.Value]) -> Lanes:
        kind = ir.VectorType(form.llvm, self.value.type.count)
        return Lanes(self.builder, form, convert(self.value, kind))

    def _new(self, value: ir.Value) -> Lanes:
        return Lanes(self.builder, self.form, value)

    def _call(self, name: str, *arguments: Lanes) -> Lanes:
        kind = self.value.type
        name = f"{name}.v{kind.count}{kind.element.intrinsic_name}"
        signature, module = ir.FunctionType(kind, [kind] * len(arguments)), self.builder.module
        function = module.globals.get(name) or ir.Function(module, signature, name)
        return self._new(self.builder.call(function, [argument.value for argument in arguments]))

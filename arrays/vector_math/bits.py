"""What the functions of `vector_math` are made of: single LLVM instructions, and constants in the type of an argument.

Everything here compiles to straight-line code, so that LLVM can vectorise a loop around it. No instruction carries a
fast-math flag, except the addition of `radd` and the product of `rmul`, which say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from ..jit.decorators import inlined as inlined
from ..jit.decorators import overload
from .coefficients import Table

Unary = Callable[[float], float]
Binary = Callable[[float, float], float]
Ternary = Callable[[float, float, float], float]
Compiled = TypeVar("Compiled", bound=Callable[..., Any])


class Format:
    """How a binary floating-point type is laid out."""

    def __init__(self, llvm: ir.Type, width: int, mantissa: int, integer: Any) -> None:
        self.llvm = llvm
        self.bits = ir.IntType(width)
        self.mantissa = mantissa
        self.bias = 2 ** (width - mantissa - 2) - 1
        self.integer = integer


FORMATS = {
    types.float32: Format(ir.FloatType(), 32, 23, types.int32),
    types.float64: Format(ir.DoubleType(), 64, 52, types.int64),
}


def format_of(kind: Any) -> Format:
    """Return how a number of this type is laid out; refuse those that are no floats."""
    if kind not in FORMATS:
        raise TypingError(
            f"elementary functions expect float32 or float64, got {kind}; convert it first, as in np.float64(x)"
        )
    return FORMATS[kind]


def by_precision(single: Compiled, double: Compiled) -> Compiled:
    """Return a function that is `single` for float32 and `double` for float64, chosen at compile time."""

    def function(*arguments: float) -> float:
        raise NotImplementedError("called inside compiled kernels only")

    @overload(function)
    def choose(*arguments: Any) -> Any:
        return (single if arguments[0] == types.float32 else double).py_func  # type: ignore[attr-defined]

    return cast(Compiled, function)


def instruction(emit: Callable[..., Any], arity: int) -> Any:
    """Return an intrinsic of `arity` floats of one type, whose result has that type too."""

    def same(*arguments: Any) -> Any:
        first, form = arguments[0], format_of(arguments[0])
        if any(other != first for other in arguments):
            return None

        def generate(context: Any, builder: ir.IRBuilder, __: Any, values: list[ir.Value]) -> ir.Value:
            return emit(builder, form, *values)

        return first(*arguments), generate

    if arity == 1:
        return intrinsic(lambda typing, x: same(x))
    if arity == 2:
        return intrinsic(lambda typing, x, y: same(x, y))
    return intrinsic(lambda typing, x, y, z: same(x, y, z))


def llvm_call(name: str, arity: int) -> Any:
    """Return an intrinsic that is one of LLVM's own."""

    def emit(builder: ir.IRBuilder, form: Format, *values: ir.Value) -> ir.Value:
        signature = ir.FunctionType(form.llvm, [form.llvm] * arity)
        return builder.call(builder.module.declare_intrinsic(name, [form.llvm], signature), values)

    return instruction(emit, arity)


rint: Unary = llvm_call("llvm.rint", 1)
floor: Unary = llvm_call("llvm.floor", 1)
ceil: Unary = llvm_call("llvm.ceil", 1)
trunc: Unary = llvm_call("llvm.trunc", 1)
sqrt: Unary = llvm_call("llvm.sqrt", 1)
absolute: Unary = llvm_call("llvm.fabs", 1)
copysign: Binary = llvm_call("llvm.copysign", 2)
maximum: Binary = llvm_call("llvm.maximum", 2)  # propagates NaN, whatever the order: fit for reductions
minimum: Binary = llvm_call("llvm.minimum", 2)
fma: Ternary = llvm_call("llvm.fmuladd", 3)  # fused where the processor can, else rounded twice
exact_fma: Ternary = llvm_call("llvm.fma", 3)  # always fused: for the exact error of a product


def _radd(builder: ir.IRBuilder, _: Format, x: ir.Value, y: ir.Value) -> ir.Value:
    return builder.fadd(x, y, flags=("reassoc",))


# x + y, which LLVM may reorder with other such sums, but nothing else: a loop that accumulates with it vectorises.
radd: Binary = instruction(_radd, 2)


def _rmul(builder: ir.IRBuilder, _: Format, x: ir.Value, y: ir.Value) -> ir.Value:
    return builder.fmul(x, y, flags=("reassoc",))


rmul: Binary = instruction(_rmul, 2)  # x * y, likewise


def _add_exponent(builder: ir.IRBuilder, form: Format, y: ir.Value, t: ir.Value) -> ir.Value:
    shifted = builder.shl(builder.bitcast(t, form.bits), form.bits(form.mantissa))
    return builder.bitcast(builder.add(builder.bitcast(y, form.bits), shifted), form.llvm)


# Adding it rounds to an integer n, whose bits are then the low bits of the sum: no float-to-int conversion, which
# AVX2 lacks for doubles.
ROUNDER = (1.5 * 2.0**23, 1.5 * 2.0**52)
# y * 2**n for t = ROUNDER + n, if y and the result are normal
add_exponent: Binary = instruction(_add_exponent, 2)


def _negated(drop: int) -> Any:
    """Return -y if the integer n of t = ROUNDER + n is odd once its lowest bits are dropped, else y."""

    def emit(builder: ir.IRBuilder, form: Format, y: ir.Value, t: ir.Value) -> ir.Value:
        bits = builder.lshr(builder.bitcast(t, form.bits), form.bits(drop))
        sign = builder.shl(bits, form.bits(form.bits.width - 1))
        return builder.bitcast(builder.xor(builder.bitcast(y, form.bits), sign), form.llvm)

    return instruction(emit, 2)


negated_if_odd: Binary = _negated(0)
negated_by_half: Binary = _negated(1)  # if n // 2 is odd


def _if_odd(builder: ir.IRBuilder, form: Format, t: ir.Value, x: ir.Value, y: ir.Value) -> ir.Value:
    return builder.select(builder.trunc(builder.bitcast(t, form.bits), ir.IntType(1)), x, y)


if_odd: Ternary = instruction(_if_odd, 3)  # x if the integer n of t = ROUNDER + n is odd, else y


def _frem(builder: ir.IRBuilder, _: Format, x: ir.Value, y: ir.Value) -> ir.Value:
    return builder.frem(x, y)


library_fmod: Binary = instruction(_frem, 2)  # the C library's


def _nextafter(builder: ir.IRBuilder, form: Format, x: ir.Value, y: ir.Value) -> ir.Value:
    bits, least, zero = builder.bitcast(x, form.bits), form.bits(1), form.llvm(0.0)
    # The bits of a number count its distance from zero.
    away = builder.icmp_signed("==", builder.fcmp_ordered("<", x, y), builder.fcmp_ordered(">", x, zero))
    moved = builder.add(bits, builder.select(away, least, form.bits(-1)))
    sign = builder.and_(builder.bitcast(y, form.bits), form.bits(1 << (form.bits.width - 1)))
    moved = builder.select(builder.fcmp_ordered("==", x, zero), builder.or_(sign, least), moved)
    stays = builder.select(builder.fcmp_ordered("==", x, y), y, builder.fadd(x, y))  # the sum is NaN
    same = builder.fcmp_unordered("ueq", x, y)
    return builder.select(same, stays, builder.bitcast(moved, form.llvm))


nextafter: Binary = instruction(_nextafter, 2)  # the next number after x in the direction of y


@intrinsic
def split(_: Any, x: Any) -> Any:
    """A positive normal x as (m, e), x = m * 2**e with sqrt(1/2) <= m < sqrt(2); e is a float."""
    form = format_of(x)
    one = form.bias << form.mantissa
    root_half = {23: 0x3F3504F3, 52: 0x3FE6A09E667F3BCD}[form.mantissa]
    magic = (form.bias + form.mantissa) << form.mantissa  # the bits of 2.0**mantissa

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> ir.Value:
        bits = builder.bitcast(values[0], form.bits)
        shifted = builder.add(builder.sub(bits, form.bits(root_half)), form.bits(one))
        biased = builder.lshr(shifted, form.bits(form.mantissa))
        power = builder.sub(builder.shl(biased, form.bits(form.mantissa)), form.bits(one))
        m = builder.bitcast(builder.sub(bits, power), form.llvm)
        offset = builder.bitcast(builder.or_(biased, form.bits(magic)), form.llvm)
        e = builder.fsub(offset, form.llvm(2.0**form.mantissa + form.bias))
        return context.make_tuple(builder, signature.return_type, (m, e))

    return types.UniTuple(x, 2)(x), generate


@intrinsic
def _like(_: Any, x: Any, value: Any) -> Any:
    """The constant `value`, or its member for the precision of x when it is a pair, in the type of x."""
    form = format_of(x)
    member = {23: 0, 52: 1}[form.mantissa]

    def generate(context: Any, builder: ir.IRBuilder, _: Any, values: list[ir.Value]) -> ir.Value:
        constant, kind = values[1], value
        if isinstance(value, types.BaseTuple):
            constant, kind = builder.extract_value(constant, member), value[member]
        return context.cast(builder, constant, kind, x)

    return x(x, value), generate


like: Callable[[Any, Any], float] = _like


LONG = 8  # terms


def _fmuladd(builder: ir.IRBuilder, form: Format, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    kind = ir.FunctionType(form.llvm, [form.llvm] * 3)
    return builder.call(builder.module.declare_intrinsic("llvm.fmuladd", [form.llvm], kind), [x, y, z])


def _horner(builder: ir.IRBuilder, form: Format, x: ir.Value, values: tuple[float, ...]) -> ir.Value:
    total: ir.Value = form.llvm(values[-1])
    for value in reversed(values[:-1]):
        total = _fmuladd(builder, form, total, x, form.llvm(value))
    return total


def _in_parts(
    builder: ir.IRBuilder, form: Format, x: ir.Value, values: tuple[float, ...], parts: int
) -> ir.Value:
    """Return the sum of even and odd powers, each a polynomial in x*x, which may be halved again."""
    if parts == 1:
        return _horner(builder, form, x, values)
    square = builder.fmul(x, x)
    odd = _in_parts(builder, form, square, values[1::2], parts // 2)
    return _fmuladd(builder, form, odd, x, _in_parts(builder, form, square, values[0::2], parts // 2))


def polynomial(table: Table, parts: int = 2) -> Unary:
    """Return the polynomial with the coefficients of `table` for its argument's precision.

    By Horner's rule; a long one in 2 or 4 independent `parts`, which are faster and less exact.
    """

    def emit(builder: ir.IRBuilder, form: Format, x: ir.Value) -> ir.Value:
        values = table.single if form.mantissa == 23 else table.double
        return _in_parts(builder, form, x, values, parts if len(values) >= LONG else 1)

    return cast(Unary, instruction(emit, 1))

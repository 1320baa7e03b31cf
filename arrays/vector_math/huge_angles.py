"""Huge angles in quarter turns, to all digits.

x * 2/pi is needed to far more bits than a product has, but only modulo 4: bits of 2/pi whose product with the last bit
of x is a multiple of 4 can be left out (Payne and Hanek). Of the others 256 are enough.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .coefficients import TWO_OVER_PI, TWO_OVER_PI_BITS

__all__ = ["quarter_turns"]

LEAST = -40  # the exponent of the last bit of the smallest angle that counts as huge
ZEROS = 48  # before the digits of 2/pi: of 1 and more
WIDTH = 256
DIGITS = 53
LENGTH = ZEROS + TWO_OVER_PI_BITS
TABLE = bytearray(TWO_OVER_PI.to_bytes(LENGTH // 8 + 8, "little"))  # and bytes that are read beyond it

_WORD, _BYTE, _LONG = ir.IntType(64), ir.IntType(8), ir.IntType(WIDTH)
_READ = ir.IntType(WIDTH + 64)
_DOUBLE = ir.DoubleType()


@intrinsic
def quarter_turns(_: Any, x: Any) -> Any:
    """A positive double as a number of quarter turns, modulo 4, and what is left of one, in two parts."""
    if x != types.float64:
        return None

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> ir.Value:
        mantissa, exponent = _parts(builder, values[0])
        digits = _digits(builder, exponent)
        product = builder.mul(digits, builder.zext(mantissa, _LONG))  # modulo 4, in units of 2**(2 - WIDTH)
        above = builder.lshr(product, _LONG(WIDTH - 3))  # in halves
        turns = builder.lshr(builder.add(above, _LONG(1)), _LONG(1))
        rest = builder.shl(product, _LONG(2))
        negative = builder.icmp_signed("<", rest, _LONG(0))
        rest = builder.select(negative, builder.sub(_LONG(0), rest), rest)
        numbers = _two_numbers(builder, rest)
        numbers = [builder.select(negative, builder.fneg(number), number) for number in numbers]
        whole = builder.uitofp(builder.trunc(turns, _WORD), _DOUBLE)
        return context.make_tuple(builder, signature.return_type, [whole, *numbers])

    return types.UniTuple(x, 3)(x), generate


def _parts(builder: ir.IRBuilder, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Return x as an integer and a power of two."""
    bits = builder.bitcast(x, _WORD)
    mantissa = builder.or_(builder.and_(bits, _WORD(2 ** (DIGITS - 1) - 1)), _WORD(2 ** (DIGITS - 1)))
    exponent = builder.sub(builder.lshr(bits, _WORD(DIGITS - 1)), _WORD(1022 + DIGITS))
    low = builder.icmp_signed("<", exponent, _WORD(LEAST))
    return mantissa, builder.select(low, _WORD(LEAST), exponent)


def _digits(builder: ir.IRBuilder, exponent: ir.Value) -> ir.Value:
    """Return the bits of 2/pi from that on which is 2 times the power of two of the exponent."""
    name = "derivata_two_over_pi"
    kind = ir.ArrayType(_BYTE, len(TABLE))
    table = builder.module.globals.get(name)
    if table is None:
        table = ir.GlobalVariable(builder.module, kind, name)
        table.initializer = ir.Constant(kind, TABLE)
        table.linkage, table.global_constant = "internal", True
    # Bits are counted from the last one of the table; the first one after the point has the number TWO_OVER_PI_BITS - 1
    last = builder.sub(_WORD(TWO_OVER_PI_BITS - WIDTH + 2), exponent)
    place = builder.gep(table, [_WORD(0), builder.lshr(last, _WORD(3))])
    bits = builder.load(builder.bitcast(place, _READ.as_pointer()), align=1)
    shifted = builder.lshr(bits, builder.zext(builder.and_(last, _WORD(7)), _READ))
    return builder.trunc(shifted, _LONG)


def _two_numbers(builder: ir.IRBuilder, rest: ir.Value) -> list[ir.Value]:
    """Return a fraction, in units of 2**-WIDTH, as a sum of two numbers."""
    kind = ir.FunctionType(_LONG, [_LONG, ir.IntType(1)])
    count = builder.module.declare_intrinsic("llvm.ctlz", [_LONG], kind)
    zeros = builder.call(count, [rest, ir.IntType(1)(0)])
    rest = builder.shl(rest, zeros)
    unit = builder.sub(_WORD(1023), builder.trunc(zeros, _WORD))
    numbers = []
    for part in (1, 2):
        digits = builder.trunc(builder.lshr(rest, _LONG(WIDTH - part * DIGITS)), _WORD)
        digits = builder.and_(digits, _WORD(2**DIGITS - 1))
        exponent = builder.shl(builder.sub(unit, _WORD(part * DIGITS)), _WORD(DIGITS - 1))
        scale = builder.bitcast(exponent, _DOUBLE)
        numbers.append(builder.fmul(builder.uitofp(digits, _DOUBLE), scale))
    return numbers

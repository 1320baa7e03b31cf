"""Any angle in quarter turns: a number q of them, modulo 4, and a rest r, so that x = q * pi/2 + r, |r| <= pi/4.

x * 2/pi is needed to far more bits than a product has, but only modulo 4: bits of 2/pi whose product with the last
bit of x is a multiple of 4 can be left out (Payne and Hanek). So the digits to multiply with depend on the exponent
of x only: a choice of five rows in single precision, a table in double. Either way one branch-free path serves
angles of every size.
"""

from __future__ import annotations

import math
import struct

from llvmlite import ir

from .coefficients import TWO_OVER_PI, TWO_OVER_PI_BITS
from .lanes import Lanes, whole

__all__ = ["quarter_turns"]

HALF_PI = math.pi / 2
HALF_PI_LOW = 6.123233995736766e-17
BIAS = 1023
DOUBLE_ROWS = 970
SCALE_ROW = 512  # rows from here on are scaled up, or their last digits would be subnormal
SCALE_FROM = 2.0 ** (54 + SCALE_ROW)
SCALE_BITS = 256
SCALE_DOWN = 2.0**-SCALE_BITS

_WORD, _BYTE = ir.IntType(64), ir.IntType(8)
_ROW = ir.VectorType(ir.DoubleType(), 4)


def _digits(skip: int, count: int, scale: int = 0) -> float:
    """`count` bits of 2/pi after the first `skip`, times 2**scale."""
    bits = TWO_OVER_PI >> (TWO_OVER_PI_BITS - skip - count) & (1 << count) - 1
    return math.ldexp(bits, scale - skip - count)


def _double_row(i: int) -> list[float]:
    scale = SCALE_BITS if i >= SCALE_ROW else 0
    return [_digits(skip, 53, scale) for skip in range(i, i + 4 * 53, 53)]


# Row k serves numbers from 2**(25 + 24 k) on, and row 0 all below.
SINGLE_DIGITS = tuple((_digits(i, 53), _digits(i + 53, 53)) for i in (0, 24, 48, 72, 96))
SINGLE_LIMITS = (2.0**50, 2.0**74, 2.0**98, 2.0**122)


def quarter_turns(x: Lanes) -> tuple[ir.Value, Lanes, Lanes]:
    """Return q as bits of integers, and r in two parts."""
    return _of_singles(x) if x.form.mantissa == 23 else _of_doubles(x)


def _of_singles(x: Lanes) -> tuple[ir.Value, Lanes, Lanes]:
    """In double precision: the first product with its rounding error, then the second."""
    wide = x.wide()
    high, low = _choose(abs(wide), 0), _choose(abs(wide), 1)
    first = wide * high
    rest = wide.fma(low, wide.fma(high, -first))
    q, turns = first.rounded()
    more, others = ((first - turns) + rest).rounded()
    r = (((first - turns) - others) + rest) * wide.like(HALF_PI)
    halves = ir.VectorType(x.form.bits, x.value.type.count)
    high = r.narrow()
    return x.builder.trunc(x.builder.add(q, more), halves), high, (r - high.wide()).narrow()


def _choose(size: Lanes, column: int) -> Lanes:
    digits = size.like(SINGLE_DIGITS[0][column])
    for row, limit in enumerate(SINGLE_LIMITS, start=1):
        beyond = size.not_below((limit, limit))
        digits = size.like(SINGLE_DIGITS[row][column]).where_true(beyond, digits)
    return digits


def _of_doubles(x: Lanes) -> tuple[ir.Value, Lanes, Lanes]:
    """Four products with their rounding errors, added without loss."""
    d1, d2, d3, d4 = _double_digits(x)
    x = (x * x.like(SCALE_DOWN)).where_true(abs(x).not_below((SCALE_FROM, SCALE_FROM)), x)
    p1, p2, p3 = x * d1, x * d2, x * d3
    e1, e2, e3 = x.fma(d1, -p1), x.fma(d2, -p2), x.fma(d3, -p3)
    n1 = x.like(4.0) * (x.like(0.25) * p1).nearest()
    n2, n3, n4 = (p1 - n1).nearest(), e1.nearest(), p2.nearest()
    total, first_lost = _two_sum((p1 - n1) - n2, e1 - n3)
    total, lost = _two_sum(total, p2 - n4)
    n5 = total.nearest()
    total, lost = _two_sum(total - n5, lost + first_lost)
    tail, tail_lost = _two_sum(e2, p3)
    total, total_lost = _two_sum(total, tail)
    lost = (lost + total_lost) + (tail_lost + x.fma(d4, e3))
    turns = total + lost
    turns_low = lost - (turns - total)
    half_pi = x.like(HALF_PI)
    r = turns * half_pi
    r_low = turns.fma(half_pi, -r) + (turns * x.like(HALF_PI_LOW) + turns_low * half_pi)
    return ((n2 + n3) + (n4 + n5)).rounded()[0], r, r_low


def _two_sum(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """Return a + b rounded, and what was rounded off."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _double_digits(x: Lanes) -> tuple[Lanes, ...]:
    """Return the digits for each lane: row i of the table serves numbers from 2**(54 + i) on, and row 0 all below."""
    builder, count = x.builder, x.value.type.count
    exponents = x.exponents()
    rows = builder.sub(exponents, whole(exponents, BIAS + 54))
    for comparison, bound in (("<", 0), (">", DOUBLE_ROWS - 1)):
        rows = builder.select(
            builder.icmp_signed(comparison, rows, whole(rows, bound)), whole(rows, bound), rows
        )
    table = builder.bitcast(_table(builder.module), _ROW.as_pointer())
    columns = [ir.Constant(x.value.type, None)] * 4
    for lane in map(_WORD, range(count)):
        digits = builder.load(builder.gep(table, [builder.extract_element(rows, lane)]))
        columns = [
            builder.insert_element(column, builder.extract_element(digits, _WORD(place)), lane)
            for place, column in enumerate(columns)
        ]
    return tuple(Lanes(builder, x.form, column) for column in columns)


def _table(module: ir.Module) -> ir.GlobalVariable:
    """Return the table of digits in a module."""
    name = "derivata_digits_of_two_over_pi"
    if name not in module.globals:
        values = [digit for i in range(DOUBLE_ROWS) for digit in _double_row(i)]
        data = struct.pack(f"={len(values)}d", *values)
        kind = ir.ArrayType(_BYTE, len(data))
        variable = ir.GlobalVariable(module, kind, name)
        variable.initializer = ir.Constant(kind, bytearray(data))
        variable.linkage, variable.global_constant, variable.align = "internal", True, 32
    return module.globals[name]

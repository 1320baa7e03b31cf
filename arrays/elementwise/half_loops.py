"""The loops between float32 and float16, whose numbers loops know as the int16 of the same bits."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..jit.loading.host import has

TYPES = {"narrow": "float32[1] int16[1]", "widen": "int16[1] float32[1]"} if has("f16c") else {}
"""What each loop is compiled for; see `inventory`."""


@intrinsic
def _bits_of_half(_: Any, number: Any) -> Any:
    """Round to half precision, and return the bits."""

    def generate(context: Any, builder: Any, __: Any, values: Any) -> Any:
        return builder.bitcast(builder.fptrunc(values[0], ir.HalfType()), ir.IntType(16))

    return types.int16(types.float32), generate


@intrinsic
def _half_of_bits(_: Any, bits: Any) -> Any:
    """Return the number of half precision that has these bits."""

    def generate(context: Any, builder: Any, __: Any, values: Any) -> Any:
        return builder.fpext(builder.bitcast(values[0], ir.HalfType()), ir.FloatType())

    return types.float32(types.int16), generate


def narrow(lo: int, hi: int, x: Any, out: Any) -> None:
    """Write the bits of numbers rounded to half precision."""
    for i in range(lo, hi):
        out[i] = _bits_of_half(x[i])


def widen(lo: int, hi: int, x: Any, out: Any) -> None:
    """Write the numbers of half precision that have these bits."""
    for i in range(lo, hi):
        out[i] = _half_of_bits(x[i])

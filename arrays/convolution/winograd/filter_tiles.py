"""Transforming filters for Winograd's products, ROWS of them side by side.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import WORD, Memory, everywhere
from ..packing import side_by_side
from ..sizes import ROWS

__all__ = ["lift_filters"]

Vectors = list[ir.Value]


@intrinsic
def lift_filters(
    typing: Any,
    filters: Any,
    start: Any,
    apart: Any,
    known: Any,
    turned: Any,
    out: Any,
    place: Any,
    pitch: Any,
) -> Any:
    """Write 16 points, `pitch` apart, of each of `known` filters of 9 numbers, or of those turned by half a circle."""
    result = types.void(filters, start, apart, known, turned, out, place, pitch)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
        _, start, apart, known, turned, _, place, pitch = values
        numbers: Vectors = []
        while len(numbers) < 9:
            numbers += side_by_side(source, start, apart, known, WORD(len(numbers)), WORD(9))
        half = everywhere(builder, ir.Constant(source.data.type.pointee, 0.5), ROWS)

        def points(a: ir.Value, b: ir.Value, c: ir.Value) -> Vectors:
            """Return the values of a + b x + c x**2 at 0, 1, -1 (halved), and infinity."""
            outer, inner = builder.fmul(builder.fadd(a, c), half), builder.fmul(b, half)
            return [a, builder.fadd(outer, inner), builder.fsub(outer, inner), c]

        taps = [builder.select(turned, numbers[8 - k], numbers[k]) for k in range(9)]
        rows = [points(*taps[3 * i : 3 * i + 3]) for i in range(3)]
        for j in range(4):
            for i, point in enumerate(points(*[row[j] for row in rows])):
                goal.put_part(point, place, builder.mul(pitch, WORD(i * 4 + j)))

    return result, generate

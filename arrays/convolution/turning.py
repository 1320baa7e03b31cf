"""Transposing stripes: from rows of pixels of many channels to channels of many pixels.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, inside, shuffle, vector_width
from .sizes import ROWS

__all__ = ["turn", "turn_block"]

Vectors = list[ir.Value]


@intrinsic
def turn(
    _: Any, x: Any, start: Any, apart: Any, count: Any, place: Any, width: Any, out: Any, target: Any,
    pitch: Any,
) -> Any:  # fmt: skip
    """Write a stripe of channels, `pitch` apart, for each pixel of a stripe: the transpose of rows that are `apart`.

    Pixels from `width` on are zeros; so are channels from `count` on.
    """
    result = types.void(x, start, apart, count, place, width, out, target, pitch)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 6))
        _, start, apart, count, place, width, _, target, pitch = values
        size = vector_width(source.dtype)
        rows = []
        for r in range(size):
            known = builder.icmp_unsigned("<", WORD(r), count)
            mask = inside(builder, place, builder.select(known, width, WORD(0)), size)
            rows.append(source.masked_stripe(mask, start, place, builder.mul(apart, WORD(r))))
        for p, pixel in enumerate(transposed(builder, rows)):
            goal.write(pixel, target, builder.mul(pitch, WORD(p)))

    return result, generate


@intrinsic
def turn_block(
    _: Any, x: Any, place: Any, apart: Any, count: Any, width: Any, out: Any, target: Any, pitch: Any,
) -> Any:  # fmt: skip
    """Write `width` columns of `count` rows, at most ROWS, which are `apart`, as rows that are `pitch` apart."""
    result = types.void(x, place, apart, count, width, out, target, pitch)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
        _, place, apart, count, width, _, target, pitch = values
        mask, size = inside(builder, WORD(0), count, ROWS), vector_width(source.dtype)
        last = builder.sub(count, WORD(1))

        def stripe(k: ir.Value, _: Vectors) -> Vectors:
            first, rows = builder.mul(k, WORD(size)), []
            known = inside(builder, first, width, size)
            for r in range(ROWS):  # nothing behind the last row is read
                row = builder.select(builder.icmp_unsigned("<", WORD(r), last), WORD(r), last)
                rows.append(source.masked_stripe(known, place, first, builder.mul(apart, row)))
            rows = transposed(builder, rows)
            for n in range(size):
                begin, number = n // ROWS * ROWS, builder.add(first, WORD(n))
                column = shuffle(builder, rows[n % ROWS], rows[n % ROWS], list(range(begin, begin + ROWS)))
                with builder.if_then(builder.icmp_unsigned("<", number, width)):
                    goal.write_masked(column, mask, target, builder.mul(number, pitch))
            return []

        accumulate(builder, WORD(0), builder.udiv(builder.add(width, WORD(size - 1)), WORD(size)), [], stripe)

    return result, generate


def transposed(builder: ir.IRBuilder, rows: Vectors) -> Vectors:
    """Return the columns of squares beside each other: blocks change places, from the smallest to the largest."""
    size, far = rows[0].type.count, 1
    while far < len(rows):
        before = list(rows)
        upper = [lane if not lane & far else size + lane - far for lane in range(size)]
        lower = [lane + far if not lane & far else size + lane for lane in range(size)]
        for r in range(len(rows)):
            if not r & far:
                rows[r] = shuffle(builder, before[r], before[r + far], upper)
                rows[r + far] = shuffle(builder, before[r], before[r + far], lower)
        far *= 2
    return rows

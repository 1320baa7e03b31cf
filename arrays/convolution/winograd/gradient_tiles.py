"""The steps of Winograd's gradient of filters that work on stripes of channels.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import FLOATS, HALF, WORD, Memory, accumulate, everywhere, lanes
from ..packing import columns_of
from .tiles import differences

__all__ = ["lift_grads", "lift_pixels", "lower_taps"]

Vectors = list[ir.Value]


def _lift(pixels: int, transform: Callable[[ir.IRBuilder, Vectors], Vectors]) -> Any:
    """Return an instruction that transforms `count` tiles of a row, of pixels * pixels stripes each.

    The rows of pixels begin `row` apart. The 16 stripes of a tile are written `step` apart, the next tile's `apart`
    from them.
    """

    def define(
        _: Any, x: Any, place: Any, row: Any, count: Any, out: Any, target: Any, apart: Any, step: Any
    ) -> Any:
        result = types.void(x, place, row, count, out, target, apart, step)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
            source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 4))
            _, place, row, count, _, target, apart, step = values
            size = lanes(source.dtype)

            rows = [source.row(place, builder.mul(row, WORD(i))) for i in range(pixels)]
            goals = [goal.row(target, builder.mul(step, WORD(n))) for n in range(16)]

            def tile(k: ir.Value, _: Vectors) -> Vectors:
                base = builder.mul(k, WORD(2 * size))
                columns = [
                    transform(builder, [row.stripe(base, WORD(j * size)) for row in rows])
                    for j in range(pixels)
                ]
                begin = builder.mul(k, apart)
                for i, line in enumerate(zip(*columns, strict=True)):
                    for j, number in enumerate(transform(builder, list(line))):
                        goals[4 * i + j].write(number, begin)
                return []

            accumulate(builder, WORD(0), count, [], tile)

        return result, generate

    return intrinsic(define)


def _spread(builder: ir.IRBuilder, pair: Vectors) -> Vectors:
    """Return the values of a + b x at 0, 1, -1, and minus that at infinity."""
    a, b = pair
    return [a, builder.fadd(a, b), builder.fsub(a, b), builder.fneg(b)]


lift_pixels, lift_grads = _lift(4, differences), _lift(2, _spread)


@intrinsic
def lower_taps(_: Any, x: Any, place: Any, step: Any, channels: Any, out: Any, target: Any) -> Any:
    """Write the 9 taps that 16 rows of numbers, `step` apart, stand for, channel by channel."""
    result = types.void(x, place, step, channels, out, target)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        memory, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 4))
        _, place, step, channels, _, target = values
        size = lanes(memory.dtype)
        half = everywhere(builder, ir.Constant(FLOATS[memory.dtype], 0.5), size)

        def taps(numbers: Vectors) -> Vectors:
            a, b, c, d = numbers
            mean = builder.fmul(builder.fadd(b, c), half)
            return [builder.fadd(a, mean), builder.fmul(builder.fsub(b, c), half), builder.fadd(mean, d)]

        rows = [memory.row(place, builder.mul(step, WORD(n))) for n in range(16)]

        def write(k: ir.Value, _: Vectors) -> Vectors:
            p = builder.mul(k, WORD(size))
            sums = [row.stripe(p) for row in rows]
            columns = [taps(sums[j::4]) for j in range(4)]
            *first, last = [tap for row in zip(*columns, strict=True) for tap in taps(list(row))]
            for n, numbers in enumerate(columns_of(builder, first)):
                channel = builder.add(p, WORD(n))
                with builder.if_then(builder.icmp_unsigned("<", channel, channels)):
                    begin = builder.mul(channel, WORD(9))
                    goal.put_part(numbers, target, begin)
                    goal.put(builder.extract_element(last, HALF(n)), target, begin, WORD(8))
            return []

        stripes = builder.udiv(builder.add(channels, WORD(size - 1)), WORD(size))
        accumulate(builder, WORD(0), stripes, [], write)

    return result, generate

"""Products of filters, and of gradients, with pixels: a channel in each lane of a stripe.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, accumulate, fused, has_wide_registers, opened, vector, zeros
from .sizes import CHANNELWISE, PIXELS

__all__ = ["add_channel_dots", "add_channel_taps"]

Vectors = list[ir.Value]


@intrinsic
def add_channel_taps(
    _: Any, space: Any, start: Any, pace: Any, offsets: Any, weights: Any, channel: Any, bias: Any, first: Any,
    last: Any, goal: Any, apart: Any, pixels: Any,
) -> Any:  # fmt: skip
    """Write stripes of sums of some pixels, at most PIXELS, which are `apart` from each other.

    space[goal + k * apart] = bias + the sum of weights[n] * space[start + k * pace + offsets[n]] over the weights from
    `first` to below `last`, each for a stripe of channels.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        space, start, pace, places, factors, channel, bias, first, last, goal, apart, pixels = opened(
            context, builder, signature, values
        )
        columns = factors.lengths[1]
        exist = [builder.icmp_unsigned("<", WORD(k), pixels) for k in range(PIXELS)]
        rows = [  # nothing behind the last pixel is read
            space.row(start, builder.select(exists, builder.mul(pace, WORD(k)), WORD(0)))
            for k, exists in enumerate(exist)
        ]

        def tap(n: ir.Value, totals: Vectors) -> Vectors:
            weight, place = factors.stripe(builder.mul(n, columns), channel), places.scalar(n)
            return [
                fused(builder, weight, row.stripe(place), total)
                for row, total in zip(rows, totals, strict=True)
            ]

        totals = accumulate(builder, first, last, [bias.stripe(channel)] * PIXELS, tap)
        for k, (exists, total) in enumerate(zip(exist, totals, strict=True)):
            with builder.if_then(exists):
                space.write(total, goal, builder.mul(apart, WORD(k)))

    result = types.void(space, start, pace, offsets, weights, channel, bias, first, last, goal, apart, pixels)
    return result, generate


@intrinsic
def add_channel_dots(
    _: Any, space: Any, start: Any, pitch: Any, pace: Any, offsets: Any, grad: Any, lines: Any, columns: Any,
    sums: Any, goal: Any, apart: Any,
) -> Any:  # fmt: skip
    """Add to stripes of sums, which are `apart` from each other, the products of gradients with pixels.

    sums[goal + t * apart] += the sum of space[grad + (k * columns + p) * stripe] * space[start + k * pitch + p * pace +
    offsets[t]] over some lines k and columns p. There are offsets of whole blocks of CHANNELWISE taps.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        space, start, pitch, pace, places, grad, lines, columns, sums, goal, apart = opened(
            context, builder, signature, values
        )
        kind = vector(space.dtype)
        together = CHANNELWISE if has_wide_registers() else CHANNELWISE // 2
        taps = sums.lengths[1]

        def block(number: ir.Value, _: Vectors) -> Vectors:
            tap = [builder.add(builder.mul(number, WORD(together)), WORD(t)) for t in range(together)]
            rows = [space.row(start, places.scalar(t)) for t in tap]

            def line(k: ir.Value, totals: Vectors) -> Vectors:
                here, number = builder.mul(k, pitch), builder.mul(k, columns)

                def column(p: ir.Value, totals: Vectors) -> Vectors:
                    share = space.stripe(grad, builder.mul(builder.add(number, p), WORD(kind.count)))
                    place = builder.add(here, builder.mul(p, pace))
                    return [
                        fused(builder, share, row.stripe(place), total)
                        for row, total in zip(rows, totals, strict=True)
                    ]

                return accumulate(builder, WORD(0), columns, totals, column)

            totals = accumulate(builder, WORD(0), lines, [zeros(kind)] * together, line)
            for t, total in zip(tap, totals, strict=True):
                with builder.if_then(builder.icmp_unsigned("<", t, taps)):
                    place = builder.mul(apart, t)
                    sums.write(builder.fadd(sums.stripe(goal, place), total), goal, place)
            return []

        count = builder.udiv(builder.add(taps, WORD(together - 1)), WORD(together))
        accumulate(builder, WORD(0), count, [], block)

    result = types.void(space, start, pitch, pace, offsets, grad, lines, columns, sums, goal, apart)
    return result, generate

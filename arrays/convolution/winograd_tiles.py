"""The transformations of Winograd's products, a stripe of tiles at a time; see `winograd`.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..vector_math.simd_blocks import (
    WORD,
    Memory,
    accumulate,
    by_length,
    everywhere,
    fused,
    inside,
    opened,
    shuffle,
    sum_of,
    vector_width,
    zeros,
)
from .sizes import POINTS, ROWS, STRIPES

__all__ = ["lift", "lower"]

Vectors = list[ir.Value]


@intrinsic
def lift(
    _: Any, sample: Any, source: Any, plane: Any, channels: Any, height: Any, width: Any, y: Any, x: Any, known: Any,
    goal: Any, apart: Any,
) -> Any:  # fmt: skip
    """Transform `known` tiles, at most a stripe, and write them to rows of POINTS panels, `apart` from each other.

    The first tile begins with pixel (y, x) of an image of height * width, the others two pixels on each. Those of
    channel k, `plane` numbers on, are written to row k of the panels.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        _, source, plane, channels, height, width, y, x, known, goal, apart = values
        origin, target = (Memory.at(builder, sample, place) for place in (source, goal))
        panel = STRIPES * vector_width(sample)
        goals = [target.row(builder.mul(apart, WORD(n))) for n in range(POINTS)]
        rows = [builder.add(y, WORD(i)) for i in range(4)]
        exist = [builder.icmp_unsigned("<", row, height) for row in rows]
        begins = [
            builder.mul(builder.select(exists, row, WORD(0)), width)
            for exists, row in zip(exist, rows, strict=True)
        ]

        def build(size: int) -> None:
            written, even, odd = inside(builder, WORD(0), known, size), *_halves(size)
            nowhere = ir.Constant(written.type, None)
            places = [builder.add(x, WORD(n)) for n in (0, size, 2, size + 2)]
            masks = [inside(builder, place, width, size) for place in places]
            lines = [[builder.select(exists, mask, nowhere) for mask in masks] for exists in exist]

            def channel(k: ir.Value, _: Vectors) -> Vectors:
                first, found = builder.mul(k, plane), []
                for begin, line in zip(begins, lines, strict=True):
                    start = builder.add(first, begin)
                    a, b, c, d = (
                        origin.masked_stripe(m, start, q) for m, q in zip(line, places, strict=True)
                    )
                    pixels = [
                        shuffle(builder, u, v, order) for u, v in ((a, b), (c, d)) for order in (even, odd)
                    ]
                    found.append(_differences(builder, pixels))
                place = builder.mul(k, WORD(panel))
                for j, column in enumerate(zip(*found, strict=True)):
                    for i, value in enumerate(_differences(builder, list(column))):
                        goals[4 * i + j].write_masked(value, written, place)
                return []

            accumulate(builder, WORD(0), channels, [], channel)

        by_length(builder, known, vector_width(sample), build)

    return types.void(sample, *[types.int64] * 10), generate


@intrinsic
def lower(
    _: Any, sums: Any, count: Any, known: Any, bias: Any, first: Any, goal: Any, plane: Any, width: Any, tall: Any,
    wide: Any,
) -> Any:  # fmt: skip
    """Write the pixels of `known` tiles, at most a stripe, by `count` filters: two rows of `wide`, one if `tall` is 1.

    sums are POINTS times ROWS rows of a panel. The result is 0, or NaN if one of the pixels is not finite.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        sums, count, known, shifts, first, goal, plane, width, tall, wide = opened(
            context, builder, signature, values
        )
        source, target = (Memory.at(builder, bias.dtype, place) for place in (sums, goal))
        line, second = STRIPES * vector_width(bias.dtype), builder.icmp_signed(">", tall, WORD(1))
        note = cgutils.alloca_once(builder, source.data.type.pointee)

        def build(size: int) -> None:
            mask = inside(builder, WORD(0), known, size)
            zero, nowhere = zeros(ir.VectorType(source.data.type.pointee, size)), ir.Constant(mask.type, None)
            upper = [inside(builder, WORD(part * size), wide, size) for part in range(2)]
            masks = upper, [builder.select(second, m, nowhere) for m in upper]

            def filter(r: ir.Value, notes: Vectors) -> Vectors:
                begin, place = builder.mul(r, WORD(line)), builder.mul(r, plane)
                shift = everywhere(builder, shifts.scalar(first, r), size)
                m = [source.masked_stripe(mask, begin, WORD(n * ROWS * line)) for n in range(POINTS)]
                columns = [_sums(builder, m[j::4]) for j in range(4)]
                for number, row in enumerate(zip(*columns, strict=True)):
                    pair = _sums(builder, list(row))
                    notes = [fused(builder, x, zero, note) for x, note in zip(pair, notes, strict=True)]
                    even, odd = (builder.fadd(x, shift) for x in pair)
                    for part, written in enumerate(masks[number]):
                        half = range(part * size // 2, (part + 1) * size // 2)
                        pixels = shuffle(builder, even, odd, [lane for k in half for lane in (k, size + k)])
                        below = builder.mul(width, WORD(number))
                        target.write_masked(pixels, written, place, below, WORD(part * size))
                return notes

            notes = accumulate(builder, WORD(0), count, [zero, zero], filter)
            builder.store(sum_of(builder, builder.fadd(*notes)), note)

        by_length(builder, known, vector_width(bias.dtype), build)
        return builder.load(note)

    return bias.dtype(sums, count, known, bias, first, goal, plane, width, tall, wide), generate


def _halves(size: int) -> tuple[list[int], list[int]]:
    """Return the even and the odd ones of the numbers of two vectors."""
    return list(range(0, 2 * size, 2)), list(range(1, 2 * size, 2))


def _differences(builder: ir.IRBuilder, pixels: Vectors) -> Vectors:
    """Return the transform of four neighbouring pixels."""
    a, b, c, d = pixels
    return [builder.fsub(a, c), builder.fadd(b, c), builder.fsub(c, b), builder.fsub(b, d)]


def _sums(builder: ir.IRBuilder, products: Vectors) -> Vectors:
    """Return the two pixels that four products are transformed back to."""
    a, b, c, d = products
    return [builder.fadd(builder.fadd(a, b), c), builder.fsub(builder.fsub(b, c), d)]

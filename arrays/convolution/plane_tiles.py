"""Sums of moved images, and of their products with gradients, in registers until they are whole.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import (
    WORD,
    Memory,
    accumulate,
    by_length,
    everywhere,
    fused,
    has_wide_registers,
    inside,
    opened,
    shuffle,
    sum_of,
    vector_width,
    zeros,
)
from .sizes import DOTS, LINES

__all__ = ["add_dots", "add_pairs", "add_taps"]

Vectors = list[ir.Value]
_AHEAD = 4  # tiles below the one that is written, memory is fetched if it is far
_CHAIN = 4  # products that are added up before they are added to the others: short chains, small errors


def _add(across: int) -> Any:
    """Return an instruction that writes a stripe of sums of each of some lines, at most LINES, `apart` from each other.

    goal[k * apart + p] = bias + the sum of weights[n] * space[offsets[n] + k * wide + p] over the weights n of a class,
    from classes[kind, 0] to below classes[kind, 1]. Sums of two classes are written in turns. `known` are needed.
    The memory of tiles further below is fetched meanwhile if it is `far`.
    """

    def define(
        _: Any, space: Any, wide: Any, bias: Any, offsets: Any, weights: Any, classes: Any, kind: Any, goal: Any,
        apart: Any, lines: Any, known: Any, far: Any,
    ) -> Any:  # fmt: skip
        result = types.void(
            space, wide, bias, offsets, weights, classes, kind, goal, apart, lines, known, far
        )

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
            space, wide, bias, places, factors, ends, kind, goal, apart, lines, known, far = opened(
                context, builder, signature, values
            )
            source, target = (Memory.at(builder, weights.dtype, place) for place in (space, goal))
            far = builder.icmp_unsigned("!=", far, WORD(0))
            bounds = [builder.mul(builder.add(kind, WORD(j)), WORD(2)) for j in range(across)]
            bounds = [(ends.scalar(place), ends.scalar(place, WORD(1))) for place in bounds]

            def build(size: int) -> None:
                masks = [inside(builder, WORD(j * size), known, size) for j in range(across)]
                height = LINES if has_wide_registers() else 2
                for top in range(0, LINES, height):
                    exist = [builder.icmp_unsigned("<", WORD(top + r), lines) for r in range(height)]
                    rows = [  # nothing behind the last line is read
                        source.row(builder.select(exists, builder.mul(wide, WORD(top + r)), WORD(0)))
                        for r, exists in enumerate(exist)
                    ]
                    start = [everywhere(builder, bias, size)] * height
                    found = [_sums(builder, places, factors, rows, start, *ends) for ends in bounds]
                    for r, (exists, totals) in enumerate(zip(exist, zip(*found, strict=True), strict=True)):
                        with builder.if_then(exists):
                            row = builder.mul(apart, WORD(top + r))
                            for part, mask in enumerate(masks):
                                pixels = (
                                    totals[0]
                                    if across == 1
                                    else _in_turns(builder, totals[0], totals[1], part)
                                )
                                target.write_masked(pixels, mask, row, WORD(part * size))
                                with builder.if_then(far):
                                    further = builder.mul(apart, WORD(_AHEAD * LINES))
                                    target.fetch(1, row, WORD(part * size), further)

            count = builder.udiv(builder.add(known, WORD(across - 1)), WORD(across))
            by_length(builder, count, vector_width(weights.dtype), build)

        return result, generate

    return intrinsic(define)


add_taps, add_pairs = _add(1), _add(2)


def _sums(
    builder: ir.IRBuilder, places: Memory, factors: Memory, rows: list[Memory], start: Vectors, first: ir.Value,
    last: ir.Value,
) -> Vectors:  # fmt: skip
    """Return, for each row, what it starts with plus its products with the weights from `first` to below `last`."""
    size = start[0].type.count

    def tap(n: ir.Value) -> tuple[ir.Value, Vectors]:
        place = places.scalar(n)
        return everywhere(builder, factors.scalar(n), size), [row.part(size, place) for row in rows]

    def chain(number: ir.Value, totals: Vectors) -> Vectors:
        begin = builder.add(first, builder.mul(number, WORD(_CHAIN)))
        weight, pixels = tap(begin)
        sums = [builder.fmul(weight, x) for x in pixels]
        for n in range(1, _CHAIN):
            weight, pixels = tap(builder.add(begin, WORD(n)))
            sums = [fused(builder, weight, x, s) for x, s in zip(pixels, sums, strict=True)]
        return [builder.fadd(total, s) for total, s in zip(totals, sums, strict=True)]

    def single(n: ir.Value, totals: Vectors) -> Vectors:
        weight, pixels = tap(n)
        return [fused(builder, weight, x, total) for x, total in zip(pixels, totals, strict=True)]

    chains = builder.udiv(builder.sub(last, first), WORD(_CHAIN))
    totals = accumulate(builder, WORD(0), chains, start, chain)
    return accumulate(builder, builder.add(first, builder.mul(chains, WORD(_CHAIN))), last, totals, single)


def _in_turns(builder: ir.IRBuilder, even: ir.Value, odd: ir.Value, part: int) -> ir.Value:
    """Return a half of the numbers of two vectors, one of each in turns."""
    size = even.type.count
    begin = part * size // 2
    return shuffle(builder, even, odd, [n for k in range(begin, begin + size // 2) for n in (k, k + size)])


@intrinsic
def add_dots(
    _: Any, space: Any, wide: Any, apart: Any, offsets: Any, grad: Any, pitch: Any, images: Any, lines: Any,
    columns: Any, sums: Any,
) -> Any:  # fmt: skip
    """Add to sums the products of gradients with pixels; there are offsets of whole blocks of DOTS taps.

    sums[t] += the sum of grad[n * pitch + k * columns + p] * space[offsets[t] + n * apart + k * wide + p] over some
    images n, lines k and columns p.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        space, wide, apart, places, grad, pitch, images, lines, columns, goal = opened(
            context, builder, signature, values
        )
        source, grads = (Memory.at(builder, sums.dtype, place) for place in (space, grad))
        together = DOTS if has_wide_registers() else DOTS // 2

        def tile(first: ir.Value, size: int) -> None:
            taps = [builder.add(first, WORD(t)) for t in range(together)]
            rows = [source.row(places.scalar(tap)) for tap in taps]

            def image(n: ir.Value, totals: Vectors) -> Vectors:
                pixels, shares = builder.mul(n, apart), builder.mul(n, pitch)

                def line(k: ir.Value, totals: Vectors) -> Vectors:
                    here = builder.add(pixels, builder.mul(k, wide))
                    there = builder.add(shares, builder.mul(k, columns))

                    def stripe(s: ir.Value, totals: Vectors) -> Vectors:
                        p = builder.mul(s, WORD(size))
                        mask, place = inside(builder, p, columns, size), builder.add(here, p)
                        share = grads.masked_stripe(mask, there, p)
                        return [
                            fused(builder, share, row.masked_stripe(mask, place), total)
                            for row, total in zip(rows, totals, strict=True)
                        ]

                    return accumulate(builder, WORD(0), stripes, totals, stripe)

                return accumulate(builder, WORD(0), lines, totals, line)

            stripes = builder.udiv(builder.add(columns, WORD(size - 1)), WORD(size))
            starts = [zeros(ir.VectorType(source.data.type.pointee, size))] * together
            totals = accumulate(builder, WORD(0), images, starts, image)
            for tap, total in zip(taps, totals, strict=True):
                with builder.if_then(builder.icmp_unsigned("<", tap, goal.lengths[0])):
                    goal.put(builder.fadd(goal.scalar(tap), sum_of(builder, total)), tap)

        def build(size: int) -> None:
            def block(number: ir.Value, _: Vectors) -> Vectors:
                tile(builder.mul(number, WORD(together)), size)
                return []

            count = builder.add(goal.lengths[0], WORD(together - 1))
            accumulate(builder, WORD(0), builder.udiv(count, WORD(together)), [], block)

        by_length(builder, columns, vector_width(sums.dtype), build)

    result = types.void(space, wide, apart, offsets, grad, pitch, images, lines, columns, sums)
    return result, generate

"""Copying lines of images, a stripe at a time, with zeros around them.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, inside, shuffle, vector_width

__all__ = ["put_half_lines", "put_lines"]

Vectors = list[ir.Value]
_LINES = 16  # at a time: masks serve all of them, and memory is read nearly in its order


def _put(step: int) -> Any:
    """Return an instruction that writes lines of an image, with zeros around, to `step` planes `apart` from each other.

    Number k of line n, of `lines` * `wide`, of plane j is pixel (y + n * down, x + k * step + j) of an image of
    height * width pixels. The image behind it is fetched meanwhile if it is `far`.
    """

    def define(
        _: Any, sample: Any, source: Any, height: Any, width: Any, y: Any, down: Any, x: Any, lines: Any, wide: Any,
        goal: Any, apart: Any, far: Any,
    ) -> Any:  # fmt: skip
        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
            _, source, height, width, y, down, x, count, wide, goal, apart, far = values
            origin, target = (Memory.at(builder, sample, place) for place in (source, goal))
            size = vector_width(sample)
            far = builder.icmp_unsigned("!=", far, WORD(0))
            nowhere = ir.Constant(ir.VectorType(ir.IntType(1), size), None)

            def block(first: ir.Value, end: ir.Value, s: ir.Value) -> None:
                p = builder.mul(s, WORD(size))
                begin = builder.add(x, builder.mul(p, WORD(step)))
                places = [builder.add(begin, WORD(part * size)) for part in range(step)]
                known = [inside(builder, q, width, size) for q in places]
                written = inside(builder, p, wide, size)

                def line(k: ir.Value, _: Vectors) -> Vectors:
                    row = builder.add(y, builder.mul(k, down))
                    exists = builder.icmp_unsigned("<", row, height)
                    start = builder.mul(builder.select(exists, row, WORD(0)), width)
                    goal = builder.mul(k, wide)
                    pixels = [
                        origin.masked_stripe(builder.select(exists, mask, nowhere), start, q)
                        for mask, q in zip(known, places, strict=True)
                    ]
                    with builder.if_then(far):
                        for q in places:
                            origin.fetch(0, start, q, builder.mul(height, width))
                    if step == 2:
                        a, b = pixels
                        pixels = [shuffle(builder, a, b, list(range(j, 2 * size, 2))) for j in range(2)]
                    for j, stripe in enumerate(pixels):
                        target.write_masked(stripe, written, goal, p, builder.mul(apart, WORD(j)))
                    return []

                accumulate(builder, first, end, [], line)

            def lines_of(number: ir.Value, _: Vectors) -> Vectors:
                first = builder.mul(number, WORD(_LINES))
                end = builder.add(first, WORD(_LINES))
                end = builder.select(builder.icmp_unsigned("<", end, count), end, count)

                def stripe(s: ir.Value, _: Vectors) -> Vectors:
                    block(first, end, s)
                    return []

                accumulate(builder, WORD(0), stripes, [], stripe)
                return []

            stripes = builder.udiv(builder.add(wide, WORD(size - 1)), WORD(size))
            blocks = builder.udiv(builder.add(count, WORD(_LINES - 1)), WORD(_LINES))
            accumulate(builder, WORD(0), blocks, [], lines_of)

        return types.void(sample, *[types.int64] * 11), generate

    return intrinsic(define)


put_lines, put_half_lines = _put(1), _put(2)

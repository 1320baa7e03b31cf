"""Copying lines of images, a stripe at a time, with zeros around them.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, inside, lanes, shuffle

__all__ = ["put_half_lines", "put_lines"]

Vectors = list[ir.Value]


def _put(step: int) -> Any:
    """Return an instruction that writes every pixel, or every second one, of some lines of an image, with zeros around.

    Number k of line n, of `lines` * `wide`, is pixel (y + n * down, x + k * step) of an image of height * width pixels.
    """

    def define(
        _: Any, sample: Any, source: Any, height: Any, width: Any, y: Any, down: Any, x: Any, lines: Any, wide: Any,
        goal: Any,
    ) -> Any:  # fmt: skip
        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
            _, source, height, width, y, down, x, count, wide, goal = values
            origin, target = (Memory.at(builder, sample, place) for place in (source, goal))
            size = lanes(sample)

            def column(s: ir.Value, _: Vectors) -> Vectors:
                p = builder.mul(s, WORD(size))
                first = builder.add(x, builder.mul(p, WORD(step)))
                places = [builder.add(first, WORD(part * size)) for part in range(step)]
                known, written = (
                    [inside(builder, q, width, size) for q in places],
                    inside(builder, p, wide, size),
                )
                nowhere = ir.Constant(written.type, None)

                def line(k: ir.Value, _: Vectors) -> Vectors:
                    row = builder.add(y, builder.mul(k, down))
                    exists = builder.icmp_unsigned("<", row, height)
                    begin = builder.mul(builder.select(exists, row, WORD(0)), width)
                    parts = [
                        origin.masked_stripe(builder.select(exists, mask, nowhere), begin, q)
                        for mask, q in zip(known, places, strict=True)
                    ]
                    pixels = parts[0]
                    if step == 2:
                        pixels = shuffle(builder, parts[0], parts[1], list(range(0, 2 * size, 2)))
                    target.write_masked(pixels, written, builder.mul(k, wide), p)
                    return []

                accumulate(builder, WORD(0), count, [], line)
                return []

            stripes = builder.udiv(builder.add(wide, WORD(size - 1)), WORD(size))
            accumulate(builder, WORD(0), stripes, [], column)

        return types.void(sample, *[types.int64] * 9), generate

    return intrinsic(define)


put_lines, put_half_lines = _put(1), _put(2)

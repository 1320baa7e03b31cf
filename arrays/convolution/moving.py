"""Copying rows of pixels, a stripe at a time.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, everywhere, inside, lanes, shuffle

__all__ = ["copy_row", "halve_row", "put_lines", "weave_rows"]


@intrinsic
def put_lines(
    _: Any, source: Any, start: Any, apart: Any, count: Any, shifts: Any, first: Any, lines: Any, target: Any,
    place: Any, farther: Any,
) -> Any:  # fmt: skip
    """target[place + r * farther + p] = source[start + r * apart + p] + shifts[first + r] for `count` numbers."""
    result = types.void(source, start, apart, count, shifts, first, lines, target, place, farther)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        origin, added, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 4, 7))
        size = lanes(origin.dtype)
        stripes = builder.udiv(builder.add(values[3], WORD(size - 1)), WORD(size))

        def line(r: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            shift = everywhere(builder, added.scalar(values[5], r), size)
            row, column = (builder.add(values[n], builder.mul(r, values[n + 1])) for n in (1, 8))

            def step(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                p = builder.mul(k, WORD(size))
                mask = inside(builder, p, values[3], size)
                stripe = builder.fadd(origin.masked_stripe(mask, row, p), shift)
                goal.write_masked(stripe, mask, column, p)
                return []

            return accumulate(builder, WORD(0), stripes, [], step)

        accumulate(builder, WORD(0), values[6], [], line)

    return result, generate


def _gather(step: int) -> Any:
    """Return an instruction that writes `count` pixels of a row, every one or every second one, from `begin` on.

    There are zeros in place of pixels before x[start] and from x[start + width] on.
    """

    def define(_: Any, x: Any, start: Any, width: Any, begin: Any, count: Any, out: Any, place: Any) -> Any:
        result = types.void(x, start, width, begin, count, out, place)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
            source, target = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
            _, start, width, begin, count, _, place = values
            size = lanes(source.dtype)

            def write(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                p = builder.mul(k, WORD(size))
                first = builder.add(begin, builder.mul(p, WORD(step)))
                places = [builder.add(first, WORD(size * part)) for part in range(step)]
                parts = [source.masked_stripe(inside(builder, q, width, size), start, q) for q in places]
                pixels = (
                    parts[0]
                    if step == 1
                    else shuffle(builder, parts[0], parts[1], list(range(0, 2 * size, 2)))
                )
                target.write_masked(pixels, inside(builder, p, count, size), place, p)
                return []

            stripes = builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))
            accumulate(builder, WORD(0), stripes, [], write)

        return result, generate

    return intrinsic(define)


copy_row, halve_row = _gather(1), _gather(2)


@intrinsic
def weave_rows(_: Any, x: Any, start: Any, farther: Any, count: Any, out: Any, place: Any) -> Any:
    """Write `count` numbers of two rows in turns; the second one is `farther` behind the first."""
    result = types.void(x, start, farther, count, out, place)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, target = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 4))
        _, start, farther, count, _, place = values
        size = lanes(source.dtype)
        pairs = [lane for i in range(size) for lane in (i, size + i)]

        def write(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p, q = builder.mul(k, WORD(size)), builder.mul(k, WORD(2 * size))
            lengths = builder.udiv(builder.add(count, WORD(1)), WORD(2)), builder.udiv(count, WORD(2))
            rows = [
                source.masked_stripe(
                    inside(builder, p, length, size), start, builder.mul(farther, WORD(n)), p
                )
                for n, length in enumerate(lengths)
            ]
            for part in range(2):
                first = builder.add(q, WORD(part * size))
                numbers = shuffle(builder, rows[0], rows[1], pairs[part * size : (part + 1) * size])
                target.write_masked(numbers, inside(builder, first, count, size), place, first)
            return []

        accumulate(
            builder, WORD(0), builder.udiv(builder.add(count, WORD(2 * size - 1)), WORD(2 * size)), [], write
        )

    return result, generate

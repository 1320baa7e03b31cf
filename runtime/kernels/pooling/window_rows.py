"""Rows of means of windows, and of what windows share out, a stripe at a time.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..compiler import operation, types
from ..stripes import FLOATS, WORD, Memory, accumulate, inside, lanes, shuffle

__all__ = ["mean_row", "mean_row_by_2", "share_row", "share_row_by_2"]

Values = list[ir.Value]


def _mean_row(step: int) -> Any:
    """Return an instruction that writes a row of sums of windows by their divisors.

    Windows have `tall` rows, `width` apart, and `wide` columns; window p begins at x[start + p * step + column].
    Columns that a row, `width` long, does not have are left out.
    """

    def define(
        x: Any, start: Any, width: Any, column: Any, tall: Any, wide: Any, divisors: Any, first: Any, count: Any,
        out: Any, place: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, width, column, tall, wide, divisors, first, count, out, place)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, below, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 6, 9))
            _, start, width, column, tall, wide, _, first, count, _, place = values
            size = lanes(source.dtype)
            zero = ir.Constant(ir.VectorType(FLOATS[source.dtype], size), None)

            def stripe(k: ir.Value, _: Values) -> Values:
                p = builder.mul(k, WORD(size))
                begin = builder.add(column, builder.mul(p, WORD(step)))

                def row(i: ir.Value, totals: Values) -> Values:
                    line = builder.add(start, builder.mul(i, width))

                    def add(j: ir.Value, totals: Values) -> Values:
                        places = [
                            builder.add(begin, builder.add(j, WORD(part * size))) for part in range(step)
                        ]
                        parts = [
                            source.masked_stripe(inside(builder, q, width, size), line, q) for q in places
                        ]
                        if step == 2:
                            parts = [shuffle(builder, parts[0], parts[1], list(range(0, 2 * size, 2)))]
                        return [builder.fadd(totals[0], parts[0])]

                    return accumulate(builder, WORD(0), wide, totals, add)

                (total,) = accumulate(builder, WORD(0), tall, [zero], row)
                mask = inside(builder, p, count, size)
                mean = builder.fdiv(total, below.masked_stripe(mask, first, p))
                target.write_masked(mean, mask, place, p)
                return []

            stripes = builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))
            accumulate(builder, WORD(0), stripes, [], stripe)

        return result, generate

    return operation(define)


mean_row, mean_row_by_2 = _mean_row(1), _mean_row(2)


@operation
def share_row(
    x: Any, start: Any, width: Any, before: Any, tall: Any, wide: Any, out: Any, place: Any, count: Any
) -> Any:
    """Write a row of pixels: the sum of the shares of all windows that have one, which are 1 apart.

    `tall` rows of windows have this row of pixels; their shares begin at x[start], `width` in each row. Windows have
    `wide` columns, and begin `before` columns in front of the image.
    """
    result = types.void(x, start, width, before, tall, wide, out, place, count)

    def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
        source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 6))
        _, start, width, before, tall, wide, _, place, count = values
        size = lanes(source.dtype)
        zero = ir.Constant(ir.VectorType(FLOATS[source.dtype], size), None)

        def stripe(k: ir.Value, _: Values) -> Values:
            p = builder.mul(k, WORD(size))
            begin = builder.add(p, before)

            def row(i: ir.Value, totals: Values) -> Values:
                line = builder.add(start, builder.mul(i, width))

                def add(j: ir.Value, totals: Values) -> Values:
                    q = builder.sub(begin, j)
                    return [
                        builder.fadd(
                            totals[0], source.masked_stripe(inside(builder, q, width, size), line, q)
                        )
                    ]

                return accumulate(builder, WORD(0), wide, totals, add)

            (total,) = accumulate(builder, WORD(0), tall, [zero], row)
            target.write_masked(total, inside(builder, p, count, size), place, p)
            return []

        accumulate(builder, WORD(0), builder.udiv(builder.add(count, WORD(size - 1)), WORD(size)), [], stripe)

    return result, generate


@operation
def share_row_by_2(
    x: Any, start: Any, width: Any, before: Any, tall: Any, wide: Any, out: Any, place: Any, count: Any
) -> Any:
    """Do the same for windows that are 2 apart: pixels of even places have every second window, odd ones the others."""
    result = types.void(x, start, width, before, tall, wide, out, place, count)

    def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
        source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 6))
        _, start, width, before, tall, wide, _, place, count = values
        size = lanes(source.dtype)
        zero = ir.Constant(ir.VectorType(FLOATS[source.dtype], size), None)
        order = [lane for n in range(size) for lane in (n, n + size)]
        half, one = builder.udiv(wide, WORD(2)), builder.and_(wide, WORD(1))

        def stripe(k: ir.Value, _: Values) -> Values:
            begin = builder.add(builder.udiv(before, WORD(2)), builder.mul(k, WORD(size)))

            def row(i: ir.Value, totals: Values) -> Values:
                line = builder.add(start, builder.mul(i, width))

                def read(j: ir.Value) -> ir.Value:
                    q = builder.sub(begin, j)
                    return source.masked_stripe(inside(builder, q, width, size), line, q)

                def both(j: ir.Value, totals: Values) -> Values:
                    share = read(j)
                    return [builder.fadd(total, share) for total in totals]

                def last(j: ir.Value, totals: Values) -> Values:
                    return [builder.fadd(totals[0], read(builder.add(half, j)))]

                even, odd = accumulate(builder, WORD(0), half, totals, both)
                return [*accumulate(builder, WORD(0), one, [even], last), odd]

            even, odd = accumulate(builder, WORD(0), tall, [zero, zero], row)
            first = builder.sub(builder.mul(begin, WORD(2)), before)
            for part in range(2):
                pixels = shuffle(builder, even, odd, order[part * size : (part + 1) * size])
                p = builder.add(first, WORD(part * size))
                target.write_masked(pixels, inside(builder, p, count, size), place, p)
            return []

        pairs = builder.udiv(builder.add(count, WORD(3)), WORD(2))
        accumulate(builder, WORD(0), builder.udiv(builder.add(pairs, WORD(size - 1)), WORD(size)), [], stripe)

    return result, generate

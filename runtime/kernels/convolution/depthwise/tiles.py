"""Rows of pixels by filters of one channel, a stripe at a time.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ...compiler import operation, types
from ...stripes import WORD, Memory, accumulate, everywhere, fused, inside, lanes, shuffle, vector

__all__ = ["dot_rows", "filter_row"]

Values = list[ir.Value]


class Columns:
    """Where the pixels lie that some taps see from a stripe of positions: which of them a row has."""

    def __init__(
        self,
        builder: ir.IRBuilder,
        source: Memory,
        first: ir.Value,
        apart: ir.Value,
        width: ir.Value,
        sizes: Any,
    ) -> None:
        self.builder, self.source, (taps, self.step) = builder, source, sizes
        self.size = size = lanes(source.dtype)
        begins = [builder.add(first, builder.mul(apart, WORD(j))) for j in range(taps)]
        self.places = [[builder.add(q, WORD(part * size)) for part in range(self.step)] for q in begins]
        self.masks = [[inside(builder, q, width, size) for q in places] for places in self.places]

    def read(self, row: ir.Value, tap: int) -> ir.Value:
        """Return the pixels of a row that a tap sees, every one or every second one; zeros outside of the row."""
        pairs = zip(self.masks[tap], self.places[tap], strict=True)
        parts = [self.source.masked_stripe(mask, row, place) for mask, place in pairs]
        return (
            parts[0]
            if self.step == 1
            else shuffle(self.builder, parts[0], parts[1], list(range(0, 2 * self.size, 2)))
        )


def filter_row(taps: int, step: int) -> Any:
    """Return an instruction that computes `count` numbers of a row of a convolution.

    out[place + p] = shift + sum of weights[tap + i * taps + j] * x[start + i * dy + column + j * dx + p * step], where
    i is below `tall`, j below `taps`. Pixels that a row, `width` long, does not have are zeros.
    """

    def define(
        x: Any, start: Any, dy: Any, width: Any, column: Any, dx: Any,
        weights: Any, tap: Any, tall: Any, count: Any, shift: Any, out: Any, place: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, dy, width, column, dx, weights, tap, tall, count, shift, out, place)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, factors, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 6, 11))
            _, start, dy, width, column, dx, _, tap, tall, count, shift, _, place = values
            size = lanes(source.dtype)
            shifts = everywhere(builder, shift, size)

            def stripe(k: ir.Value, _: Values) -> Values:
                p = builder.mul(k, WORD(size))
                first = builder.add(column, builder.mul(p, WORD(step)))
                columns = Columns(builder, source, first, dx, width, (taps, step))

                def row(i: ir.Value, totals: Values) -> Values:
                    begin = builder.add(start, builder.mul(i, dy))
                    weight = builder.add(tap, builder.mul(i, WORD(taps)))
                    for j in range(taps):
                        factor = everywhere(builder, factors.scalar(weight, WORD(j)), size)
                        totals = [fused(builder, factor, columns.read(begin, j), totals[0])]
                    return totals

                (total,) = accumulate(builder, WORD(0), tall, [shifts], row)
                target.write_masked(total, inside(builder, p, count, size), place, p)
                return []

            stripes = builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))
            accumulate(builder, WORD(0), stripes, [], stripe)

        return result, generate

    return operation(define)


def dot_rows(taps: int, step: int) -> Any:
    """Return an instruction that adds products of rows of `count` gradients with pixels to a stripe for each tap.

    Rows of gradients follow each other; those of pixels are `dy` apart. The pixels of tap j begin at x[start + column +
    j * dx], `step` apart, and its stripe of sums at sums[tap + j * lanes].
    """

    def define(
        x: Any, start: Any, dy: Any, width: Any, column: Any, dx: Any,
        grad: Any, begin: Any, count: Any, rows: Any, sums: Any, tap: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, dy, width, column, dx, grad, begin, count, rows, sums, tap)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, grads, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 6, 10))
            _, start, dy, width, column, dx, _, begin, count, rows, _, tap = values
            size = lanes(source.dtype)
            stripes = builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))

            def stripe(k: ir.Value, totals: Values) -> Values:
                p = builder.mul(k, WORD(size))
                mask = inside(builder, p, count, size)
                first = builder.add(column, builder.mul(p, WORD(step)))
                columns = Columns(builder, source, first, dx, width, (taps, step))

                def row(r: ir.Value, totals: Values) -> Values:
                    numbers = grads.masked_stripe(mask, begin, builder.mul(r, count), p)
                    origin = builder.add(start, builder.mul(r, dy))
                    pixels = [columns.read(origin, j) for j in range(taps)]
                    # Behind the last gradient a pixel may be infinite, and 0 times that is NaN.
                    known = [
                        builder.select(mask, number, ir.Constant(number.type, None)) for number in pixels
                    ]
                    return [fused(builder, numbers, x, total) for x, total in zip(known, totals, strict=True)]

                return accumulate(builder, WORD(0), rows, totals, row)

            zero = ir.Constant(vector(source.dtype), None)
            for j, total in enumerate(accumulate(builder, WORD(0), stripes, [zero] * taps, stripe)):
                place = tap, WORD(j * size)
                target.write(builder.fadd(target.stripe(*place), total), *place)

        return result, generate

    return operation(define)

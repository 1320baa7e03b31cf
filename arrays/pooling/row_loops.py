"""Rows of means of windows, and of what windows share out, a stripe at a time.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, inside, shuffle, vector, vector_width

__all__ = ["mean_row", "mean_row_by_2", "share_row", "share_row_by_2"]

Values = list[ir.Value]


@dataclass(frozen=True)
class _Rows:
    """Rows of numbers, one below the other, that windows of some columns see."""

    source: Memory
    start: ir.Value
    width: ir.Value
    tall: ir.Value
    wide: ir.Value

    def windows(self, begin: ir.Value, step: int) -> ir.Value:
        """Return the sums of a stripe of windows, `step` apart, the first of which begins in a column."""
        builder, size = self.source.builder, vector_width(self.source.dtype)

        def add(line: ir.Value, j: ir.Value, totals: Values) -> Values:
            places = [builder.add(begin, builder.add(j, WORD(part * size))) for part in range(step)]
            parts = [self._stripe(line, q) for q in places]
            if step == 2:
                parts = [shuffle(builder, parts[0], parts[1], list(range(0, 2 * size, 2)))]
            return [builder.fadd(totals[0], parts[0])]

        (total,) = self._sums(1, lambda line, totals: self._columns(line, self.wide, totals, add))
        return total

    def shares(self, begin: ir.Value) -> ir.Value:
        """Return what a stripe of pixels gets: shares from a column on, and from the columns in front of it."""
        builder = self.source.builder

        def add(line: ir.Value, j: ir.Value, totals: Values) -> Values:
            return [builder.fadd(totals[0], self._stripe(line, builder.sub(begin, j)))]

        (total,) = self._sums(1, lambda line, totals: self._columns(line, self.wide, totals, add))
        return total

    def shares_by_2(self, begin: ir.Value, half: ir.Value, one: ir.Value) -> Values:
        """Return the same of windows 2 apart, for even and for odd pixels; windows have 2 * half + one columns."""
        builder = self.source.builder

        def both(line: ir.Value, j: ir.Value, totals: Values) -> Values:
            share = self._stripe(line, builder.sub(begin, j))
            return [builder.fadd(total, share) for total in totals]

        def last(line: ir.Value, j: ir.Value, totals: Values) -> Values:
            q = builder.sub(begin, builder.add(half, j))
            return [builder.fadd(totals[0], self._stripe(line, q))]

        def row(line: ir.Value, totals: Values) -> Values:
            even, odd = self._columns(line, half, totals, both)
            return [*self._columns(line, one, [even], last), odd]

        return self._sums(2, row)

    def _sums(self, count: int, row: Callable[[ir.Value, Values], Values]) -> Values:
        """Return some totals, to which `row` adds what the row that begins at a place has."""
        builder, zero = self.source.builder, ir.Constant(vector(self.source.dtype), None)

        def step(i: ir.Value, totals: Values) -> Values:
            return row(builder.add(self.start, builder.mul(i, self.width)), totals)

        return accumulate(builder, WORD(0), self.tall, [zero] * count, step)

    def _columns(
        self, line: ir.Value, count: ir.Value, totals: Values,
        add: Callable[[ir.Value, ir.Value, Values], Values],
    ) -> Values:  # fmt: skip
        """Return totals, to which `add` adds what some columns of windows have of a row."""
        return accumulate(self.source.builder, WORD(0), count, totals, lambda j, totals: add(line, j, totals))

    def _stripe(self, line: ir.Value, q: ir.Value) -> ir.Value:
        """Return a stripe of a row from column q on; zeros outside of it."""
        seen = inside(self.source.builder, q, self.width, vector_width(self.source.dtype))
        return self.source.masked_stripe(seen, line, q)


def _stripes(builder: ir.IRBuilder, count: ir.Value, size: int) -> ir.Value:
    """Return how many stripes hold `count` numbers."""
    return builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))


def _mean_row(step: int) -> Any:
    """Return an instruction that writes a row of sums of windows by their divisors.

    Windows have `tall` rows, `width` apart, and `wide` columns; window p begins at x[start + p * step + column].
    Columns that a row, `width` long, does not have are left out.
    """

    def define(
        _: Any, x: Any, start: Any, width: Any, column: Any, tall: Any, wide: Any, divisors: Any, first: Any,
        count: Any, out: Any, place: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, width, column, tall, wide, divisors, first, count, out, place)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, below, target = (
                Memory(context, builder, signature.args[n], values[n]) for n in (0, 6, 9)
            )
            _, start, width, column, tall, wide, _, first, count, _, place = values
            rows, size = _Rows(source, start, width, tall, wide), vector_width(source.dtype)

            def stripe(k: ir.Value, _: Values) -> Values:
                p = builder.mul(k, WORD(size))
                total = rows.windows(builder.add(column, builder.mul(p, WORD(step))), step)
                mask = inside(builder, p, count, size)
                mean = builder.fdiv(total, below.masked_stripe(mask, first, p))
                target.write_masked(mean, mask, place, p)
                return []

            accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

        return result, generate

    return intrinsic(define)


mean_row, mean_row_by_2 = _mean_row(1), _mean_row(2)


@intrinsic
def share_row(
    typing: Any,
    x: Any,
    start: Any,
    width: Any,
    before: Any,
    tall: Any,
    wide: Any,
    out: Any,
    place: Any,
    count: Any,
) -> Any:
    """Write a row of pixels: the sum of the shares of all windows that have one, which are 1 apart.

    `tall` rows of windows have this row of pixels; their shares begin at x[start], `width` in each row. Windows have
    `wide` columns, and begin `before` columns in front of the image.
    """
    result = types.void(x, start, width, before, tall, wide, out, place, count)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
        source, target = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 6))
        _, start, width, before, tall, wide, _, place, count = values
        rows, size = _Rows(source, start, width, tall, wide), vector_width(source.dtype)

        def stripe(k: ir.Value, _: Values) -> Values:
            p = builder.mul(k, WORD(size))
            total = rows.shares(builder.add(p, before))
            target.write_masked(total, inside(builder, p, count, size), place, p)
            return []

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

    return result, generate


@intrinsic
def share_row_by_2(
    typing: Any,
    x: Any,
    start: Any,
    width: Any,
    before: Any,
    tall: Any,
    wide: Any,
    out: Any,
    place: Any,
    count: Any,
) -> Any:
    """Do the same for windows that are 2 apart: pixels of even places have every second window, odd ones the others."""
    result = types.void(x, start, width, before, tall, wide, out, place, count)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
        source, target = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 6))
        _, start, width, before, tall, wide, _, place, count = values
        rows, size = _Rows(source, start, width, tall, wide), vector_width(source.dtype)
        order = [lane for n in range(size) for lane in (n, n + size)]
        half, one = builder.udiv(wide, WORD(2)), builder.and_(wide, WORD(1))

        def stripe(k: ir.Value, _: Values) -> Values:
            begin = builder.add(builder.udiv(before, WORD(2)), builder.mul(k, WORD(size)))
            even, odd = rows.shares_by_2(begin, half, one)
            first = builder.sub(builder.mul(begin, WORD(2)), before)
            for part in range(2):
                pixels = shuffle(builder, even, odd, order[part * size : (part + 1) * size])
                p = builder.add(first, WORD(part * size))
                target.write_masked(pixels, inside(builder, p, count, size), place, p)
            return []

        pairs = builder.udiv(builder.add(count, WORD(3)), WORD(2))
        accumulate(builder, WORD(0), _stripes(builder, pairs, size), [], stripe)

    return result, generate

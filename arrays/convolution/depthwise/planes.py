"""Parts of loops over planes of pixels, a stripe of positions at a time.

Which pixels of a row the taps see from a stripe of positions, masks say; they are made once for all rows. Which taps of
a filter see a row at all, tables of `rows` say: the first tap, how many, and the first row of pixels.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from llvmlite import ir

from ...vector_math.simd_blocks import WORD, Memory, accumulate, inside, lanes, shuffle

__all__ = [
    "Columns",
    "Pixels",
    "Rows",
    "Shifted",
    "Turns",
    "Values",
    "Walk",
    "begins_of",
    "by_length",
    "following",
    "in_stripes",
]

Values = list[ir.Value]


class Turns:
    """The code for all planes of results, each with the filter whose turn it is; `plane` writes one."""

    def __init__(self, filters: Memory, out: Memory) -> None:
        self.builder, self.factors, self.target = out.builder, filters, out
        self.filter_size = filters.lengths[1]
        _, self.channels, self.tall, self.count = out.lengths

    def build(self, lo: ir.Value, hi: ir.Value) -> None:
        """Build the loop over planes."""
        accumulate(self.builder, lo, hi, [self.builder.urem(lo, self.channels)], self._turn)

    def _turn(self, number: ir.Value, turn: Values) -> Values:
        (f,) = turn
        self.plane(number, f)
        return [following(self.builder, f, self.channels)]

    def plane(self, number: ir.Value, f: ir.Value) -> None:
        """Write a plane by filter `f`."""
        raise NotImplementedError


class Columns:
    """The pixels that some taps see from a stripe of positions, every one or every second one of a row."""

    def __init__(self, source: Memory, begins: Values, widths: Values, step: int, size: int) -> None:
        builder, self.source, self.step, self.size = source.builder, source, step, size
        self.places = [[builder.add(q, WORD(part * size)) for part in range(step)] for q in begins]
        pairs = zip(self.places, widths, strict=True)
        self.masks = [[inside(builder, q, width, size) for q in places] for places, width in pairs]

    def read(self, row: ir.Value, tap: int) -> ir.Value:
        """Return the pixels of the row that begins at a place; zeros outside of it."""
        pairs = zip(self.masks[tap], self.places[tap], strict=True)
        parts = [self.source.masked_stripe(mask, row, place) for mask, place in pairs]
        if self.step == 1:
            return parts[0]
        return shuffle(self.source.builder, parts[0], parts[1], list(range(0, 2 * self.size, 2)))

    def row(self, begin: ir.Value) -> Values:
        """Return what all taps see of the row that begins at a place."""
        return [self.read(begin, tap) for tap in range(len(self.masks))]


class Shifted:
    """The same where rows are no longer than a vector, and the middle tap sees the position itself: the row, moved."""

    def __init__(self, source: Memory, width: ir.Value, taps: int, size: int) -> None:
        self.source, self.mask = source, inside(source.builder, WORD(0), width, size)
        moves = [[lane + j - taps // 2 for lane in range(size)] for j in range(taps)]
        self.orders = [[n if 0 <= n < size else size for n in move] for move in moves]

    def row(self, begin: ir.Value) -> Values:
        """Return what all taps see of the row that begins at a place."""
        pixels = self.source.masked_stripe(self.mask, begin)
        zero = ir.Constant(pixels.type, None)
        return [shuffle(self.source.builder, pixels, zero, order) for order in self.orders]


Pixels = Columns | Shifted


@dataclass(frozen=True)
class Walk:
    """A walk along `count` positions of rows, whose taps see columns p * step - left + j * dx of `width` ones."""

    source: Memory
    taps: int
    width: ir.Value
    count: ir.Value
    step: ir.Value
    left: ir.Value
    dx: ir.Value

    def build(self, stripe: Callable[[ir.Value, int, Pixels], None]) -> None:
        """Build `stripe(p, size, pixels)` for stripes of positions from p on: by steps, lengths and ways to read."""
        builder, most = self.source.builder, lanes(self.source.dtype)

        def rows(step: int, size: int) -> None:
            if step == 2:
                self._read(2, size, stripe)
                return
            with builder.if_else(self._fits_shifted(size)) as (moved, read):
                with moved:
                    stripe(WORD(0), size, Shifted(self.source, self.width, self.taps, size))
                with read:
                    self._read(1, size, stripe)

        def lengths(step: int) -> None:
            by_length(builder, self.count, most, lambda size: rows(step, size))

        _by_step(builder, self.step, lengths)

    def columns(self, p: ir.Value, step: int, size: int) -> Columns:
        """Return the pixels that taps see from a stripe of positions."""
        builder = self.source.builder
        first = builder.sub(builder.mul(p, WORD(step)), self.left)
        begins = begins_of(builder, first, self.dx, self.taps)
        return Columns(self.source, begins, [self.width] * self.taps, step, size)

    def _read(self, step: int, size: int, stripe: Callable[[ir.Value, int, Pixels], None]) -> None:
        """Build the loop over stripes whose pixels are read tap by tap."""
        in_stripes(
            self.source.builder, self.count, size, lambda p: stripe(p, size, self.columns(p, step, size))
        )

    def _fits_shifted(self, size: int) -> ir.Value:
        """Return whether rows can be moved; only asked with steps of 1."""
        builder = self.source.builder
        found = builder.icmp_unsigned("==", self.left, WORD(self.taps // 2))
        found = builder.and_(found, builder.icmp_unsigned("==", self.dx, WORD(1)))
        for length in (self.width, self.count):
            found = builder.and_(found, builder.icmp_unsigned("<=", length, WORD(size)))
        return found


class Rows:
    """A table of rows: the first tap that sees one, how many do, and the first row that they see."""

    def __init__(self, table: Memory) -> None:
        self.builder, self.table, self.count = table.builder, table, table.lengths[0]

    def __getitem__(self, row: ir.Value) -> Values:
        place = self.builder.mul(row, WORD(3))
        return [self.table.scalar(place, WORD(n)) for n in range(3)]


def in_stripes(builder: ir.IRBuilder, count: ir.Value, size: int, step: Callable[[ir.Value], object]) -> None:
    """Build a loop over the beginnings of stripes of `count` numbers."""

    def body(k: ir.Value, _: Values) -> Values:
        step(builder.mul(k, WORD(size)))
        return []

    accumulate(builder, WORD(0), builder.udiv(builder.add(count, WORD(size - 1)), WORD(size)), [], body)


def _by_step(builder: ir.IRBuilder, step: ir.Value, build: Callable[[int], None]) -> None:
    """Build code for a step of 1, and for one of 2."""
    with builder.if_else(builder.icmp_unsigned("==", step, WORD(1))) as (one, two):
        with one:
            build(1)
        with two:
            build(2)


def by_length(builder: ir.IRBuilder, count: ir.Value, size: int, build: Callable[[int], None]) -> None:
    """Build code for long rows, and for short ones, with vectors half as long: fewer of these lie in two lines."""
    with builder.if_else(builder.icmp_unsigned(">", count, WORD(size // 2))) as (long, short):
        with long:
            build(size)
        with short:
            build(size // 2)


def begins_of(builder: ir.IRBuilder, first: ir.Value, apart: ir.Value, taps: int) -> Values:
    """Return where the pixels of each tap begin."""
    return [builder.add(first, builder.mul(apart, WORD(j))) for j in range(taps)]


def following(builder: ir.IRBuilder, number: ir.Value, count: ir.Value) -> ir.Value:
    """Return the next number, in a circle; a division would take as long as some rows."""
    further = builder.add(number, WORD(1))
    return builder.select(builder.icmp_unsigned("==", further, count), WORD(0), further)

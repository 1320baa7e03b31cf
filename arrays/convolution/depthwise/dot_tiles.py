"""Sums of products of planes of gradients with planes of pixels: gradients of filters of one channel.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import HALF, WORD, accumulate, fused, inside, lanes, opened, shuffle, vector
from .planes import Columns, Pixels, Rows, Shifted, Values, Walk, begins_of, following

__all__ = ["dot_planes"]

TOGETHER = 16  # filters that take turns


def dot_planes(taps: int) -> Any:
    """Return an instruction that computes gradients of filters: sums of products of gradients with pixels.

    Task (part, f) writes those of filter f, over a part of the batch, to out[part, f]: images from cuts[part] to below
    cuts[part + 1], of which there are at most cuts[-1]. Rows of gradients see rows of pixels `down` numbers apart;
    `rows` tells, for each row of taps, the first row of gradients that sees pixels, how many do, and the first row of
    pixels.
    Stripes of sums lie in `sums`. Some filters take turns, image by image: their planes lie beside each other.
    """

    def define(
        _: Any, lo: Any, hi: Any, images: Any, grad: Any, rows: Any, step: Any, left: Any, dx: Any, down: Any,
        each: Any, cuts: Any, sums: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, images, grad, rows, step, left, dx, down, each, cuts, sums, out)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            _Filters(taps, builder, opened(context, builder, signature, values)).build(*values[:2])

        return result, generate

    return intrinsic(define)


class _Filters:
    """The code for all filters, whose sums lie in memory while their planes take turns."""

    def __init__(self, taps: int, builder: ir.IRBuilder, values: list[Any]) -> None:
        _, _, images, self.grads, rows, step, left, dx, self.down, self.each = values[:10]
        self.cuts, self.totals, self.target = values[10:]
        self.builder, self.taps, self.table = builder, taps, Rows(rows)
        self.size, self.zero = lanes(images.dtype), ir.Constant(vector(images.dtype), None)
        self.parts, self.filters, self.taps_in_all = self.target.lengths
        self.sums_size = self.totals.lengths[1]
        self.height, self.width = images.lengths[2:]
        self.tall, self.count = self.grads.lengths[2:]
        self.walk = _Bounded(images, taps, self.width, self.count, step, left, dx)

    def build(self, lo: ir.Value, hi: ir.Value) -> None:
        """Build the loop over blocks of tasks whose planes take turns."""
        builder = self.builder

        def block(number: ir.Value, _: Values) -> Values:
            begin = builder.add(lo, builder.mul(number, WORD(TOGETHER)))
            end = builder.add(begin, WORD(TOGETHER))
            self._tasks(begin, builder.select(builder.icmp_unsigned("<", end, hi), end, hi))
            return []

        blocks = builder.udiv(builder.add(builder.sub(hi, lo), WORD(TOGETHER - 1)), WORD(TOGETHER))
        accumulate(builder, WORD(0), blocks, [], block)

    def _tasks(self, begin: ir.Value, end: ir.Value) -> None:
        """Do some tasks, image by image."""
        builder = self.builder
        first, last = (builder.mul(number, self.taps_in_all) for number in (begin, end))
        accumulate(builder, first, last, [], self._clear)
        where = [builder.udiv(begin, self.filters), builder.urem(begin, self.filters)]

        def image(n: ir.Value, _: Values) -> Values:
            def task(number: ir.Value, where: Values) -> Values:
                self._image(number, n, *where)
                return self._following(*where)

            accumulate(builder, begin, end, where, task)
            return []

        accumulate(builder, WORD(0), self.cuts.scalar(self.parts, WORD(1)), [], image)
        accumulate(builder, first, last, [], self._total)

    def _clear(self, n: ir.Value, _: Values) -> Values:
        """Begin a stripe of sums."""
        self.totals.write(self.zero, self.builder.mul(n, WORD(self.size)))
        return []

    def _total(self, n: ir.Value, _: Values) -> Values:
        """Write the sum of a stripe of sums."""
        builder, half = self.builder, self.size
        found = self.totals.stripe(builder.mul(n, WORD(self.size)))
        while half > 1:
            half //= 2
            upper = shuffle(builder, found, found, list(range(half, 2 * half)))
            found = builder.fadd(shuffle(builder, found, found, list(range(half))), upper)
        self.target.put(builder.extract_element(found, HALF(0)), n)
        return []

    def _following(self, part: ir.Value, f: ir.Value) -> Values:
        """Return the part and the filter of the next task."""
        f = following(self.builder, f, self.filters)
        first = self.builder.icmp_unsigned("==", f, WORD(0))
        return [self.builder.add(part, self.builder.zext(first, WORD)), f]

    def _image(self, number: ir.Value, n: ir.Value, part: ir.Value, f: ir.Value) -> None:
        """Add the n-th image of a task's part of the batch to its sums."""
        builder = self.builder
        here = builder.add(self.cuts.scalar(part), n)
        place = builder.mul(number, self.sums_size)
        with builder.if_then(builder.icmp_unsigned("<", here, self.cuts.scalar(part, WORD(1)))):
            self._plane(builder.add(builder.mul(here, self.filters), f), place)

    def _plane(self, plane: ir.Value, place: ir.Value) -> None:
        """Add the products of a plane of gradients to the sums at a place."""
        builder = self.builder
        channel = builder.lshr(plane, builder.sub(self.each, WORD(1)))
        image = builder.mul(channel, builder.mul(self.height, self.width))
        begin = builder.mul(plane, builder.mul(self.tall, self.count))

        def stripe(p: ir.Value, size: int, pixels: Pixels) -> None:
            mask = inside(builder, p, self.count, size)
            stripe = _Stripe(self, image, begin, place, p, mask, pixels)
            accumulate(builder, WORD(0), self.table.count, [], stripe.row)

        self.walk.build(stripe)


class _Bounded(Walk):
    """A walk whose taps see no pixels from behind the last position."""

    def columns(self, p: ir.Value, step: int, size: int) -> Columns:
        """Return the pixels that taps see from a stripe of positions."""
        builder = self.source.builder
        first = builder.sub(builder.mul(p, WORD(step)), self.left)
        # Behind the last gradient a pixel may be infinite, and 0 times that is NaN.
        last = builder.sub(builder.mul(self.count, WORD(step)), builder.add(self.left, WORD(step - 1)))
        ends = [_between(builder, end, self.width) for end in begins_of(builder, last, self.dx, self.taps)]
        return Columns(self.source, begins_of(builder, first, self.dx, self.taps), ends, step, size)


def _between(builder: ir.IRBuilder, number: ir.Value, limit: ir.Value) -> ir.Value:
    """Return a number, but no less than 0 and no more than the limit."""
    low = builder.select(builder.icmp_signed("<", number, WORD(0)), WORD(0), number)
    return builder.select(builder.icmp_signed("<", low, limit), low, limit)


@dataclass(frozen=True)
class _Stripe:
    """The code for a stripe of gradients, in each row of a plane."""

    filters: _Filters
    image: ir.Value
    begin: ir.Value
    place: ir.Value
    p: ir.Value
    mask: ir.Value
    pixels: Pixels

    def row(self, i: ir.Value, _: Values) -> Values:
        """Add to the sums of a row of taps."""
        filters, builder = self.filters, self.filters.builder
        top, some, y = filters.table[i]
        line = builder.add(self.image, builder.mul(y, filters.width))
        start = builder.add(self.begin, builder.mul(top, filters.count))

        def add(r: ir.Value, found: Values) -> Values:
            grads = filters.grads.masked_stripe(self.mask, start, builder.mul(r, filters.count), self.p)
            seen = self._seen(builder.add(line, builder.mul(r, filters.down)))
            return [fused(builder, grads, x, s) for x, s in zip(seen, found, strict=True)]

        for j, found in enumerate(accumulate(builder, WORD(0), some, [self._zero] * filters.taps, add)):
            self._keep(builder.add(builder.mul(i, WORD(filters.taps)), WORD(j)), found)
        return []

    @property
    def _zero(self) -> ir.Constant:
        return ir.Constant(ir.VectorType(self.filters.zero.type.element, self.mask.type.count), None)

    def _seen(self, origin: ir.Value) -> Values:
        """Return what taps see of a row of pixels; a row that was moved is cut off behind the last gradient."""
        seen = self.pixels.row(origin)
        if isinstance(self.pixels, Shifted):
            seen = [self.filters.builder.select(self.mask, x, self._zero) for x in seen]
        return seen

    def _keep(self, tap: ir.Value, found: ir.Value) -> None:
        """Add what was found to the stripe of sums of a tap."""
        builder, totals = self.filters.builder, self.filters.totals
        cell = self.place, builder.mul(tap, WORD(self.filters.size))
        everything = ir.Constant(self.mask.type, [1] * self.mask.type.count)
        before = totals.masked_stripe(everything, *cell)
        totals.write_masked(builder.fadd(before, found), everything, *cell)

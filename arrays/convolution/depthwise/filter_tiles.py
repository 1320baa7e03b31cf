"""Convolutions of planes of pixels with filters of one channel.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import WORD, accumulate, everywhere, fused, inside, opened
from .planes import Pixels, Rows, Turns, Values, Walk

__all__ = ["filter_planes"]


def filter_planes(taps: int) -> Any:
    """Return an instruction that convolves planes with filters of rows of some taps.

    Each channel of an image is seen by `each` filters. Rows of taps see rows of pixels `down` numbers apart; position p
    sees columns p * step - left + j * dx.
    """

    def define(
        _: Any, lo: Any, hi: Any, images: Any, filters: Any, bias: Any, rows: Any, step: Any, left: Any, dx: Any,
        down: Any, each: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, images, filters, bias, rows, step, left, dx, down, each, out)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            _Planes(taps, builder, opened(context, builder, signature, values)).build(*values[:2])

        return result, generate

    return intrinsic(define)


class _Planes(Turns):
    """The code for all planes of results."""

    def __init__(self, taps: int, builder: ir.IRBuilder, values: list[Any]) -> None:
        _, _, images, factors, self.shifts, rows, step, left, dx, self.down, each, target = values
        super().__init__(factors, target)
        self.taps, self.table = taps, Rows(rows)
        self.height, self.width = images.lengths[2:]
        self.walk = Walk(images, taps, self.width, self.count, step, left, dx)
        self.halves = builder.sub(each, WORD(1))

    def plane(self, number: ir.Value, f: ir.Value) -> None:
        """Write a plane of results by filter `f`."""
        builder = self.builder
        image = builder.mul(builder.lshr(number, self.halves), builder.mul(self.height, self.width))
        goal = builder.mul(number, builder.mul(self.tall, self.count))
        weights = builder.mul(f, self.filter_size)
        bias = self.shifts.scalar(f)

        def stripe(p: ir.Value, size: int, pixels: Pixels) -> None:
            shift = everywhere(builder, bias, size)
            mask = inside(builder, p, self.count, size)
            stripe = _Stripe(self, image, goal, weights, shift, p, mask, pixels)
            accumulate(builder, WORD(0), self.tall, [], stripe.row)

        self.walk.build(stripe)


@dataclass(frozen=True)
class _Stripe:
    """The code for a stripe of positions, in each row of a plane."""

    planes: _Planes
    image: ir.Value
    goal: ir.Value
    weights: ir.Value
    shift: ir.Value
    p: ir.Value
    mask: ir.Value
    pixels: Pixels

    def row(self, r: ir.Value, _: Values) -> Values:
        """Write the stripe of a row."""
        planes, builder = self.planes, self.planes.builder
        tap, some, y = planes.table[r]
        tap = builder.add(self.weights, builder.mul(tap, WORD(planes.taps)))
        line = builder.add(self.image, builder.mul(y, planes.width))

        def add(i: ir.Value, totals: Values) -> Values:
            begin = builder.add(line, builder.mul(i, planes.down))
            return self._add(begin, builder.add(tap, builder.mul(i, WORD(planes.taps))), totals)

        starts = [self.shift, *[ir.Constant(self.shift.type, None)] * (planes.taps // 2 - 1)]
        if planes.taps != 3:
            self._put(accumulate(builder, WORD(0), some, starts, add), r)
            return []
        # Such rows are so short that the loop would take as long as the sums.
        with builder.if_else(builder.icmp_unsigned("==", some, WORD(3))) as (three, fewer):
            with three:
                self._put(add(WORD(2), add(WORD(1), add(WORD(0), starts))), r)
            with fewer:
                self._put(accumulate(builder, WORD(0), some, starts, add), r)
        return []

    def _add(self, begin: ir.Value, weight: ir.Value, totals: Values) -> Values:
        """Add the products of a row of taps with pixels, to some totals in turns."""
        builder, sums = self.planes.builder, list(totals)
        for j, pixels in enumerate(self.pixels.row(begin)):
            factor = everywhere(builder, self.planes.factors.scalar(weight, WORD(j)), self.mask.type.count)
            n = j % len(sums)
            sums[n] = fused(builder, factor, pixels, sums[n])
        return sums

    def _put(self, sums: Values, r: ir.Value) -> None:
        """Write the sum of the totals of a row."""
        planes, total = self.planes, sums[0]
        for further in sums[1:]:
            total = planes.builder.fadd(total, further)
        row = planes.builder.mul(r, planes.count)
        planes.target.write_masked(total, self.mask, self.goal, row, self.p)

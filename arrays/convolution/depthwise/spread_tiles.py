"""Gradients of images that filters of one channel saw, two columns apart.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import WORD, accumulate, everywhere, fused, inside, lanes, opened, shuffle
from .planes import Columns, Rows, Turns, Values, by_length, in_stripes

__all__ = ["spread_planes"]


def spread_planes(taps: int) -> Any:
    """Return an instruction that computes gradients of images that were seen by every second position of a row.

    `rows` tells which taps lead to a row of pixels, every `every`-th one, and from which row of gradients on;
    these are `up` numbers apart, the further taps lead to those before. Column c of a row was seen by tap j from
    position (c + left - j) / 2, so even columns of a padded row are sums over every second tap, and odd ones as well.
    """

    def define(
        _: Any, lo: Any, hi: Any, grad: Any, filters: Any, rows: Any, left: Any, every: Any, up: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, grad, filters, rows, left, every, up, out)

        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            _Planes(taps, builder, opened(context, builder, signature, values)).build(*values[:2])

        return result, generate

    return intrinsic(define)


class _Planes(Turns):
    """The code for all planes of gradients of images."""

    def __init__(self, taps: int, builder: ir.IRBuilder, values: list[Any]) -> None:
        _, _, self.source, factors, rows, self.left, self.every, self.up, target = values
        super().__init__(factors, target)
        self.taps, self.table = taps, Rows(rows)
        self.height, self.width = self.source.lengths[2:]
        self.start = builder.udiv(self.left, WORD(2))
        self.half = builder.udiv(builder.add(self.count, WORD(3)), WORD(2))

    def plane(self, number: ir.Value, f: ir.Value) -> None:
        """Write a plane of pixels by filter `f`."""
        builder = self.builder
        image = builder.mul(number, builder.mul(self.height, self.width))
        goal = builder.mul(number, builder.mul(self.tall, self.count))
        weights = builder.mul(f, self.filter_size)

        def rows(size: int) -> None:
            in_stripes(builder, self.half, size, lambda k: self._stripe(k, size, image, goal, weights))

        by_length(builder, self.half, lanes(self.source.dtype), rows)

    def _stripe(self, k: ir.Value, size: int, image: ir.Value, goal: ir.Value, weights: ir.Value) -> None:
        """Write two stripes of pixels of each row, those from the k-th pair on."""
        builder, far = self.builder, (self.taps + 1) // 2
        b = builder.add(self.start, k)
        begins = [builder.sub(b, WORD(n)) for n in range(far)]
        columns = Columns(self.source, begins, [self.width] * far, 1, size)
        first = builder.sub(builder.mul(b, WORD(2)), self.left)
        places = [first, builder.add(first, WORD(size))]
        masks = [inside(builder, q, self.count, size) for q in places]
        stripe = _Stripe(self, image, goal, weights, places, masks, columns)
        accumulate(builder, WORD(0), self.tall, [], stripe.row)


@dataclass(frozen=True)
class _Stripe:
    """The code for two stripes of pixels, in each row of a plane: pairs of an even column and an odd one."""

    planes: _Planes
    image: ir.Value
    goal: ir.Value
    weights: ir.Value
    places: Values
    masks: Values
    columns: Columns

    def row(self, r: ir.Value, _: Values) -> Values:
        """Write the stripes of a row."""
        planes, builder = self.planes, self.planes.builder
        tap, some, y = planes.table[r]
        line = builder.add(self.image, builder.mul(y, planes.width))

        def add(i: ir.Value, totals: Values) -> Values:
            begin = builder.sub(line, builder.mul(i, planes.up))
            row = builder.add(tap, builder.mul(i, planes.every))
            weight = builder.add(self.weights, builder.mul(row, WORD(planes.taps)))
            return self._add(begin, weight, totals)

        zero = ir.Constant(ir.VectorType(planes.factors.data.type.pointee, self.columns.size), None)
        self._put(accumulate(builder, WORD(0), some, [zero, zero], add), r)
        return []

    def _add(self, begin: ir.Value, weight: ir.Value, totals: Values) -> Values:
        """Add the products of a row of taps with gradients: of even taps to even columns, of odd ones to odd ones."""
        builder, sums = self.planes.builder, list(totals)
        grads = self.columns.row(begin)
        for j in range(self.planes.taps):
            factor = everywhere(builder, self.planes.factors.scalar(weight, WORD(j)), self.columns.size)
            sums[j % 2] = fused(builder, factor, grads[j // 2], sums[j % 2])
        return sums

    def _put(self, sums: Values, r: ir.Value) -> None:
        """Write sums of even and odd columns in turns."""
        planes, builder, size = self.planes, self.planes.builder, self.columns.size
        even, odd = sums
        order = [lane for n in range(size) for lane in (n, n + size)]
        for part, (mask, place) in enumerate(zip(self.masks, self.places, strict=True)):
            pixels = shuffle(builder, even, odd, order[part * size : (part + 1) * size])
            row = builder.mul(r, planes.count)
            planes.target.write_masked(pixels, mask, self.goal, row, place)

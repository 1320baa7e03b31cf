"""Copying to panels of pixels, of which products of matrices are computed, and from their sums to images.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import (
    HALF,
    WORD,
    Memory,
    accumulate,
    everywhere,
    fused,
    has_wide_registers,
    leading,
    shuffle,
    vector,
    vector_width,
)
from .sizes import ROWS, STRIPES

__all__ = [
    "add_few",
    "add_line",
    "add_tile",
    "put_apart",
    "put_everywhere",
    "put_pairs",
    "put_panel",
    "put_pixels",
    "put_rows",
    "put_second_pixels",
]


Vectors = list[ir.Value]


def _add(height: int, stripes: int = STRIPES) -> Any:
    """Return an instruction that computes a tile of a product of filters with the first stripes of a panel of pixels.

    out[r * line + p] = start[r * start_line + p] + the sum of a number of filter r times pixels[k * width + p] over all
    k, for the first `rows` of its rows r. A filter has chunks of numbers, `chunk_step` apart, of `count` each, that are
    `step` apart; filters are `row_step` apart. What is added to is left out if the tile is `fresh`.
    """

    def define(
        _: Any, sample: Any, filters: Any, row_step: Any, chunks: Any, chunk_step: Any, count: Any, step: Any,
        pixels: Any, out: Any, line: Any, start: Any, start_line: Any, fresh: Any, rows: Any,
    ) -> Any:  # fmt: skip
        return types.void(sample, *[types.int64] * 11, types.boolean, types.int64), _sums(height, stripes)

    return intrinsic(define)


add_tile, add_few, add_line = _add(ROWS), _add(ROWS // 2), _add(ROWS, 1)


def _sums(height: int, stripes: int) -> Callable[..., Any]:
    """Return the generator of a tile."""
    together = height if has_wide_registers() else min(height, 2)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        dtype = signature.args[0]
        filters, pixels, out, start = (Memory.at(builder, dtype, values[n]) for n in (1, 7, 8, 10))
        row_step, chunks, chunk_step, count, step = values[2:7]
        line, start_line, fresh, known = values[9], *values[11:]
        width, zero = vector_width(dtype), ir.Constant(vector(dtype), None)
        nothing, last = ir.Constant(zero.type, [-0.0] * width), builder.sub(known, WORD(1))
        for top in range(0, height, together):
            rows = []
            for r in range(top, top + together):  # nothing behind the last filter is read
                row = builder.select(builder.icmp_unsigned("<", WORD(r), last), WORD(r), last)
                rows.append(filters.row(builder.mul(row, row_step)))

            def chunk(number: ir.Value, totals: Vectors, rows: list[Memory] = rows) -> Vectors:
                begin, first = builder.mul(number, chunk_step), builder.mul(number, count)

                def add(k: ir.Value, totals: Vectors) -> Vectors:
                    panel = builder.mul(builder.add(first, k), WORD(STRIPES * width))
                    ys = [pixels.stripe(panel, WORD(s * width)) for s in range(stripes)]
                    place, sums = builder.add(begin, builder.mul(k, step)), []
                    for r, row in enumerate(rows):  # a broadcast beside its products: LLVM keeps this order
                        x = everywhere(builder, row.scalar(place), width)
                        sums += [fused(builder, x, y, totals[r * stripes + s]) for s, y in enumerate(ys)]
                    return sums

                return accumulate(builder, WORD(0), count, totals, add)

            totals = accumulate(builder, WORD(0), chunks, [zero] * (together * stripes), chunk)
            for r in range(together):
                with builder.if_then(builder.icmp_signed("<", WORD(top + r), known)):
                    base, place = (builder.mul(n, WORD(top + r)) for n in (start_line, line))
                    for s in range(stripes):
                        before = builder.select(fresh, nothing, start.stripe(base, WORD(s * width)))
                        total = builder.fadd(before, totals[r * stripes + s])
                        out.write(total, place, WORD(s * width))

    return generate


def _put_pixels(step: int) -> Any:
    """Return an instruction that copies pixels to a panel, those of a row `step` apart.

    The first `known` numbers of `count` rows of the panel, `pitch` apart, are those that as many positions see in as
    many channels, `apart` from each other. `ys` and `xs` begin with the first position's pixel, `source` with the pixel
    that it sees, (dy, dx) away. Pixels outside of `height` * `width` are zeros, and so are numbers behind these, where
    there is room.
    """

    def define(
        _: Any, sample: Any, source: Any, apart: Any, count: Any, ys: Any, xs: Any, dy: Any, dx: Any,
        height: Any, width: Any, known: Any, room: Any, goal: Any, pitch: Any,
    ) -> Any:  # fmt: skip
        def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
            _, source, apart, count, *places, known, room, goal, pitch = values
            size = vector_width(sample)
            origin, goal = (Memory.at(builder, sample, place) for place in (source, goal))
            inside = leading(builder, sample, room)
            seen = builder.and_(leading(builder, sample, known), _within(builder, size, *places))
            nowhere = ir.Constant(seen.type, None)
            masks = [seen]
            if step == 2:
                halves = [
                    [m // 2 if m % 2 == 0 else size for m in range(first, first + size)]
                    for first in (0, size)
                ]
                masks = [shuffle(builder, seen, nowhere, half) for half in halves]

            def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                place = builder.mul(k, apart)
                parts = [
                    origin.masked_stripe(mask, place, WORD(part * size)) for part, mask in enumerate(masks)
                ]
                if step == 2:
                    even = list(range(0, 2 * size, 2))
                    parts = [shuffle(builder, parts[0], parts[1], even)]
                goal.write_masked(parts[0], inside, builder.mul(k, pitch))
                return []

            accumulate(builder, WORD(0), count, [], copy)

        return types.void(sample, *[types.int64] * 13), generate

    return intrinsic(define)


put_pixels, put_second_pixels = _put_pixels(1), _put_pixels(2)


@intrinsic
def put_panel(
    _: Any, sample: Any, source: Any, apart: Any, count: Any, ys: Any, xs: Any, dy: Any, dx: Any, height: Any,
    width: Any, goal: Any, pitch: Any,
) -> Any:  # fmt: skip
    """Copy pixels that are next to each other to whole rows of a panel; see `put_pixels`."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        _, source, apart, count, ys, xs, *limits, goal, pitch = values
        size, masks = vector_width(sample), []
        origin, goal = (Memory.at(builder, sample, place) for place in (source, goal))
        for s in range(STRIPES):
            tables = [builder.add(table, WORD(4 * s * size)) for table in (ys, xs)]
            masks.append(_within(builder, size, *tables, *limits))

        def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            place = builder.mul(k, apart)
            stripes = [origin.masked_stripe(mask, place, WORD(s * size)) for s, mask in enumerate(masks)]
            for s, stripe in enumerate(stripes):
                goal.write(stripe, builder.mul(k, pitch), WORD(s * size))
            return []

        accumulate(builder, WORD(0), count, [], copy)

    return types.void(sample, *[types.int64] * 11), generate


@intrinsic
def put_everywhere(_: Any, sample: Any, value: Any, goal: Any) -> Any:
    """Write a number to a whole row of a panel."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        stripe, row = (
            everywhere(builder, values[1], vector_width(sample)),
            Memory.at(builder, sample, values[2]),
        )
        for s in range(STRIPES):
            row.write(stripe, WORD(s * vector_width(sample)))

    return types.void(sample, sample, types.int64), generate


def _within(
    builder: ir.IRBuilder, size: int, ys: ir.Value, xs: ir.Value, dy: ir.Value, dx: ir.Value, height: ir.Value,
    width: ir.Value,
) -> ir.Value:  # fmt: skip
    """Return which pixels are in the image."""
    kind, found = ir.VectorType(HALF, size).as_pointer(), []
    for table, shift, limit in ((ys, dy, height), (xs, dx, width)):
        stripe = builder.load(builder.inttoptr(table, kind), align=4)
        places = builder.add(stripe, everywhere(builder, builder.trunc(shift, HALF), size))
        found.append(
            builder.icmp_unsigned("<", places, everywhere(builder, builder.trunc(limit, HALF), size))
        )
    return builder.and_(*found)


@intrinsic
def put_rows(
    _: Any, sample: Any, source: Any, line: Any, goal: Any, goal_line: Any, count: Any, known: Any
) -> Any:
    """Copy the first `known` numbers, at most a stripe, of `count` rows."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        origin, goal = (Memory.at(builder, sample, values[n]) for n in (1, 3))
        mask = leading(builder, sample, values[6])

        def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            stripe = origin.masked_stripe(mask, builder.mul(k, values[2]))
            goal.write_masked(stripe, mask, builder.mul(k, values[4]))
            return []

        accumulate(builder, WORD(0), values[5], [], copy)

    return types.void(sample, *[types.int64] * 6), generate


@intrinsic
def put_pairs(
    _: Any, sample: Any, source: Any, other: Any, line: Any, goal: Any, goal_line: Any, count: Any, known: Any
) -> Any:  # fmt: skip
    """Write the numbers of two sources in turns, `known` in all, at most two stripes, for each of `count` rows."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        even, odd, goal = (Memory.at(builder, sample, values[n]) for n in (1, 2, 4))
        size = vector_width(sample)
        masks = [leading(builder, sample, values[7], part) for part in range(2)]

        def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            place, target = builder.mul(k, values[3]), builder.mul(k, values[5])
            pair = even.stripe(place), odd.stripe(place)
            for part, mask in enumerate(masks):
                begin = part * size // 2
                order = [n for lane in range(begin, begin + size // 2) for n in (lane, lane + size)]
                goal.write_masked(shuffle(builder, *pair, order), mask, target, WORD(part * size))
            return []

        accumulate(builder, WORD(0), values[6], [], copy)

    return types.void(sample, *[types.int64] * 7), generate


@intrinsic
def put_apart(
    _: Any, sample: Any, source: Any, line: Any, goal: Any, goal_line: Any, count: Any, known: Any, step: Any
) -> Any:  # fmt: skip
    """Write the first `known` numbers of `count` rows `step` apart."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        origin, goal = (Memory.at(builder, sample, values[n]) for n in (1, 3))

        def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            place, target = builder.mul(k, values[2]), builder.mul(k, values[4])

            def put(j: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                pointer = builder.gep(goal.data, [builder.add(target, builder.mul(j, values[7]))])
                builder.store(origin.scalar(place, j), pointer)
                return []

            accumulate(builder, WORD(0), values[6], [], put)
            return []

        accumulate(builder, WORD(0), values[5], [], copy)

    return types.void(sample, *[types.int64] * 7), generate

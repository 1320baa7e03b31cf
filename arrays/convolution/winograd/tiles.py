"""The steps of Winograd's products that work on stripes: see `winograd` for what they are.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ...vector_math.simd_blocks import (
    WORD,
    Memory,
    accumulate,
    everywhere,
    fused,
    inside,
    lanes,
    shuffle,
    vector,
)

__all__ = ["differences", "lift", "lower", "split_row"]


def _stripes(builder: ir.IRBuilder, count: ir.Value, size: int) -> ir.Value:
    """Return how many stripes hold `count` numbers."""
    return builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))


def differences(builder: ir.IRBuilder, pixels: list[ir.Value]) -> list[ir.Value]:
    """Return what four neighbours are made into."""
    a, b, c, d = pixels
    return [builder.fsub(a, c), builder.fadd(b, c), builder.fsub(c, b), builder.fsub(b, d)]


@intrinsic
def split_row(
    _: Any, x: Any, start: Any, width: Any, left: Any, count: Any, out: Any, place: Any, step: Any
) -> Any:
    """Write four rows of `count` numbers, `step` apart: d0 - d2, d1 + d2, d2 - d1, d1 - d3.

    d0 to d3 are the pixels from x[start - left] on, the next ones being those from two behind. There are zeros in place
    of pixels before `start` and from `start + width` on.
    """
    result = types.void(x, start, width, left, count, out, place, step)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, target = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
        _, begin, width, left, count, _, place, step = values
        size = lanes(source.dtype)
        even, odd = list(range(0, 2 * size, 2)), list(range(1, 2 * size, 2))
        targets = [target.row(place, builder.mul(step, WORD(j))) for j in range(4)]

        def pixels(q: ir.Value) -> tuple[ir.Value, ir.Value]:
            """Return every second pixel from `q` on, and those between them."""
            following = builder.add(q, WORD(size))
            a, b = (source.masked_stripe(inside(builder, p, width, size), begin, p) for p in (q, following))
            return shuffle(builder, a, b, even), shuffle(builder, a, b, odd)

        def write(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            q = builder.sub(builder.mul(p, WORD(2)), left)
            (d0, d1), (d2, d3) = pixels(q), pixels(builder.add(q, WORD(2)))
            rows = differences(builder, [d0, d1, d2, d3])
            mask = inside(builder, p, count, size)
            for goal, row in zip(targets, rows, strict=True):
                goal.write_masked(row, mask, p)
            return []

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], write)

    return result, generate


@intrinsic
def lift(
    _: Any, x: Any, place: Any, plane: Any, across: Any, count: Any, out: Any, target: Any, step: Any
) -> Any:
    """Write `count` numbers, and what follows in a stripe, of each of 16 rows, `step` apart: what tiles are made into.

    x has four times, two planes apart, two planes, the even and the odd rows of what `split_row` made of images.
    """
    result = types.void(x, place, plane, across, count, out, target, step)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
        _, place, plane, across, count, _, target, step = values
        size = lanes(source.dtype)
        goals = [goal.row(target, builder.mul(step, WORD(n))) for n in range(16)]
        columns = []
        for j in range(4):
            even = source.row(place, builder.mul(plane, WORD(2 * j)))
            odd = even.row(plane)
            columns.append([even, odd, even.row(across), odd.row(across)])

        def write(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            for j, column in enumerate(columns):
                rows = differences(builder, [pixels.stripe(p) for pixels in column])
                for i, row in enumerate(rows):
                    goals[4 * i + j].write(row, p)
            return []

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], write)

    return result, generate


@intrinsic
def lower(
    _: Any, x: Any, place: Any, step: Any, shift: Any, out: Any, target: Any, width: Any, length: Any, below: Any,
    flags: Any,
) -> Any:  # fmt: skip
    """Write two rows of `length` pixels, `width` apart, made of 16 rows of products, `step` apart; add `shift`.

    Without `below` the second row is left out. The stripe `flags` becomes NaN where a pixel is not finite.
    """
    result = types.void(x, place, step, shift, out, target, width, length, below, flags)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, goal, note = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 4, 9))
        _, place, step, shift, _, target, width, length, below, _ = values
        size = lanes(source.dtype)
        zero, shifts = ir.Constant(vector(source.dtype), None), everywhere(builder, shift, size)
        lengths = length, builder.select(below, length, WORD(0))
        pairs = [lane for i in range(size) for lane in (i, size + i)]
        tiles = builder.udiv(builder.add(length, WORD(1)), WORD(2))
        products = [source.row(place, builder.mul(step, WORD(n))) for n in range(16)]

        def write(k: ir.Value, notes: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            mask = inside(builder, p, tiles, size)
            m = [row.masked_stripe(mask, p) for row in products]
            upper = [_first(builder, m[j], m[4 + j], m[8 + j]) for j in range(4)]
            under = [_second(builder, m[4 + j], m[8 + j], m[12 + j]) for j in range(4)]
            for number, row in enumerate((upper, under)):
                two = _first(builder, *row[:3]), _second(builder, *row[1:])
                notes = [fused(builder, pixel, zero, note) for pixel, note in zip(two, notes, strict=True)]
                even, odd = (builder.fadd(pixel, shifts) for pixel in two)
                for part in range(2):
                    q = builder.add(builder.mul(p, WORD(2)), WORD(part * size))
                    pixels = shuffle(builder, even, odd, pairs[part * size : (part + 1) * size])
                    mask = inside(builder, q, lengths[number], size)
                    goal.write_masked(pixels, mask, target, q, builder.mul(width, WORD(number)))
            return notes

        starts = [note.stripe(WORD(0)), zero]
        notes = accumulate(builder, WORD(0), _stripes(builder, tiles, size), starts, write)
        note.write(builder.fadd(*notes), WORD(0))

    return result, generate


def _first(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    return builder.fadd(builder.fadd(a, b), c)


def _second(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    return builder.fsub(builder.fsub(a, b), c)

"""The steps of Winograd's products that work on stripes of tiles: see `winograd` for what they are.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from ..compiler import operation, types
from ..stripes import WORD, Memory, accumulate, everywhere, fused, inside, lanes, shuffle, vector

__all__ = ["lift", "lift_grads", "lower", "part_rows", "split_rows"]


def _stripes(builder: ir.IRBuilder, count: ir.Value, size: int) -> ir.Value:
    """Return how many stripes hold `count` numbers."""
    return builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))


def _differences(builder: ir.IRBuilder, pixels: list[ir.Value]) -> list[ir.Value]:
    """Return what four neighbours are made into."""
    a, b, c, d = pixels
    return [builder.fsub(a, c), builder.fadd(b, c), builder.fsub(c, b), builder.fsub(b, d)]


def _pairs(source: Memory, width: ir.Value, q: ir.Value, size: int) -> Callable[[ir.Value], list[ir.Value]]:
    """Return what reads every second number of a row from `q` on, and those between them; zeros outside of it."""
    builder = source.builder
    places = q, builder.add(q, WORD(size))
    masks = [inside(builder, place, width, size) for place in places]

    def read(row: ir.Value) -> list[ir.Value]:
        parts = [source.masked_stripe(mask, row, place) for mask, place in zip(masks, places, strict=True)]
        return [shuffle(builder, parts[0], parts[1], list(range(n, 2 * size, 2))) for n in range(2)]

    return read


@operation
def split_rows(
    x: Any, start: Any, width: Any, left: Any, count: Any, out: Any, place: Any, step: Any, channels: Any, apart: Any,
    pitch: Any,
) -> Any:  # fmt: skip
    """Write four rows of `count` numbers, `step` apart, of each channel: d0 - d2, d1 + d2, d2 - d1, d1 - d3.

    d0 to d3 are the pixels from x[start - left] on, the next ones being those from two behind. There are zeros in place
    of pixels before `start` and from `start + width` on. `apart` and `pitch` lead to the next channel.
    """
    result = types.void(x, start, width, left, count, out, place, step, channels, apart, pitch)

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 5))
        _, begin, width, left, count, _, place, step, channels, apart, pitch = values
        size = lanes(source.dtype)

        def stripe(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            mask, q = inside(builder, p, count, size), builder.sub(builder.mul(p, WORD(2)), left)
            readers = [_pairs(source, width, builder.add(q, WORD(n)), size) for n in (0, 2)]

            def write(c: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                row = builder.add(begin, builder.mul(c, apart))
                pixels = [pixel for read in readers for pixel in read(row)]
                goal = builder.add(place, builder.mul(c, pitch))
                for j, number in enumerate(_differences(builder, pixels)):
                    target.write_masked(number, mask, goal, p, builder.mul(step, WORD(j)))
                return []

            return accumulate(builder, WORD(0), channels, [], write)

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

    return result, generate


@operation
def part_rows(
    x: Any,
    start: Any,
    width: Any,
    count: Any,
    out: Any,
    place: Any,
    step: Any,
    channels: Any,
    apart: Any,
    pitch: Any,
) -> Any:
    """Write two rows of `count` numbers, `step` apart, of each channel: every second one of a row, and the others.

    There are zeros in place of those from `start + width` on; `apart` and `pitch` lead to the next channel.
    """
    result = types.void(x, start, width, count, out, place, step, channels, apart, pitch)

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 4))
        _, begin, width, count, _, place, step, channels, apart, pitch = values
        size = lanes(source.dtype)

        def stripe(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            mask, read = inside(builder, p, count, size), _pairs(source, width, builder.mul(p, WORD(2)), size)

            def write(c: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
                goal = builder.add(place, builder.mul(c, pitch))
                for j, number in enumerate(read(builder.add(begin, builder.mul(c, apart)))):
                    target.write_masked(number, mask, goal, p, builder.mul(step, WORD(j)))
                return []

            return accumulate(builder, WORD(0), channels, [], write)

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

    return result, generate


@operation
def lift(x: Any, place: Any, plane: Any, across: Any, count: Any, out: Any, target: Any, step: Any) -> Any:
    """Write `count` numbers, and what follows in a stripe, of each of 16 rows, `step` apart: what tiles are made into.

    x has four times, two planes apart, two planes, the even and the odd rows of what `split_row` made of images.
    """
    result = types.void(x, place, plane, across, count, out, target, step)

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, goal = (Memory(builder, signature.args[n], values[n]) for n in (0, 5))
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
                rows = _differences(builder, [pixels.stripe(p) for pixels in column])
                for i, row in enumerate(rows):
                    goals[4 * i + j].write(row, p)
            return []

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], write)

    return result, generate


@operation
def lift_grads(x: Any, place: Any, plane: Any, count: Any, out: Any, target: Any, step: Any) -> Any:
    """Write `count` numbers, and what follows in a stripe, of each of 16 rows: what 2 x 2 gradients become.

    x has four planes from `place` on: the upper left gradients of all tiles, the upper right, lower left, lower right.
    """
    result = types.void(x, place, plane, count, out, target, step)

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, goal = (Memory(builder, signature.args[n], values[n]) for n in (0, 4))
        _, place, plane, count, _, target, step = values
        size = lanes(source.dtype)
        goals = [goal.row(target, builder.mul(step, WORD(n))) for n in range(16)]
        planes = [source.row(place, builder.mul(plane, WORD(n))) for n in range(4)]

        def write(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            a, b, c, d = (plane.stripe(p) for plane in planes)
            lines = _spread(builder, a, b), _spread(builder, c, d)
            for j, column in enumerate(zip(*lines, strict=True)):
                for i, number in enumerate(_spread(builder, *column)):
                    goals[4 * i + j].write(number, p)
            return []

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], write)

    return result, generate


def _spread(builder: ir.IRBuilder, a: ir.Value, b: ir.Value) -> list[ir.Value]:
    """Return the values of a + b x at 0, 1, -1, and minus that at infinity."""
    return [a, builder.fadd(a, b), builder.fsub(a, b), builder.fneg(b)]


@operation
def lower(x: Any, place: Any, step: Any, count: Any, shift: Any, out: Any, plane: Any, flags: Any) -> Any:
    """Write the upper rows of pixels, then from `plane` on the lower ones, made of 16 rows of `count` products.

    The rows of products are `step` apart; `shift` is added. The stripe `flags` becomes NaN where a pixel is not finite.
    """
    result = types.void(x, place, step, count, shift, out, plane, flags)

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source, goal, note = (Memory(builder, signature.args[n], values[n]) for n in (0, 5, 7))
        _, place, step, count, shift, _, plane, _ = values
        size = lanes(source.dtype)
        zero, shifts = ir.Constant(vector(source.dtype), None), everywhere(builder, shift, size)
        pairs = [lane for i in range(size) for lane in (i, size + i)]
        products = [source.row(place, builder.mul(step, WORD(n))) for n in range(16)]

        def write(k: ir.Value, notes: list[ir.Value]) -> list[ir.Value]:
            p = builder.mul(k, WORD(size))
            mask = inside(builder, p, count, size)
            m = [row.masked_stripe(mask, p) for row in products]
            upper = [_first(builder, m[j], m[4 + j], m[8 + j]) for j in range(4)]
            under = [_second(builder, m[4 + j], m[8 + j], m[12 + j]) for j in range(4)]
            for number, row in enumerate((upper, under)):
                two = _first(builder, *row[:3]), _second(builder, *row[1:])
                notes = [fused(builder, pixel, zero, note) for pixel, note in zip(two, notes, strict=True)]
                even, odd = (builder.fadd(pixel, shifts) for pixel in two)
                for part in range(2):
                    pixels = shuffle(builder, even, odd, pairs[part * size : (part + 1) * size])
                    begin = builder.add(builder.mul(p, WORD(2)), WORD(part * size))
                    goal.write(pixels, begin, builder.mul(plane, WORD(number)))
            return notes

        notes = accumulate(
            builder, WORD(0), _stripes(builder, count, size), [note.stripe(WORD(0)), zero], write
        )
        note.write(builder.fadd(*notes), WORD(0))

    return result, generate


def _first(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    return builder.fadd(builder.fadd(a, b), c)


def _second(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    return builder.fsub(builder.fsub(a, b), c)

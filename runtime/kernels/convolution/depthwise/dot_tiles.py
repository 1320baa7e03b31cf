"""Sums of products of planes of gradients with planes of pixels: gradients of filters of one channel.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ...compiler import operation, types
from ...stripes import HALF, WORD, Memory, accumulate, fused, inside, lanes, shuffle, vector
from .planes import (
    Columns,
    Rows,
    Shifted,
    Values,
    begins_of,
    by_length,
    by_step,
    fits_shifted,
    following,
    in_stripes,
)

__all__ = ["dot_planes"]

TOGETHER = 16  # filters that take turns


def _between(builder: ir.IRBuilder, number: ir.Value, limit: ir.Value) -> ir.Value:
    """Return a number, but no less than 0 and no more than the limit."""
    low = builder.select(builder.icmp_signed("<", number, WORD(0)), WORD(0), number)
    return builder.select(builder.icmp_signed("<", low, limit), low, limit)


def dot_planes(taps: int) -> Any:
    """Return an instruction that computes gradients of filters: sums of products of gradients with pixels.

    Task (part, f) writes those of filter f, over a part of the batch, to out[part, f]: images from cuts[part] to below
    cuts[part + 1], of which there are at most cuts[-1]. Rows of gradients see rows of pixels `down` numbers apart;
    `rows` tells, for each row of taps, the first row of gradients that sees pixels, how many do, and the first row of
    pixels.
    Stripes of sums lie in `sums`. Some filters take turns, image by image: their planes lie beside each other.
    """

    def define(
        lo: Any, hi: Any, images: Any, grad: Any, rows: Any, step: Any, left: Any, dx: Any, down: Any, each: Any,
        cuts: Any, sums: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, images, grad, rows, step, left, dx, down, each, cuts, sums, out)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            arrays = {n: Memory(builder, signature.args[n], values[n]) for n in (2, 3, 10, 11, 12)}
            source, grads, cuts, totals, target = arrays.values()
            lo, hi, images, grad, _, step, left, dx, down, each, _, sums, out = values
            table, size = Rows(builder, signature.args[4], values[4]), lanes(source.dtype)
            parts, filters, taps_in_all = out.shape
            _, _, tall, count = grad.shape
            width, zero = images.shape[3], ir.Constant(vector(source.dtype), None)

            def clear(n: ir.Value, _: Values) -> Values:
                totals.write(zero, builder.mul(n, WORD(size)))
                return []

            def tasks(block: ir.Value, _: Values) -> Values:
                begin = builder.add(lo, builder.mul(block, WORD(TOGETHER)))
                end = builder.add(begin, WORD(TOGETHER))
                end = builder.select(builder.icmp_unsigned("<", end, hi), end, hi)
                first, last = (builder.mul(number, taps_in_all) for number in (begin, end))
                accumulate(builder, first, last, [], clear)
                where = [builder.udiv(begin, filters), builder.urem(begin, filters)]

                def image(n: ir.Value, _: Values) -> Values:
                    def plane(number: ir.Value, where: Values) -> Values:
                        part, f = where
                        here = builder.add(cuts.scalar(part), n)
                        place = builder.mul(number, sums.shape[1])
                        with builder.if_then(builder.icmp_unsigned("<", here, cuts.scalar(part, WORD(1)))):
                            add_plane(builder.add(builder.mul(here, filters), f), place)
                        f = following(builder, f, filters)
                        first = builder.icmp_unsigned("==", f, WORD(0))
                        return [builder.add(part, builder.zext(first, WORD)), f]

                    accumulate(builder, begin, end, where, plane)
                    return []

                accumulate(builder, WORD(0), cuts.scalar(parts, WORD(1)), [], image)
                accumulate(builder, first, last, [], total)
                return []

            def add_plane(plane: ir.Value, place: ir.Value) -> None:
                channel = builder.lshr(plane, builder.sub(each, WORD(1)))
                pixels = builder.mul(channel, builder.mul(images.shape[2], width))
                begin = builder.mul(plane, builder.mul(tall, count))

                def long(p: ir.Value, step: int, size: int) -> None:
                    first = builder.sub(builder.mul(p, WORD(step)), left)
                    # Behind the last gradient a pixel may be infinite, and 0 times that is NaN.
                    last = builder.sub(builder.mul(count, WORD(step)), builder.add(left, WORD(step - 1)))
                    ends = [_between(builder, end, width) for end in begins_of(builder, last, dx, taps)]
                    columns = Columns(source, begins_of(builder, first, dx, taps), ends, step, size)
                    stripe(p, size, pixels, begin, place, columns)

                def rows(step: int, size: int) -> None:
                    if step == 2:
                        in_stripes(builder, count, size, lambda p: long(p, 2, size))
                        return
                    fits = fits_shifted(builder, left, dx, [width, count], taps, size)
                    with builder.if_else(fits) as (moved, read):
                        with moved:
                            columns = Shifted(source, width, taps, size)
                            stripe(WORD(0), size, pixels, begin, place, columns)
                        with read:
                            in_stripes(builder, count, size, lambda p: long(p, 1, size))

                by_step(
                    builder, step, lambda by: by_length(builder, count, size, lambda long: rows(by, long))
                )

            def total(n: ir.Value, _: Values) -> Values:
                found, half = totals.stripe(builder.mul(n, WORD(size))), size
                while half > 1:
                    half //= 2
                    upper = shuffle(builder, found, found, list(range(half, 2 * half)))
                    found = builder.fadd(shuffle(builder, found, found, list(range(half))), upper)
                target.put(builder.extract_element(found, HALF(0)), n)
                return []

            def stripe(
                p: ir.Value, size: int, pixels: ir.Value, begin: ir.Value, place: ir.Value, columns: Columns | Shifted
            ) -> None:  # fmt: skip
                zero = ir.Constant(ir.VectorType(source.data.type.pointee, size), None)
                mask = inside(builder, p, count, size)

                def row(i: ir.Value, _: Values) -> Values:
                    top, some, y = table[i]
                    line = builder.add(pixels, builder.mul(y, width))
                    start = builder.add(begin, builder.mul(top, count))

                    def add(r: ir.Value, found: Values) -> Values:
                        factor = grads.masked_stripe(mask, start, builder.mul(r, count), p)
                        origin = builder.add(line, builder.mul(r, down))
                        seen = columns.row(origin)
                        if isinstance(columns, Shifted):
                            seen = [builder.select(mask, x, zero) for x in seen]
                        return [fused(builder, factor, x, s) for x, s in zip(seen, found, strict=True)]

                    for j, found in enumerate(accumulate(builder, WORD(0), some, [zero] * taps, add)):
                        tap = builder.add(builder.mul(i, WORD(taps)), WORD(j))
                        cell = place, builder.mul(tap, WORD(lanes(source.dtype)))
                        everything = ir.Constant(ir.VectorType(ir.IntType(1), size), [1] * size)
                        before = totals.masked_stripe(everything, *cell)
                        totals.write_masked(builder.fadd(before, found), everything, *cell)
                    return []

                accumulate(builder, WORD(0), table.count, [], row)

            blocks = builder.udiv(builder.add(builder.sub(hi, lo), WORD(TOGETHER - 1)), WORD(TOGETHER))
            accumulate(builder, WORD(0), blocks, [], tasks)

        return result, generate

    return operation(define)

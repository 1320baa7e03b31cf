"""Planes of pixels by filters of one channel, and gradients of images that such filters saw.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ...compiler import operation, types
from ...stripes import WORD, Memory, accumulate, everywhere, fused, inside, lanes, shuffle
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

__all__ = ["filter_planes", "spread_planes"]


def filter_planes(taps: int) -> Any:
    """Return an instruction that convolves planes with filters of rows of some taps.

    Each channel of an image is seen by `each` filters. Rows of taps see rows of pixels `down` numbers apart; position p
    sees columns p * step - left + j * dx.
    """

    def define(
        lo: Any, hi: Any, images: Any, filters: Any, bias: Any, rows: Any, step: Any, left: Any, dx: Any, down: Any,
        each: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, images, filters, bias, rows, step, left, dx, down, each, out)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            arrays = {n: Memory(builder, signature.args[n], values[n]) for n in (2, 3, 4, 11)}
            source, factors, shifts, target = arrays.values()
            lo, hi, images, filters, _, _, step, left, dx, down, each, out = values
            table, size = Rows(builder, signature.args[5], values[5]), lanes(source.dtype)
            _, channels, tall, count = out.shape
            width = images.shape[3]

            halves = builder.sub(each, WORD(1))

            def plane(number: ir.Value, filter: Values) -> Values:
                f = filter[0]
                image = builder.mul(builder.lshr(number, halves), builder.mul(images.shape[2], width))
                goal = builder.mul(number, builder.mul(tall, count))
                weights = builder.mul(f, filters.shape[1])
                bias = shifts.scalar(f)

                def long(p: ir.Value, step: int, size: int) -> None:
                    first = builder.sub(builder.mul(p, WORD(step)), left)
                    begins = begins_of(builder, first, dx, taps)
                    stripe(p, size, Columns(source, begins, [width] * taps, step, size))

                def stripe(p: ir.Value, size: int, columns: Columns | Shifted) -> None:
                    shift = everywhere(builder, bias, size)
                    mask = inside(builder, p, count, size)

                    def row(r: ir.Value, _: Values) -> Values:
                        tap, some, y = table[r]
                        tap = builder.add(weights, builder.mul(tap, WORD(taps)))
                        line = builder.add(image, builder.mul(y, width))

                        def add(i: ir.Value, totals: Values) -> Values:
                            begin = builder.add(line, builder.mul(i, down))
                            weight = builder.add(tap, builder.mul(i, WORD(taps)))
                            sums = list(totals)
                            for j, pixels in enumerate(columns.row(begin)):
                                factor = everywhere(builder, factors.scalar(weight, WORD(j)), size)
                                n = j % len(sums)
                                sums[n] = fused(builder, factor, pixels, sums[n])
                            return sums

                        def put(sums: Values) -> None:
                            total = sums[0]
                            for further in sums[1:]:
                                total = builder.fadd(total, further)
                            target.write_masked(total, mask, goal, builder.mul(r, count), p)

                        starts = [shift, *[ir.Constant(shift.type, None)] * (taps // 2 - 1)]
                        if taps == 3:  # such rows are so short that the loop would take as long as the sums
                            whole = builder.icmp_unsigned("==", some, WORD(3))
                            with builder.if_else(whole) as (three, fewer):
                                with three:
                                    put(add(WORD(2), add(WORD(1), add(WORD(0), starts))))
                                with fewer:
                                    put(accumulate(builder, WORD(0), some, starts, add))
                        else:
                            put(accumulate(builder, WORD(0), some, starts, add))
                        return []

                    accumulate(builder, WORD(0), tall, [], row)

                def rows(step: int, size: int) -> None:
                    if step == 2:
                        in_stripes(builder, count, size, lambda p: long(p, 2, size))
                        return
                    fits = fits_shifted(builder, left, dx, [width, count], taps, size)
                    with builder.if_else(fits) as (moved, read):
                        with moved:
                            stripe(WORD(0), size, Shifted(source, width, taps, size))
                        with read:
                            in_stripes(builder, count, size, lambda p: long(p, 1, size))

                by_step(
                    builder, step, lambda by: by_length(builder, count, size, lambda long: rows(by, long))
                )
                return [following(builder, f, channels)]

            accumulate(builder, lo, hi, [builder.urem(lo, channels)], plane)

        return result, generate

    return operation(define)


def spread_planes(taps: int) -> Any:
    """Return an instruction that computes gradients of images that were seen by every second position of a row.

    `rows` tells which taps lead to a row of pixels, every `every`-th one, and from which row of gradients on;
    these are `up` numbers apart, the further taps lead to those before. Column c of a row was seen by tap j from
    position (c + left - j) / 2, so even columns of a padded row are sums over every second tap, and odd ones as well.
    """

    def define(
        lo: Any, hi: Any, grad: Any, filters: Any, rows: Any, left: Any, every: Any, up: Any, out: Any,
    ) -> Any:  # fmt: skip
        result = types.void(lo, hi, grad, filters, rows, left, every, up, out)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, factors, target = (Memory(builder, signature.args[n], values[n]) for n in (2, 3, 8))
            lo, hi, grad, filters, _, left, every, up, out = values
            table, size = Rows(builder, signature.args[4], values[4]), lanes(source.dtype)
            _, channels, tall, count = out.shape
            width = grad.shape[3]
            far, start = (taps + 1) // 2, builder.udiv(left, WORD(2))
            half = builder.udiv(builder.add(count, WORD(3)), WORD(2))

            def plane(number: ir.Value, filter: Values) -> Values:
                image = builder.mul(number, builder.mul(grad.shape[2], width))
                goal = builder.mul(number, builder.mul(tall, count))
                weights = builder.mul(filter[0], filters.shape[1])

                def stripe(k: ir.Value, size: int) -> None:
                    order = [lane for n in range(size) for lane in (n, n + size)]
                    zero = ir.Constant(ir.VectorType(factors.data.type.pointee, size), None)
                    b = builder.add(start, k)
                    columns = Columns(
                        source, [builder.sub(b, WORD(n)) for n in range(far)], [width] * far, 1, size
                    )
                    first = builder.sub(builder.mul(b, WORD(2)), left)
                    places = [first, builder.add(first, WORD(size))]
                    masks = [inside(builder, q, count, size) for q in places]

                    def row(r: ir.Value, _: Values) -> Values:
                        tap, some, y = table[r]
                        line = builder.add(image, builder.mul(y, width))

                        def add(i: ir.Value, totals: Values) -> Values:
                            begin = builder.sub(line, builder.mul(i, up))
                            row = builder.add(tap, builder.mul(i, every))
                            weight = builder.add(weights, builder.mul(row, WORD(taps)))
                            pixels = [columns.read(begin, n) for n in range(far)]
                            sums = list(totals)
                            for j in range(taps):
                                factor = everywhere(builder, factors.scalar(weight, WORD(j)), size)
                                sums[j % 2] = fused(builder, factor, pixels[j // 2], sums[j % 2])
                            return sums

                        even, odd = accumulate(builder, WORD(0), some, [zero, zero], add)
                        for part, (mask, place) in enumerate(zip(masks, places, strict=True)):
                            lanes = order[part * size : (part + 1) * size]
                            target.write_masked(
                                shuffle(builder, even, odd, lanes), mask, goal, builder.mul(r, count), place
                            )
                        return []

                    accumulate(builder, WORD(0), tall, [], row)

                def rows(size: int) -> None:
                    in_stripes(builder, half, size, lambda k: stripe(k, size))

                by_length(builder, half, size, rows)
                return [following(builder, filter[0], channels)]

            accumulate(builder, lo, hi, [builder.urem(lo, channels)], plane)

        return result, generate

    return operation(define)

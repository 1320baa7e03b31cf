"""Copying and adding a row of pixels of each of some channels, a stripe at a time.

Which pixels of a stripe there are is found once for all channels.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..compiler import operation, types
from ..stripes import WORD, Memory, accumulate, inside, lanes, shuffle

__all__ = ["add_rows", "copy_rows", "halve_rows"]

Values = list[ir.Value]


def _copy(step: int) -> Any:
    """Return an instruction that writes `count` pixels of rows, every one or every second one, from `first` on.

    There are zeros in place of pixels before x[start] and from x[start + width] on. The next channel's row begins
    `apart` from there, and its pixels go `pitch` further.
    """

    def define(
        x: Any, start: Any, width: Any, first: Any, count: Any, out: Any, place: Any, channels: Any, apart: Any,
        pitch: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, width, first, count, out, place, channels, apart, pitch)

        def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
            source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 5))
            _, start, width, first, count, _, place, channels, apart, pitch = values
            size = lanes(source.dtype)

            def stripe(k: ir.Value, _: Values) -> Values:
                p = builder.mul(k, WORD(size))
                q = builder.add(first, builder.mul(p, WORD(step)))
                places = [builder.add(q, WORD(size * part)) for part in range(step)]
                known = [inside(builder, place, width, size) for place in places]
                wanted = inside(builder, p, count, size)

                def copy(c: ir.Value, _: Values) -> Values:
                    row = builder.add(start, builder.mul(c, apart))
                    pairs = zip(known, places, strict=True)
                    parts = [source.masked_stripe(mask, row, place) for mask, place in pairs]
                    if step == 2:
                        parts = [shuffle(builder, parts[0], parts[1], list(range(0, 2 * size, 2)))]
                    target.write_masked(parts[0], wanted, place, p, builder.mul(c, pitch))
                    return []

                return accumulate(builder, WORD(0), channels, [], copy)

            accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

        return result, generate

    return operation(define)


copy_rows, halve_rows = _copy(1), _copy(2)


@operation
def add_rows(
    x: Any, start: Any, count: Any, out: Any, place: Any, channels: Any, pitch: Any, apart: Any
) -> Any:
    """Add `count` numbers of rows, `pitch` apart, to those from a place on, `apart` from those of the next channel."""
    result = types.void(x, start, count, out, place, channels, pitch, apart)

    def generate(builder: ir.IRBuilder, signature: Any, values: Values) -> Any:
        source, target = (Memory(builder, signature.args[n], values[n]) for n in (0, 3))
        _, start, count, _, place, channels, pitch, apart = values
        size = lanes(source.dtype)

        def stripe(k: ir.Value, _: Values) -> Values:
            p = builder.mul(k, WORD(size))
            mask = inside(builder, p, count, size)

            def add(c: ir.Value, _: Values) -> Values:
                goal = builder.add(place, builder.mul(c, apart))
                before = target.masked_stripe(mask, goal, p)
                added = source.masked_stripe(mask, start, p, builder.mul(c, pitch))
                target.write_masked(builder.fadd(before, added), mask, goal, p)
                return []

            return accumulate(builder, WORD(0), channels, [], add)

        accumulate(builder, WORD(0), _stripes(builder, count, size), [], stripe)

    return result, generate


def _stripes(builder: ir.IRBuilder, count: ir.Value, size: int) -> ir.Value:
    return builder.udiv(builder.add(count, WORD(size - 1)), WORD(size))

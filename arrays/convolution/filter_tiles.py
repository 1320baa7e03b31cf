"""Tiles of the gradient of filters: sums of pixels, read where they are, times gradients of many filters.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import (
    WORD,
    Memory,
    accumulate,
    everywhere,
    fused,
    has_wide_registers,
    vector,
    vector_width,
)
from .sizes import ROWS

__all__ = ["add_one", "add_three", "add_two"]


def _add(stripes: int) -> Any:
    """Return an instruction that adds to ROWS * stripes stripes of sums, which follow each other.

    sums[r, p] += the sum of pixels[taps[r] + places[q]] * grads[q * stripes * width + p] over `count` positions q.
    Nothing is added to if they are `fresh`.
    """

    def define(
        typing: Any,
        sample: Any,
        pixels: Any,
        taps: Any,
        places: Any,
        grads: Any,
        count: Any,
        sums: Any,
        fresh: Any,
    ) -> Any:
        return types.void(sample, *[types.int64] * 6, types.boolean), _sums(stripes)

    return intrinsic(define)


add_one, add_two, add_three = _add(1), _add(2), _add(3)


def _sums(stripes: int) -> Callable[..., Any]:
    """Return the generator of a tile."""
    together = ROWS if has_wide_registers() else 2

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        dtype = signature.args[0]
        _, pixels, taps, places, grads, count, sums, fresh = values
        size, width, zero = WORD(dtype.bitwidth // 8), vector_width(dtype), ir.Constant(vector(dtype), None)
        nothing = ir.Constant(zero.type, [-0.0] * width)
        taps, places = (builder.inttoptr(table, WORD.as_pointer()) for table in (taps, places))
        right, goal = Memory.at(builder, dtype, grads), Memory.at(builder, dtype, sums)

        def row(r: int) -> Memory:
            begin = builder.mul(builder.load(builder.gep(taps, [WORD(r)])), size)
            return Memory.at(builder, dtype, builder.add(pixels, begin))

        rows = [row(r) for r in range(ROWS)]
        for top in range(0, ROWS, together):

            def step(q: ir.Value, totals: list[ir.Value], top: int = top) -> list[ir.Value]:
                place = builder.load(builder.gep(places, [q]))
                begin = builder.mul(q, WORD(stripes * width))
                ys, found = [right.stripe(begin, WORD(s * width)) for s in range(stripes)], []
                for r in range(together):  # a broadcast beside its products: LLVM keeps this order
                    x = everywhere(builder, rows[top + r].scalar(place), width)
                    found += [fused(builder, x, y, totals[r * stripes + s]) for s, y in enumerate(ys)]
                return found

            totals = accumulate(builder, WORD(0), count, [zero] * (together * stripes), step)
            for n, total in enumerate(totals):
                cell = WORD((top * stripes + n) * width)
                before = builder.select(fresh, nothing, goal.stripe(cell))
                goal.write(builder.fadd(before, total), cell)

    return generate

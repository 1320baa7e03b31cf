"""Copying lines of a matrix to panels, in which the numbers that a tile needs next lie next.

Row `k` of a panel holds what belongs to place `k` of the sums: number `k` of each line. Lines are rows of the first
factor and columns of the second.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from ..compiler import operation, types
from ..stripes import WORD, Memory, accumulate, everywhere, lanes

__all__ = ["leading", "put_across", "put_along"]


def leading(builder: ir.IRBuilder, dtype: Any, count: ir.Value, stripe: int = 0) -> ir.Value:
    """Return the mask of the first `count` numbers of some stripes, as far as they are in one of these."""
    width = lanes(dtype)
    numbers = ir.Constant(ir.VectorType(WORD, width), list(range(stripe * width, (stripe + 1) * width)))
    return builder.icmp_signed("<", numbers, everywhere(builder, count, width))


@operation
def put_along(sample: Any, source: Any, step: Any, count: Any, lines: Any, panel: Any, pitch: Any) -> Any:
    """Copy lines whose numbers are `step` apart, and which lie beside each other: one stripe of a panel.

    Rows of the panel are `pitch` apart. Where there are fewer lines, zeros follow.
    """

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        origin, goal = (Memory.at(builder, sample, values[n]) for n in (1, 5))
        mask = leading(builder, sample, values[4])

        def copy(k: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            goal.write(origin.masked_stripe(mask, builder.mul(k, values[2])), builder.mul(k, values[6]))
            return []

        accumulate(builder, WORD(0), values[3], [], copy)

    return types.void(sample, *[types.int64] * 6), generate


@operation
def put_across(sample: Any, source: Any, step: Any, count: Any, lines: Any, panel: Any, pitch: Any) -> Any:
    """Copy contiguous lines that are `step` apart: one stripe of a panel, in squares.

    Where there are fewer lines, copies of the last one follow: nobody looks at their sums.
    """

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        origin, goal = (Memory.at(builder, sample, values[n]) for n in (1, 5))
        width, last = lanes(sample), builder.sub(values[4], WORD(1))

        def copy(square: ir.Value, _: list[ir.Value]) -> list[ir.Value]:
            done, rows = builder.mul(square, WORD(width)), []
            mask = leading(builder, sample, builder.sub(values[3], done))
            for j in range(width):
                line = builder.select(builder.icmp_signed("<", WORD(j), last), WORD(j), last)
                rows.append(origin.masked_stripe(mask, builder.mul(line, values[2]), done))
            for k, stripe in enumerate(_transposed(builder, rows)):
                goal.write(stripe, builder.mul(builder.add(done, WORD(k)), values[6]))
            return []

        squares = builder.udiv(builder.add(values[3], WORD(width - 1)), WORD(width))
        accumulate(builder, WORD(0), squares, [], copy)

    return types.void(sample, *[types.int64] * 6), generate


def _transposed(builder: ir.IRBuilder, rows: list[ir.Value]) -> list[ir.Value]:
    """Return the columns of a square: bit after bit of their numbers, rows and lanes change places."""
    width, half = len(rows), ir.IntType(32)
    step = width // 2
    while step:
        low = [half(width + j - step if j & step else j) for j in range(width)]
        high = [half(width + j if j & step else j + step) for j in range(width)]
        for i in (i for i in range(width) if not i & step):
            pair = rows[i], rows[i + step]
            for n, lane in ((i, low), (i + step, high)):
                rows[n] = builder.shuffle_vector(*pair, ir.Constant(ir.VectorType(half, width), lane))
        step //= 2
    return rows

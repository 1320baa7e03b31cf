"""Tiles of matrix products: sums that stay in registers while panels of both factors are read.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from ..compiler import operation, types
from ..stripes import WORD, Memory, accumulate, everywhere, fused, has_wide_registers, lanes, vector, zeros
from .panels import leading
from .sizes import FEWER, ROOM, ROWS, STRIPES

__all__ = ["few_rows", "tile"]

_NARROW = 6  # rows of one stripe: as many sums as narrow registers hold


def _tile(height: int) -> Any:
    """Return an instruction that computes a tile of a product.

    c[r * line + j] = start[r * start_line + j] + the sum of a[k * ROOM + r] * b[k * width + j] over `count` places `k`,
    for the first `rows` rows `r` and `columns` columns `j`. What is added to is left out if the tile is `fresh`.
    """

    def define(
        sample: Any, a: Any, b: Any, count: Any, c: Any, line: Any, start: Any, start_line: Any,
        fresh: Any, rows: Any, columns: Any,
    ) -> Any:  # fmt: skip
        return types.void(sample, *[types.int64] * 7, types.boolean, *[types.int64] * 2), _sums(height)

    return operation(define)


tile, few_rows = _tile(ROWS), _tile(FEWER)


def _sums(height: int) -> Callable[..., Any]:
    """Return the generator of a tile."""

    def generate(builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        dtype = signature.args[0]
        a, b, c, start = (Memory.at(builder, dtype, values[n]) for n in (1, 2, 4, 6))
        count, line, start_line, fresh = values[3], values[5], values[7], values[8]
        width = lanes(dtype)
        masks = [leading(builder, dtype, values[10], s) for s in range(STRIPES)]
        added = everywhere(
            builder, builder.not_(fresh), width
        )  # what is there before is not even read otherwise
        rows, stripes = (height, STRIPES) if has_wide_registers() else (min(height, _NARROW), 1)
        for top in range(0, height, rows):
            for side in range(0, STRIPES, stripes):
                cells = [(r, s) for r in range(top, top + rows) for s in range(side, side + stripes)]

                def step(k: ir.Value, totals: list[ir.Value], cells: Any = cells) -> list[ir.Value]:
                    panel, row = builder.mul(k, WORD(STRIPES * width)), builder.mul(k, WORD(ROOM))
                    ys = {s: b.stripe(panel, WORD(s * width)) for _, s in cells}
                    sums = []
                    for (r, s), total in zip(cells, totals, strict=True):
                        if (
                            s == cells[0][1]
                        ):  # one after the other: LLVM keeps this order, and then has registers enough
                            x = everywhere(builder, a.scalar(row, WORD(r)), width)
                        sums.append(fused(builder, x, ys[s], total))
                    return sums

                totals = accumulate(builder, WORD(0), count, [zeros(vector(dtype))] * len(cells), step)
                for (r, s), total in zip(cells, totals, strict=True):
                    inside = everywhere(builder, builder.icmp_signed("<", WORD(r), values[9]), width)
                    mask = builder.and_(masks[s], inside)
                    base, place = builder.mul(start_line, WORD(r)), builder.mul(line, WORD(r))
                    before = start.masked_stripe(builder.and_(mask, added), base, WORD(s * width))
                    total = builder.select(fresh, total, builder.fadd(before, total))
                    c.write_masked(total, mask, place, WORD(s * width))

    return generate

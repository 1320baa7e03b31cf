"""Tiles of matrix products whose one operand is never written out: its rows begin at offsets in a buffer.

Accumulators stay in registers, as many as the processor has; every element of a result is one chain of fused
multiply-adds, so it does not depend on how a tile is cut.

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
    lanes,
    vector,
)
from .sizes import FEW, LEFT, RIGHT, ROWS, STRIPE, STRIPES, WIDTH

__all__ = [
    "LEFT",
    "RIGHT",
    "ROWS",
    "STRIPE",
    "STRIPES",
    "WIDTH",
    "dot_row",
    "dot_tile",
    "few_tail",
    "few_tile",
    "product_pair",
    "product_row",
    "product_row_tail",
    "product_tail",
    "product_tile",
]


def _product(rows: int, stripes: int) -> Any:
    """Return an instruction that computes a tile of products.

    out[r * width + column + p] (+)= sum of weights[block + k * apart + r] * x[start + offsets[k] + p], where `k` goes
    from `first` to below `last`, `r` over the rows, `p` over the stripes. With `resume` the sum is added to what `out`
    holds.
    """

    def define(
        _: Any, x: Any, start: Any, offsets: Any, first: Any, last: Any,
        weights: Any, block: Any, apart: Any, out: Any, column: Any, width: Any, resume: Any,
    ) -> Any:  # fmt: skip
        result = types.void(x, start, offsets, first, last, weights, block, apart, out, column, width, resume)
        return result, _products(rows, stripes)

    return intrinsic(define)


product_tile, product_tail = _product(ROWS, STRIPES), _product(ROWS, 1)
few_tile, few_tail = _product(FEW, 2 * STRIPES), _product(FEW, 1)
product_pair = _product(ROWS, 2)
product_row, product_row_tail = _product(1, STRIPES), _product(1, 1)


def _products(height: int, stripes: int) -> Callable[..., Any]:
    """Return the generator of a tile of products."""
    rows = height if has_wide_registers() else min(height, 2 if stripes <= STRIPES else 1)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        arrays = {n: Memory(context, builder, signature.args[n], values[n]) for n in (0, 2, 5, 8)}
        source, places, factors, target = arrays.values()
        start, first, last, block, apart = (values[n] for n in (1, 3, 4, 6, 7))
        column, width, resume = values[9:]
        count = lanes(source.dtype)
        zero = ir.Constant(vector(source.dtype), None)
        nothing = ir.Constant(zero.type, [-0.0] * count)

        def cell(r: int, s: int) -> list[ir.Value]:
            return [builder.mul(width, WORD(r)), column, WORD(s * count)]

        for top in range(0, height, rows):
            some = range(top, min(top + rows, height))
            tile = [(r, s) for r in some for s in range(stripes)]

            def step(
                k: ir.Value, totals: list[ir.Value], tile: Any = tile, some: range = some
            ) -> list[ir.Value]:
                base = builder.add(start, places.scalar(k))
                xs = [source.stripe(base, WORD(s * count)) for s in range(stripes)]
                row = builder.add(block, builder.mul(k, apart))
                ws = {r: everywhere(builder, factors.scalar(row, WORD(r)), count) for r in some}
                return [
                    fused(builder, ws[r], xs[s], total) for (r, s), total in zip(tile, totals, strict=True)
                ]

            for (r, s), total in zip(
                tile, accumulate(builder, first, last, [zero] * len(tile), step), strict=True
            ):
                before = builder.select(resume, target.stripe(*cell(r, s)), nothing)
                target.write(builder.fadd(before, total), *cell(r, s))

    return generate


def _dot(left_rows: int) -> Any:
    """Return an instruction that adds products of rows, `count` stripes long, to left_rows * RIGHT stripes of sums.

    Row i of image n of a begins at a_start + n * a_step + a_offsets[a_first + i], and that of b likewise.
    """

    def define(
        _: Any, a: Any, a_start: Any, a_step: Any, a_offsets: Any, a_first: Any,
        b: Any, b_start: Any, b_step: Any, b_offsets: Any, b_first: Any,
        images: Any, count: Any, sums: Any, place: Any,
    ) -> Any:  # fmt: skip
        result = types.void(
            a, a_start, a_step, a_offsets, a_first, b, b_start, b_step, b_offsets, b_first,
            images, count, sums, place,
        )  # fmt: skip
        return result, _dots(left_rows)

    return intrinsic(define)


dot_tile, dot_row = _dot(LEFT), _dot(1)


def _dots(left_rows: int) -> Callable[..., Any]:
    """Return the generator of a tile of dot products."""
    height, width = (left_rows, RIGHT) if has_wide_registers() else (min(left_rows, 2), 3)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        arrays = {n: Memory(context, builder, signature.args[n], values[n]) for n in (0, 3, 5, 8, 12)}
        left, left_places, right, right_places, target = arrays.values()
        size, zero = lanes(left.dtype), WORD(0)

        def begin(places: Memory, start: ir.Value, first: ir.Value, i: int) -> ir.Value:
            return builder.add(start, places.scalar(first, WORD(i)))

        rows = [begin(left_places, values[1], values[4], i) for i in range(left_rows)]
        columns = [begin(right_places, values[6], values[9], j) for j in range(RIGHT)]
        for top in range(0, left_rows, height):
            for side in range(0, RIGHT, width):
                tile = [(i, j) for i in range(top, top + height) for j in range(side, side + width)]
                cells = [[values[13], WORD((i * RIGHT + j) * size)] for i, j in tile]

                def image(n: ir.Value, totals: list[ir.Value], tile: Any = tile) -> list[ir.Value]:
                    a, b = builder.mul(n, values[2]), builder.mul(n, values[7])

                    def step(k: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
                        p = builder.mul(k, WORD(size))
                        rs = {j: right.stripe(columns[j], b, p) for _, j in tile}
                        ls = {i: left.stripe(rows[i], a, p) for i, _ in tile}
                        return [
                            fused(builder, ls[i], rs[j], total)
                            for (i, j), total in zip(tile, totals, strict=True)
                        ]

                    return accumulate(builder, zero, values[11], totals, step)

                starts = [target.stripe(*cell) for cell in cells]
                totals = accumulate(builder, zero, values[10], starts, image)
                for cell, total in zip(cells, totals, strict=True):
                    target.write(total, *cell)

    return generate

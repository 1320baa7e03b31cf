"""Filters side by side: ROWS of them, number after number, transposed by shuffles.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import WORD, Memory, accumulate, inside, lanes, shuffle
from .sizes import ROWS
from .turning import transposed

__all__ = ["columns_of", "put_lanes", "put_row_by_row", "put_side_by_side", "side_by_side"]

Vectors = list[ir.Value]


def side_by_side(
    source: Memory, start: ir.Value, apart: ir.Value, known: ir.Value, first: ir.Value, count: ir.Value
) -> Vectors:
    """Return, for each number of a stripe from `first` on, those of ROWS rows in one vector.

    Rows begin at `start`, `apart` from each other, and have `count` numbers; the last `known` row is repeated.
    """
    builder, size = source.builder, lanes(source.dtype)
    mask, last = inside(builder, first, count, size), builder.sub(known, WORD(1))
    rows = []
    for r in range(ROWS):
        row = builder.select(builder.icmp_unsigned("<", WORD(r), last), WORD(r), last)
        rows.append(source.masked_stripe(mask, start, first, builder.mul(apart, row)))
    return columns_of(builder, rows)


def columns_of(builder: ir.IRBuilder, rows: Vectors) -> Vectors:
    """Return the numbers of ROWS vectors, lane by lane."""
    rows = transposed(builder, rows)
    parts = [list(range(begin, begin + ROWS)) for begin in range(0, rows[0].type.count, ROWS)]
    return [shuffle(builder, row, row, part) for part in parts for row in rows]


@intrinsic
def put_side_by_side(
    _: Any, source: Any, start: Any, apart: Any, known: Any, first: Any, count: Any, goal: Any, place: Any, table: Any,
    block: Any, channel: Any,
) -> Any:  # fmt: skip
    """Write a stripe of numbers of ROWS rows, number n to goal[place + table[:, n] @ (1, block, channel)]."""
    result = types.void(source, start, apart, known, first, count, goal, place, table, block, channel)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal, table = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 6, 8))
        _, start, apart, known, first, count, _, place, _, block, channel = values
        begins = table.lengths[1]
        for n, column in enumerate(side_by_side(source, start, apart, known, first, count)):
            number = builder.add(first, WORD(n))
            with builder.if_then(builder.icmp_unsigned("<", number, count)):
                further = builder.mul(block, table.scalar(begins, number))
                beyond = builder.mul(channel, table.scalar(begins, begins, number))
                goal.put_part(column, place, table.scalar(number), further, beyond)

    return result, generate


@intrinsic
def put_row_by_row(
    typing: Any,
    source: Any,
    place: Any,
    apart: Any,
    count: Any,
    width: Any,
    goal: Any,
    target: Any,
    pitch: Any,
) -> Any:
    """Write `width` columns of `count` rows, at most ROWS, which are `apart`, as rows that are `pitch` apart."""
    result = types.void(source, place, apart, count, width, goal, target, pitch)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 5))
        _, place, apart, count, width, _, target, pitch = values
        mask, size = inside(builder, WORD(0), count, ROWS), lanes(source.dtype)

        def stripe(k: ir.Value, _: Vectors) -> Vectors:
            first = builder.mul(k, WORD(size))
            for n, row in enumerate(side_by_side(source, place, apart, count, first, width)):
                number = builder.add(first, WORD(n))
                with builder.if_then(builder.icmp_unsigned("<", number, width)):
                    goal.write_masked(row, mask, target, builder.mul(number, pitch))
            return []

        accumulate(builder, WORD(0), builder.udiv(builder.add(width, WORD(size - 1)), WORD(size)), [], stripe)

    return result, generate


@intrinsic
def put_lanes(
    typing: Any,
    source: Any,
    start: Any,
    apart: Any,
    known: Any,
    first: Any,
    count: Any,
    goal: Any,
    place: Any,
    table: Any,
) -> Any:
    """Write a stripe of rows, zeros behind the `known` ones, for each number of a stripe of these rows.

    Rows begin at `start`, `apart` from each other, and have `count` numbers, of which those from `first` on are
    written: number n to goal[place + table[n]] and behind.
    """
    result = types.void(source, start, apart, known, first, count, goal, place, table)

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: Vectors) -> Any:
        source, goal, table = (Memory(context, builder, signature.args[n], values[n]) for n in (0, 6, 8))
        _, start, apart, known, first, count, _, place, _ = values
        size, rows = lanes(source.dtype), []
        for r in range(size):
            exists = builder.icmp_unsigned("<", WORD(r), known)
            mask = inside(builder, first, builder.select(exists, count, WORD(0)), size)
            rows.append(source.masked_stripe(mask, start, first, builder.mul(apart, WORD(r))))
        columns = transposed(builder, rows)
        with builder.goto_entry_block():
            kept = builder.alloca(columns[0].type, size)
        for n, column in enumerate(columns):
            builder.store(column, builder.gep(kept, [WORD(n)]))

        def put(k: ir.Value, _: Vectors) -> Vectors:
            column = builder.load(builder.gep(kept, [k]))
            goal.write(column, place, table.scalar(builder.add(first, k)))
            return []

        behind = builder.sub(count, first)
        few = builder.icmp_unsigned("<", behind, WORD(size))
        accumulate(builder, WORD(0), builder.select(few, behind, WORD(size)), [], put)

    return result, generate

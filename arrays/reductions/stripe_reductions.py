"""Reductions of a row to one number, by four vectors of accumulators and one masked vector at the end.

LLVM's own vectorised loops leave up to 63 elements of a row to be done one by one, and its maximum takes six
instructions where two do: the larger of two numbers, and a note whether one was NaN.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..vector_math.simd_blocks import (
    FLOATS,
    WORD,
    Memory,
    accumulate,
    everywhere,
    fused,
    vector,
    vector_width,
)

_UNROLLED = 4
Step = Callable[[list[ir.Value], ir.Value], ir.Value]
_HALF = ir.IntType(32)


def _walk(
    builder: ir.IRBuilder, rows: list[Memory], start: ir.Value, count: ir.Value, first: list[ir.Value],
    step: Callable[[ir.Value, list[ir.Value], ir.Value | None], ir.Value],
) -> list[ir.Value]:  # fmt: skip
    """Give `step` an accumulator, the stripes of all rows at each place, and a mask for the last ones."""
    size = vector_width(rows[0].dtype)

    def read(p: ir.Value) -> list[ir.Value]:
        return [row.stripe(start, p) for row in rows]

    def four(k: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
        p = builder.mul(k, WORD(_UNROLLED * size))
        return [step(total, read(builder.add(p, WORD(n * size))), None) for n, total in enumerate(totals)]

    def one(k: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
        return [step(totals[0], read(builder.mul(k, WORD(size))), None), *totals[1:]]

    stripes = builder.udiv(count, WORD(size))
    fours = builder.udiv(stripes, WORD(_UNROLLED))
    totals = accumulate(builder, WORD(0), fours, first, four)
    totals = accumulate(builder, builder.mul(fours, WORD(_UNROLLED)), stripes, totals, one)
    done = builder.mul(stripes, WORD(size))
    numbers = ir.Constant(ir.VectorType(WORD, size), list(range(size)))
    mask = builder.icmp_unsigned("<", numbers, everywhere(builder, builder.sub(count, done), size))
    last = [row.masked_stripe(mask, start, done) for row in rows]
    totals[0] = step(totals[0], last, mask)
    return totals


def _fold(
    builder: ir.IRBuilder, value: ir.Value, combine: Callable[[ir.Value, ir.Value], ir.Value]
) -> ir.Value:
    """Combine the lanes of a vector, halves first."""
    count = value.type.count
    while count > 1:
        count //= 2
        indices = [ir.Constant(_HALF, n) for n in range(2 * count)]
        kind, nothing = ir.VectorType(_HALF, count), ir.Constant(value.type, ir.Undefined)
        low = builder.shuffle_vector(value, nothing, ir.Constant(kind, indices[:count]))
        high = builder.shuffle_vector(value, nothing, ir.Constant(kind, indices[count:]))
        value = combine(low, high)
    return builder.extract_element(value, _HALF(0))


def _sum(
    term: Callable[[ir.IRBuilder, list[ir.Value], ir.Value], ir.Value], rows: int, signature: Any
) -> Any:
    """Return the generator of a sum; `term` adds the term of a stripe of each row to a total."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        memories = [Memory(context, builder, signature.args[n], values[n]) for n in range(rows)]
        kind, size = vector(memories[0].dtype), vector_width(memories[0].dtype)
        start, count = values[-2:]
        extra = [everywhere(builder, value, size) for value in values[rows:-2]]

        def step(total: ir.Value, stripes: list[ir.Value], mask: ir.Value | None) -> ir.Value:
            result = term(builder, [*stripes, *extra], total)
            return result if mask is None else builder.select(mask, result, total)

        totals = _walk(builder, memories, start, count, [ir.Constant(kind, None)] * _UNROLLED, step)
        total = builder.fadd(builder.fadd(totals[0], totals[1]), builder.fadd(totals[2], totals[3]))
        return _fold(builder, total, builder.fadd)

    return signature, generate


@intrinsic
def stripe_sum(_: Any, row: Any, start: Any, count: Any) -> Any:
    """Sum of `count` elements."""
    return _sum(lambda b, x, total: b.fadd(total, x[0]), 1, row.dtype(row, types.uint64, types.uint64))


@intrinsic
def stripe_number_sum(_: Any, row: Any, start: Any, count: Any) -> Any:
    """Sum of what is not NaN."""

    def term(builder: ir.IRBuilder, x: list[ir.Value], total: ir.Value) -> ir.Value:
        return builder.select(builder.fcmp_ordered("ord", x[0], x[0]), builder.fadd(total, x[0]), total)

    return _sum(term, 1, row.dtype(row, types.uint64, types.uint64))


@intrinsic
def stripe_absolute(_: Any, row: Any, start: Any, count: Any) -> Any:
    """Sum of absolute values."""

    def term(builder: ir.IRBuilder, x: list[ir.Value], total: ir.Value) -> ir.Value:
        kind = x[0].type
        name = f"llvm.fabs.v{kind.count}{kind.element.intrinsic_name}"
        function = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(kind, [kind]), name
        )
        return builder.fadd(total, builder.call(function, [x[0]]))

    return _sum(term, 1, row.dtype(row, types.uint64, types.uint64))


@intrinsic
def stripe_dot(_: Any, row: Any, other: Any, start: Any, count: Any) -> Any:
    """Sum of products."""
    signature = row.dtype(row, other, types.uint64, types.uint64)
    return _sum(lambda b, x, total: fused(b, x[0], x[1], total), 2, signature)


@intrinsic
def stripe_distance(_: Any, row: Any, centre: Any, start: Any, count: Any) -> Any:
    """Sum of (x - centre)**2."""

    def term(builder: ir.IRBuilder, x: list[ir.Value], total: ir.Value) -> ir.Value:
        distance = builder.fsub(x[0], x[1])
        return fused(builder, distance, distance, total)

    return _sum(term, 1, row.dtype(row, row.dtype, types.uint64, types.uint64))


@intrinsic
def stripe_centred_dot(_: Any, row: Any, other: Any, centre: Any, start: Any, count: Any) -> Any:
    """Sum of row * (other - centre)."""
    signature = row.dtype(row, other, row.dtype, types.uint64, types.uint64)
    return _sum(lambda b, x, total: fused(b, x[0], b.fsub(x[1], x[2]), total), 2, signature)


def _extreme(sign: str, worst: float, row: Any) -> Any:
    """Return the generator of a maximum or minimum. A comparison with NaN is false and keeps the other number."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        memory = Memory(context, builder, signature.args[0], values[0])
        kind, element, size = vector(memory.dtype), FLOATS[memory.dtype], vector_width(memory.dtype)
        length = memory.lengths[0]
        least = ir.Constant(kind, [element(worst)] * size)
        with builder.goto_entry_block():
            undefined = builder.alloca(ir.VectorType(ir.IntType(1), size))
        builder.store(ir.Constant(undefined.type.pointee, None), undefined)

        def better(total: ir.Value, x: ir.Value) -> ir.Value:
            return builder.select(builder.fcmp_ordered(sign, x, total), x, total)

        def step(total: ir.Value, stripes: list[ir.Value], mask: ir.Value | None) -> ir.Value:
            x = stripes[0] if mask is None else builder.select(mask, stripes[0], least)
            nan = builder.fcmp_unordered("uno", x, x)
            builder.store(builder.or_(builder.load(undefined), nan), undefined)
            return better(total, x)

        totals = _walk(builder, [memory], WORD(0), length, [least] * _UNROLLED, step)
        found = _fold(builder, better(better(totals[0], totals[1]), better(totals[2], totals[3])), better)
        word = ir.IntType(size)
        any_nan = builder.icmp_unsigned("!=", builder.bitcast(builder.load(undefined), word), word(0))
        return builder.select(any_nan, element(float("nan")), found)

    return row.dtype(row), generate


@intrinsic
def largest(_: Any, row: Any) -> Any:
    """Largest element; NaN if there is one."""
    return _extreme(">", -inf, row)


@intrinsic
def smallest(_: Any, row: Any) -> Any:
    """Smallest element; NaN if there is one."""
    return _extreme("<", inf, row)

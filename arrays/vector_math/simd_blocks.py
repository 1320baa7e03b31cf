"""Code for vectors of 64 bytes, as llvmlite builds it: reading, writing, loops with accumulators in registers.

This module imports llvmlite; only a compilation imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from ..jit.machine import features

__all__ = [
    "FLOATS",
    "SCRATCH",
    "STRIPE",
    "WORD",
    "Memory",
    "accumulate",
    "by_length",
    "everywhere",
    "flat",
    "fused",
    "has_wide_registers",
    "inside",
    "leading",
    "opened",
    "scratch",
    "shuffle",
    "sum_of",
    "vector",
    "vector_width",
    "zeros",
]

STRIPE = 64  # bytes
SCRATCH = 192 * STRIPE
WORD, HALF = ir.IntType(64), ir.IntType(32)
FLOATS: dict[types.Float, ir.Type] = {types.float32: ir.FloatType(), types.float64: ir.DoubleType()}


def vector_width(kind: Any) -> int:
    """Return how many numbers a stripe has."""
    count: int = STRIPE // (kind.bitwidth // 8)
    return count


def has_wide_registers() -> bool:
    """Whether the processor has 32 registers of 64 bytes."""
    return "+avx512f" in features()


class Memory:
    """An array's data in the code that is being built."""

    def __init__(self, context: Any, builder: ir.IRBuilder, kind: Any, value: ir.Value) -> None:
        array = make_array(kind)(context, builder, value)
        self.builder, self.dtype, self.data = builder, kind.dtype, array.data
        self.lengths = [builder.extract_value(array.shape, axis) for axis in range(kind.ndim)]

    @classmethod
    def at(cls, builder: ir.IRBuilder, dtype: Any, address: ir.Value) -> Memory:
        """Return the numbers from an address on."""
        memory = cls.__new__(cls)
        memory.builder, memory.dtype, memory.lengths = builder, dtype, []
        memory.data = builder.inttoptr(address, _pointer(FLOATS[dtype]))
        return memory

    def scalar(self, *index: ir.Value) -> ir.Value:
        """Read the element at the sum of some indices."""
        return self.builder.load(self._place(*index))

    def stripe(self, *index: ir.Value) -> ir.Value:
        """Read a stripe that begins at the sum of some indices."""
        return self.builder.load(self._stripes(*index), align=self.dtype.bitwidth // 8)

    def part(self, count: int, *index: ir.Value) -> ir.Value:
        """Read a vector of any length from the sum of some indices on."""
        kind = _vector(FLOATS[self.dtype], count)
        place = self.builder.bitcast(self._place(*index), _pointer(kind))
        return self.builder.load(place, align=self.dtype.bitwidth // 8)

    def write(self, stripe: ir.Value, *index: ir.Value) -> None:
        """Write a stripe."""
        self.builder.store(stripe, self._stripes(*index), align=self.dtype.bitwidth // 8)

    def put(self, value: ir.Value, *index: ir.Value) -> None:
        """Write the element at the sum of some indices."""
        self.builder.store(value, self._place(*index))

    def masked_stripe(self, mask: ir.Value, *index: ir.Value) -> ir.Value:
        """Read those numbers that the mask names, of a stripe or of as much as the mask is long."""
        kind = _vector(FLOATS[self.dtype], mask.type.count)
        place, align = (
            self.builder.bitcast(self._place(*index), _pointer(kind)),
            HALF(self.dtype.bitwidth // 8),
        )
        return self._masked("load", kind, place, align, mask, zeros(kind))

    def write_masked(self, stripe: ir.Value, mask: ir.Value, *index: ir.Value) -> None:
        """Write those numbers of a stripe, or of a shorter vector, that the mask names."""
        align = ir.IntType(32)(self.dtype.bitwidth // 8)
        place = self.builder.bitcast(self._place(*index), _pointer(stripe.type))
        self._masked("store", ir.VoidType(), stripe, place, align, mask)

    def _masked(self, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
        count = next(a.type.count for a in arguments if isinstance(a.type, ir.VectorType))
        suffix = f"v{count}{FLOATS[self.dtype].intrinsic_name}"
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        return self.builder.call(_declared(self.builder, f"llvm.masked.{name}.{suffix}.p0", kind), arguments)

    def fetch(self, write: int, *index: ir.Value) -> None:
        """Have the memory at the sum of some indices brought to the second-level cache; there may be none."""
        place = self.builder.bitcast(self._place(*index), _pointer(ir.IntType(8)))
        kind = ir.FunctionType(ir.VoidType(), [place.type, HALF, HALF, HALF])
        fetch = _declared(self.builder, "llvm.prefetch.p0", kind)
        self.builder.call(fetch, [place, HALF(write), HALF(2), HALF(1)])

    def row(self, *index: ir.Value) -> Memory:
        """Return what begins at the sum of some indices, at an address that LLVM takes as it is.

        For addresses in a loop that share terms LLVM weighs all ways to compute them from each other. With 16 rows
        that takes it longer than all the rest, for code that is no faster.
        """
        place = self._place(*index)
        same = ir.FunctionType(place.type, [place.type])
        return self._with(self.builder.asm(same, "", "=r,0", [place], side_effect=False))

    def _with(self, data: ir.Value) -> Memory:
        memory = Memory.__new__(Memory)
        memory.builder, memory.dtype, memory.data, memory.lengths = self.builder, self.dtype, data, []
        return memory

    def _place(self, *index: ir.Value) -> ir.Value:
        place = index[0]
        for further in index[1:]:
            place = self.builder.add(place, further)
        return self.builder.gep(self.data, [place])

    def _stripes(self, *index: ir.Value) -> ir.Value:
        return self.builder.bitcast(self._place(*index), _pointer(vector(self.dtype)))


def opened(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> list[Any]:
    """Return the arguments of an intrinsic, with `Memory` for arrays."""
    return [
        Memory(context, builder, kind, value) if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, values, strict=True)
    ]


def vector(kind: Any) -> ir.VectorType:
    """Return the type of a stripe."""
    return _vector(FLOATS[kind], vector_width(kind))


@cache
def _vector(element: ir.Type, count: int) -> ir.VectorType:
    """Return a type, always as the same object, which keeps its text."""
    return ir.VectorType(element, count)


@cache
def _pointer(kind: ir.Type) -> ir.PointerType:
    return kind.as_pointer()


class _Zeros(ir.Constant):  # type: ignore[misc]
    """A vector of zeros; `ir.Constant` writes out all of them, wherever it is used."""

    def _get_reference(self) -> str:
        return "zeroinitializer"


@cache
def zeros(kind: ir.VectorType) -> ir.Constant:
    """Return a vector of zeros."""
    return _Zeros(kind, None)


@cache
def _undefined(kind: ir.VectorType) -> ir.Constant:
    return ir.Constant(kind, ir.Undefined)


def everywhere(builder: ir.IRBuilder, value: ir.Value, count: int) -> ir.Value:
    """Return a vector with one value in all lanes."""
    nothing = _undefined(_vector(value.type, count))
    single = builder.insert_element(nothing, value, HALF(0))
    return builder.shuffle_vector(single, nothing, zeros(_vector(HALF, count)))


def inside(builder: ir.IRBuilder, start: ir.Value, limit: ir.Value, size: int) -> ir.Value:
    """Return which of the numbers from `start` on are below a limit; negative ones are not."""
    numbers = ir.Constant(ir.VectorType(HALF, size), list(range(size)))
    starts = everywhere(builder, builder.trunc(start, HALF), size)
    limits = everywhere(builder, builder.trunc(limit, HALF), size)
    return builder.icmp_unsigned("<", builder.add(starts, numbers), limits)


def leading(builder: ir.IRBuilder, dtype: Any, count: ir.Value, stripe: int = 0) -> ir.Value:
    """Return the mask of the first `count` numbers of some stripes, as far as they are in one of these."""
    width = vector_width(dtype)
    numbers = ir.Constant(ir.VectorType(WORD, width), list(range(stripe * width, (stripe + 1) * width)))
    return builder.icmp_signed("<", numbers, everywhere(builder, count, width))


def shuffle(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, order: list[int]) -> ir.Value:
    """Return a vector of lanes of two others, numbered one after the other."""
    return builder.shuffle_vector(a, b, ir.Constant(ir.VectorType(HALF, len(order)), order))


def fused(builder: ir.IRBuilder, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
    """Return x * y + z, rounded once where the processor can."""
    name = f"llvm.fmuladd.v{x.type.count}{x.type.element.intrinsic_name}"
    return builder.call(_declared(builder, name, ir.FunctionType(x.type, [x.type] * 3)), [x, y, z])


def _declared(builder: ir.IRBuilder, name: str, kind: ir.FunctionType) -> ir.Function:
    """Return one of LLVM's own functions, which llvmlite declares for scalars only."""
    return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)


def accumulate(
    builder: ir.IRBuilder,
    first: ir.Value,
    last: ir.Value,
    starts: list[ir.Value],
    step: Callable[[ir.Value, list[ir.Value]], list[ir.Value]],
) -> list[ir.Value]:
    """Build a loop from `first` to below `last` with accumulators in registers; return their final values."""
    before = builder.block
    head, body, after = (builder.append_basic_block(name) for name in ("head", "body", "after"))
    builder.branch(head)
    builder.position_at_end(head)
    number = builder.phi(WORD)
    totals = [builder.phi(start.type) for start in starts]
    builder.cbranch(builder.icmp_unsigned("<", number, last), body, after)
    builder.position_at_end(body)
    results = step(number, list(totals))
    next_number, end = builder.add(number, WORD(1)), builder.block
    builder.branch(head)
    number.add_incoming(first, before)
    number.add_incoming(next_number, end)
    for total, start, result in zip(totals, starts, results, strict=True):
        total.add_incoming(start, before)
        total.add_incoming(result, end)
    builder.position_at_end(after)
    return list(totals)


def by_length(builder: ir.IRBuilder, count: ir.Value, size: int, build: Callable[[int], None]) -> None:
    """Build code for whole stripes, and for rows that are no longer than half a stripe."""
    with builder.if_else(builder.icmp_unsigned(">", count, WORD(size // 2))) as (long, short):
        with long:
            build(size)
        with short:
            build(size // 2)


def sum_of(builder: ir.IRBuilder, total: ir.Value) -> ir.Value:
    """Return the sum of a vector's numbers."""
    while (half := total.type.count // 2) > 0:
        parts = [shuffle(builder, total, total, list(range(first, first + half))) for first in (0, half)]
        total = builder.fadd(*parts)
    return builder.extract_element(total, WORD(0))


@intrinsic
def scratch(_: Any, like: Any) -> Any:
    """Return an array of SCRATCH bytes, of the dtype of `like`, that lives while the function runs."""
    kind = types.Array(like.dtype, 1, "C")
    itemsize = like.dtype.bitwidth // 8
    count = SCRATCH // itemsize

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        with builder.goto_entry_block():
            memory = builder.alloca(FLOATS[kind.dtype], count)
            memory.align = STRIPE
        array = make_array(kind)(context, builder)
        sizes = {"shape": [WORD(count)], "strides": [WORD(itemsize)], "itemsize": WORD(itemsize)}
        populate_array(array, data=memory, meminfo=None, **sizes)
        return array._getvalue()

    return kind(like), generate


@intrinsic
def flat(_: Any, array: Any) -> Any:
    """Return the elements of an array in C order as an array of one dimension: Numba's `reshape` calls its library."""
    kind = types.Array(array.dtype, 1, "C")

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, values: list[ir.Value]) -> Any:
        source = make_array(array)(context, builder, values[0])
        result = make_array(kind)(context, builder)
        sizes = {"shape": [source.nitems], "strides": [source.itemsize], "itemsize": source.itemsize}
        populate_array(result, data=source.data, meminfo=None, **sizes)
        return result._getvalue()

    return (kind(array), generate) if array.layout == "C" else None

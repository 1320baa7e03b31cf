"""Indexing and slicing of arrays."""

from __future__ import annotations

from typing import NamedTuple

from llvmlite import ir

from . import types
from .types import Array, Boolean, Integer, Number
from .values import WORD, ArrayData, Unsupported, Value, convert

__all__ = ["Slice", "element", "element_place", "names_element", "reshaped", "size", "store", "wrapped"]


class Slice(NamedTuple):
    """`start:stop` as an index."""

    start: Value | None
    stop: Value | None


def size(builder: ir.IRBuilder, array: ArrayData) -> ir.Value:
    """Return how many elements an array has."""
    total = array.shape[0]
    for length in array.shape[1:]:
        total = builder.mul(total, length)
    return total


def element(builder: ir.IRBuilder, array: Value, indices: list[Value | Slice]) -> Value:
    """Return an element or a part of an array."""
    kind = _array(array)
    if names_element(array, indices):
        dtype, place = element_place(builder, array, indices)
        return load(builder, dtype, place)
    numbers: list[Value | Slice] = [index for index in indices if not isinstance(index, Slice)]
    if any(isinstance(index, Slice) for index in indices[:-1]):
        raise Unsupported("a slice has a translation as the last index only")
    begin, lengths = _offset(builder, array, numbers), list(array.data.shape[len(numbers) :])
    if len(numbers) < len(indices):
        start, lengths[0] = _bounds(builder, indices[-1], lengths[0])
        step = start
        for length in lengths[1:]:
            step = builder.mul(step, length)
        begin = builder.add(begin, step)
    place = builder.gep(array.data.data, [begin], inbounds=True)
    return Value(Array(kind.dtype, len(lengths)), ArrayData(place, lengths))


def names_element(array: Value, indices: list[Value | Slice]) -> bool:
    """Whether indices name one element, and not a part."""
    return len(indices) == _array(array).ndim and not any(isinstance(index, Slice) for index in indices)


def element_place(
    builder: ir.IRBuilder, array: Value, indices: list[Value | Slice]
) -> tuple[Number, ir.Value]:
    """Return the type and the address of an element."""
    kind = _array(array)
    if len(indices) != kind.ndim:
        raise Unsupported(f"{len(indices)} indices name no element of {kind}")
    return kind.dtype, builder.gep(array.data.data, [_offset(builder, array, indices)], inbounds=True)


def load(builder: ir.IRBuilder, dtype: Number, place: ir.Value) -> Value:
    """Read an element."""
    data = builder.load(place)
    return Value(dtype, builder.trunc(data, dtype.llvm) if isinstance(dtype, Boolean) else data)


def store(builder: ir.IRBuilder, dtype: Number, place: ir.Value, value: Value) -> None:
    """Write an element."""
    data = convert(builder, value, dtype).data
    builder.store(builder.zext(data, dtype.stored) if isinstance(dtype, Boolean) else data, place)


def reshaped(builder: ir.IRBuilder, array: Value, lengths: list[Value]) -> Value:
    """Return an array with other lengths; that their product is the same is the loop's business."""
    shape = [convert(builder, length, types.int64).data for length in lengths]
    return Value(Array(_array(array).dtype, len(shape)), ArrayData(array.data.data, shape))


def _array(array: Value) -> Array:
    if not isinstance(array.kind, Array):
        raise Unsupported(f"{array.kind or array.data!r} has no elements")
    return array.kind


def _offset(builder: ir.IRBuilder, array: Value, indices: list[Value | Slice]) -> ir.Value:
    """Return how many elements lie before the one, or the part, that indices name."""
    offset: ir.Value | None = None
    for axis, length in enumerate(array.data.shape):
        if offset is not None:
            offset = builder.mul(offset, length)
        if axis < len(indices):
            number = wrapped(builder, indices[axis], length)
            offset = number if offset is None else builder.add(offset, number)
    return WORD(0) if offset is None else offset


def wrapped(builder: ir.IRBuilder, index: Value | Slice, length: ir.Value) -> ir.Value:
    """Return an index, counted from the end if it is negative."""
    if isinstance(index, Slice) or not isinstance(index.kind, Integer | Boolean):
        raise Unsupported("expected an integer as an index")
    data: ir.Value = convert(builder, index, types.uint64 if index.kind == types.uint64 else types.int64).data
    if index.kind == types.uint64 or (isinstance(data, ir.Constant) and data.constant >= 0):
        return data
    return builder.select(builder.icmp_signed("<", data, WORD(0)), builder.add(data, length), data)


def _bounds(builder: ir.IRBuilder, part: Value | Slice, length: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Return where a slice begins and how long it is; it ends where the array ends."""
    assert isinstance(part, Slice)
    start = WORD(0) if part.start is None else _bound(builder, part.start, length)
    stop = length if part.stop is None else _bound(builder, part.stop, length)
    count = builder.sub(stop, start)
    return start, builder.select(builder.icmp_signed("<", count, WORD(0)), WORD(0), count)


def _bound(builder: ir.IRBuilder, index: Value, length: ir.Value) -> ir.Value:
    data = wrapped(builder, index, length)
    if index.kind == types.uint64:
        return builder.select(builder.icmp_unsigned(">", data, length), length, data)
    data = builder.select(builder.icmp_signed("<", data, WORD(0)), WORD(0), data)
    return builder.select(builder.icmp_signed(">", data, length), length, data)

"""Intrinsics for what Python lacks: access to memory by address, and calls of functions by address.

This module imports llvmlite; only a compilation imports it.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .objects import MOST

_WORD = ir.IntType(64)
_HALF = ir.IntType(32)


@intrinsic
def word(_: Any, address: Any) -> Any:
    """Read 8 bytes."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load(builder.inttoptr(values[0], _WORD.as_pointer()))

    return types.int64(types.int64), generate


@intrinsic
def half(_: Any, address: Any) -> Any:
    """Read 4 bytes."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.sext(builder.load(builder.inttoptr(values[0], _HALF.as_pointer())), _WORD)

    return types.int64(types.int64), generate


@intrinsic
def put(_: Any, address: Any, value: Any) -> Any:
    """Write 8 bytes."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store(values[1], builder.inttoptr(values[0], _WORD.as_pointer()))

    return types.void(types.int64, types.int64), generate


@intrinsic
def block(_: Any) -> Any:
    """Return the address of `MOST` words that live as long as the function runs."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        with builder.goto_entry_block():
            words = builder.alloca(_WORD, MOST)
        return builder.ptrtoint(words, _WORD)

    return types.int64(), generate


@intrinsic
def call(_: Any, entry: Any, slots: Any, lo: Any, hi: Any) -> Any:
    """Call a kernel's entry, see `native`, by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD.as_pointer(), _WORD, _WORD])
        function = builder.inttoptr(values[0], kind.as_pointer())
        return builder.call(function, [builder.inttoptr(values[1], _WORD.as_pointer()), values[2], values[3]])

    return types.int64(*[types.int64] * 4), generate


@intrinsic
def apply(_: Any, function: Any, argument: Any) -> Any:
    """Call a C function `void f(void *)` by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [_WORD])
        builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])

    return types.void(types.int64, types.int64), generate


@intrinsic
def request(_: Any, function: Any, size: Any) -> Any:
    """Call a C function `void *f(size_t)` by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD])
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])

    return types.int64(types.int64, types.int64), generate


@intrinsic
def invoke(_: Any, function: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """Call a C function of four words, or of shorter integers, that returns one, by its address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD] * 4)
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), values[1:])

    return types.int64(*[types.int64] * 5), generate


@intrinsic
def get(_: Any, address: Any, index: Any, sample: Any) -> Any:
    """Read an element, of the type of `sample`, of the array at an address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.unpack_value(builder, sample, _element(context, builder, sample, values))

    return sample(types.int64, types.int64, sample), generate


@intrinsic
def save(_: Any, address: Any, index: Any, value: Any) -> Any:
    """Write an element of the array at an address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        context.pack_value(builder, value, values[2], _element(context, builder, value, values))

    return types.void(types.int64, types.int64, value), generate


@intrinsic
def bytes_of(_: Any, sample: Any) -> Any:
    """Return how many bytes an element of the type of `sample` takes."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _WORD(context.get_abi_sizeof(context.get_data_type(sample)))

    return types.int64(sample), generate


def _element(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    """Return the address of an element as a pointer."""
    start = builder.inttoptr(values[0], context.get_data_type(kind).as_pointer())
    return builder.gep(start, [values[1]])

"""Types and values of our compiler's, and Numba's for the same."""

from __future__ import annotations

from typing import Any

import numba.types
from llvmlite import ir
from numba.np.arrayobj import make_array, populate_array

from ..compiler import types
from ..compiler.types import Array, Boolean, Integer, Kind, Number, Tuple
from ..compiler.values import ArrayData

__all__ = ["kind_of", "numba_type", "our_value", "their_value"]

theirs: Any = numba.types


def kind_of(numbas: Any) -> Any:
    """Return our name for a type of Numba's; what stands for a number's type is known, as there; None for others."""
    plain = theirs.unliteral(numbas)
    if isinstance(plain, theirs.NumberClass | theirs.DType):
        return kind_of(plain.dtype)
    if isinstance(plain, theirs.Boolean):
        return types.boolean
    if isinstance(plain, theirs.Integer):
        return types.of_name(plain.name) or Integer(plain.name, plain.bitwidth)
    if isinstance(plain, theirs.Float) and plain.bitwidth in (32, 64):
        return types.of_name(plain.name)
    if isinstance(plain, theirs.Array) and plain.layout == "C" and plain.ndim:
        dtype = kind_of(plain.dtype)
        return None if dtype is None else Array(dtype, plain.ndim)
    if isinstance(plain, theirs.BaseTuple):
        members = tuple(kind_of(member) for member in plain)
        return None if None in members else Tuple(members)
    return None


def numba_type(kind: Kind) -> Any:
    """Return Numba's name for a type."""
    if isinstance(kind, Array):
        return theirs.Array(numba_type(kind.dtype), kind.ndim, "C")
    if isinstance(kind, Tuple):
        return theirs.Tuple([numba_type(member) for member in kind.types])
    if isinstance(kind, Boolean):
        return theirs.boolean
    return getattr(theirs, kind.name) if isinstance(kind, Number) else theirs.none


def our_value(context: Any, builder: ir.IRBuilder, numbas: Any, value: Any) -> Any:
    """Return what our instructions take for a value of Numba's."""
    if isinstance(numbas, theirs.Array):
        array = make_array(numbas)(context, builder, value)  # type: ignore[no-untyped-call]
        lengths = [builder.extract_value(array.shape, axis) for axis in range(numbas.ndim)]
        return ArrayData(array.data, lengths)
    if isinstance(numbas, theirs.BaseTuple):
        members = [builder.extract_value(value, place) for place in range(len(numbas))]
        return [our_value(context, builder, *both) for both in zip(numbas, members, strict=True)]
    return value


def their_value(context: Any, builder: ir.IRBuilder, kind: Kind, value: Any) -> Any:
    """Return Numba's form of what one of our instructions returns."""
    if isinstance(kind, Array):
        return _array(context, builder, kind, value)
    if isinstance(kind, Tuple):
        parts = zip(kind.types, value, strict=True)
        members = [their_value(context, builder, member, part) for member, part in parts]
        return context.make_tuple(builder, numba_type(kind), members)
    return context.get_dummy_value() if kind is types.void else value


def _array(context: Any, builder: ir.IRBuilder, kind: Array, value: ArrayData) -> Any:
    """Build Numba's struct of an array, which nobody counts the references of."""
    array = make_array(numba_type(kind))(context, builder)  # type: ignore[no-untyped-call]
    word = ir.IntType(64)
    strides = [word(kind.dtype.stored_bytes)]
    for length in reversed(value.shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    fields = {"data": value.data, "shape": value.shape, "strides": strides, "meminfo": None}
    populate_array(array, itemsize=strides[-1], **fields)  # type: ignore[no-untyped-call]
    return array._getvalue()

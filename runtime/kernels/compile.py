"""Compiles a loop to object code that exports one C function, which unpacks the slots described in `native`.

Floating point is strict; division by zero is NumPy's. What our own compiler has no translation for, Numba compiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Any

from llvmlite import ir

from .compiler import machine, types
from .compiler.function import Function, Translation
from .compiler.marks import LIGHT, PLAIN, ROLLED
from .compiler.values import ArrayData, Unsupported, Value, convert, fields
from .objects import DATA, DIMENSIONS

__all__ = ["BUILTIN", "Argument", "compile_function", "parse", "read", "scalar", "translate"]

BUILTIN = ("builtin",)  # stands for a signature: three addresses, as CPython calls a builtin function

_WORD = ir.IntType(64)


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel: an array with `ndim` dimensions (None: seen as flat), or a scalar."""

    dtype: str
    is_array: bool = False
    ndim: int | None = None

    def kind(self) -> Any:
        """Return the type of the argument in the loop."""
        scalar = types.of_name(self.dtype)
        return types.Array(scalar, self.ndim or 1) if self.is_array else scalar


def parse(word: str) -> Argument:
    """Read `float32` (scalar), `float32*` (flat array) or `float32[2]` (array of two dimensions)."""
    if word.endswith("*"):
        return Argument(word[:-1], is_array=True)
    dtype, bracket, ndim = word.rstrip("]").partition("[")
    return Argument(dtype, is_array=True, ndim=int(ndim)) if bracket else Argument(dtype)


def compile_function(
    function: FunctionType, signature: tuple[str, ...], symbol: str
) -> tuple[bytes, list[str]]:
    """Return object code that exports `symbol`, and the names that it needs from the process.

    Raises Unsupported, which names file and line, if there is no translation and Numba cannot be imported.
    """
    try:
        return translate(function, signature, symbol)
    except Unsupported as error:
        return _compiled_by_numba(error, function, signature, symbol)


def _compiled_by_numba(
    reason: Unsupported, function: FunctionType, signature: tuple[str, ...], symbol: str
) -> tuple[bytes, list[str]]:
    """Compile what uses more of Python; only this imports Numba."""
    try:
        from .with_numba.compile import compile_function
    except ImportError as error:
        raise Unsupported(
            f"{function.__module__}.{function.__qualname__}: {reason}; Numba, which may know it, cannot be "
            f"imported ({error}); write the loop without it, or: pip install numba"
        ) from error
    compiled: tuple[bytes, list[str]] = compile_function(function, signature, symbol)
    return compiled


def translate(function: FunctionType, signature: tuple[str, ...], symbol: str) -> tuple[bytes, list[str]]:
    """Compile with our own compiler; raise Unsupported if there is no translation."""
    builtin = signature == BUILTIN
    arguments = [] if builtin else [parse(word) for word in signature]
    kinds = (types.int64,) * 3 if builtin else (types.uint64, types.uint64, *(a.kind() for a in arguments))
    module = machine.module(symbol)
    loop = Function(Translation(module), function, kinds, raises=not builtin)
    wanted = types.int64 if builtin else types.void
    if loop.result != wanted:
        raise TypeError(
            f"{function.__qualname__}: expected a function that returns {wanted}, got {loop.result}"
        )
    if any(argument.is_array and argument.ndim is None for argument in arguments):
        _promise_no_overlap(loop.code)
    loop.code.attributes.add("noinline")
    loop.code.attributes.alignstack = 64
    exported = ir.Function(module, ir.FunctionType(_WORD, [_WORD] * 3), symbol)
    exported.attributes.add("nounwind")  # else there is a table for unwinding, which only LLVM can load
    builder = ir.IRBuilder(exported.append_basic_block())
    values = list(exported.args) if builtin else _unpacked(arguments, builder, *exported.args)
    builder.ret(builder.call(loop.code, values))
    if function in PLAIN:
        return machine.plain_object_code(module)
    light = function in LIGHT
    return machine.object_code(module, unroll=not light and function not in ROLLED, level=2 if light else 3)


def _promise_no_overlap(code: ir.Function) -> None:
    """Tell LLVM that flat arrays do not overlap, so that it need not compare their addresses.

    The loop may yet write its only output to an input, element by element: what it writes depends on all that it reads
    of an element, so no order of instructions has the write before a read.
    """
    for argument in code.args:
        if isinstance(argument.type, ir.PointerType):
            argument.add_attribute("noalias")


def _unpacked(arguments: list[Argument], builder: Any, slots: Any, lo: Any, hi: Any) -> list[Any]:
    """Return what the loop is called with."""
    values = [lo, hi]
    for position, argument in enumerate(arguments):
        slot = read(builder, slots, 8 * position)
        unpack = _array if argument.is_array else scalar
        values += fields(unpack(builder, argument, slot, hi))
    return values


def read(builder: Any, address: Any, offset: int) -> Any:
    """Read the word at an address."""
    return builder.load(builder.inttoptr(builder.add(address, _WORD(offset)), _WORD.as_pointer()))


def _array(builder: Any, argument: Argument, slot: Any, size: Any) -> Value:
    """Return the array of an ndarray object."""
    kind, dimensions = argument.kind(), read(builder, slot, DIMENSIONS)
    shape = [read(builder, dimensions, 8 * axis) for axis in range(argument.ndim or 0)] or [size]
    data = builder.inttoptr(read(builder, slot, DATA), kind.dtype.stored.as_pointer())
    return Value(kind, ArrayData(data, shape))


def scalar(builder: Any, argument: Argument, slot: Any, size: Any) -> Value:
    """Turn 8 bytes into an int64, a bool, a double, or a float that was passed as a double."""
    if isinstance(argument.kind(), types.Float):
        return convert(builder, Value(types.float64, builder.bitcast(slot, ir.DoubleType())), argument.kind())
    return convert(builder, Value(types.int64, slot), argument.kind())

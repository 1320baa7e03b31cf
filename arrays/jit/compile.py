"""Compiles a loop to object code with Numba.

The compiled function keeps Numba's own calling convention and becomes private; one exported function unpacks the slots
described in `native` and calls it. Floating point is strict; division by zero behaves as in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

from . import machine
from .lazy_blas import import_array_functions
from .objects import DATA, DIMENSIONS
from .pipeline import OPTIONS, ApartKernel, Kernel

__all__ = ["BUILTIN", "Argument", "compile_function", "parse"]

BUILTIN = ("builtin",)  # stands for a signature: three addresses, as CPython calls a builtin function

_WORD = ir.IntType(64)
_returned: dict[tuple[Any, tuple[Any, ...]], Any] = {}
_OPTIONS: dict[str, Any] = {**OPTIONS, "nogil": True, "boundscheck": False}


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel: an array with `ndim` dimensions (None: seen as flat), or a scalar."""

    dtype: str
    is_array: bool = False
    ndim: int | None = None

    @property
    def kind(self) -> Any:
        """The type that Numba compiles for."""
        scalar = types.boolean if self.dtype == "bool" else getattr(types, self.dtype)
        return types.Array(scalar, self.ndim or 1, "C") if self.is_array else scalar


def parse(word: str) -> Argument:
    """Read `float32` (scalar), `float32*` (flat array) or `float32[2]` (array of two dimensions)."""
    if word.endswith("*"):
        return Argument(word[:-1], is_array=True)
    dtype, bracket, ndim = word.rstrip("]").partition("[")
    return Argument(dtype, is_array=True, ndim=int(ndim)) if bracket else Argument(dtype)


@global_compiler_lock
def compile_function(
    function: FunctionType, signature: tuple[str, ...], symbol: str
) -> tuple[bytes, list[str]]:
    """Return object code that exports `symbol`, and the symbols that it needs from the process."""
    import_array_functions()
    codegen = cpu_target.target_context.codegen()
    builtin = signature == BUILTIN
    arguments = [] if builtin else [parse(word) for word in signature]
    given = [argument.kind for argument in arguments]
    kinds = (types.int64,) * 3 if builtin else (types.uintp, types.uintp, *given)
    flat = any(argument.is_array and argument.ndim is None for argument in arguments)
    apart = flat or getattr(function, "apart", False)
    with _optimising_for(machine.target(), codegen), _types_remembered():
        dispatcher = njit(**_OPTIONS, pipeline_class=ApartKernel if apart else Kernel)(function)
        dispatcher.compile(kinds)
        result = dispatcher.overloads[kinds]
        result.library.finalize()
    returned, wanted = result.signature.return_type, types.int64 if builtin else types.none
    if returned != wanted:
        raise TypeError(f"{function.__qualname__}: expected a function that returns {wanted}, got {returned}")
    module = machine.without_unused(result.library.get_llvm_str())
    module.link_in(
        llvm.parse_assembly(_export(result, symbol, _builtin if builtin else partial(_entry, arguments)))
    )
    _keep_private(module, symbol)
    return machine.target().emit_object(module), machine.needs(module)


def _export(result: Any, symbol: str, define: Callable[..., Any]) -> str:
    """Return LLVM assembly that exports one C function, of three words, that returns a word."""
    module = machine.module(symbol)
    exported = ir.Function(module, ir.FunctionType(_WORD, [_WORD] * 3), symbol)
    define(result, ir.IRBuilder(exported.append_basic_block()), *exported.args)
    return str(module)


def _builtin(result: Any, builder: Any, *values: Any) -> None:
    """Pass three words on to the function, and return its result."""
    _, returned = _call(result, builder, values)
    builder.ret(returned)


def _entry(arguments: list[Argument], result: Any, builder: Any, slots: Any, lo: Any, hi: Any) -> None:
    """Unpack the slots, call the function, and return its error."""
    values = [lo, hi]
    for position, argument in enumerate(arguments):
        slot = _read(builder, slots, 8 * position)
        unpack = _array if argument.is_array else _scalar
        values.append(unpack(result.target_context, builder, argument, slot, hi))
    status, _ = _call(result, builder, values)
    error = builder.ptrtoint(status.excinfoptr, _WORD)
    error = builder.select(builder.icmp_unsigned("==", error, _WORD(0)), _WORD(1), error)
    builder.ret(builder.select(status.is_error, error, _WORD(0)))


def _call(result: Any, builder: Any, values: Any) -> Any:
    """Call the function by Numba's convention; return its status and what it returns."""
    convention = result.target_context.call_conv
    returns, kinds = result.signature.return_type, result.signature.args
    kind = convention.get_function_type(returns, kinds)
    native = ir.Function(builder.module, kind, result.fndesc.llvm_func_name)
    return convention.call_function(builder, native, returns, kinds, values)


def _read(builder: Any, address: Any, offset: int) -> Any:
    """Read the word at an address."""
    return builder.load(builder.inttoptr(builder.add(address, _WORD(offset)), _WORD.as_pointer()))


def _array(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Build Numba's array struct from the fields of an ndarray object."""
    kind = argument.kind
    array = make_array(kind)(context, builder)
    itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    dimensions = _read(builder, slot, DIMENSIONS)
    shape = (
        [size]
        if argument.ndim is None
        else [_read(builder, dimensions, 8 * axis) for axis in range(argument.ndim)]
    )
    strides = [_WORD(itemsize)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.inttoptr(_read(builder, slot, DATA), array.data.type)
    fields = {"data": data, "shape": shape, "strides": strides, "itemsize": itemsize, "meminfo": None}
    populate_array(array, **fields)
    return array._getvalue()


def _scalar(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Turn 8 bytes into an int64, a bool, a double, or a float that was passed as a double."""
    if isinstance(argument.kind, types.Float):
        return context.cast(builder, builder.bitcast(slot, ir.DoubleType()), types.float64, argument.kind)
    return builder.icmp_unsigned("!=", slot, _WORD(0)) if argument.kind == types.boolean else slot


def _keep_private(module: Any, symbol: str) -> None:
    """Export `symbol` alone, so that equal names in other object code cannot clash."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.verify()
    machine.remove_dead_code(module)


@contextmanager
def _optimising_for(machine: Any, codegen: Any) -> Iterator[None]:
    """Context in which Numba optimises for a target machine; the caller holds the compiler lock."""
    usual = codegen._tm
    codegen._tm = machine
    try:
        yield
    finally:
        codegen._tm = usual


@contextmanager
def _types_remembered() -> Iterator[None]:
    """Context in which Numba caches the return types of functions; the caller holds the compiler lock."""
    usual = types.Function.get_call_type

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return usual(function, context, args, kws)
        key = function, tuple(args)
        if key not in _returned:
            _returned[key] = usual(function, context, args, kws)
        return _returned[key]

    types.Function.get_call_type = get_call_type
    try:
        yield
    finally:
        types.Function.get_call_type = usual

"""Compiles a loop to object code with Numba: what `..compile` does, for all that Numba knows of Python.

The compiled function keeps Numba's own calling convention and becomes private; beside it stands one exported
entry that unpacks the slots described in `native`. Floating point is strict; division by zero is NumPy's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

from ..compile import BUILTIN, Argument, parse, read, scalar
from ..compiler import machine
from ..objects import DATA, DIMENSIONS
from .bridge import register
from .kinds import numba_type
from .lazy_blas import import_array_functions
from .pipeline import OPTIONS, FlatKernel, Kernel

__all__ = ["compile_function"]

_WORD = ir.IntType(64)
_OPTIONS: dict[str, Any] = {**OPTIONS, "nogil": True, "boundscheck": False}


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_function(
    function: FunctionType, signature: tuple[str, ...], symbol: str
) -> tuple[bytes, list[str]]:
    """Return object code that exports `symbol`, and the names that it needs from the process."""
    register()
    import_array_functions()
    codegen = cpu_target.target_context.codegen()
    builtin = signature == BUILTIN
    arguments = [] if builtin else [parse(word) for word in signature]
    given = [numba_type(argument.kind()) for argument in arguments]
    kinds = (types.int64,) * 3 if builtin else (types.uintp, types.uintp, *given)
    flat = any(argument.is_array and argument.ndim is None for argument in arguments)
    with _optimising_for(machine.target(), codegen):
        dispatcher = njit(**_OPTIONS, pipeline_class=FlatKernel if flat else Kernel)(function)
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
    """Return the text of a module with one C function of three words that returns a word."""
    module = machine.module(symbol)
    exported = ir.Function(module, ir.FunctionType(_WORD, [_WORD] * 3), symbol)
    define(result, ir.IRBuilder(exported.append_basic_block()), *exported.args)
    return str(module)


def _builtin(result: Any, builder: Any, *values: Any) -> None:
    """Pass three words on."""
    _, returned = _call(result, builder, values)
    builder.ret(returned)


def _entry(arguments: list[Argument], result: Any, builder: Any, slots: Any, lo: Any, hi: Any) -> None:
    """Unpack the slots, call the function, and return its error."""
    values = [lo, hi]
    for position, argument in enumerate(arguments):
        slot = read(builder, slots, 8 * position)
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


def _array(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Build Numba's array struct from the fields of an ndarray object."""
    kind = numba_type(argument.kind())
    array = make_array(kind)(context, builder)  # type: ignore[no-untyped-call]
    itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    dimensions = read(builder, slot, DIMENSIONS)
    shape = (
        [size]
        if argument.ndim is None
        else [read(builder, dimensions, 8 * axis) for axis in range(argument.ndim)]
    )
    strides = [_WORD(itemsize)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.inttoptr(read(builder, slot, DATA), array.data.type)
    fields = {"data": data, "shape": shape, "strides": strides, "itemsize": itemsize, "meminfo": None}
    populate_array(array, **fields)  # type: ignore[no-untyped-call]
    return array._getvalue()


def _scalar(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Turn 8 bytes into a number."""
    return scalar(builder, argument, slot, size).data


def _keep_private(module: Any, symbol: str) -> None:
    """Export `symbol` alone, lest other object code's function of the same name be taken for one here."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.verify()
    machine.remove_dead_code(module)


@contextmanager
def _optimising_for(machine: Any, codegen: Any) -> Iterator[None]:
    """Let Numba's optimiser take a machine's preferences into account; the caller holds the compiler lock."""
    usual = codegen._tm
    codegen._tm = machine
    try:
        yield
    finally:
        codegen._tm = usual

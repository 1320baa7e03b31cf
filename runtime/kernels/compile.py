"""Compiles a Python function to object code with Numba. The only module that knows Numba's internals.

The compiled function keeps Numba's own calling convention and becomes private; beside it stands one exported
entry that unpacks the slots described in `native`. Floating point is strict; division by zero is NumPy's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

__all__ = ["Argument", "compile_function", "parse"]

_WORD = ir.IntType(64)
_BYTES = ir.IntType(8).as_pointer()
_HEADER = object.__basicsize__  # then come data, nd, dimensions, strides: PyArrayObject_fields, 8 bytes each
_DIMENSIONS = _HEADER + 16
_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "nogil": True,
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


@dataclass(frozen=True)
class Argument:
    """One argument of a kernel: an array with `ndim` dimensions (None: seen as flat), or a scalar."""

    dtype: str
    is_array: bool = False
    ndim: int | None = None

    def numba_type(self) -> Any:
        """Return the type that Numba compiles for."""
        scalar = types.boolean if self.dtype == "bool" else getattr(types, self.dtype)
        return types.Array(scalar, self.ndim or 1, "C") if self.is_array else scalar


def parse(word: str) -> Argument:
    """Read `float32` (scalar), `float32*` (flat array) or `float32[2]` (array of two dimensions)."""
    if word.endswith("*"):
        return Argument(word[:-1], is_array=True)
    dtype, bracket, ndim = word.rstrip("]").partition("[")
    return Argument(dtype, is_array=True, ndim=int(ndim)) if bracket else Argument(dtype)


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_function(
    function: FunctionType, signature: tuple[str, ...], symbol: str
) -> tuple[bytes, list[str]]:
    """Return object code that exports `symbol`, and the names that it needs from the process."""
    arguments = [parse(word) for word in signature]
    kinds = (types.uintp, types.uintp, *(argument.numba_type() for argument in arguments))
    codegen = cpu_target.target_context.codegen()
    machine = _target_machine(codegen)
    with _optimising_for(machine, codegen):
        dispatcher = njit(**_OPTIONS)(function)
        dispatcher.compile(kinds)
    result = dispatcher.overloads[kinds]
    if result.signature.return_type not in (types.none, types.void):
        raise TypeError(
            f"{function.__qualname__}: a kernel returns nothing, got {result.signature.return_type}"
        )
    module = llvm.parse_assembly(result.library.get_llvm_str())
    module.link_in(llvm.parse_assembly(_entry(result, arguments, symbol)))
    _keep_private(module, symbol, machine)
    externals = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    externals += [g.name for g in module.global_variables if g.is_declaration]
    return machine.emit_object(module), externals


def _entry(result: Any, arguments: list[Argument], symbol: str) -> str:
    """Return the text of a module with the entry: it unpacks the slots and calls the function."""
    context, described = result.target_context, result.fndesc
    module = ir.Module(symbol)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(context.codegen().target_data)
    entry = ir.Function(module, ir.FunctionType(_WORD, [_WORD.as_pointer(), _WORD, _WORD]), symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    slots, lo, hi = entry.args
    values = [lo, hi]
    for position, argument in enumerate(arguments):
        slot = builder.load(builder.gep(slots, [_WORD(position)]))
        unpack = _array if argument.is_array else _scalar
        values.append(unpack(context, builder, argument, slot, hi))
    convention = context.call_conv
    kinds = result.signature.args
    native = ir.Function(module, convention.get_function_type(types.none, kinds), described.llvm_func_name)
    status, _ = convention.call_function(builder, native, types.none, kinds, values)
    error = builder.ptrtoint(status.excinfoptr, _WORD)
    error = builder.select(builder.icmp_unsigned("==", error, _WORD(0)), _WORD(1), error)
    builder.ret(builder.select(status.is_error, error, _WORD(0)))
    return str(module)


def _array(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Build Numba's array struct from the fields of an ndarray object."""
    array = make_array(argument.numba_type())(context, builder)  # type: ignore[no-untyped-call]
    itemsize = context.get_abi_sizeof(context.get_data_type(argument.numba_type().dtype))

    def field(offset: int) -> Any:
        return builder.load(builder.inttoptr(builder.add(slot, _WORD(offset)), _WORD.as_pointer()))

    def dimension(axis: int) -> Any:
        address = builder.add(field(_DIMENSIONS), _WORD(8 * axis))
        return builder.load(builder.inttoptr(address, _WORD.as_pointer()))

    shape = [size] if argument.ndim is None else [dimension(axis) for axis in range(argument.ndim)]
    strides = [_WORD(itemsize)]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.inttoptr(field(_HEADER), array.data.type)
    fields = {"data": data, "shape": shape, "strides": strides, "itemsize": itemsize, "meminfo": None}
    populate_array(array, **fields)  # type: ignore[no-untyped-call]
    return array._getvalue()


def _scalar(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Turn 8 bytes into an int64, a bool, a double, or a float that was passed as a double."""
    if argument.dtype == "int64":
        return slot
    if argument.dtype == "bool":
        return builder.icmp_unsigned("!=", slot, _WORD(0))
    value = builder.bitcast(slot, ir.DoubleType())
    return builder.fptrunc(value, ir.FloatType()) if argument.dtype == "float32" else value


def _keep_private(module: Any, symbol: str, machine: Any) -> None:
    """Export `symbol` alone, lest other object code's function of the same name be taken for one here."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def _target_machine(codegen: Any) -> Any:
    """Return the machine that Numba compiles for, with vectors as wide as the processor has.

    LLVM avoids the 512-bit vectors of Intel's processors, which older ones run at a lower clock; our loops
    are 1.4 times faster with them.
    """
    triple, cpu, features = codegen.magic_tuple()
    if "+avx512f" in features:
        features += ",-prefer-256-bit"
    target = llvm.Target.from_triple(triple)
    relocation = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )


@contextmanager
def _optimising_for(machine: Any, codegen: Any) -> Iterator[None]:
    """Let Numba's optimiser take a machine's preferences into account; the caller holds the compiler lock."""
    usual = codegen._tm
    codegen._tm = machine
    try:
        yield
    finally:
        codegen._tm = usual

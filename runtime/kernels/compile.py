"""Compiles a Python function to object code with Numba. The only module that knows Numba's internals.

The compiled function keeps Numba's own calling convention and becomes private; beside it stands one exported entry
that unpacks the slots described in `native`. Strict floating point: no fastmath, division by zero as in NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import make_array, populate_array

__all__ = ["Argument", "compile_function", "parse"]

_WORD = ir.IntType(64)
_BYTES = ir.IntType(8).as_pointer()
_HEADER = object.__basicsize__  # then come data, nd, dimensions, strides: PyArrayObject_fields, 8 bytes each
_DIMENSIONS = _HEADER + 16
_OPTIONS = {"error_model": "numpy", "nogil": True, "boundscheck": False}


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
    """Return object code that exports `symbol`, and the names of the functions that it needs from the process."""
    arguments = [parse(word) for word in signature]
    kinds = (types.uintp, types.uintp, *(argument.numba_type() for argument in arguments))
    dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    dispatcher.compile(kinds)
    result = dispatcher.overloads[kinds]
    if result.signature.return_type not in (types.none, types.void):
        raise TypeError(
            f"{function.__qualname__}: a kernel returns nothing, got {result.signature.return_type}"
        )
    module = llvm.parse_assembly(result.library.get_llvm_str())
    module.link_in(llvm.parse_assembly(_entry(result, arguments, symbol)))
    _keep_private(module, symbol)
    externals = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    externals += [g.name for g in module.global_variables if g.is_declaration]
    return _target_machine(result.target_context.codegen()).emit_object(module), externals


def _entry(result: Any, arguments: list[Argument], symbol: str) -> str:
    """Return the text of a module with the function that unpacks the slots and calls the compiled function."""
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
    array = make_array(argument.numba_type())(context, builder)
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
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None)
    return array._getvalue()


def _scalar(context: Any, builder: Any, argument: Argument, slot: Any, size: Any) -> Any:
    """Turn 8 bytes into an int64, a bool, a double, or a float that was passed as a double."""
    if argument.dtype == "int64":
        return slot
    if argument.dtype == "bool":
        return builder.icmp_unsigned("!=", slot, _WORD(0))
    value = builder.bitcast(slot, ir.DoubleType())
    return builder.fptrunc(value, ir.FloatType()) if argument.dtype == "float32" else value


def _keep_private(module: Any, symbol: str) -> None:
    """Export `symbol` alone, so that no other object's function of the same name is taken for one of these."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.verify()
    builder = llvm.create_pass_builder(
        llvm.Target.from_default_triple().create_target_machine(), llvm.PipelineTuningOptions()
    )
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)


def _target_machine(codegen: Any) -> Any:
    """Return the machine that Numba optimised for, for code that is loaded into this process."""
    triple, cpu, features = codegen.magic_tuple()
    target = llvm.Target.from_triple(triple)
    relocation = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=relocation, codemodel="jitdefault", jit=True
    )

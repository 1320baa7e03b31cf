"""The processor that code is built for, and the way from instructions to object code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from .loading.host import LEVELS, built_for

__all__ = [
    "features",
    "keep",
    "module",
    "needs",
    "optimise",
    "remove_dead_code",
    "target",
    "without_unused",
]

_USED = "llvm.compiler.used"


@lru_cache(maxsize=1)
def features() -> str:
    """Return the instruction sets for which code is compiled."""
    if built_for():
        return ",".join([f"+{name}" for name in LEVELS[built_for()]])
    return str(llvm.get_host_cpu_features().flatten())


@lru_cache(maxsize=1)
def target() -> Any:
    """Return the machine that code is emitted for, with vectors as wide as the processor has.

    LLVM avoids the 512-bit vectors of Intel's processors, which older ones run at a lower clock; our loops
    are 1.4 times faster with them.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    has = features()
    native = llvm.Target.from_triple(llvm.get_process_triple())
    return native.create_target_machine(
        cpu=built_for() or llvm.get_host_cpu_name(),
        features=has + ",-prefer-256-bit" if "+avx512f" in has else has,
        opt=3,
        reloc="static" if native.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def keep(module: ir.Module, functions: list[ir.Function]) -> None:
    """Protect functions of a module that nothing calls yet from being removed."""
    pointer = ir.IntType(8).as_pointer()
    variable = module.globals.get(_USED) or ir.GlobalVariable(module, ir.ArrayType(pointer, 0), _USED)
    variable.linkage, variable.section = "appending", "llvm.metadata"
    kept = list(variable.initializer.constant) if variable.initializer else []
    kept += [function.bitcast(pointer) for function in functions]
    variable.value_type = ir.ArrayType(pointer, len(kept))
    variable.type = variable.value_type.as_pointer()
    variable.initializer = ir.Constant(variable.value_type, kept)


def module(name: str) -> ir.Module:
    """Return an empty module of code."""
    empty = ir.Module(name)
    empty.triple = llvm.get_process_triple()
    empty.data_layout = str(target().target_data)
    return empty


def optimise(parsed: Any) -> None:
    """Optimise code for the processor, and vectorise loops."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization, options.loop_unrolling = True, False, True
    builder = llvm.create_pass_builder(target(), options)
    builder.getModulePassManager().run(parsed, builder)


def needs(parsed: Any) -> list[str]:
    """Return the symbols that code needs from the process."""
    functions = [f.name for f in parsed.functions if f.is_declaration and not f.name.startswith("llvm.")]
    return functions + [g.name for g in parsed.global_variables if g.is_declaration]


def without_unused(parsed: Any) -> Any:
    """Remove the list of protected functions, once loops are vectorised, and the functions that no loop calls."""
    lines = [line for line in str(parsed).splitlines() if not line.startswith(f"@{_USED} ")]
    parsed = llvm.parse_assembly("\n".join(lines))
    remove_dead_code(parsed)
    return parsed


def remove_dead_code(parsed: Any) -> None:
    """Inline functions marked `alwaysinline`, once loops are vectorised; remove private ones that nothing calls."""
    builder = llvm.create_pass_builder(target(), llvm.create_pipeline_tuning_options())
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(parsed, builder)

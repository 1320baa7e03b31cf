"""How Numba compiles what goes into kernels: to bitcode only.

Numba makes every function callable from Python, which is most of its work for a small one: it optimises the function by
itself, emits machine code and loads it. A kernel is emitted by `compile`, with all that it calls inlined, and nothing
else here is ever called.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import (
    InlineClosureLikes,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    WithLifting,
)

from . import machine

__all__ = ["OPTIONS", "ApartKernel", "Kernel", "Part"]

OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # nothing allocates, so nothing counts references
}
"""What a function must be compiled with besides one of the pipelines."""

_LEFT_OUT = {
    InlineClosureLikes,
    InlineOverloads,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    NopythonRewrites,
    WithLifting,
}
"""Passes for closures, expressions of whole arrays and the like, which loops do without: a fifth of the time."""


class _Bitcode(JITCodeLibrary):  # type: ignore[misc]
    """The bitcode of a function, not optimised yet."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Do nothing: the function is optimised as a part of the kernel."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Optimised(_Bitcode):
    """The bitcode of a kernel and of all that it calls, optimised as a whole."""

    def _optimize_final_module(self) -> None:
        machine.optimise(self._final_module)


class Part(Compiler):  # type: ignore[misc]
    """Compiles functions that kernels call."""

    library: type[JITCodeLibrary] = _Bitcode

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        if library is None:
            library = self.library(target.codegen(), type(self).__name__)
        super().__init__(typing, target, library, *others)
        self.state.targetctx.get_executable = _stand_in

    def define_pipelines(self) -> list[PassManager]:
        """Return Numba's pipeline without the passes that kernels do without."""
        (usual,) = super().define_pipelines()
        manager = PassManager(usual.pipeline_name)
        for compiler_pass, description in usual.passes:
            if compiler_pass not in _LEFT_OUT:
                manager.add_pass(compiler_pass, description)
        manager.finalize()
        return [manager]


class Kernel(Part):
    """Compiles the loop of a kernel."""

    library = _Optimised


class ApartKernel(Kernel):
    """Compiles a loop whose arrays do not overlap, as flat ones; LLVM is told, and need not compare their addresses.

    A flat loop may still write its only output to an input, element by element: what it writes depends on everything
    that it reads of that element, so in no order of instructions does the write come before a read.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.flags.noalias = True


def _stand_in(library: Any, description: Any, environment: Any) -> Any:
    """Return a distinct builtin function, as Numba's tables accept nothing else as a key."""
    return [description.qualname].index

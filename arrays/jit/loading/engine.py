"""Loads object code with LLVM, where it cannot be made an image; see `image`."""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite.binding as llvm

from .image import Missing

__all__ = ["load"]


def load(code: bytes, symbol: str, externals: list[str]) -> int:
    """Load object code and return the address of `symbol`; raise `Missing` if a name it needs is not there."""
    engine = _engine()
    for name in externals:
        if llvm.address_of_symbol(name) is None:
            raise Missing(f"{symbol} needs {name}, which this process does not have")
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address: int = engine.get_function_address(symbol)
    if not address:
        raise Missing(f"the object code has no {symbol}")
    return address


@cache
def _engine() -> Any:
    """Return the process's engine; making it takes a millisecond."""
    llvm.initialize_native_target()
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
    nothing = llvm.parse_assembly("")
    engine = llvm.create_mcjit_compiler(nothing, machine)
    engine.remove_module(nothing)  # it takes a millisecond to compile
    return engine

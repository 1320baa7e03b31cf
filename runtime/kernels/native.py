"""Machine code that can be called: object code is loaded with llvmlite alone, so a cached kernel never imports Numba.

Every kernel has the same C signature, `entry(slots, lo, hi) -> error`. The slots are 8 bytes each: the address of an
ndarray object (the code reads the data pointer and the dimensions from NumPy's public struct), an int64 or a double.
An error is 0, or the address of the pickled exception that the kernel raised.
"""

from __future__ import annotations

import ctypes
import pickle
import sys
from collections.abc import Callable
from struct import Struct
from threading import Lock
from typing import Any

import llvmlite.binding as llvm

__all__ = ["Entry", "Missing", "host", "load", "raise_error", "slot"]

_SCALARS = {"int64": "q", "bool": "q", "float32": "d", "float64": "d"}
_holding_gil = ctypes.PYFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t)
_releasing_gil = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t)
_lock = Lock()
_engine: Any = None


class Missing(Exception):
    """The code calls a function that this process does not have."""


class Entry:
    """A loaded kernel: `pack(*slots)` makes its argument block, `hold` and `release` run it with or without the GIL."""

    __slots__ = ("address", "hold", "pack", "release")

    def __init__(self, address: int, slots: str) -> None:
        self.address = address
        self.pack: Callable[..., bytes] = Struct("=" + slots).pack
        self.hold: Callable[[bytes, int, int], int] = _holding_gil(address)
        self.release: Callable[[bytes, int, int], int] = _releasing_gil(address)


def load(code: bytes, symbol: str, externals: list[str]) -> int:
    """Load object code and return the address of `symbol`; raise `Missing` if a name it needs is not there."""
    with _lock:
        engine = _start()
        for name in externals:
            if llvm.address_of_symbol(name) is None:
                raise Missing(f"{symbol} needs {name}, which this process does not have")
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        address: int = engine.get_function_address(symbol)
    if not address:
        raise Missing(f"the object code has no {symbol}")
    return address


def slot(word: str) -> str:
    """Return the `struct` letter of an argument type: `float32*` and `float32[2]` are arrays, `float32` is a scalar."""
    return _SCALARS[word] if word in _SCALARS else "Q"


def host() -> str:
    """Return the processor that code is compiled for here."""
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"


def raise_error(error: int) -> None:
    """Raise the exception at an address that an entry returned: Numba's `{char *pickle; int32 size; ...}`."""
    if error != 1:
        start = ctypes.c_void_p.from_address(error).value
        size = ctypes.c_int32.from_address(error + ctypes.sizeof(ctypes.c_void_p)).value
        if start:
            kind, arguments, _ = pickle.loads(ctypes.string_at(start, size))
            raise kind(*arguments)
    raise RuntimeError("a kernel failed without saying why")


def _start() -> Any:
    """Return the process's engine; making it takes a millisecond."""
    global _engine
    if _engine is None:
        if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
            raise Missing("kernels need 64-bit CPython")
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)
        _engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        llvm.load_library_permanently("")
    return _engine

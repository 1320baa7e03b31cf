"""What sleeping threads need of CPython and the system: locks, and functions to yield and move."""

from __future__ import annotations

import ctypes
import sys

__all__ = ["Locks", "processor_functions", "yield_function"]


def yield_function() -> int:
    """Return the address of the C function by which a thread yields the processor, 0 if there is none."""
    try:
        library = ctypes.CDLL("kernel32" if sys.platform == "win32" else None)
        function = library.SwitchToThread if sys.platform == "win32" else library.sched_yield
    except (OSError, AttributeError):
        return 0
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def processor_functions() -> list[int]:
    """Return the addresses of the C functions that get and set the processors of a thread, or zeros."""
    try:
        library = ctypes.CDLL(None) if sys.platform == "linux" else None
        functions = [getattr(library, f"sched_{name}") for name in ("getcpu", "getaffinity", "setaffinity")]
    except (OSError, AttributeError):
        return [0, 0, 0]
    return [ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions]


class Locks:
    """Locks of CPython that compiled code acquires and releases without the GIL; at first all are acquired."""

    def __init__(self, count: int) -> None:
        api = ctypes.pythonapi
        new, acquire, release, self._free = (
            api.PyThread_allocate_lock,
            api.PyThread_acquire_lock,
            api.PyThread_release_lock,
            api.PyThread_free_lock,
        )
        new.restype, acquire.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_int)
        self._free.argtypes, self._free.restype = (ctypes.c_void_p,), None
        self.functions = [
            ctypes.cast(function, ctypes.c_void_p).value or 0 for function in (acquire, release)
        ]
        self.addresses = [new() for _ in range(count)]
        if None in self.addresses:
            raise RuntimeError("threads: the system has no more locks")
        for address in self.addresses:
            acquire(address, 1)

    def free(self) -> None:
        """Free the locks."""
        for address in self.addresses:
            self._free(address)

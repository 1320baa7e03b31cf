"""Where CPython and NumPy keep what compiled code reads: byte offsets in objects, all part of their public structs."""

import ctypes
import sys

import numpy as np

HEADER = object.__basicsize__
TYPE = HEADER - 8
VALUE = HEADER  # of a float
BYTES = bytes.__basicsize__ - 1  # of a bytes object: its first byte
DATA, NDIM, DIMENSIONS, DESCR, FLAGS = (HEADER + offset for offset in (0, 8, 16, 40, 48))  # of an ndarray

MOST = 16  # arguments of a direct launch
C_LAYOUT, F_LAYOUT, ALIGNED = 1, 2, 256  # bits of an ndarray's flags


def check() -> None:
    """Raise unless this interpreter's objects are made like that."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise ImportError("kernels need 64-bit CPython")
    probe, number, text = np.zeros((3, 5)), 0.1, b"text"
    start = id(probe)
    dimensions = _word(start + DIMENSIONS)
    found = (
        _word(start + TYPE) == id(np.ndarray)
        and _word(start + DATA) == probe.ctypes.data
        and _half(start + NDIM) == 2
        and (_word(dimensions), _word(dimensions + 8)) == (3, 5)
        and _word(start + DESCR) == id(probe.dtype)
        and _half(start + FLAGS) == probe.flags.num
        and ctypes.c_double.from_address(id(number) + VALUE).value == number
        and ctypes.string_at(id(text) + BYTES) == text
    )
    if not found:
        raise ImportError("kernels need the object structs of CPython 3 and NumPy 2")


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _half(address: int) -> int:
    return ctypes.c_int32.from_address(address).value

"""Byte offsets of the fields of CPython's and NumPy's objects that compiled code reads, all in public structs."""

import ctypes
import sys

import numpy as np

HEADER = object.__basicsize__
TYPE = HEADER - 8
VALUE = HEADER  # of a float
BYTES = bytes.__basicsize__ - 1  # of a bytes object: its first byte
ITEMS = tuple.__basicsize__
DATA, NDIM, DIMENSIONS, DESCR, FLAGS = (HEADER + offset for offset in (0, 8, 16, 40, 48))  # of an ndarray

MOST = 16  # arguments of a direct launch
C_LAYOUT, F_LAYOUT, ALIGNED = 1, 2, 256  # bits of an ndarray's flags


def check() -> None:
    """Raise unless the objects of this interpreter have these offsets."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        raise ImportError("kernels need 64-bit CPython")
    probe, number, text, pair = np.zeros((3, 5)), 0.1, b"text", ("first", "second")
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
        and _word(id(pair) + ITEMS + 8) == id(pair[1])
    )
    if not found:
        raise ImportError("kernels need the object structs of CPython 3 and NumPy 2")


def place_of(instance: object, slot: str) -> int:
    """Return the address of a slot of an object whose class has `__slots__` and no other ancestor than `object`."""
    slots: tuple[str, ...] = vars(type(instance))["__slots__"]
    place = id(instance) + HEADER + 8 * sorted(slots).index(slot)
    if _word(place) != id(getattr(instance, slot)):
        raise ImportError("kernels need the slots of CPython 3's objects")
    return place


def numpy_function(index: int) -> int:
    """Return the address of a function of NumPy's C interface, whose places in its table are fixed."""
    from numpy._core import _multiarray_umath  # type: ignore[attr-defined]  # where extension modules look, too

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    return _word(pointer(_multiarray_umath._ARRAY_API, None) + 8 * index)


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _half(address: int) -> int:
    return ctypes.c_int32.from_address(address).value

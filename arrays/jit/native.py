"""Machine code that can be called.

Every kernel has the same C signature, `entry(slots, lo, hi) -> error`. A slot has 8 bytes: the address of an
ndarray object (the code reads the data pointer and the dimensions from NumPy's public struct), an int64, or a
double. An error is 0, or the address of the pickled exception that the kernel raised.
"""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any

import numpy as np

from .buffers import like
from .loading import image
from .loading.host import has, host, level
from .loading.image import Missing
from .objects import MOST, check, numpy_function

__all__ = [
    "MOST",
    "Entry",
    "Missing",
    "builtin",
    "has",
    "host",
    "level",
    "load",
    "raise_error",
    "row_builtin",
    "slot",
]

_SCALARS = {"int64": "q", "bool": "q", "float32": "d", "float64": "d"}
_holding_gil = ctypes.PYFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t)
_releasing_gil = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t)
_methods: list[Any] = []
_FASTCALL = 0x80
_NEW_LIKE_ARRAY = 277  # place of PyArray_NewLikeArray in NumPy's table
host()  # where LLVM has to be asked, this is the place to fail


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )


_new_function = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p
)(("PyCFunction_NewEx", ctypes.pythonapi))


class Entry:
    """A loaded kernel: `pack(*slots)` makes its argument block; `hold` runs it with the GIL, `release` without."""

    __slots__ = ("address", "hold", "pack", "release")

    def __init__(self, address: int, slots: str) -> None:
        self.address = address
        self.pack: Callable[..., bytes] = Struct("=" + slots).pack
        self.hold: Callable[[bytes, int, int], int] = _holding_gil(address)
        self.release: Callable[[bytes, int, int], int] = _releasing_gil(address)


def load(code: bytes, symbol: str, externals: list[str]) -> int:
    """Load an image, or object code, and return the address of `symbol`.

    Raises `Missing` if a symbol that it needs is not there. The caller ensures that no two threads do this at once.
    """
    _check_once()
    if image.is_image(code):
        return image.load(code)
    from .loading import engine  # not at the top: it loads LLVM

    return engine.load(code, symbol, externals)


@cache
def _check_once() -> None:
    check()


def slot(word: str) -> str:
    """Return the `struct` letter of an argument type: `float32*` or `float32[2]` (arrays), `float32`."""
    return _SCALARS.get(word, "Q")


def builtin(
    attempt: int,
    entry: int,
    kinds: tuple[list[int], list[int]],
    sizes: tuple[int, int, int],
    places: tuple[int, int],
    fallback: Callable[..., Any] | None,
    driver: int = 0,
) -> Callable[..., Any]:
    """Return `flat_loops.attempt` for a loop as a builtin function; see `table` for the sizes.

    The places are the addresses of the pool's words, and of the switch that says whether kernels may be used. The kinds
    of outputs and inputs are the addresses of their dtypes, 0 for a scalar. The caller keeps the fallback alive. With
    the code of a `driver` there is none: the function adds the output of the loop to its first argument.
    """
    outputs, inputs = map(len, kinds)
    pool, switch = places
    prototype = 8 * next((place for place, kind in enumerate(kinds[1]) if kind), inputs)
    words = [outputs + inputs, inputs, outputs, *sizes, prototype, id(fallback), id(like), switch]
    words += [driver, id(np.dtype(np.float32)), id(np.dtype(np.float64))]
    words += _addresses("Py_DecRef", "PyTuple_New", "PyObject_Vectorcall", "PyMem_RawMalloc", "PyMem_RawFree")
    return _function(attempt, entry, pool, *words, numpy_function(_NEW_LIKE_ARRAY), *kinds[0], *kinds[1])


def row_builtin(attempt: int, entry: int, kinds: list[int], pool: int) -> Callable[..., Any]:
    """Return `row_loops.attempt` for a loop; arguments have two kinds (see `row_launch`), `pool` is as in `builtin`."""
    words = [len(kinds) // 2, id(int), id(False)]
    words += _addresses("PyLong_AsLongLong", "PyErr_Occurred", "PyErr_Clear", "PyLong_FromLongLong")
    return _function(attempt, entry, pool, *words, *kinds)


def _function(attempt: int, entry: int, pool: int, *words: int) -> Callable[..., Any]:
    """Return a builtin function that hands its arguments and a table of these words to the code at an address."""
    objects = map(id, (np.ndarray, float, None, True))
    functions = _addresses("Py_IncRef", "PyEval_SaveThread", "PyEval_RestoreThread")
    table = np.array([entry, pool, *objects, *functions, *words], np.int64)
    method = _Method(b"kernel", attempt, _FASTCALL, None)
    _methods.append(method)  # must outlive the function
    function: Callable[..., Any] = _new_function(ctypes.byref(method), table, None)
    return function


@cache
def _addresses(*names: str) -> list[int]:
    """Return the addresses of functions of CPython's C interface."""
    return [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0 for name in names]


def raise_error(error: int) -> None:
    """Raise the exception at an address that an entry returned: `{char *pickle; int32 size; ...}`."""
    if error != 1:
        start = ctypes.c_void_p.from_address(error).value
        size = ctypes.c_int32.from_address(error + ctypes.sizeof(ctypes.c_void_p)).value
        if start:
            kind, arguments, _ = pickle.loads(ctypes.string_at(start, size))
            raise kind(*(value for value in arguments if isinstance(value, (str, int, float))))
    raise RuntimeError("a kernel failed without saying why")

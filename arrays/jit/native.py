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
from .expendable import EXPENDABLE
from .loading import image
from .loading.host import has, host
from .loading.image import Missing
from .objects import MOST, check, numpy_function, place_of

__all__ = ["MOST", "Entry", "Missing", "builtin", "has", "host", "load", "raise_error", "row_builtin", "slot"]

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
    """A loaded kernel: `pack(*slots)` makes its argument block, `hold` and `release` (the GIL) run it."""

    __slots__ = ("address", "hold", "pack", "release")

    def __init__(self, address: int, slots: str) -> None:
        self.address = address
        self.pack: Callable[..., bytes] = Struct("=" + slots).pack
        self.hold: Callable[[bytes, int, int], int] = _holding_gil(address)
        self.release: Callable[[bytes, int, int], int] = _releasing_gil(address)


def load(code: bytes, symbol: str, externals: list[str]) -> int:
    """Load an image, or object code, and return the address of `symbol`.

    Raises `Missing` if a name that it needs is not there. The caller sees to it that no two threads do this at once.
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
    sizes: tuple[int, int, int, int],
    places: tuple[int, int],
    fallback: Callable[..., Any] | None,
    driver: int = 0,
) -> Callable[..., Any]:
    """Return `direct.attempt` for a loop; `table` says what the sizes are.

    The places are the addresses of the pool's words, and of what says whether kernels may be used. The kinds of outputs
    and inputs are the addresses of their dtypes, 0 for a scalar. The caller keeps the fallback. With the code of a
    `driver` there is none: the function adds what the loop computes to its first argument.
    """
    outputs, inputs = map(len, kinds)
    limit, cost, fewest, most = sizes
    pool, switch = places
    prototype = 8 * next((place for place, kind in enumerate(kinds[1]) if kind), inputs)
    first_words = [entry, outputs + inputs, inputs, outputs, limit, cost, pool, fewest, most, prototype]
    words = [*first_words, id(fallback), id(like), switch, place_of(EXPENDABLE, "array"), driver]
    objects = map(id, (np.ndarray, float, np.dtype(np.float32), np.dtype(np.float64), None, True))
    table = np.array([*words, *objects, *_called(), *kinds[0], *kinds[1]], np.int64)
    return _function(attempt, table)


@cache
def _called() -> tuple[int, ...]:
    """Return the addresses of the C functions that `direct.attempt` calls."""
    api = ctypes.pythonapi
    functions = (
        api.Py_IncRef,
        api.Py_DecRef,
        api.PyEval_SaveThread,
        api.PyEval_RestoreThread,
        api.PyTuple_New,
        api.PyObject_Vectorcall,
        api.PyMem_RawMalloc,
        api.PyMem_RawFree,
    )
    addresses = [ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions]
    return *addresses, numpy_function(_NEW_LIKE_ARRAY)


def row_builtin(attempt: int, entry: int, kinds: list[int], pool: int) -> Callable[..., Any]:
    """Return `row_loops.attempt` for a loop; an argument has two kinds, see `row_launch`, `pool` is as in `builtin`."""
    api = ctypes.pythonapi
    called = (
        api.Py_IncRef, api.PyLong_AsLongLong, api.PyErr_Occurred, api.PyErr_Clear, api.PyLong_FromLongLong,
        api.PyEval_SaveThread, api.PyEval_RestoreThread,
    )  # fmt: skip
    objects = map(id, (np.ndarray, float, int, True, False, None))
    functions = [ctypes.cast(function, ctypes.c_void_p).value for function in called]
    table = np.array([entry, len(kinds) // 2, pool, *objects, *functions, *kinds], np.int64)
    return _function(attempt, table)


def _function(attempt: int, table: Any) -> Callable[..., Any]:
    """Return a builtin function that hands its arguments and `table` to the code at an address."""
    method = _Method(b"kernel", attempt, _FASTCALL, None)
    _methods.append(method)  # must outlive the function
    function: Callable[..., Any] = _new_function(ctypes.byref(method), table, None)
    return function


def raise_error(error: int) -> None:
    """Raise the exception at an address that an entry returned: `{char *pickle; int32 size; ...}`."""
    if error != 1:
        start = ctypes.c_void_p.from_address(error).value
        size = ctypes.c_int32.from_address(error + ctypes.sizeof(ctypes.c_void_p)).value
        if start:
            kind, arguments, _ = pickle.loads(ctypes.string_at(start, size))
            raise kind(*(value for value in arguments if isinstance(value, (str, int, float))))
    raise RuntimeError("a kernel failed without saying why")

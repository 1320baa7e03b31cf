"""SciPy's routines of LAPACK for each matrix of a stack: called by compiled code, which takes no time between two."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.launch import RowKernel
from . import lapack

__all__ = ["by_columns", "call_each"]

Array = NDArray[Any]

_MOST = 9  # arguments of a routine, as in `stack_loops`
_CALL = 1000  # cost of a call besides that of the numbers, in additions
_loop = RowKernel(f"{__package__}.stack_loops", "call_each")


def by_columns(stack: Array) -> Array:
    """Return a flat stack of copies of matrices, each column by column, as LAPACK has them."""
    return np.array(stack.reshape(-1, *stack.shape[-2:]).mT, order="C").mT


def call_each(op: str, name: str, *args: Array | int | str) -> None:
    """Call a routine for the dtype of the first array with the first matrix of each array, with the second, and so on.

    Numbers and letters are the same in all calls. Without SciPy the error names the extra.
    """
    if lapack.scipy_linalg() is None:
        raise ImportError(f"{op}: needs SciPy, which is not installed; pip install derivata[scipy]")
    matrices = next(arg for arg in args if isinstance(arg, np.ndarray))
    address, call = _routine(name, matrices.dtype.char)
    numbers = [_number(arg) for arg in args if not isinstance(arg, np.ndarray)]
    held = (ctypes.c_int32 * len(numbers))(*numbers)
    places, steps, number = [], [], ctypes.addressof(held)
    for arg in args:
        if isinstance(arg, np.ndarray):
            places.append(arg.ctypes.data)
            steps.append(arg.strides[0])
        else:
            places.append(number)
            steps.append(0)
            number += 4
    unused, count = [0] * (_MOST - len(args)), len(matrices)
    if count == 1:
        call(*places, *unused)
        return
    first, further = np.array([address, *places, *unused]), np.array([0, *steps, *unused])
    if not _loop.run(count, first, further, work=count * (_CALL + matrices.shape[-1] ** 3)):
        for row in (first[1:] + np.arange(count)[:, None] * further[1:]).tolist():
            call(*row)


def _number(arg: Any) -> int:
    """Return the number that has a letter in each byte, in any order, or a number itself."""
    return ord(arg) * 0x01010101 if isinstance(arg, str) else arg


@lru_cache(maxsize=64)
def _routine(name: str, dtype: str) -> tuple[int, Any]:
    """Return the address of a routine, and a function that calls it."""
    from scipy.linalg import cython_lapack  # type: ignore[import-untyped]

    letter = {"f": "s", "d": "d", "F": "c", "D": "z"}[dtype]
    capsule = cython_lapack.__pyx_capi__[letter + name]
    signature = _capsule_name(capsule)
    if b", int *" not in signature:
        raise ImportError(
            f"linalg: expected SciPy's {letter}{name} to take int, got {signature.decode()}; install a SciPy of wheels"
        )
    address = int(_capsule_pointer(capsule, signature))
    return address, ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * _MOST)(address)


_capsule_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)

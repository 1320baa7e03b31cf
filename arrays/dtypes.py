"""The dtypes under their PyTorch names, all of them NumPy's own objects, and the default for Python numbers."""

from typing import Any, TypeAlias

import numpy as np

DType: TypeAlias = np.dtype[Any]

bool_: DType = np.dtype(np.bool_)
uint8: DType = np.dtype(np.uint8)
uint16: DType = np.dtype(np.uint16)
uint32: DType = np.dtype(np.uint32)
uint64: DType = np.dtype(np.uint64)
int8: DType = np.dtype(np.int8)
int16: DType = np.dtype(np.int16)
int32: DType = np.dtype(np.int32)
int64: DType = np.dtype(np.int64)
float16: DType = np.dtype(np.float16)
float32: DType = np.dtype(np.float32)
float64: DType = np.dtype(np.float64)
complex64: DType = np.dtype(np.complex64)
complex128: DType = np.dtype(np.complex128)

FLOATING = frozenset(map(np.dtype, "fdgFDG"))
"""The dtypes with gradients that NumPy computes in as they are: half precision is computed in single precision."""

_DEVICES = ("cpu", "cuda", "mps", "xpu")
_COMPLEX_OF = {float16: complex64, float32: complex64, float64: complex128}

CATEGORY = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}

_default: DType = float32


def as_dtype(value: Any) -> DType:
    """Return the dtype that is meant by one, by its name, by a type of numbers, or by a tensor or array."""
    try:
        dtype: DType = np.dtype("O" if value is None else value)
    except (TypeError, ValueError):
        dtype = np.dtype("O")
    if dtype.kind not in CATEGORY:
        cure = ""
        if str(value).startswith(_DEVICES):
            cure = "; the processor is the only device, so that nothing has to be moved: leave the call out"
        raise TypeError(f"dtype: expected a dtype of numbers, such as derivata.float32, got {value!r}{cure}")
    return dtype


def get_default_dtype() -> DType:
    """Return the dtype that Python floats become.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.get_default_dtype()
    dtype('float32')
    """
    return _default


def set_default_dtype(d: Any) -> None:
    """Set the dtype that Python floats become.

    Raises
    ------
    TypeError
        If it is not a real floating-point dtype.
    """
    global _default
    wanted = as_dtype(d)
    if wanted.kind != "f":
        raise TypeError(
            f"set_default_dtype: expected a real floating-point dtype, got {wanted}; use float32 or float64"
        )
    _default = wanted


def default_complex() -> DType:
    """Return the dtype that Python complex numbers become."""
    return _COMPLEX_OF[_default]


def complex_dtype(dtype: DType) -> DType:
    """Return the complex dtype whose parts have this dtype; for float16 the smallest that NumPy has."""
    return _COMPLEX_OF[dtype]


def scalar_dtype(value: complex) -> DType:
    """Return the dtype that a Python number becomes on its own."""
    if isinstance(value, bool | np.bool_):
        return bool_
    if isinstance(value, int | np.integer):
        return int64
    if isinstance(value, float | np.floating):
        return _default
    return default_complex()


def promote_types(first: Any, second: Any) -> DType:
    """Return the dtype that holds the values of both."""
    return promote_dtypes(np.dtype(first), np.dtype(second))


def promote_dtypes(first: DType, second: DType) -> DType:
    """Return the dtype of the higher category (bool < int < float < complex), or NumPy's choice within one."""
    if first is second:
        return first
    rank, other = CATEGORY[first.kind], CATEGORY[second.kind]
    if rank == other or (rank > 1 and other > 1):
        return np.promote_types(first, second)
    return first if rank > other else second

"""SciPy's routines of LAPACK and BLAS: looked for when a matrix is large enough to deserve them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..jit.buffers import empty

Array = NDArray[Any]

LARGE = 48
"""From this number of rows on SciPy's routines are looked for; below, NumPy's batched functions do."""


@lru_cache(maxsize=1)
def scipy_linalg() -> Any:
    """Return scipy.linalg, or None where SciPy is not installed."""
    try:
        import scipy.linalg  # type: ignore[import-untyped]
    except ImportError:
        return None
    return scipy.linalg


def fast_routine(name: str, array: Array) -> Any:
    """Return a routine for one large matrix, or None: where SciPy is missing, and for others."""
    if array.ndim != 2 or array.shape[-1] < LARGE or array.dtype.char not in "fdFD" or scipy_linalg() is None:
        return None
    return routine(name, array.dtype.char)


@lru_cache(maxsize=128)
def routine(name: str, dtype: str) -> Any:
    """Return the routine of BLAS or LAPACK for the numbers of a dtype."""
    linalg = scipy_linalg()
    find = linalg.get_blas_funcs if name in ("trsm", "trmm") else linalg.get_lapack_funcs
    return find((name,), dtype=np.dtype(dtype))[0]


def copied(array: Array) -> Array:
    """Return a row-major copy in memory that may have been used before; its transpose is what LAPACK may write over."""
    copy = empty(array.shape, array.dtype)
    copy[...] = array
    return copy

"""Importing Numba's array functions without SciPy's linear algebra, which kernels have no use for.

`numba.np.arraymath` imports `scipy.linalg`, 100 ms and more, only to learn whether there is a BLAS for `numpy.dot` and
its like. It is enough to know whether SciPy is installed: a program that compiles `numpy.dot` with Numba imports it
then.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["import_array_functions"]

_MODULE = "numba.np.arraymath"


def import_array_functions() -> None:
    """Import the module, unless it is there already; the caller holds Numba's compiler lock."""
    if _MODULE in sys.modules or "scipy.linalg" in sys.modules:
        return
    algebra: Any = import_module("numba.np.linalg")
    usual = algebra.ensure_blas
    algebra.ensure_blas = _require_scipy
    try:
        functions: Any = import_module(_MODULE)
        functions.ensure_blas = usual
    finally:
        algebra.ensure_blas = usual


def _require_scipy() -> None:
    """Raise what Numba's own check raises without SciPy."""
    if find_spec("scipy") is None:
        raise ImportError("scipy is required for linear algebra")

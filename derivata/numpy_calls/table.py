"""The table of NumPy's functions and their implementations, keyed by function object."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from types import ModuleType
from typing import Any

import numpy as np

from ..generated import numpy_functions, ops
from . import (
    calculus,
    choosing,
    joining,
    linear_algebra,
    nan_reductions,
    ordering,
    products,
    quantiles,
    reductions,
    shapes,
)

_OF_NUMPY = (
    calculus,
    choosing,
    joining,
    nan_reductions,
    ordering,
    products,
    quantiles,
    reductions,
    shapes,
)

WITHOUT_DERIVATIVE = """
    all allclose any argmax argmin argpartition argsort argwhere array2string array_equal array_equiv array_repr
    array_str can_cast common_type count_nonzero diag_indices_from digitize einsum_path empty_like flatnonzero iscomplex
    iscomplexobj isclose isin isneginf isposinf isreal isrealobj lexsort linalg.matrix_rank may_share_memory
    min_scalar_type nanargmax nanargmin ndim nonzero ones_like result_type searchsorted shape shares_memory size
    tril_indices_from triu_indices_from zeros_like
"""
"""Functions of numbers, places, shapes and dtypes: what they give of the array is all there is."""


@cache
def functions() -> dict[Any, Callable[..., Any]]:
    """Return the functions by NumPy's objects."""
    named = dict(numpy_functions.FUNCTIONS)
    for module in _OF_NUMPY:
        named |= {f"numpy.{name}": function for name, function in _defined(module)}
    named["numpy.lib.stride_tricks.sliding_window_view"] = shapes.sliding_window_view
    named |= {f"numpy.linalg.{name}": function for name, function in _defined(linear_algebra)}
    found = {_numpys(name): function for name, function in named.items()}
    found.pop(None, None)
    return found


@cache
def without_derivative() -> frozenset[Any]:
    """Return the objects of NumPy's functions that give plain arrays and values."""
    return frozenset(_numpys(f"numpy.{name}") for name in WITHOUT_DERIVATIVE.split()) - {None}


@cache
def ufuncs() -> dict[np.ufunc, Callable[..., Any]]:
    """Return the ops by NumPy's ufuncs, and by SciPy's once it is loaded."""
    return _ops_of("numpy")


@cache
def scipy_ufuncs() -> dict[np.ufunc, Callable[..., Any]]:
    """Return the ops by the ufuncs of `scipy.special`."""
    return _ops_of("scipy.special")


def op_of(ufunc: np.ufunc) -> Callable[..., Any] | None:
    """Return the op that a ufunc is, None for a ufunc of somebody else."""
    found = ufuncs().get(ufunc)
    if found is None and "scipy.special" in sys.modules:
        found = scipy_ufuncs().get(ufunc)
    return found


def _ops_of(module: str) -> dict[np.ufunc, Callable[..., Any]]:
    found = {}
    for name, op in numpy_functions.UFUNCS.items():
        if name.rpartition(".")[0] == module and (ufunc := _numpys(name)) is not None:
            found[ufunc] = _COMPOSED.get(name) or getattr(ops, op)
    if module == "numpy":
        found |= {
            _numpys(name): function for name, function in _COMPOSED.items() if _numpys(name) is not None
        }
    return found


def _cbrt(x: Any) -> Any:
    return ops.sign(x) * ops.pow(ops.abs(x), 1 / 3)


def _divmod(x: Any, y: Any) -> Any:
    return ops.floor_divide(x, y), ops.remainder(x, y)


def _modf(x: Any) -> Any:
    return ops.frac(x), ops.trunc(x)


_COMPOSED: dict[str, Callable[..., Any]] = {
    "numpy.cbrt": _cbrt,
    "numpy.divmod": _divmod,
    "numpy.matmul": products.matmul,
    "numpy.matvec": products.matvec,
    "numpy.modf": _modf,
    "numpy.vecmat": products.vecmat,
}
"""Ufuncs that are several ops, or have operands in one dtype."""


def _numpys(name: str) -> Any:
    """Return the object of a name of NumPy or SciPy, None where this version lacks it."""
    module, _, rest = name.rpartition(".")
    found = sys.modules.get(module)
    try:
        return attrgetter(rest)(found)
    except AttributeError:
        if module == "numpy.linalg" or "." not in module:
            return None
        return getattr(getattr(np, module.rpartition(".")[2], None), rest, None)


def _defined(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what a module defines for users, or takes from another module of functions."""
    for name, value in vars(module).items():
        own = getattr(value, "__module__", "") in (module.__name__, products.__name__)
        if own and not name.startswith("_") and not isinstance(value, type):
            yield name, value

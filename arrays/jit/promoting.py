"""Functions of several numbers in compiled loops, with NumPy's type promotion of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types

from ..vector_math import bits
from .decorators import overload


def common(*kinds: Any) -> Any:
    """Return the common type of numbers of these types; None if one of them is not a real number."""
    floats = [kind for kind in kinds if kind in bits.FORMATS]
    if not all(isinstance(kind, types.Integer | types.Boolean | types.Float) for kind in kinds):
        return None
    if not floats:
        return types.float64
    return types.float64 if types.float64 in floats else types.float32


def binary(implementation: Any) -> Any:
    """Return `implementation` with two arguments that are converted to their common type first."""

    def function(x: Any, y: Any) -> Any:
        raise NotImplementedError("called inside compiled kernels only")

    def choose(x: Any, y: Any) -> Callable[..., Any] | None:
        kind = common(x, y)

        def of_one_type(x: Any, y: Any) -> Any:
            return implementation(kind(x), kind(y))

        return None if kind is None else of_one_type

    overload(function)(choose)
    return function


def ternary(implementation: Any) -> Any:
    """Return `implementation` with three arguments that are converted to their common type first."""

    def function(x: Any, y: Any, z: Any) -> Any:
        raise NotImplementedError("called inside compiled kernels only")

    def choose(x: Any, y: Any, z: Any) -> Callable[..., Any] | None:
        kind = common(x, y, z)

        def of_one_type(x: Any, y: Any, z: Any) -> Any:
            return implementation(kind(x), kind(y), kind(z))

        return None if kind is None else of_one_type

    overload(function)(choose)
    return function

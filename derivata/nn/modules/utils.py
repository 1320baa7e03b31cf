"""Arguments that are given once for all dimensions, or once for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def per_dimension(value: Any, dimensions: int) -> tuple[Any, ...]:
    """Return a value for each dimension: the one that was given, or those that were."""
    return tuple(value) if isinstance(value, tuple | list) else (value,) * dimensions


def check_ints(module: object, **sizes: Any) -> None:
    """Refuse sizes that are no whole numbers."""
    for name, value in sizes.items():
        if not isinstance(value, int | np.integer):
            raise TypeError(f"{type(module).__name__}: expected {name} to be an int, got {value!r}")


def check_each_int(module: object, **sizes: Any) -> None:
    """Refuse sizes of several dimensions that have something else than whole numbers among them."""
    for name, value in sizes.items():
        for number in value if isinstance(value, tuple | list) else (value,):
            if not isinstance(number, int | np.integer):
                raise TypeError(f"{type(module).__name__}: expected {name} to be ints, got {value!r}")


def _single(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 1)


def _pair(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 2)


def _triple(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 3)


def _quadruple(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 4)


def _ntuple(n: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: per_dimension(value, n)

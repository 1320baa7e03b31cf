"""Arguments that are given once for all dimensions, or once for each."""

from __future__ import annotations

from typing import Any


def per_dimension(value: Any, dimensions: int) -> tuple[Any, ...]:
    """Return a value for each dimension: the one that was given, or those that were."""
    return tuple(value) if isinstance(value, tuple | list) else (value,) * dimensions


def _single(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 1)


def _pair(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 2)


def _triple(value: Any) -> tuple[Any, ...]:
    return per_dimension(value, 3)

"""Tuples, lists and dicts taken apart and put together again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..runtime.tensors.tensor import Tensor
from .refusal import CannotCompile
from .vocabulary import is_number


def flatten(value: Any) -> tuple[list[Any], Any]:
    """Return the tensors and numbers in nested containers, and how they are nested."""
    leaves: list[Any] = []
    return leaves, _structure(value, leaves)


def _structure(value: Any, leaves: list[Any]) -> Any:
    kind = value.__class__
    if kind is tuple or kind is list:
        return (kind, *[_structure(part, leaves) for part in value])
    if kind is dict:
        return (dict, tuple(value), *[_structure(part, leaves) for part in value.values()])
    if not isinstance(value, Tensor) and not is_number(value):
        raise CannotCompile(
            f"it is given, or returns, a {kind.__name__}: expected tensors, numbers and strings, in tuples, lists, dicts"
        )
    leaves.append(value)
    return None


def unflatten(structure: Any, leaves: Sequence[Any]) -> Any:
    """Return nested containers with these leaves."""
    return _filled(structure, iter(leaves))


def _filled(structure: Any, leaves: Iterator[Any]) -> Any:
    if structure is None:
        return next(leaves)
    kind, *parts = structure
    if kind is dict:
        names, *parts = parts
        return dict(zip(names, [_filled(part, leaves) for part in parts], strict=True))
    return kind([_filled(part, leaves) for part in parts])

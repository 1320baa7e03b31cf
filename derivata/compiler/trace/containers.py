"""Tuples, lists and dicts taken apart and put together again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...arrays.random import Generator
from ...nn.module import Module
from ...runtime.tensors.tensor import Tensor
from ..refusal import CannotCompile
from ..vocabulary import exact, is_number, is_record
from .optimizers import ScheduleStandIn, Stepping
from .readings import Reading


def flatten(value: Any) -> tuple[list[Any], Any]:
    """Return the tensors, modules, optimisers and numbers in nested containers, and how they are nested."""
    leaves: list[Any] = []
    return leaves, _structure(value, leaves)


def _structure(value: Any, leaves: list[Any]) -> Any:
    kind = value.__class__
    if kind is tuple or kind is list or is_record(kind):
        return (kind, *[_structure(part, leaves) for part in value])
    if kind is dict:
        if not all(map(is_number, value)):
            raise CannotCompile(
                "it is given, or returns, a dict: expected keys that are numbers, strings or tuples of them"
            )
        return (dict, Keys(value), *[_structure(part, leaves) for part in value.values()])
    if not isinstance(
        value, Tensor | Module | Stepping | ScheduleStandIn | Generator | Reading
    ) and not is_number(value):
        raise CannotCompile(
            f"it is given, or returns, a {kind.__name__}: expected tensors, modules, optimisers, numbers and "
            "strings, in tuples, lists and dicts"
        )
    leaves.append(value)
    return None


class Keys:
    """The keys of a dict; equal to the same keys of the same types in the same order."""

    def __init__(self, keys: Iterable[Any]) -> None:
        self.keys = tuple(keys)
        self._exact = exact(self.keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keys) and other._exact == self._exact

    def __hash__(self) -> int:
        return hash(self._exact)


def unflatten(structure: Any, leaves: Sequence[Any]) -> Any:
    """Return nested containers with these leaves."""
    return _filled(structure, iter(leaves))


def _filled(structure: Any, leaves: Iterator[Any]) -> Any:
    if structure is None:
        return next(leaves)
    kind, *parts = structure
    if kind is dict:
        keys, *parts = parts
        return dict(zip(keys.keys, [_filled(part, leaves) for part in parts], strict=True))
    make = kind._make if is_record(kind) else kind
    return make([_filled(part, leaves) for part in parts])

"""Finding out which arguments are batched, and at which level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .batched import Batched
from .indices import BatchedIndex

if TYPE_CHECKING:
    from .level import Level


def is_batched(value: Any, level: Level) -> bool:
    """Tell whether a value is batched at a level."""
    return value.__class__ is Batched and value.batch.level is level


def deepest(values: Iterable[Any]) -> Level | None:
    """Return the innermost level of batched tensors in arguments."""
    found: Level | None = None
    for tensor in _batched_in(values):
        level = tensor.batch.level
        if found is None or level.number > found.number:
            found = level
    return found


def _batched_in(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        kind = value.__class__
        if kind is Batched:
            yield value
        elif kind is tuple or kind is list:
            yield from _batched_in(value)
        elif kind is BatchedIndex:
            yield value.tensor

"""Functions that are called for one sample after the other."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..generated import ops
from ..runtime.modes.batching import NotBatched
from ..runtime.tensors.tensor import Tensor
from .finding import is_batched
from .indices import BatchedIndex

if TYPE_CHECKING:
    from .level import Level

_warned: set[str] = set()


def warn_of_loop(level: Level, name: str) -> None:
    """Say once that something is slow."""
    if name not in _warned and not level.quiet:
        _warned.add(name)
        warnings.warn(
            f"vmap: There is a performance drop because we have not yet implemented the batching rule for {name} "
            "with these arguments: it is called for one sample after the other",
            UserWarning,
            stacklevel=2,
        )


def call_each(
    level: Level, name: str, function: Callable[..., Any], args: Sequence[Any], named: Mapping[str, Any]
) -> Any:
    """Call a function for one sample after the other, and return what it returns, a tensor or several, batched."""
    rows = [
        function(
            *[sample_of(level, value, number) for value in args],
            **{key: sample_of(level, value, number) for key, value in named.items()},
        )
        for number in range(level.size)
    ]
    if not rows:
        raise NotBatched(
            f"vmap: {name} is called for one sample after the other, and there is none: the shape of its result is not "
            "known; call vmap with at least one sample"
        )
    return _batched(level, name, rows)


def sample_of(level: Level, value: Any, number: int) -> Any:
    """Return an argument as it is for one sample."""
    if is_batched(value, level):
        return ops.select(value.batch.whole, 0, number)
    if isinstance(value, BatchedIndex):
        return sample_of(level, value.tensor, number)
    if value.__class__ in (tuple, list):
        return type(value)([sample_of(level, part, number) for part in value])
    return value


def _batched(level: Level, name: str, rows: Sequence[Any]) -> Any:
    first = rows[0]
    if isinstance(first, tuple | list):
        parts = [_batched(level, name, column) for column in zip(*rows, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
    if not isinstance(first, Tensor):
        return first
    if any(row.shape != first.shape for row in rows):
        refuse_other_shapes(name)
    return level.batched(ops.stack(list(rows)))


def refuse_other_shapes(name: str) -> None:
    """Refuse results that have another shape for each sample."""
    raise NotBatched(
        f"vmap: We do not support batching operators that can output dynamic shape. Attempted to use {name}, whose "
        "result has as many elements as the numbers of each sample say; use derivata.where or a mask, which keep the "
        "shape"
    )

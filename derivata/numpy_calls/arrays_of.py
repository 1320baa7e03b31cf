"""Arrays of tensors for arguments without a derivative, whose values only choose, order or count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..generated import ops
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor


def array_of(value: Any) -> Array:
    """Return the numbers of a tensor without history, anything else as NumPy makes an array of it.

    Tensors in lists give their numbers as well. Inside of `vmap` a tensor has other numbers for each sample: it raises.
    """
    if isinstance(value, Tensor):
        return np.asarray(value.detach())
    return np.asarray(arrays_in(value))


def arrays_in(value: Any) -> Any:
    """Return a value with arrays for the tensors in it."""
    if isinstance(value, Tensor):
        return np.asarray(value.detach())
    if type(value) in (list, tuple):
        return type(value)([arrays_in(part) for part in value])
    return value


def rearranged(values: Sequence[Tensor], move: Callable[..., Any]) -> Any:
    """Return tensors made of elements of others, by a function of arrays that only moves elements.

    It is called with arrays of places in the shapes of the tensors; what it returns says which element goes where.
    """
    places, start = [], 0
    for value in values:
        places.append(np.arange(start, start + value.numel()).reshape(value.shape))
        start += value.numel()
    pool = ops.cat([value.reshape(-1) for value in values]) if len(values) > 1 else values[0].reshape(-1)
    return _taken(pool, move(*places))


def _taken(pool: Tensor, places: Any) -> Any:
    if isinstance(places, list | tuple):
        return type(places)([_taken(pool, part) for part in places])
    return ops.take(pool, wrap(np.ascontiguousarray(places, np.int64).reshape(np.shape(places))))

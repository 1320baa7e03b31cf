"""Functions that move elements: shapes, axes, joins, and elements by their places."""

from __future__ import annotations

from typing import Any

from ..generated import ops
from ..generated.numpy_functions import broadcast_to as broadcast_to
from ..generated.numpy_functions import moveaxis as moveaxis
from ..generated.numpy_functions import stack as stack
from ..generated.numpy_functions import unstack as unstack
from ..generated.ops import permute
from ..numpy_calls.choosing import take_along_axis as take_along_axis
from ..numpy_calls.joining import concatenate as concat
from ..numpy_calls.shapes import expand_dims as expand_dims
from ..numpy_calls.shapes import flip as flip
from ..numpy_calls.shapes import repeat as repeat
from ..numpy_calls.shapes import roll as roll
from ..numpy_calls.shapes import squeeze as squeeze
from ..runtime.tensors.tensor import Tensor


def broadcast_arrays(*arrays: Tensor) -> list[Tensor]:
    """Return arrays in the shape to which all broadcast."""
    return list(ops.broadcast_tensors(*arrays)) if arrays else []


def permute_dims(x: Tensor, /, axes: Any) -> Tensor:
    """Return an array with its axes in another order."""
    return permute(x, tuple(axes))


def reshape(x: Tensor, /, shape: Any, *, copy: Any = None) -> Tensor:
    """Return the elements in another shape: with `copy` in memory of their own, with ``copy=False`` in that of `x`."""
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return x.view(sizes) if copy is False else ops.reshape(x.clone() if copy else x, sizes)


def tile(x: Tensor, repetitions: Any, /) -> Tensor:
    """Return an array repeated along each axis, the last numbers for the last axes."""
    return ops.tile(x, tuple(repetitions))


def take(x: Tensor, indices: Tensor, /, *, axis: int | None = None) -> Tensor:
    """Return elements by their places along an axis."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"take: expected an axis for an array of shape {x.shape}, got None; choose one")
    return x[(slice(None),) * ((axis or 0) % x.ndim) + (indices,)]


__all__ = [
    "broadcast_arrays", "broadcast_to", "concat", "expand_dims", "flip", "moveaxis", "permute_dims", "repeat",
    "reshape", "roll", "squeeze", "stack", "take", "take_along_axis", "tile", "unstack",
]  # fmt: skip

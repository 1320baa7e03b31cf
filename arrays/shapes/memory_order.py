"""New arrays whose elements lie in memory in a wanted order."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def strided_memory(op: str, size: Sequence[int], stride: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return an array with whatever was in memory; its neighbours along each dimension are `stride` elements apart."""
    if len(size) != len(stride) or min(size, default=0) < 0 or min(stride, default=0) < 0:
        raise RuntimeError(
            f"{op}: expected size and stride, nonnegative and of one length, got {tuple(size)} and {tuple(stride)}"
        )
    needed = 1 + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)]) if prod(size) else 0
    strides = [step * dtype.itemsize for step in stride]
    array: Array = np.ndarray(tuple(size), dtype, np.empty(needed, dtype), 0, strides)
    if _share(size, stride):
        array.flags.writeable = False
    return array


def permuted_memory(size: Sequence[int], order: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Return an array with whatever was in memory; its dimensions lie in the given order, outermost first."""
    if len(order) != len(size):
        raise RuntimeError(
            "empty_permuted: Number of dimensions in size does not match the length of the physical_layout; got"
            f" {tuple(size)} and {tuple(order)}"
        )
    if sorted(order) != list(range(len(size))):
        raise RuntimeError(
            f"empty_permuted: expected each dimension once in physical_layout, 0 to {len(size) - 1}, got {tuple(order)}"
        )
    return np.empty([size[dim] for dim in order], dtype).transpose(np.argsort(order))


def _share(size: Sequence[int], stride: Sequence[int]) -> bool:
    """Whether several places share an element."""
    inside = 0
    for step, n in sorted([(step, n) for step, n in zip(stride, size, strict=True) if n > 1]):
        if step <= inside:
            break
        inside += (n - 1) * step
    else:
        return False  # each stride passes over all that is inside
    places = np.zeros((), np.int64)
    for step, n in zip(stride, size, strict=True):
        places = np.add.outer(places, np.arange(n) * step)
    return np.unique(places).size < places.size

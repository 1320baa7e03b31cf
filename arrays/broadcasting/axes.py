"""The axes that several arrays are iterated over together: as few as their strides allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from ..jit.objects import C_LAYOUT, F_LAYOUT

__all__ = ["Axis", "broadcast_shape", "contiguous", "merged", "order", "stretched"]

Array = NDArray[Any]
Shape = tuple[int, ...]
Axis = tuple[int, tuple[int, ...]]
"""Its length, and the stride of each operand."""


def broadcast_shape(shapes: Sequence[Shape]) -> Shape | None:
    """Return the shape that arrays of these shapes are broadcast to, or None."""
    longest = max(map(len, shapes))
    result = [1] * longest
    for shape in shapes:
        for axis, length in enumerate(shape, longest - len(shape)):
            if length != 1 and result[axis] != length:
                if result[axis] != 1:
                    return None
                result[axis] = length
    return tuple(result)


def stretched(shape: Shape, strides: Shape, to: Shape) -> Shape:
    """Return the strides of an array that is broadcast: 0 along every axis that it does not have."""
    missing = len(to) - len(shape)
    own = [stride if length != 1 else 0 for length, stride in zip(shape, strides, strict=True)]
    return (0,) * missing + tuple(own)


def contiguous(shape: Shape, itemsize: int, order: str) -> Shape:
    """Return the strides of a new array."""
    strides = []
    for length in shape if order == "F" else reversed(shape):
        strides.append(itemsize)
        itemsize *= length
    return tuple(strides if order == "F" else reversed(strides))


def order(arrays: Sequence[Array], shape: Shape) -> str:
    """Return the order of the axes in memory: `F` if that is how the first array of this shape is laid out."""
    for array in arrays:
        if array.shape == shape:
            layouts = array.flags.num & (C_LAYOUT | F_LAYOUT)
            return "F" if layouts == F_LAYOUT else "C"
    return "C"


def merged(shape: Shape, strides: Sequence[Shape]) -> list[Axis]:
    """Return the axes, slowest first; adjacent ones are merged where every operand's strides allow it."""
    axes: list[Axis] = []
    for length, steps in zip(shape, zip(*strides, strict=True), strict=True):
        if length == 1:
            continue
        if axes and all(outer == length * inner for outer, inner in zip(axes[-1][1], steps, strict=True)):
            axes[-1] = (axes[-1][0] * length, steps)
        else:
            axes.append((length, steps))
    return axes or [(1, (0,) * len(strides))]

"""Derivatives by central differences, with complex numbers as pairs of real coordinates.

Everything here is about arrays. An array of n complex numbers is a point with 2 n real coordinates (re, im,
re, im, ...), one of n real numbers a point with n. In these coordinates a derivative is an ordinary real
matrix, and the conjugate Wirtinger gradient is an ordinary row of it: the change of a real L along dz is
Re(conj(grad) dz), which is the scalar product of the coordinates of grad and dz. So nothing below
distinguishes real from complex functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Slopes",
    "coordinates",
    "difference",
    "displaced",
    "from_coordinates",
    "one_sided",
    "place",
    "size_of",
]

Array = NDArray[Any]
Evaluate = Callable[[], Sequence[Array]]
"""Computes the outputs from what the inputs' memory holds now; returns copies."""


def size_of(array: Array) -> int:
    """Return the number of real coordinates."""
    return 2 * array.size if array.dtype.kind == "c" else array.size


def coordinates(array: Array) -> Array:
    """Return the real coordinates, as a vector."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat


def from_coordinates(vector: Array, like: Array) -> Array:
    """Return the array of `like`'s shape and dtype with these coordinates."""
    flat = np.ascontiguousarray(vector, like.real.dtype)
    return (flat.view(like.dtype) if like.dtype.kind == "c" else flat).reshape(like.shape)


def place(array: Array, coordinate: int) -> tuple[tuple[int, ...], str]:
    """Return the index of a coordinate's element, and its part: "real", "imag", or "" for real arrays."""
    part = ""
    if array.dtype.kind == "c":
        coordinate, imaginary = divmod(coordinate, 2)
        part = "imag" if imaginary else "real"
    return tuple(int(i) for i in np.unravel_index(coordinate, array.shape)), part


@contextmanager
def displaced(array: Array, change: Array) -> Iterator[None]:
    """Move an input in its own memory, where functions may hold it otherwise too; then put it back."""
    original = array.copy()
    np.copyto(array, original + change)
    try:
        yield
    finally:
        np.copyto(array, original)


def difference(evaluate: Evaluate, array: Array, direction: Array, eps: float) -> list[Array]:
    """Return the coordinates of each output's derivative along a direction."""
    with displaced(array, eps * direction):
        above = evaluate()
    with displaced(array, -eps * direction):
        below = evaluate()
    with np.errstate(all="ignore"):
        return [coordinates((a - b) / (2 * eps)) for a, b in zip(above, below, strict=True)]


@dataclass(frozen=True)
class Slopes:
    """The slopes on the two sides of a point, of one coordinate of an output."""

    left: float
    right: float

    @property
    def differ(self) -> bool:
        """Whether there is a kink or a jump: a smooth function's slopes differ by about eps."""
        if not (np.isfinite(self.left) and np.isfinite(self.right)):
            return False
        return abs(self.left - self.right) > 1e-4 + 1e-2 * max(abs(self.left), abs(self.right))


def one_sided(
    evaluate: Evaluate, array: Array, direction: Array, eps: float, output: int, coordinate: int
) -> Slopes:
    """Return both one-sided slopes of one coordinate of one output."""
    values = []
    for step in (-eps, 0.0, eps):
        with displaced(array, step * direction):
            values.append(float(coordinates(evaluate()[output])[coordinate]))
    return Slopes((values[1] - values[0]) / eps, (values[2] - values[1]) / eps)

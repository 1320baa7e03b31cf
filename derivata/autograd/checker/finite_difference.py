"""Derivatives by central differences, with complex numbers as pairs of real coordinates.

Everything here is about arrays. An array of n complex numbers is a point with 2 n real coordinates (re, im,
re, im, ...), one of n real numbers a point with n. In these coordinates a derivative is an ordinary real
matrix, and the conjugate Wirtinger gradient is an ordinary row of it: the change of a real L along dz is
Re(conj(grad) dz), which is the scalar product of the coordinates of grad and dz. So nothing below
distinguishes real from complex functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Slopes",
    "coordinates",
    "difference",
    "from_coordinates",
    "is_smooth",
    "one_sided",
    "place",
    "product",
    "size_of",
    "unit",
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


def unit(like: Array, coordinate: int) -> Array:
    """Return zeros of `like`'s shape and dtype with a one at a coordinate."""
    vector = np.zeros(size_of(like))
    vector[coordinate] = 1.0
    return from_coordinates(vector, like)


def product(left: Sequence[Array], right: Sequence[Array]) -> float:
    """Return the scalar product of all real coordinates."""
    return float(sum(np.vdot(a, b).real for a, b in zip(left, right, strict=True)))


def place(array: Array, coordinate: int) -> tuple[tuple[int, ...], str]:
    """Return the index of a coordinate's element, and its part: "real", "imag", or "" for real arrays."""
    part = ""
    if array.dtype.kind == "c":
        coordinate, imaginary = divmod(coordinate, 2)
        part = "imag" if imaginary else "real"
    return tuple(int(i) for i in np.unravel_index(coordinate, array.shape)), part


def _evaluate_at(
    evaluate: Evaluate, arrays: Sequence[Array], directions: Sequence[Array], step: float
) -> Sequence[Array]:
    """Move inputs in their own memory, where functions may have captured them, evaluate, and put them back."""
    originals = [array.copy() for array in arrays]
    try:
        for array, original, direction in zip(arrays, originals, directions, strict=True):
            np.copyto(array, original + step * direction)
        return evaluate()
    finally:
        for array, original in zip(arrays, originals, strict=True):
            np.copyto(array, original)


def difference(
    evaluate: Evaluate, arrays: Sequence[Array], directions: Sequence[Array], eps: float
) -> list[Array]:
    """Return the coordinates of each output's derivative along a direction in the space of some inputs."""
    above, below = (_evaluate_at(evaluate, arrays, directions, step) for step in (eps, -eps))
    with np.errstate(all="ignore"):
        return [coordinates((a - b) / (2 * eps)) for a, b in zip(above, below, strict=True)]


def is_smooth(slope: float, slope_of_small_step: float) -> bool:
    """Tell whether two steps give the same slope, so that there is no kink or jump nearby."""
    allowed = 1e-3 * (abs(slope) + abs(slope_of_small_step)) + 1e-5
    return bool(abs(slope - slope_of_small_step) <= allowed)


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
    evaluate: Evaluate, array: Array, direction: Array, covectors: Sequence[Array], steps: Sequence[float]
) -> list[float]:
    """Return the slope from here to each step, of the scalar product of the outputs with covectors."""
    here = evaluate()
    slopes = []
    for step in steps:
        there = _evaluate_at(evaluate, [array], [direction], step)
        with np.errstate(all="ignore"):
            slopes.append(product(covectors, [b - a for a, b in zip(here, there, strict=True)]) / step)
    return [slope + 0.0 for slope in slopes]  # no negative zeros

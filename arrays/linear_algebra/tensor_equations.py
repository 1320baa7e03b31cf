"""Shapes of equations whose matrices have their rows and columns in several dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..dims import axis

Shape = tuple[int, ...]


def inverse_shape(ind: int, shape: Shape) -> Shape:
    """Return the shape of the inverse of a tensor: its dimensions from `ind` on, then those before."""
    if ind <= 0:
        raise RuntimeError(f"linalg.tensorinv: Expected a strictly positive integer for 'ind', but got {ind}")
    before, behind = prod(shape[:ind]), prod(shape[ind:])
    if before != behind:
        raise RuntimeError(
            "linalg.tensorinv: Expected self to satisfy the requirement prod(self.shape[ind:]) =="
            f" prod(self.shape[:ind]), but got {behind} != {before}"
        )
    return (*shape[ind:], *shape[:ind])


def dims_to_end(ndim: int, dims: Sequence[int] | None) -> tuple[Sequence[int], Sequence[int]]:
    """Return the dimensions that move, and where to: to the end, in their order."""
    moved = [axis("linalg.tensorsolve", ndim, dim) for dim in dims or ()]
    return moved, list(range(ndim - len(moved), ndim))


def solution_shape(shape: Shape, other: Shape) -> Shape:
    """Return the shape of the solution of a tensor equation: what the right-hand side leaves of the tensor's."""
    rest = shape[len(other) :]
    if prod(rest) != prod(shape[: len(other)]):
        raise RuntimeError(
            "linalg.tensorsolve: Expected self to satisfy the requirement prod(self.shape[other.ndim:]) =="
            f" prod(self.shape[:other.ndim]), but got {prod(rest)} != {prod(shape[: len(other)])}"
        )
    return rest


def count_of(shape: Shape, ndim: int) -> int:
    """Return the number of elements in the first dimensions of a shape."""
    return prod(shape[:ndim])

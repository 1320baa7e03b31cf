"""Tensors side by side in all combinations: grids, products of sets, combinations, block matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..amounts import feasible

Array = NDArray[Any]
Shape = tuple[int, ...]


def grid_axes(shapes: Sequence[Shape], indexing: str | None) -> tuple[Shape, ...]:
    """Return for each vector the shape in which it lies along its own dimension of the grid."""
    for number, shape in enumerate(shapes):
        if len(shape) > 1:
            raise RuntimeError(
                "meshgrid: Expected 0D or 1D tensor in the tensor list but got: shape"
                f" {tuple(shape)} at position {number}"
            )
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f'meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    places = list(range(len(shapes)))
    if indexing == "xy" and len(shapes) > 1:
        places[:2] = 1, 0
    return tuple(
        [
            (*(1,) * place, math.prod(shape), *(1,) * (len(shapes) - place - 1))
            for place, shape in zip(places, shapes, strict=True)
        ]
    )


def common_shape(shapes: Sequence[Shape]) -> Shape:
    """Return the shape to which all of these broadcast."""
    if not shapes:
        return ()
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise RuntimeError(
            "broadcast_tensors: the sizes of all tensors must match at dimensions where neither is 1, got shapes "
            + ", ".join([str(tuple(shape)) for shape in shapes])
        ) from None


def vector_lengths(op: str, shapes: Sequence[Shape]) -> Shape:
    """Return the lengths of vectors, after checking that they are."""
    for shape in shapes:
        if len(shape) != 1:
            raise RuntimeError(f"{op}: Expect a 1D vector, but got shape {tuple(shape)}; reshape it to (-1,)")
    if not shapes:
        raise RuntimeError(f"{op}: expected at least one tensor, got none")
    return tuple([shape[0] for shape in shapes])


def combination_places(self: Array, r: int, with_replacement: bool) -> Array:
    """Return the places of all combinations of `r` elements of a vector, one after the other."""
    (length,) = vector_lengths("combinations", [self.shape])
    if r < 0:
        raise RuntimeError(f"combinations: Expect a non-negative number, but got {r}")
    if r == 0 or not length or (r > length and not with_replacement):
        return np.empty(0, np.int64)
    feasible("combinations", "r", r)
    repeated = int(with_replacement)
    last = length if with_replacement else max(length - r + 1, 0)  # one more than what may come first
    columns = [np.arange(last)]
    for _ in range(r - 1):
        last = min(last + 1 - repeated, length)
        first = columns[-1] + (1 - repeated)
        counts = last - first
        columns = [column.repeat(counts) for column in (*columns, first - (np.cumsum(counts) - counts))]
        columns[-1] += np.arange(columns[-1].size)
    return np.stack(columns, 1).reshape(-1)


def block_pads(shapes: Sequence[Shape]) -> tuple[tuple[int, int], ...]:
    """Return how many columns of zeros stand on the left and right of each block of a block-diagonal matrix."""
    for number, shape in enumerate(shapes):
        if len(shape) > 2:
            raise RuntimeError(
                f"block_diag: Input tensors must have 2 or fewer dimensions. Input {number} has"
                f" {len(shape)} dimensions"
            )
    widths = [shape[-1] if shape else 1 for shape in shapes]
    return tuple([(sum(widths[:at]), sum(widths[at + 1 :])) for at in range(len(widths))])

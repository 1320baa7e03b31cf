"""The base grid of `affine_grid`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Shape = Sequence[int]


def affine_points(self: Array, lengths: Shape, align_corners: bool) -> Array:
    """Return the points of a grid over images of `lengths`, one a row, the last axis first, and a 1 behind each.

    `self` gives the dtype; points are repeated for dimensions in front of its matrices (N, ., .).
    """
    out = np.ones((*lengths, len(lengths) + 1), self.dtype)
    for number, length in enumerate(lengths):
        line = np.linspace(-1, 1, length) if length > 1 else np.zeros(length)
        line = line if align_corners else line * ((length - 1) / max(length, 1))
        out[..., -2 - number] = line.reshape(-1, *(1,) * (len(lengths) - 1 - number))
    points = out.reshape(prod(lengths), len(lengths) + 1)
    return np.array(np.broadcast_to(points, (*self.shape[:-3], *points.shape)))


def affine_shape(theta: Shape, size: Shape) -> tuple[int, ...]:
    """Return the shape of a grid; raise unless there is a matrix for each image."""
    dims = len(size) - 2
    if dims not in (2, 3):
        raise RuntimeError(
            "affine_grid_generator: size must be that of images (N, C, H, W) or volumes (N, C, D, H, W), got"
            f" {tuple(size)}"
        )
    if tuple(theta) != (size[0], dims, dims + 1):
        raise RuntimeError(
            f"affine_grid_generator: theta must have a matrix of {dims} rows and {dims + 1} columns for each of the"
            f" {size[0]} images of size, got shape {tuple(theta)}"
        )
    return (*size[:1], *size[2:], dims)

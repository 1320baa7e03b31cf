"""Where the points of a grid lie in images or volumes: for each axis the places that are read, and their weights.

Instead of weights, their derivatives of any order by the coordinate can be had.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BICUBIC", "BILINEAR", "BORDER", "NEAREST", "REFLECTION", "ZEROS", "grid_taps"]

Array = NDArray[Any]

BILINEAR, NEAREST, BICUBIC = range(3)
ZEROS, BORDER, REFLECTION = range(3)
_OUTSIDE = -100  # where points lie that are none
_BEYOND = 4  # a point that is so far from the border reads the border alone

_A = -0.75
_NEAR, _FAR = (
    np.array([1, 0, -(_A + 3), _A + 2]),
    np.array([-4 * _A, 8 * _A, -5 * _A, _A]),
)
"""Keys' kernel: the coefficients of its polynomials, up to the distance 1 and up to 2."""


def grid_taps(
    grid: Array, sizes: Sequence[int], mode: int, padding: int, align_corners: bool, orders: Sequence[int]
) -> tuple[Array, Array]:
    """Return the flat places that each point of a grid (N, points, axes) reads, and weights.

    Both have the shape (N, taps, points).
    The last coordinate belongs to the first axis of `sizes`. A tap that is outside has weight 0.
    """
    places: Array = np.zeros((len(grid), 1, grid.shape[1]), np.int64)
    weights: Array = np.ones((len(grid), 1, grid.shape[1]), grid.dtype)
    for number, (size, order) in enumerate(zip(sizes, orders[::-1], strict=True)):
        some, shares = _axis(grid[..., len(sizes) - 1 - number], size, mode, padding, align_corners, order)
        shape = len(grid), places.shape[1] * some.shape[1], grid.shape[1]
        places = (places[:, :, None] * size + some[:, None]).reshape(shape)
        weights = (weights[:, :, None] * shares[:, None]).reshape(shape)
    return places, weights


def _axis(
    x: Array, size: int, mode: int, padding: int, align_corners: bool, order: int
) -> tuple[Array, Array]:
    """Return the places on an axis, and weights, of shape (N, taps, points)."""
    factor = (size - 1 if align_corners else size) / 2
    x = (x + 1) * x.dtype.type(factor) - x.dtype.type(0 if align_corners else 0.5)
    slope: Any = factor
    if mode != BICUBIC:
        x, sign = _padded(x, size, padding, align_corners)
        slope = sign * x.dtype.type(factor)
    elif padding == BORDER:
        x = np.clip(x, -_BEYOND, size + _BEYOND)
    x = np.where(np.abs(x) < 2**31, x, x.dtype.type(_OUTSIDE))
    first = np.rint(x) if mode == NEAREST else np.floor(x)
    weights = _weights(x - first, mode, order)
    if order:
        weights = (
            weights * (slope**order)[:, None] if isinstance(slope, np.ndarray) else weights * slope**order
        )
    taps = weights.shape[1]
    places = (
        first.astype(np.int64)[:, None]
        + np.arange(-(taps // 2) + 1 if taps > 1 else 0, taps // 2 + 1)[:, None]
    )
    if mode == BICUBIC and padding != ZEROS:
        places = _padded(places.astype(x.dtype), size, padding, align_corners)[0].astype(np.int64)
    inside = (places >= 0) & (places < size)
    return np.where(inside, places, 0), np.where(inside, weights, x.dtype.type(0))


def _weights(t: Array, mode: int, order: int) -> Array:
    """Return weights, or their derivatives, at a distance from the first of two taps, or the second of four."""
    if mode == NEAREST:
        return np.full((len(t), 1, t.shape[1]), 1 if order == 0 else 0, t.dtype)
    if mode == BILINEAR:
        if order == 0:
            return np.stack([1 - t, t], 1)
        slope = np.ones_like(t) if order == 1 else np.zeros_like(t)
        return np.stack([-slope, slope], 1)
    derived = [np.polynomial.polynomial.polyder(poly, order) for poly in (_FAR, _NEAR)]
    far, near = (poly.astype(t.dtype) for poly in derived)
    turn = (-1) ** order
    at = np.polynomial.polynomial.polyval
    return np.stack([at(t + 1, far), at(t, near), turn * at(1 - t, near), turn * at(2 - t, far)], 1)


def _padded(x: Array, size: int, padding: int, align_corners: bool) -> tuple[Array, Array]:
    """Return coordinates that are brought inside, and the slopes of that map."""
    sign = np.ones_like(x)
    if padding == REFLECTION:
        low, span = (0.0, size - 1) if align_corners else (-0.5, size)
        if span == 0:
            return np.zeros_like(x), np.zeros_like(x)
        away = x - x.dtype.type(low)
        distance = np.abs(away)
        flips = np.floor(distance / span)
        rest = distance - flips * span
        odd = flips % 2 == 1
        sign = np.where(odd, -1, 1) * np.where(away < 0, -1, 1).astype(x.dtype)
        x = np.where(odd, span - rest, rest) + x.dtype.type(low)
    if padding != ZEROS:
        sign = np.where((x > 0) & (x < size - 1), sign, 0)
        x = np.clip(x, 0, size - 1)
    return x, sign

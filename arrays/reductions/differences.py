"""Differences of neighbours, and the trapezoidal rule: shapes, dimensions and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..jit.buffers import empty
from .scan_kernels import of_neighbours

Array = NDArray[Any]
DType = np.dtype[Any]
Shape = tuple[int, ...]


def diff(self: Array, n: int, dim: int) -> Array:
    """Subtract from each element along `dim` the one before it, `n` times; of booleans, tell whether they differ."""
    along = _along("diff", self.shape, dim)
    if n < 0:
        raise RuntimeError(f"diff: order n must be non-negative, got {n}")
    if not n:
        return self.copy()
    for _ in range(min(n, self.shape[along])):
        self = _of_neighbours(self, along, np.not_equal if self.dtype.kind == "b" else np.subtract)
    return self


def neighbour_sums(self: Array, dim: int) -> Array:
    """Add to each element along `dim` the one before it."""
    return _of_neighbours(self, _along("neighbour_sums", self.shape, dim), np.add)


def _of_neighbours(x: Array, along: int, combine: np.ufunc) -> Array:
    done = of_neighbours(x, along, combine is np.add)
    if done is not None:
        return done
    head = (slice(None),) * along
    before, behind = x[(*head, slice(None, -1))], x[(*head, slice(1, None))]
    return np.asarray(combine(behind, before, empty(behind.shape, x.dtype)))


def diff_pad(shape: Shape, n: int, dim: int) -> list[int]:
    """Return the zeros around the gradient of `diff` of which the differences are, up to the sign, the gradient."""
    along = axis("diff", len(shape), dim)
    pad = [0] * (2 * (len(shape) - along))
    pad[-2:] = [n, min(n, shape[along])]
    return pad


def diff_dim(shape: Shape, other: Shape, dim: int, argument: str) -> int:
    """Return `dim`, after checking that `prepend` or `append` fits."""
    along = _along("diff", shape, dim)
    if len(other) != len(shape):
        raise RuntimeError(
            f"diff: {argument} must have the same number of dimensions as self, {len(shape)}, got {len(other)}"
        )
    if other[:along] + other[along + 1 :] != shape[:along] + shape[along + 1 :]:
        raise RuntimeError(
            f"diff: {argument} must match the shape of self, {shape}, except along dimension {along}, the"
            f" differencing dimension, got {other}"
        )
    return along


def trapezoid_dim(op: str, shape: Shape, dtype: DType, dim: int) -> int:
    """Return the nonnegative dimension to integrate `y` over."""
    if dtype.kind == "b":
        raise RuntimeError(f"{op}: y must not be bool, which is not supported; pass y.float()")
    return _along(op, shape, dim)


def trapezoid_shape(op: str, shape: Shape, x: Shape, dtype: DType, dim: int) -> Shape:
    """Return the shape in which the sample points `x` broadcast with `y`, of the given shape."""
    along = _along(op, shape, dim)
    if dtype.kind == "b":
        raise RuntimeError(f"{op}: x must not be bool, which is not supported; pass x.float()")
    if len(x) != 1:
        return (1,) * (len(shape) - len(x)) + x
    if x[0] != shape[along]:
        raise RuntimeError(
            f"{op}: x must have one value for each sample point, {shape[along]} along dimension {along} of y,"
            f" got {x[0]}"
        )
    return tuple([x[0] if number == along else 1 for number in range(len(shape))])


def _along(op: str, shape: Shape, dim: int) -> int:
    if not shape:
        raise RuntimeError(f"{op}: expected an input that is at least one-dimensional, got a 0-d tensor")
    return axis(op, len(shape), dim)

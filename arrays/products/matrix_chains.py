"""Powers of matrices, products of several matrices in the cheapest order, inner and cross products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis

Array = NDArray[Any]
Shape = tuple[int, ...]

_TAKEN = 1024  # elements of two arrays whose components are copied faster than they are put together
_NEXT, _LAST = np.array([1, 2, 0]), np.array([2, 0, 1])  # components of the vectors in a cross product


def matrix_power(self: Array, n: int) -> Array:
    """Return the n-th power of each matrix; a negative one is that of the inverse."""
    if self.ndim < 2:
        raise RuntimeError(
            f"matrix_power: The input tensor A must have at least 2 dimensions, got shape {self.shape}"
        )
    if self.shape[-1] != self.shape[-2]:
        raise RuntimeError(
            "matrix_power: A must be batches of square matrices, but they are"
            f" {self.shape[-2]} by {self.shape[-1]} matrices"
        )
    if n < 0 and self.dtype.kind not in "fc":
        raise RuntimeError(
            f"matrix_power: Expected a floating point or complex tensor as input for negative n, got {self.dtype}"
        )
    try:
        return self.copy() if n == 1 else np.linalg.matrix_power(self, n)
    except np.linalg.LinAlgError:
        raise RuntimeError(
            "matrix_power: The inversion could not be completed because the input matrix is singular"
        ) from None


def check_chain(shapes: Sequence[Shape], dtypes: Sequence[np.dtype[Any]]) -> int:
    """Return where a chain of matrices is cut so that the product of both parts costs least."""
    if len(shapes) < 2:
        raise RuntimeError(f"multi_dot: expected at least 2 tensors but got {len(shapes)}")
    for number, (shape, dtype) in enumerate(zip(shapes, dtypes, strict=True)):
        ends = number in (0, len(shapes) - 1)
        if len(shape) != 2 and not (ends and len(shape) == 1):
            wanted = "1D or 2D" if ends else "2D"
            raise RuntimeError(f"multi_dot: tensor {number} must be {wanted} but got {len(shape)}D")
        if dtype != dtypes[0]:
            raise RuntimeError(
                f"multi_dot: all tensors must be the same dtype but tensor 0 is {dtypes[0]} and tensor {number} {dtype}"
            )
        if number and shapes[number - 1][-1] != shape[0]:
            raise RuntimeError(
                f"multi_dot: tensors {number - 1} and {number} with shapes {shapes[number - 1]} and {shape} cannot be"
                " multiplied"
            )
    return _cheapest_cut(shapes)


def _cheapest_cut(shapes: Sequence[Shape]) -> int:
    """Return the last cut of the cheapest bracketing, by the classical dynamic programme."""
    lengths = [shapes[0][0] if len(shapes[0]) == 2 else 1, *[shape[0] for shape in shapes[1:]]]
    lengths.append(shapes[-1][-1] if len(shapes[-1]) == 2 else 1)
    count = len(shapes)
    cost = {(at, at + 1): 0 for at in range(count)}
    cut = 1
    for span in range(2, count + 1):
        for first in range(count - span + 1):
            last = first + span
            choices = [
                (cost[first, k] + cost[k, last] + lengths[first] * lengths[k] * lengths[last], k)
                for k in range(first + 1, last)
            ]
            cost[first, last], cut = min(choices)
    return cut


def inner_dims(shape: Shape, other: Shape, dtype: np.dtype[Any], other_dtype: np.dtype[Any]) -> Shape:
    """Return the dimension that `inner` sums over, after checking that it is equally long in both arguments."""
    if not shape or not other:
        return ()
    if dtype != other_dtype:
        raise RuntimeError(f"inner: both inputs should have same dtype, got {dtype} and {other_dtype}")
    if shape[-1] != other[-1]:
        raise RuntimeError(
            f"inner: the last dimension must match on both input tensors but got shapes {shape} and {other}"
        )
    return (-1,)


def cross(self: Array, other: Array, dim: int) -> Array:
    """Return the cross products of vectors of length 3 along `dim`."""
    if self.ndim != other.ndim:
        raise RuntimeError(
            f"cross: inputs must have the same number of dimensions, got shapes {self.shape} and {other.shape}"
        )
    if self.dtype != other.dtype:
        raise RuntimeError(f"cross: expected both inputs of one dtype, got {self.dtype} and {other.dtype}")
    at = axis("cross", self.ndim, dim)
    lengths = [array.shape[at] if array.ndim else 0 for array in (self, other)]
    if lengths != [3, 3]:
        raise RuntimeError(
            f"cross: inputs dimension {dim} must have length 3. Got {lengths[0]} and {lengths[1]}"
        )
    if self.size + other.size <= _TAKEN:
        next_, last = _NEXT, _LAST
        return np.asarray(
            self.take(next_, at) * other.take(last, at) - self.take(last, at) * other.take(next_, at)
        )
    a, b = (np.moveaxis(array, at, 0) for array in (self, other))
    parts = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    return np.stack(parts, at)


def cross_dim(shape: Shape, dim: int | None) -> int:
    """Return the dimension of the vectors: the first one of length 3 unless it is given."""
    if dim is not None:
        return dim
    if 3 not in shape:
        raise RuntimeError(f"cross: no dimension of size 3 in input, got shape {shape}")
    return list(shape).index(3)

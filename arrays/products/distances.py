"""Distances between all rows of two matrices, in blocks of rows, and what the ops around them need of shapes."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dims import axis
from ..indexing.place_kernels import zeros
from ..jit.buffers import empty
from ..reductions.norms import vector_norm
from ..shapes.shape import shape_of_both
from . import distance_kernels as rows

Array = NDArray[Any]
DType = np.dtype[Any]
Shape = tuple[int, ...]

_BLOCK = 1 << 18  # elements of the differences that are formed at a time
_ROWS = 25  # with more of them a matrix product pays, at the price of cancellation
_IF_NECESSARY = "use_mm_for_euclid_dist_if_necessary"
_MODES = (_IF_NECESSARY, "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist")


def cdist(x1: Array, x2: Array, p: float = 2.0, compute_mode: str = _IF_NECESSARY) -> Array:
    """Return the p-norm of the difference of each row of `x1` and each row of `x2`, batch by batch."""
    _check(x1, x2, p, compute_mode)
    if p == 2 and x1.size and x2.size and _by_product(compute_mode, x1.shape[-2], x2.shape[-2]):
        return _by_matrix_product(x1, x2)
    shape = _distances_shape(x1, x2)
    if (done := rows.distances(x1, x2, p)) is not None:
        return done
    out = np.zeros(shape, x1.dtype)
    if x1.shape[-1]:
        for part, differences in _blocks(x1, x2):
            out[..., part, :] = vector_norm(differences, p, -1)
    return out


def cdist_backward(
    output_grad: Array, x1: Array, x2: Array, p: float, output: Array, by_product: bool = False
) -> Array:
    """Return the gradient of `x1` for each batch of the output."""
    if by_product:
        return _slopes_by_matrix_product(output_grad, x1, x2, output)
    if (done := rows.distances_backward(output_grad, x1, x2, p, output)) is not None:
        return done
    out = np.zeros((*output_grad.shape[:-2], *x1.shape[-2:]), x1.dtype)
    for part, differences in _blocks(x1, x2):
        slopes = _slopes(differences, p, output[..., part, :, None])
        out[..., part, :] = np.einsum("...ij,...ijk->...ik", output_grad[..., part, :], slopes)
    return out


def pdist(input: Array, p: float = 2.0) -> Array:
    """Return the p-norm of the difference of each pair of rows: (0, 1), (0, 2), ..., (1, 2), ..."""
    if input.ndim != 2:
        raise RuntimeError(f"pdist: only supports 2D tensors, got: {input.ndim}D")
    if input.dtype.kind != "f":
        raise RuntimeError(f"pdist: only supports floating-point dtypes, got {input.dtype}")
    if not p >= 0:
        raise RuntimeError(f"pdist: only supports non-negative p values, got {p}")
    done = rows.pair_distances(input, p)
    return above_diagonal(cdist(input, input, p, _MODES[2])) if done is None else done


def above_diagonal(self: Array) -> Array:
    """Return the elements of square matrices above the diagonal, row by row."""
    n = self.shape[-1]
    out = empty((*self.shape[:-2], n * (n - 1) // 2), self.dtype)
    for row, part in enumerate(_rows_of_pairs(n)):
        out[..., part] = self[..., row, row + 1 :]
    return out


def square_of_pairs(self: Array, n: int) -> Array:
    """Return the symmetric matrices that have the elements of vectors above their diagonals, which are zero."""
    out = zeros((*self.shape[:-1], n, n), self.dtype)
    for row, part in enumerate(_rows_of_pairs(n)):
        out[..., row, row + 1 :] = out[..., row + 1 :, row] = self[..., part]
    return out


def _rows_of_pairs(n: int) -> Iterator[slice]:
    """Yield where the pairs of each row with later ones stand."""
    start = 0
    for count in range(n - 1, 0, -1):
        yield slice(start, start + count)
        start += count


def cosine_shape(x1: Shape, dtype1: DType, x2: Shape, dtype2: DType) -> Shape:
    """Return the shape of the vectors, which broadcast before they are measured."""
    if np.result_type(dtype1, dtype2).kind != "f":
        raise RuntimeError(
            "cosine_similarity: expected common dtype of x1 and x2 to be floating point, yet common dtype is"
            f" {np.result_type(dtype1, dtype2)}"
        )
    return shape_of_both("cosine_similarity", ("x1", "x2"), x1, x2)


def renorm_dims(shape: Shape, p: float, dim: int, maxnorm: float) -> list[int]:
    """Return the dimensions of the slices that `dim` numbers."""
    if isinstance(p, complex) or isinstance(maxnorm, complex):
        raise RuntimeError(
            f"renorm: p and maxnorm must be real numbers, got {p} and {maxnorm}; use their .real"
        )
    if not p > 0:
        raise RuntimeError(f"renorm: p must be positive, got {p}; a non-positive-norm is not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if len(shape) < 2:
        raise RuntimeError(f"renorm: self needs at least 2 dimensions, got {len(shape)} dimensions")
    along = axis("renorm", len(shape), dim)
    return [number for number in range(len(shape)) if number != along]


def _check(x1: Array, x2: Array, p: float, compute_mode: str) -> None:
    for name, x in (("x1", x1), ("x2", x2)):
        if x.dtype.kind != "f":
            raise RuntimeError(f"cdist: only supports floating-point dtypes, {name} got: {x.dtype}")
        if x.ndim < 2:
            raise RuntimeError(f"cdist: only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.dtype != x2.dtype:
        raise RuntimeError(f"cdist: x2 must have the dtype of x1, {x1.dtype}, got {x2.dtype}; convert one")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"cdist: x1 and x2 must have the same number of columns. x1: {x1.shape[-1]} x2: {x2.shape[-1]}"
        )
    if not p >= 0:
        raise RuntimeError(f"cdist: only supports non-negative p values, got {p}")
    if compute_mode not in _MODES:
        raise ValueError(f"cdist: compute_mode must be one of {', '.join(_MODES)}, got {compute_mode!r}")


def cdist_by_product(x1: Shape, x2: Shape, p: float, compute_mode: str) -> bool:
    """Tell whether the gradients of `cdist` come from a matrix product, as its values do then."""
    return p == 2 and 0 not in (*x1, *x2) and _by_product(compute_mode, x1[-2], x2[-2])


def _by_product(compute_mode: str, rows1: int, rows2: int) -> bool:
    if compute_mode == _IF_NECESSARY:
        return rows1 > _ROWS or rows2 > _ROWS
    return compute_mode == _MODES[1]


def _by_matrix_product(x1: Array, x2: Array) -> Array:
    """|a - b|^2 = |a|^2 + |b|^2 - 2 a b, relative to a point among them, which leaves less to cancel."""
    x1, x2 = _centered(x1, x2)
    squares = np.matmul(x1, x2.swapaxes(-1, -2))
    squares *= -2
    squares += np.square(x1).sum(-1)[..., :, None]
    squares += np.square(x2).sum(-1)[..., None, :]
    np.maximum(squares, 0, out=squares)
    return np.asarray(np.sqrt(squares, out=squares))


def _slopes_by_matrix_product(output_grad: Array, x1: Array, x2: Array, output: Array) -> Array:
    """The sum of (a - b) / |a - b| over all b is a number times a minus a product with all b."""
    x1, x2 = _centered(x1, x2)
    weights = np.divide(output_grad, output, out=np.zeros_like(output_grad), where=output != 0)
    x2 = np.where(np.isinf(x2), 0, x2)  # infinitely far, with a weight of 0
    return np.asarray(weights.sum(-1)[..., None] * x1 - np.matmul(weights, x2))


def _centered(x1: Array, x2: Array) -> tuple[Array, Array]:
    """Return both relative to a point among them: the median of three rows, which one huge number does not move."""
    if x1.ndim != x2.ndim or x1.shape[:-2] != x2.shape[:-2]:  # one centre for all batches
        rows1, rows2 = x1.reshape(-1, x1.shape[-1]), x2.reshape(-1, x2.shape[-1])
    else:
        rows1, rows2 = x1, x2
    first, last, other = (
        rows1[..., :1, :],
        rows1[..., -1:, :],
        rows2[..., rows2.shape[-2] // 2, :][..., None, :],
    )
    center = np.maximum(np.minimum(first, last), np.minimum(np.maximum(first, last), other))
    center = np.where(np.isfinite(center), center, 0)
    return x1 - center, x2 - center


def _distances_shape(x1: Array, x2: Array) -> Shape:
    try:
        batch = np.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    except ValueError:
        raise RuntimeError(
            f"cdist: the batches of x1 and x2 must broadcast, got shapes {x1.shape} and {x2.shape}"
        ) from None
    return (*batch, x1.shape[-2], x2.shape[-2])


def _blocks(x1: Array, x2: Array) -> Iterator[tuple[slice, Array]]:
    """Yield blocks of rows of `x1`, and what they differ from all rows of `x2` by."""
    shape = _distances_shape(x1, x2)
    count, per_row = shape[-2], max(1, shape[-1] * x1.shape[-1] * int(np.prod(shape[:-2])))
    step = max(1, _BLOCK // per_row)
    for start in range(0, count, step):
        rows = slice(start, min(start + step, count))
        yield rows, x1[..., rows, None, :] - x2[..., None, :, :]


def _slopes(differences: Array, p: float, norms: Array) -> Array:
    """Return the derivative of the norm by each difference; 0 where the norm is 0."""
    if p == 0:
        return np.zeros_like(differences)
    if p == 1:
        return np.asarray(np.sign(differences))
    if p == inf:
        return np.asarray(np.sign(differences) * (np.abs(differences) == norms))
    divisor = np.where(norms == 0, 1, norms)
    if p == 2:
        return np.asarray(differences / divisor)
    sizes = np.abs(differences)
    flat = sizes == 0
    slopes = (np.where(flat, 1, sizes) / divisor) ** (p - 1)
    return np.asarray(np.sign(differences) * np.where(flat, 0, slopes))

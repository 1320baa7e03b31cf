"""The gaps that derivatives of eigenvectors and singular vectors divide by, and the check of gauge invariance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_ALLOWED = 1e-2
"""How much a loss may seem to depend on phases, by rounding."""


def inverse_gaps(self: Array, squares: bool = False) -> Array:
    """Return `1 / (values[j] - values[i])`, or that of the squares, and 0 on the diagonal."""
    distances = gaps(self, squares)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.reciprocal(distances, out=distances)


def gaps(self: Array, squares: bool = False) -> Array:
    """Return `values[j] - values[i]`, or that of the squares, and infinity on the diagonal."""
    n = self.shape[-1]
    rows, columns = self[..., None, :], self[..., None]
    distances: Array = rows - columns
    if squares:
        distances *= rows + columns
    diagonals(distances, n)[...] = np.inf
    return distances


def diagonals(matrices: Array, n: int) -> Array:
    """Return the diagonals of square matrices that lie in memory row by row, as a view."""
    return matrices.reshape(*matrices.shape[:-2], n * n)[..., :: n + 1]


def weighted(self: Array, weights: Array) -> Array:
    """Multiply elements of matrices; a matrix of zeros stays so, whatever the weights: nothing is to be distributed."""
    with np.errstate(invalid="ignore", over="ignore"):
        product = self * weights
    if not np.isfinite(weights).all():
        product[~np.broadcast_to(self, product.shape).any((-2, -1))] = 0
    return product


def divided(self: Array, divisors: Array) -> Array:
    """Divide new matrices, in their place; a matrix of zeros stays so, even where a divisor is 0."""
    if np.count_nonzero(divisors) == divisors.size:
        return np.divide(self, divisors, out=self)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = self / divisors  # NaN and infinity say that vectors of repeated values have no gradient
    quotient[~np.broadcast_to(self, quotient.shape).any((-2, -1))] = 0
    return quotient


def free_of_phases(self: Array, overlaps: Array, op: str) -> Array:
    """Return the gradient; raise if that of the vectors depends on their phases, which are arbitrary.

    Each overlap is the inner product of a vector and its gradient. Its imaginary part is how the loss changes with the
    vector's phase.
    """
    if (np.abs(overlaps.imag) > _ALLOWED).any():
        vectors = "singular vectors" if op == "svd" else "eigenvectors"
        raise RuntimeError(
            f"{op}_backward: The {vectors} in the complex case are specified up to multiplication by e^{{i phi}}. The"
            " specified loss function depends on this quantity, so it is ill-defined."
        )
    return self.copy()

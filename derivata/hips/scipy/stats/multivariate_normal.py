"""The multivariate normal distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.stats import multivariate_normal as _multivariate_normal  # type: ignore[import-untyped]

from ....numpy.traced import TracedArray
from ...tracer import getval
from ..recorded import recorded

_SMALL = 1e6 * np.finfo(np.float64).eps
"""Eigenvalues below this part of the largest count as zero: SciPy's rule."""


@recorded(_multivariate_normal.pdf)
def pdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """Density."""
    return np.exp(logpdf(x, mean, cov, allow_singular))


@recorded(_multivariate_normal.logpdf)
def logpdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """Logarithm of the density.

    Parameters
    ----------
    x : array
        Values along the last axis; a number, or the elements of a vector, in one dimension.
    mean : array, optional
        Zeros by default.
    cov : array or number
        The covariance; a vector or a number is its diagonal.
    allow_singular : bool
        Take a singular covariance, which is not differentiated by.

    Raises
    ------
    LinAlgError
        If the covariance is not positive definite.
    NotImplementedError
        If a covariance that may be singular is traced.
    """
    size = max(np.shape(mean)[-1:] or (1,), np.shape(cov)[-1:] or (1,))[0]
    distance = (x[..., None] if size == 1 and np.shape(x)[-1:] != (1,) else x) - (
        0.0 if mean is None else mean
    )
    matrix = _matrix(cov, size)
    if allow_singular:
        logdet, rank, solved = _singular(matrix, distance)
    else:
        _check_definite(matrix)
        logdet, rank = np.linalg.slogdet(matrix)[1], size
        solved = np.linalg.solve(matrix, distance[..., None])[..., 0]
    return -(np.sum(distance * solved, -1) + logdet + rank * np.log(2 * np.pi)) / 2


@recorded(_multivariate_normal.entropy)
def entropy(mean: Any = None, cov: Any = 1) -> Any:
    """Differential entropy."""
    size = max(np.shape(mean)[-1:] or (1,), np.shape(cov)[-1:] or (1,))[0]
    _check_definite(_matrix(cov, size))
    return (np.linalg.slogdet(_matrix(cov, size))[1] + size * np.log(2 * np.pi * np.e)) / 2


def _matrix(cov: Any, size: int) -> Any:
    return cov if np.ndim(cov) == 2 else cov * np.eye(size)


def _check_definite(cov: Any) -> None:
    try:
        np.linalg.cholesky(getval(cov))
    except np.linalg.LinAlgError as error:
        raise np.linalg.LinAlgError(
            "multivariate_normal: expected a covariance that is positive definite, which this one is not; add a little "
            "to its diagonal, or use allow_singular=True"
        ) from error


def _singular(cov: Any, distance: Any) -> tuple[Any, int, Any]:
    if type(cov) is TracedArray:
        raise NotImplementedError(
            "multivariate_normal: the density is not differentiable by a covariance that may be singular; leave "
            "allow_singular out, or give a covariance that is not traced"
        )
    values, vectors = np.linalg.eigh(cov)
    kept = values > _SMALL * np.abs(values).max()
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    return np.sum(np.log(values[kept])), int(np.sum(kept)), distance @ inverse


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.multivariate_normal` has."""
    return getattr(_multivariate_normal, name)

"""Distributions of vectors."""

from __future__ import annotations

from math import log, pi
from typing import Any

import numpy as np

from ...generated import ops
from ...generated.namespaces import linalg
from ...runtime.tensors.tensor import Tensor
from ..linear_systems import floats


class MultivariateNormal:
    """The normal distribution of vectors.

    Examples
    --------
    >>> import derivata as dv
    >>> mean = dv.zeros(2, dtype=dv.float64, requires_grad=True)
    >>> density = dv.scipy.stats.multivariate_normal.logpdf([1.0, 0.0], mean, [[2.0, 0.0], [0.0, 1.0]])
    >>> round(density.item(), 6), round(dv.autograd.grad(density, mean)[0][0].item(), 6)
    (-2.434451, 0.5)
    """

    def logpdf(self, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Tensor:
        """Return the logarithm of the density.

        Parameters
        ----------
        x : tensor or array, of shape (..., n)
        mean : tensor or array, of shape (n,), optional
            By default zeros.
        cov : tensor, array or number
            The covariance matrix, of shape (n, n), its diagonal, of shape (n,), or a number for that.
        allow_singular : bool
            Refused if it is True.

        Returns
        -------
        tensor, of shape (...)

        Raises
        ------
        LinAlgError
            If the covariance is not positive definite.
        ValueError
            If shapes do not fit, or a singular covariance is to be allowed.
        """
        if allow_singular:
            raise ValueError(
                "multivariate_normal: expected allow_singular=False, got True, whose density lives on a plane; project "
                "x onto it, or add a small number to the diagonal of cov"
            )
        x, mean, cov = floats(x, 0.0 if mean is None else mean, cov)
        size = max(mean.numel(), cov.shape[-1] if cov.ndim else 1)
        if size == 1:
            x = x.reshape(()) if x.numel() == 1 else x
        matrix = cov if cov.ndim == 2 else ops.diag(ops.expand(cov.reshape(-1), (size,)))
        single = size == 1 and not (x.ndim > 1 and x.shape[-1] == 1)
        rows = x.unsqueeze(-1) if single else x
        if rows.shape[-1:] != (size,) or mean.numel() not in (1, size) or matrix.shape != (size, size):
            raise ValueError(
                f"multivariate_normal: expected x of shape (..., n), mean (n,) and cov (n, n), got {x.shape}, "
                f"{mean.shape} and {cov.shape}; give each row of x as many numbers as mean has"
            )
        apart = rows - mean.reshape(-1)
        factor = linalg.cholesky(matrix)
        whitened = linalg.solve_triangular(factor, apart.unsqueeze(-1), upper=False).squeeze(-1)
        volume = ops.sum(ops.log(factor.diagonal()))
        squares = ops.sum(whitened * whitened, -1)
        return ops.sub(squares / -2, volume + size * log(2 * pi) / 2)

    def pdf(self, x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Tensor:
        """Return the density; see `logpdf`."""
        return ops.exp(self.logpdf(x, mean, cov, allow_singular))


class Dirichlet:
    """Dirichlet's distribution of probabilities.

    Examples
    --------
    >>> import derivata as dv
    >>> alpha = dv.tensor([1.0, 2.0], dtype=dv.float64, requires_grad=True)
    >>> density = dv.scipy.stats.dirichlet.pdf([0.5, 0.5], alpha)
    >>> round(density.item(), 6), [round(g, 6) for g in dv.autograd.grad(density, alpha)[0].tolist()]
    (1.0, [0.806853, -0.193147])
    """

    def logpdf(self, x: Any, alpha: Any) -> Tensor:
        """Return the logarithm of the density.

        Parameters
        ----------
        x : tensor or array, of shape (n,) or (n, m)
            Probabilities along the first dimension, as in SciPy; the last of them may be left out.
        alpha : tensor or array, of shape (n,)

        Returns
        -------
        tensor, of shape () or (m,)

        Raises
        ------
        ValueError
            If `alpha` is not positive, or `x` holds no probabilities that sum up to 1.
        """
        x, alpha = floats(x, alpha)
        if not np.all(alpha._array > 0):
            raise ValueError(
                "dirichlet: expected alpha above 0, got a number that is not; pass positive numbers"
            )
        if x.shape[0] + 1 == alpha.shape[0]:
            x = ops.cat([x, 1 - ops.sum(x, 0, True)])
        values = x._array
        if (
            values.shape[0] != alpha.shape[0]
            or np.any(values < 0)
            or np.any(np.abs(values.sum(0) - 1) > max(1e-9, 8 * float(np.finfo(x.dtype).eps)))
        ):
            raise ValueError(
                f"dirichlet: expected {alpha.shape[0]} probabilities along the first dimension of x that sum up to 1, "
                f"got shape {x.shape} and sums from {values.sum(0).min():.6g} to {values.sum(0).max():.6g}; divide x "
                "by its sum"
            )
        exponents = alpha.reshape(-1, *[1] * (x.ndim - 1)) - 1
        volume = ops.sum(ops.lgamma(alpha)) - ops.lgamma(ops.sum(alpha))
        return ops.sum(ops.xlogy(exponents, x), 0) - volume

    def pdf(self, x: Any, alpha: Any) -> Tensor:
        """Return the density; see `logpdf`."""
        return ops.exp(self.logpdf(x, alpha))


multivariate_normal: MultivariateNormal = MultivariateNormal()
dirichlet: Dirichlet = Dirichlet()

"""Distributions of matrices: Wishart's, and that of Cholesky factors of correlations."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces import linalg
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Distribution, ExponentialFamily, broadcast_all, normal_numbers
from .gamma import Beta
from .gamma_numbers import standard_gamma
from .multivariate_normal import ByCovariance, factor_of


class Wishart(ExponentialFamily, ByCovariance):
    """The distribution of ``x.T @ x``, where x has `df` rows, each a normal vector with mean 0 and this covariance.

    Parameters
    ----------
    df : float or Tensor
        Degrees of freedom, more than rows of the matrix less 1; they need not be whole.
    covariance_matrix, precision_matrix, scale_tril : Tensor
        One of the three.

    Examples
    --------
    >>> from derivata.distributions import Wishart
    >>> Wishart(3.0, dv.eye(2)).mean
    tensor([[3., 0.],
            [0., 3.]])
    """

    support: Any = constraints.positive_definite
    _mean_carrier_measure = 0.0

    def __init__(
        self,
        df: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        name, matrix = self._given_matrix(
            covariance_matrix=covariance_matrix, precision_matrix=precision_matrix, scale_tril=scale_tril
        )
        degrees = df if isinstance(df, Tensor) else ops.tensor(float(df), dtype=matrix.dtype)
        batch, size = ops.broadcast_shapes(matrix.shape[:-2], degrees.shape), matrix.shape[-1]
        self.df: Any = degrees.expand(batch)
        if (self.df <= size - 1).any():
            raise ValueError(
                f"Wishart: Value of df={df} expected to be greater than ndim - 1 = {size - 1}; give more degrees of "
                "freedom"
            )
        if (self.df < size).any():
            warnings.warn(
                "Wishart: Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < "
                "ndim.",
                stacklevel=2,
            )
        setattr(self, name, matrix.expand((*batch, size, size)))
        super().__init__(batch, (size, size), validate_args)
        self._factor = factor_of(name, matrix.expand((*batch, size, size)))

    @property
    def arg_constraints(self) -> dict[str, Constraint]:  # type: ignore[override]
        """The parameters' constraints; that of `df` depends on the size."""
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self.event_shape[-1] - 1),
        }

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._wide(self.df) * self.covariance_matrix

    @property
    def mode(self) -> Any:
        """The value with the largest density, NaN where there is none."""
        excess = self.df - self.event_shape[-1] - 1
        return self._wide(ops.where(excess > 0, excess, math.nan)) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        covariance = self.covariance_matrix
        diagonal = covariance.diagonal(dim1=-2, dim2=-1)
        products = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return self._wide(self.df) * (covariance.square() + products)

    def _wide(self, number: Any) -> Any:
        return number.unsqueeze(-1).unsqueeze(-1)

    def rsample(self, sample_shape: Sequence[int] = (), max_try_correction: int | None = None) -> Any:
        """Return matrices drawn at random, with gradients by the parameters.

        Parameters
        ----------
        sample_shape : sequence of int
        max_try_correction : int, optional
            How often matrices that rounding has made singular are drawn again; 10 by default.
        """
        found = self._bartlett(sample_shape)
        for _ in range(10 if max_try_correction is None else max_try_correction):
            fine = ops.isfinite(found.detach()).all(-1).all(-1) & (
                linalg.cholesky_ex(found.detach()).info == 0
            )
            if fine.all():
                break
            found = ops.where(self._wide(fine), found, self._bartlett(sample_shape))
        return found

    def _bartlett(self, sample_shape: Sequence[int]) -> Any:
        """Return products of a triangle of normal numbers with a diagonal of chi numbers (Bartlett 1933)."""
        shape = self._extended_shape(sample_shape)
        degrees = self.df.unsqueeze(-1) - ops.arange(shape[-1], dtype=self.df.dtype)
        chi2 = 2 * standard_gamma((degrees / 2).expand(shape[:-1]))
        chi = chi2.sqrt().clamp(min=ops.finfo(chi2.dtype).eps)
        factor = self._factor @ (normal_numbers(shape, self._factor).tril(-1) + chi.diag_embed())
        return factor @ factor.mT

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value, size = self._checked(value), self.event_shape[-1]
        shape = ops.broadcast_shapes(self._factor.shape, value.shape)
        solved = ops.cholesky_solve(value.expand(shape), self._factor.expand(shape))
        trace = solved.diagonal(dim1=-2, dim2=-1).sum(-1)
        scale = size / 2 * math.log(2) + self._half_log_det()
        log_det = linalg.slogdet(value).logabsdet
        return (
            (self.df - size - 1) / 2 * log_det - trace / 2 - self.df * scale - ops.mvlgamma(self.df / 2, size)
        )

    def entropy(self) -> Any:
        """Return the entropy."""
        df, size = self.df, self.event_shape[-1]
        scale = size / 2 * math.log(2) + self._half_log_det()
        halves = ops.arange(size, dtype=df.dtype) / 2
        digammas = ops.digamma((df / 2).unsqueeze(-1) - halves).sum(-1)
        start = (size + 1) * scale + ops.mvlgamma(df / 2, size)
        return start - (df - size - 1) / 2 * digammas + df * size / 2

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return -0.5 * self.precision_matrix, 0.5 * (self.df - self.event_shape[-1] - 1)

    def _log_normalizer(self, *natural: Any) -> Any:
        matrix, number = natural
        size = matrix.shape[-1]
        half = number + 0.5 * (size + 1)
        return -half * linalg.slogdet(-matrix).logabsdet + ops.mvlgamma(half, size)


class LKJCholesky(Distribution):
    """The distribution of Cholesky factors of correlation matrices (Lewandowski, Kurowicka and Joe 2009).

    The density of the correlation matrix is proportional to its determinant to the power ``concentration - 1``.

    Examples
    --------
    >>> from derivata.distributions import LKJCholesky
    >>> LKJCholesky(2, 1.0).log_prob(dv.eye(2))
    tensor(-0.6931)
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {"concentration": constraints.positive}
    support: Any = constraints.corr_cholesky

    def __init__(self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(
                f"LKJCholesky: Expected dim to be an integer greater than or equal to 2. Found dim={dim}."
            )
        self.dim: int = dim
        self.concentration: Any
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.shape, (dim, dim), validate_args)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return factors drawn at random: rows with beta lengths below the diagonal, in random directions."""
        with no_grad():
            shape = self._extended_shape(sample_shape)
            number = ops.arange(self.dim, dtype=self.concentration.dtype)
            first = ops.where(number > 0, 0.5 * number, 0.5)
            last = (self.concentration + 0.5 * (self.dim - 1)).unsqueeze(-1) - 0.5 * number.clamp(min=1)
            squares = Beta(first, last, validate_args=False).sample(sample_shape)
            ways = normal_numbers(shape, self.concentration).tril(-1)
            length = ways.square().sum(-1, keepdim=True).sqrt()
            below = ways / ops.where(length > 0, length, 1.0) * squares.sqrt().unsqueeze(-1)
            left = (1 - below.square().sum(-1)).clamp(min=ops.finfo(below.dtype).tiny)
            return below + left.sqrt().diag_embed()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a factor."""
        value = self._checked(value)
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        number = ops.arange(2, self.dim + 1, dtype=self.concentration.dtype)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - number
        count = self.dim - 1
        alpha = self.concentration + 0.5 * count
        volume = (
            0.5 * count * math.log(math.pi) + ops.mvlgamma(alpha - 0.5, count) - ops.lgamma(alpha) * count
        )
        return (order * diagonal.log()).sum(-1) - volume

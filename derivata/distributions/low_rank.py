"""Normal vectors whose covariance is a diagonal and a product of few columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces import linalg
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Distribution, normal_numbers


class LowRankMultivariateNormal(Distribution):
    """The normal distribution with the covariance ``cov_factor @ cov_factor.T + diag(cov_diag)``.

    Densities need Cholesky factors of as many rows as `cov_factor` has columns only.

    Examples
    --------
    >>> from derivata.distributions import LowRankMultivariateNormal
    >>> normal = LowRankMultivariateNormal(dv.zeros(2), dv.ones(2, 1), dv.ones(2))
    >>> normal.covariance_matrix
    tensor([[2., 1.],
            [1., 2.]])
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    event_dims: ClassVar[dict[str, int]] = {"loc": 1, "cov_factor": 2, "cov_diag": 1, "_capacitance": 2}
    support: Any = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: bool | None = None) -> None:
        if loc.dim() < 1:
            raise ValueError("LowRankMultivariateNormal: loc must be at least one-dimensional; give a vector")
        size = loc.shape[-1]
        if cov_factor.dim() < 2 or cov_factor.shape[-2] != size:
            raise ValueError(
                f"LowRankMultivariateNormal: cov_factor must be a batch of matrices with shape {size} x m, at least "
                f"two-dimensional, got shape {cov_factor.shape}"
            )
        if cov_diag.shape[-1:] != (size,):
            raise ValueError(
                f"LowRankMultivariateNormal: cov_diag must be a batch of vectors with shape {(size,)}, got shape "
                f"{cov_diag.shape}"
            )
        try:
            batch = ops.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        except RuntimeError:
            raise ValueError(
                f"LowRankMultivariateNormal: Incompatible batch shapes: loc {loc.shape}, cov_factor "
                f"{cov_factor.shape}, cov_diag {cov_diag.shape}"
            ) from None
        self.loc: Any = loc.expand((*batch, size))
        self.cov_factor: Any = cov_factor.expand((*batch, *cov_factor.shape[-2:]))
        self.cov_diag: Any = cov_diag.expand((*batch, size))
        super().__init__(batch, (size,), validate_args)
        inner = self._scaled() @ self.cov_factor
        self._capacitance = linalg.cholesky(inner + ops.eye(inner.shape[-1], dtype=inner.dtype))

    def _scaled(self) -> Any:
        return self.cov_factor.mT / self.cov_diag.unsqueeze(-2)

    def _half_log_det(self) -> Any:
        inner = self._capacitance.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return inner + 0.5 * self.cov_diag.log().sum(-1)

    def whitened(self, columns: Any) -> tuple[Any, Any]:
        """Return two matrices whose squares, the one's less the other's, are the columns' by the precision."""
        inner = self._scaled() @ columns
        batch = ops.broadcast_shapes(inner.shape[:-2], self._capacitance.shape[:-2])
        factor = self._capacitance.expand((*batch, *self._capacitance.shape[-2:]))
        solved = linalg.solve_triangular(factor, inner.expand((*batch, *inner.shape[-2:])), upper=False)
        return columns / self.cov_diag.sqrt().unsqueeze(-1), solved

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.cov_factor.square().sum(-1) + self.cov_diag

    @property
    def covariance_matrix(self) -> Any:
        """The covariance."""
        return self.cov_factor @ self.cov_factor.mT + self.cov_diag.diag_embed()

    @property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance, of a matrix whose eigenvalues are at least 1, scaled."""
        root = self.cov_diag.sqrt().unsqueeze(-1)
        columns = self.cov_factor / root
        one = ops.eye(columns.shape[-2], dtype=columns.dtype)
        return root * linalg.cholesky(columns @ columns.mT + one)

    @property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance, by Woodbury's identity."""
        solved = linalg.solve_triangular(self._capacitance, self._scaled(), upper=False)
        return (1 / self.cov_diag).diag_embed() - solved.mT @ solved

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        shape = self._extended_shape(sample_shape)
        inner = normal_numbers((*shape[:-1], self.cov_factor.shape[-1], 1), self.loc)
        outer = self.cov_diag.sqrt() * normal_numbers(shape, self.loc)
        return self.loc + (self.cov_factor @ inner).squeeze(-1) + outer

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        away = (self._checked(value) - self.loc).unsqueeze(-1)
        whole, part = self.whitened(away)
        distance = whole.square().sum((-2, -1)) - part.square().sum((-2, -1))
        return -0.5 * (self.event_shape[0] * math.log(2 * math.pi) + distance) - self._half_log_det()

    def entropy(self) -> Any:
        """Return the entropy."""
        return 0.5 * self.event_shape[0] * (1 + math.log(2 * math.pi)) + self._half_log_det()

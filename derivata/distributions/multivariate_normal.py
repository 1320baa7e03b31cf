"""Normal vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces import linalg
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Distribution, normal_numbers


class ByCovariance(Distribution):
    """Base class of distributions given one of covariance, precision and Cholesky factor `scale_tril`."""

    event_dims: ClassVar[dict[str, int]] = {
        "loc": 1,
        "covariance_matrix": 2,
        "precision_matrix": 2,
        "scale_tril": 2,
        "_factor": 2,
    }
    has_rsample = True
    _factor: Any

    def _given_matrix(self, **matrices: Any) -> tuple[str, Any]:
        given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
        name = type(self).__name__
        if len(given) != 1:
            raise ValueError(
                f"{name}: Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified, got "
                f"{len(given)}"
            )
        which, matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError(
                f"{name}: {which} must be at least two-dimensional, with optional leading batch dimensions, got shape "
                f"{matrix.shape}"
            )
        return which, matrix

    def __getattr__(self, name: str) -> Any:
        """Compute the matrices that were not given, when they are asked for."""
        if name == "scale_tril":
            return self._factor
        if name == "covariance_matrix":
            return self._factor @ self._factor.mT
        if name == "precision_matrix":
            return ops.cholesky_inverse(self._factor)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _half_log_det(self) -> Any:
        return self._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


class MultivariateNormal(ByCovariance):
    """The normal distribution of vectors, given one of covariance, precision and Cholesky factor `scale_tril`.

    Examples
    --------
    >>> from derivata.distributions import MultivariateNormal
    >>> MultivariateNormal(dv.zeros(2), dv.eye(2)).log_prob(dv.zeros(2))
    tensor(-1.8379)
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support: Any = constraints.real_vector

    def __init__(
        self,
        loc: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if loc.dim() < 1:
            raise ValueError("MultivariateNormal: loc must be at least one-dimensional; give a vector")
        name, matrix = self._given_matrix(
            covariance_matrix=covariance_matrix, precision_matrix=precision_matrix, scale_tril=scale_tril
        )
        batch = ops.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.loc: Any = loc.expand((*batch, loc.shape[-1]))
        setattr(self, name, matrix.expand((*batch, *matrix.shape[-2:])))
        super().__init__(batch, loc.shape[-1:], validate_args)
        self._factor = factor_of(name, matrix.expand((*batch, *matrix.shape[-2:])))

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
        return self._factor.square().sum(-1)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        numbers = normal_numbers(self._extended_shape(sample_shape), self.loc)
        return self.loc + (self._factor @ numbers.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        away = (self._checked(value) - self.loc).unsqueeze(-1)
        shape = ops.broadcast_shapes(self._factor.shape[:-2], away.shape[:-2])
        size = self.event_shape[0]
        factor = self._factor.expand((*shape, size, size))
        solved = linalg.solve_triangular(factor, away.expand((*shape, size, 1)), upper=False)
        return -0.5 * (size * math.log(2 * math.pi) + solved.square().sum((-2, -1))) - self._half_log_det()

    def entropy(self) -> Any:
        """Return the entropy."""
        return 0.5 * self.event_shape[0] * (1 + math.log(2 * math.pi)) + self._half_log_det()


def factor_of(name: str, matrix: Any) -> Any:
    """Return the Cholesky factor of the covariance."""
    if name == "scale_tril":
        return matrix
    if name == "covariance_matrix":
        return linalg.cholesky(matrix)
    flipped = linalg.cholesky(matrix.flip((-2, -1))).flip((-2, -1)).mT
    one = ops.eye(matrix.shape[-1], dtype=matrix.dtype)
    return linalg.solve_triangular(flipped, one.expand(flipped.shape), upper=False)

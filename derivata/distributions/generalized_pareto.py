"""The generalized Pareto distribution, of what exceeds a threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces.special import xlog1py
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Elementwise, uniform_numbers


class GeneralizedPareto(Elementwise):
    """Densities that fall from `loc` on: as a power for a positive concentration, exponentially for 0.

    With a negative concentration values end at ``loc - scale / concentration``.

    Examples
    --------
    >>> from derivata.distributions import GeneralizedPareto
    >>> GeneralizedPareto(0.0, 1.0, 0.0).log_prob(dv.tensor(2.0))
    tensor(-2.)
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc: Any
        self.scale: Any
        self.concentration: Any
        self._set(validate_args, loc=loc, scale=scale, concentration=concentration)

    def _split(self) -> tuple[Any, Any]:
        """Tell where the concentration is 0, and return it with 1 there."""
        exponential = self.concentration.detach().abs() <= 1e-8
        return exponential, ops.where(exponential, 1.0, self.concentration)

    def _end(self) -> Any:
        falling = self.concentration < 0
        safe = ops.where(falling, self.concentration, -1.0)
        return ops.where(falling, self.loc - self.scale / safe, math.inf)

    @property
    def support(self) -> Any:
        """From the location to where values end."""
        return constraints.interval(self.loc, self._end())

    @property
    def mean(self) -> Any:
        """The mean."""
        finite = self.concentration < 1
        found = self.loc + self.scale / (1 - ops.where(finite, self.concentration, 0.5))
        return ops.where(finite, found, math.nan)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ops.where(self.concentration < -1, self._end(), self.loc)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        finite = self.concentration < 0.5
        c = ops.where(finite, self.concentration, 0.25)
        return ops.where(finite, self.scale.square() / ((1 - c).square() * (1 - 2 * c)), math.nan)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.loc))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        z = (self._checked(value) - self.loc) / self.scale
        exponential, c = self._split()
        return -self.scale.log() - ops.where(exponential, z, xlog1py(1 / c + 1, c * z))

    def log_survival_function(self, value: Any) -> Any:
        """Return the logarithm of the probability of larger values."""
        z = (self._checked(value) - self.loc) / self.scale
        exponential, c = self._split()
        return -ops.where(exponential, z, (c * z).log1p() / c)

    def log_cdf(self, value: Any) -> Any:
        """Return the logarithm of the probability of values up to this one."""
        return (-self.log_survival_function(value).exp()).log1p()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return -self.log_survival_function(value).expm1()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        exponential, c = self._split()
        log_left = (-value).log1p()
        return self.loc + self.scale * ops.where(exponential, -log_left, (-c * log_left).expm1() / c)

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.scale.log() + self.concentration + 1

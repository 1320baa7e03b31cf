"""The normal distribution and what is made of it, one number at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces.special import ndtr
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import ExponentialFamily, normal_numbers
from .location_scale import LocationScale
from .transformed import TransformedDistribution
from .transforms import AbsTransform, ExpTransform


class Normal(ExponentialFamily, LocationScale):
    """The normal distribution with mean `loc` and standard deviation `scale`.

    Examples
    --------
    >>> from derivata.distributions import Normal
    >>> Normal(0.0, 2.0).log_prob(dv.tensor([0.0, 2.0]))
    tensor([-1.6121, -2.1121])
    """

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.scale.square()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.loc / self.scale.square(), -0.5 / self.scale.square()

    def _log_normalizer(self, *natural: Any) -> Any:
        first, second = natural
        return -0.25 * first.square() / second + 0.5 * (-math.pi / second).log()

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.loc + normal_numbers(self._extended_shape(sample_shape), self.loc) * self.scale

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return -0.5 * self._standard(value).square() - self.scale.log() - 0.5 * math.log(2 * math.pi)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return ndtr(self._standard(value))

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        """Return the entropy."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class LogNormal(TransformedDistribution):
    """The distribution of exponentials of normal numbers."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    support: Any = constraints.positive

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    @property
    def loc(self) -> Any:
        """The mean of the logarithm."""
        return self.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.loc + self.scale.square() / 2).exp()

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.scale.square().expm1() * (2 * self.loc + self.scale.square()).exp()

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.base_dist.entropy() + self.loc


class HalfNormal(TransformedDistribution):
    """The distribution of absolute values of normal numbers with mean 0."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"scale": constraints.positive}
    support: Any = constraints.nonnegative

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0, scale, validate_args=False), AbsTransform(), validate_args)
        if self._validate_args:
            self._check_parameter("scale", self.scale, constraints.positive)

    @property
    def scale(self) -> Any:
        """The standard deviation of the normal numbers."""
        return self.base_dist.scale

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.scale * 0

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.scale.square() * (1 - 2 / math.pi)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        found = self.base_dist.log_prob(self._checked(value)) + math.log(2)
        return ops.where(value >= 0, found, -math.inf)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return 2 * self.base_dist.cdf(self._checked(value)) - 1

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.base_dist.entropy() - math.log(2)

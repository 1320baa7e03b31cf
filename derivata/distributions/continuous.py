"""Distributions of real numbers with a location and a scale, or bounds, or a rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Elementwise, ExponentialFamily, uniform_numbers
from .location_scale import LocationScale


class Laplace(LocationScale):
    """The Laplace distribution, whose density falls exponentially on both sides of `loc`."""

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return 2 * self.scale.square()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return -(2 * self.scale).log() - self._standard(value).abs()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        y = self._standard(value)
        return 0.5 - 0.5 * y.sign() * (-y.abs()).expm1()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Any:
        """Return the entropy."""
        return 1 + (2 * self.scale).log()


class Cauchy(LocationScale):
    """The Cauchy distribution, which has neither mean nor variance."""

    @property
    def mean(self) -> Any:
        """The mean."""
        return ops.full_like(self.loc, math.nan)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return ops.full_like(self.loc, math.inf)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return -math.log(math.pi) - self.scale.log() - self._standard(value).square().log1p()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return self._standard(value).atan() / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return (math.pi * (value - 0.5)).tan() * self.scale + self.loc

    def entropy(self) -> Any:
        """Return the entropy."""
        return math.log(4 * math.pi) + self.scale.log()


class HalfCauchy(Elementwise):
    """The distribution of absolute values of Cauchy numbers around 0."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"scale": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        self.scale: Any
        self._set(validate_args, scale=scale)

    @property
    def mean(self) -> Any:
        """The mean."""
        return ops.full_like(self.scale, math.inf)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ops.zeros_like(self.scale)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return ops.full_like(self.scale, math.inf)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.scale))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        found = math.log(2 / math.pi) - self.scale.log() - (value / self.scale).square().log1p()
        return ops.where(value >= 0, found, -math.inf)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return (self._checked(value) / self.scale).atan() * (2 / math.pi)

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return (math.pi / 2 * value).tan() * self.scale

    def entropy(self) -> Any:
        """Return the entropy."""
        return math.log(2 * math.pi) + self.scale.log()


class Gumbel(LocationScale):
    """The Gumbel distribution, of the largest of many numbers."""

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc + self.scale * _EULER

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return math.pi**2 / 6 * self.scale.square()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        y = -self._standard(value)
        return y - y.exp() - self.scale.log()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return (-(-self._standard(value)).exp()).exp()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.loc - self.scale * (-value.log()).log()

    def entropy(self) -> Any:
        """Return the entropy."""
        return self.scale.log() + (1 + _EULER)


_EULER = 0.5772156649015329


class Exponential(ExponentialFamily, Elementwise):
    """The exponential distribution with `rate`, the inverse of the mean."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        self.rate: Any
        self._set(validate_args, rate=rate)

    @property
    def mean(self) -> Any:
        """The mean."""
        return 1 / self.rate

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ops.zeros_like(self.rate)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return 1 / self.rate

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.rate.pow(-2)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (-self.rate,)

    def _log_normalizer(self, *natural: Any) -> Any:
        return -(-natural[0]).log()

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return -uniform_numbers(self._extended_shape(sample_shape), self.rate).log() / self.rate

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return self.rate.log() - self.rate * self._checked(value)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return -(-self.rate * self._checked(value)).expm1()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return -(-value).log1p() / self.rate

    def entropy(self) -> Any:
        """Return the entropy."""
        return 1 - self.rate.log()


class Uniform(Elementwise):
    """The uniform distribution on [low, high)."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "low": constraints.dependent,
        "high": constraints.dependent,
    }
    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low: Any
        self.high: Any
        self._set(validate_args, low=low, high=high)
        if self._validate_args and not (self.low < self.high).all():
            raise ValueError(f"Uniform is not defined when low >= high, got {self!r}; exchange them")

    @property
    def support(self) -> Any:
        """The interval."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.low + self.high) / 2

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ops.full_like(self.low, math.nan)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return (self.high - self.low).square() / 12

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(ops.rand(self._extended_shape(sample_shape), dtype=self.low.dtype))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        inside = ((self.low <= value) & (value < self.high)).to(self.low.dtype)
        return inside.log() - (self.high - self.low).log()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return ((self._checked(value) - self.low) / (self.high - self.low)).clamp(0, 1)

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.low + value * (self.high - self.low)

    def entropy(self) -> Any:
        """Return the entropy."""
        return (self.high - self.low).log()


class Pareto(Elementwise):
    """The Pareto distribution: densities that fall as a power from `scale` on."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "scale": constraints.positive,
        "alpha": constraints.positive,
    }
    has_rsample = True

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale: Any
        self.alpha: Any
        self._set(validate_args, scale=scale, alpha=alpha)

    @property
    def support(self) -> Any:
        """Numbers from the scale on."""
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Any:
        """The mean."""
        a = self.alpha
        return ops.where(a > 1, a * self.scale / (a - 1), math.inf)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        a = self.alpha
        return ops.where(a > 2, self.scale.square() * a / ((a - 1).square() * (a - 2)), math.inf)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.scale))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        a = self.alpha
        return a.log() + a * self.scale.log() - (a + 1) * self._checked(value).log()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return -(self.alpha * (self.scale / self._checked(value)).log()).expm1()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.scale * (-(-value).log1p() / self.alpha).exp()

    def entropy(self) -> Any:
        """Return the entropy."""
        return (self.scale / self.alpha).log() + (1 + 1 / self.alpha)


class Weibull(Elementwise):
    """The Weibull distribution: powers of exponential numbers."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "scale": constraints.positive,
        "concentration": constraints.positive,
    }
    support: Any = constraints.positive
    has_rsample = True

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale: Any
        self.concentration: Any
        self._set(validate_args, scale=scale, concentration=concentration)

    def _moment(self, order: int) -> Any:
        return self.scale.pow(order) * ops.lgamma(1 + order / self.concentration).exp()

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._moment(1)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        c = self.concentration
        return self.scale * ((c - 1) / c).clamp(min=0).pow(1 / c)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self._moment(2) - self._moment(1).square()

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.scale))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        y, c = (self._checked(value) / self.scale).log(), self.concentration
        return c.log() - self.scale.log() + (c - 1) * y - (c * y).exp()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return -(-(self._checked(value) / self.scale).pow(self.concentration)).expm1()

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self.scale * (-(-value).log1p()).pow(1 / self.concentration)

    def entropy(self) -> Any:
        """Return the entropy."""
        c = self.concentration
        return _EULER * (1 - 1 / c) + (self.scale / c).log() + 1


class Kumaraswamy(Elementwise):
    """The distribution of Kumaraswamy on [0, 1]."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support: Any = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1: Any
        self.concentration0: Any
        self._set(validate_args, concentration1=concentration1, concentration0=concentration0)

    def _moment(self, order: int) -> Any:
        b, first = self.concentration0, 1 + order / self.concentration1
        return (b.log() + ops.lgamma(first) + ops.lgamma(b) - ops.lgamma(first + b)).exp()

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._moment(1)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        a, b = self.concentration1, self.concentration0
        found = ((a - 1) / (a * b - 1)).clamp(min=0).pow(1 / a)
        return ops.where((a < 1) | (b < 1), math.nan, found)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self._moment(2) - self._moment(1).square()

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.concentration1))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        y, a, b = self._checked(value).log(), self.concentration1, self.concentration0
        return a.log() + b.log() + (a - 1) * y + (b - 1) * (-(a * y).expm1()).log()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        y, a, b = self._checked(value).log(), self.concentration1, self.concentration0
        return 1 - (-(a * y).expm1()).pow(b)

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        left = (-value).log1p() / self.concentration0
        return ((-left.expm1()).log() / self.concentration1).exp()

    def entropy(self) -> Any:
        """Return the entropy."""
        a, b = self.concentration1, self.concentration0
        harmonic = ops.digamma(b + 1) + _EULER
        return (1 - 1 / b) + (1 - 1 / a) * harmonic - a.log() - b.log()

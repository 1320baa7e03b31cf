"""Gamma numbers and their kin: chi-squared, inverse gamma, beta, Dirichlet, Student's t, Fisher's and Snedecor's F."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces import special
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Elementwise, ExponentialFamily, broadcast_all, normal_numbers, shown
from .gamma_numbers import standard_gamma
from .transformed import TransformedDistribution
from .transforms import PowerTransform

_POSITIVE = constraints.positive


def _above_zero(value: Any) -> Any:
    """Return numbers that are not zero, which rounding may have made of them."""
    return value.clamp(min=ops.finfo(value.dtype).tiny)


class Gamma(ExponentialFamily, Elementwise):
    """The gamma distribution with `concentration` (shape) and `rate` (the inverse of the scale)."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"concentration": _POSITIVE, "rate": _POSITIVE}
    support: Any = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self.concentration: Any
        self.rate: Any
        self._set(validate_args, concentration=concentration, rate=rate)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self.rate

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.concentration / self.rate.square()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, *natural: Any) -> Any:
        first, second = natural
        return ops.lgamma(first + 1) - (first + 1) * (-second).log()

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        shape = self._extended_shape(sample_shape)
        return _above_zero(standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value, a = self._checked(value), self.concentration
        return ops.xlogy(a, self.rate) + ops.xlogy(a - 1, value) - self.rate * value - ops.lgamma(a)

    def entropy(self) -> Any:
        """Return the entropy."""
        a = self.concentration
        return a - self.rate.log() + ops.lgamma(a) + (1 - a) * ops.digamma(a)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return ops.igamma(self.concentration, self.rate * self._checked(value))


class Chi2(Gamma):
    """The chi-squared distribution with `df` degrees of freedom."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"df": _POSITIVE}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=False)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameter("df", self.df, _POSITIVE)

    @property
    def df(self) -> Any:
        """The degrees of freedom."""
        return self.concentration * 2

    def __repr__(self) -> str:
        return f"Chi2(df: {shown(self.df)})"


class InverseGamma(TransformedDistribution):
    """The distribution of the inverses of gamma numbers."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"concentration": _POSITIVE, "rate": _POSITIVE}
    support: Any = _POSITIVE

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args)
        minus_one = ops.tensor(-1.0, dtype=base.rate.dtype)
        super().__init__(base, PowerTransform(minus_one), validate_args)

    @property
    def concentration(self) -> Any:
        """The gamma numbers' concentration."""
        return self.base_dist.concentration

    @property
    def rate(self) -> Any:
        """The gamma numbers' rate."""
        return self.base_dist.rate

    @property
    def mean(self) -> Any:
        """The mean."""
        found = self.rate / (self.concentration - 1)
        return ops.where(self.concentration > 1, found, math.inf)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        a = self.concentration
        return ops.where(a > 2, self.rate.square() / ((a - 1).square() * (a - 2)), math.inf)

    def entropy(self) -> Any:
        """Return the entropy."""
        a = self.concentration
        return a + self.rate.log() + ops.lgamma(a) - (1 + a) * ops.digamma(a)


class Dirichlet(ExponentialFamily):
    """The Dirichlet distribution of vectors that add up to 1."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "concentration": constraints.independent(_POSITIVE, 1)
    }
    event_dims: ClassVar[dict[str, int]] = {"concentration": 1}
    support: Any = constraints.simplex
    has_rsample = True

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError(
                "Dirichlet: `concentration` parameter must be at least one-dimensional; give a vector"
            )
        self.concentration: Any = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self.concentration.sum(-1, keepdim=True)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        excess = (self.concentration - 1).clamp(min=0)
        found = excess / excess.sum(-1, keepdim=True)
        small = (self.concentration < 1).all(-1, keepdim=True)
        largest = self.concentration.argmax(-1, keepdim=True)
        at_corner = ops.zeros_like(found).scatter(-1, largest, 1.0)
        return ops.where(small, at_corner, found)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        total = self.concentration.sum(-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total.square() * (total + 1))

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.concentration,)

    def _log_normalizer(self, *natural: Any) -> Any:
        return ops.lgamma(natural[0]).sum(-1) - ops.lgamma(natural[0].sum(-1))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        wide = self.concentration.expand(self._extended_shape(sample_shape)).to(ops.float64)
        numbers = _above_zero(standard_gamma(wide))
        return (numbers / numbers.sum(-1, keepdim=True)).to(self.concentration.dtype)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        a = self.concentration
        inner = ops.xlogy(a - 1, self._checked(value)).sum(-1)
        return inner + ops.lgamma(a.sum(-1)) - ops.lgamma(a).sum(-1)

    def entropy(self) -> Any:
        """Return the entropy."""
        a, count = self.concentration, self.concentration.shape[-1]
        total = a.sum(-1)
        spread = (a - 1) * ops.digamma(a)
        return (
            ops.lgamma(a).sum(-1) - ops.lgamma(total) - (count - total) * ops.digamma(total) - spread.sum(-1)
        )


class Beta(ExponentialFamily):
    """The beta distribution with the two concentrations."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "concentration1": _POSITIVE,
        "concentration0": _POSITIVE,
    }
    support: Any = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1: Any
        self.concentration0: Any
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(self.concentration1.shape, (), validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self._dirichlet().mode[..., 0]

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.square() * (total + 1))

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration1, self.concentration0

    def _log_normalizer(self, *natural: Any) -> Any:
        first, second = natural
        return ops.lgamma(first) + ops.lgamma(second) - ops.lgamma(first + second)

    def _dirichlet(self) -> Dirichlet:
        return Dirichlet(ops.stack([self.concentration1, self.concentration0], -1), validate_args=False)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self._dirichlet().rsample(sample_shape)[..., 0]

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        return self._dirichlet().log_prob(ops.stack([value, 1 - value], -1))

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return special.betainc(self.concentration1, self.concentration0, self._checked(value))

    def entropy(self) -> Any:
        """Return the entropy."""
        return self._dirichlet().entropy()


class StudentT(Elementwise):
    """Student's t distribution with `df` degrees of freedom, shifted and scaled."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "df": _POSITIVE,
        "loc": constraints.real,
        "scale": _POSITIVE,
    }
    support: Any = constraints.real
    has_rsample = True

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        self.df: Any
        self.loc: Any
        self.scale: Any
        self._set(validate_args, df=df, loc=loc, scale=scale)

    @property
    def mean(self) -> Any:
        """The mean."""
        return ops.where(self.df > 1, self.loc, math.nan)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        finite = self.scale.square() * self.df / ops.where(self.df > 2, self.df - 2, 1.0)
        return ops.where(self.df > 2, finite, ops.where(self.df > 1, math.inf, math.nan))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        shape = self._extended_shape(sample_shape)
        chi2 = _above_zero(standard_gamma((self.df / 2).expand(shape)) * 2)
        return self.loc + self.scale * normal_numbers(shape, self.loc) * (self.df / chi2).sqrt()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        y = (self._checked(value) - self.loc) / self.scale
        df = self.df
        scale = self.scale.log() + 0.5 * df.log() + 0.5 * math.log(math.pi)
        return (
            -0.5 * (df + 1) * (y.square() / df).log1p()
            - scale
            - ops.lgamma(df / 2)
            + ops.lgamma((df + 1) / 2)
        )

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        return special.stdtr(self.df, (self._checked(value) - self.loc) / self.scale)

    def entropy(self) -> Any:
        """Return the entropy."""
        df = self.df
        beta = ops.lgamma(0.5 * df) + math.lgamma(0.5) - ops.lgamma(0.5 * (df + 1))
        rest = 0.5 * (df + 1) * (ops.digamma(0.5 * (df + 1)) - ops.digamma(0.5 * df))
        return self.scale.log() + rest + 0.5 * df.log() + beta


class FisherSnedecor(Elementwise):
    """The F distribution: of the ratio of two chi-squared numbers, each divided by its degrees of freedom."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"df1": _POSITIVE, "df2": _POSITIVE}
    support: Any = _POSITIVE
    has_rsample = True

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self.df1: Any
        self.df2: Any
        self._set(validate_args, df1=df1, df2=df2)

    @property
    def mean(self) -> Any:
        """The mean."""
        return ops.where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        found = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return ops.where(self.df1 > 2, found, math.nan)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        a, b = self.df1, self.df2
        found = 2 * b.square() * (a + b - 2) / (a * (b - 2).square() * (b - 4))
        return ops.where(b > 4, found, math.nan)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        shape = self._extended_shape(sample_shape)
        above = standard_gamma((self.df1 / 2).expand(shape)) / self.df1
        below = _above_zero(standard_gamma((self.df2 / 2).expand(shape)) / self.df2)
        return _above_zero(above / below)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        constant = ops.lgamma(a + b) - ops.lgamma(a) - ops.lgamma(b)
        return constant + a * ratio.log() + (a - 1) * value.log() - (a + b) * (ratio * value).log1p()

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        scaled = self.df1 * self._checked(value)
        return special.betainc(0.5 * self.df1, 0.5 * self.df2, scaled / (scaled + self.df2))

"""Distributions of counts and of truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces import special
from ..nn.functional import softplus
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Distribution, Elementwise, ExponentialFamily, uniform_numbers
from .gamma_numbers import standard_gamma


def one_of(name: str, probs: Any, logits: Any) -> tuple[str, Any]:
    """Return which of the two parameters was given, and it."""
    if (probs is None) == (logits is None):
        raise ValueError(
            f"{name}: Either `probs` or `logits` must be specified, but not both; got "
            f"{'none' if probs is None else 'both'}"
        )
    return ("probs", probs) if logits is None else ("logits", logits)


class ProbsOrLogits(Elementwise):
    """Base class of distributions with a probability, given as such or as its logit."""

    _given_as: str

    def _choose(self, probs: Any, logits: Any, validate_args: bool | None, **others: Any) -> None:
        self._given_as, value = one_of(type(self).__name__, probs, logits)
        self._set(validate_args, **{**others, self._given_as: value})

    def __getattr__(self, name: str) -> Any:
        """Compute the one of logits and probs that was not given, when it is asked for."""
        if name == "logits" and "probs" in vars(self):
            eps = ops.finfo(self.probs.dtype).eps
            inside = self.probs.clamp(eps, 1 - eps)
            return inside.log() - (-inside).log1p()
        if name == "probs" and "logits" in vars(self):
            return ops.sigmoid(self.logits)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        with no_grad():
            return self._drawn(self._extended_shape(sample_shape))

    def _drawn(self, shape: tuple[int, ...]) -> Any:
        return ops.bernoulli(self.probs.expand(shape))


class Bernoulli(ExponentialFamily, ProbsOrLogits):
    """1 with a probability, else 0."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support: Any = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._choose(probs, logits, validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        found = (self.probs >= 0.5).to(self.probs.dtype)
        return ops.where(self.probs == 0.5, math.nan, found)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.probs * (1 - self.probs)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.logits,)

    def _log_normalizer(self, *natural: Any) -> Any:
        return softplus(natural[0])

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return self._checked(value) * self.logits - softplus(self.logits)

    def entropy(self) -> Any:
        """Return the entropy."""
        return softplus(self.logits) - self.logits * self.probs

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along a new first dimension."""
        return _listed(self, ops.arange(2, dtype=vars(self)[self._given_as].dtype), expand)


def _listed(distribution: Distribution, values: Tensor, expand: bool) -> Tensor:
    batch = distribution.batch_shape
    values = values.reshape((-1, *[1] * len(batch)))
    return values.expand((values.shape[0], *batch)) if expand else values


class Geometric(ProbsOrLogits):
    """How many failures there are before the first success."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support: Any = constraints.nonnegative_integer

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._choose(probs, logits, validate_args)
        if self._validate_args and not (self.probs > 0).all():
            self._check_parameter("probs", self.probs, constraints.greater_than(0.0))

    @property
    def mean(self) -> Any:
        """The mean."""
        return 1 / self.probs - 1

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ops.zeros_like(self.probs)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return (1 / self.probs - 1) / self.probs

    def _drawn(self, shape: tuple[int, ...]) -> Any:
        uniform = uniform_numbers(shape, self.probs)
        return (uniform.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value, probs = ops.broadcast_tensors(self._checked(value), self.probs)
        certain = (probs == 1) & (value == 0)
        return value * (-ops.where(certain, 0.0, probs)).log1p() + probs.log()

    def entropy(self) -> Any:
        """Return the entropy."""
        return Bernoulli(probs=self.probs, validate_args=False).entropy() / self.probs


class Poisson(ExponentialFamily, Elementwise):
    """How many of many rare events happen."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {"rate": constraints.nonnegative}
    support: Any = constraints.nonnegative_integer

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        self.rate: Any
        self._set(validate_args, rate=rate)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.rate

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.rate.floor()

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.rate

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        with no_grad():
            return ops.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.rate.log(),)

    def _log_normalizer(self, *natural: Any) -> Any:
        return natural[0].exp()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        return ops.xlogy(value, self.rate) - self.rate - ops.lgamma(value + 1)


class Binomial(ProbsOrLogits):
    """How many of `total_count` attempts succeed."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True

    def __init__(
        self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.total_count: Any
        count = float(total_count) if isinstance(total_count, int) else total_count
        self._choose(probs, logits, validate_args, total_count=count)

    @property
    def support(self) -> Any:
        """Whole numbers up to the count."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * self.probs

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.total_count * self.probs * (1 - self.probs)

    def _drawn(self, shape: tuple[int, ...]) -> Any:
        probs = self.probs
        return ops.binomial(self.total_count.to(probs.dtype).expand(shape), probs.expand(shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value, n = self._checked(value), self.total_count
        choices = ops.lgamma(n + 1) - ops.lgamma(value + 1) - ops.lgamma(n - value + 1)
        return choices + value * self.logits - n * softplus(self.logits)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        value, n = self._checked(value).floor(), self.total_count
        some = value < n
        inner = special.betainc(ops.where(some, n - value, 1.0), value + 1, 1 - self.probs)
        return ops.where(some, inner, 1.0)

    def entropy(self) -> Any:
        """Return the entropy."""
        values = self.enumerate_support(False)
        found = self.log_prob(values)
        return -(found.exp() * found).sum(0)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along a new first dimension."""
        most = int(self.total_count.max().item())
        if not self.total_count.min() == most:
            raise NotImplementedError(
                "Binomial.enumerate_support: Inhomogeneous total count not supported by `enumerate_support`; list "
                "the values of each count"
            )
        return _listed(self, ops.arange(1 + most, dtype=vars(self)[self._given_as].dtype), expand)


class NegativeBinomial(ProbsOrLogits):
    """How many successes there are before the failure number `total_count`."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support: Any = constraints.nonnegative_integer

    def __init__(
        self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.total_count: Any
        count = float(total_count) if isinstance(total_count, int) else total_count
        self._choose(probs, logits, validate_args, total_count=count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * self.logits.exp()

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.mean / ops.sigmoid(-self.logits)

    def _drawn(self, shape: tuple[int, ...]) -> Any:
        probs = self.probs
        gamma = standard_gamma(self.total_count.to(probs.dtype).expand(shape))
        return ops.poisson(gamma * (probs / (1 - probs)))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value, n = self._checked(value), self.total_count
        found = -n * softplus(self.logits) - value * softplus(-self.logits)
        choices = ops.lgamma(n + value) - ops.lgamma(value + 1) - ops.lgamma(n)
        return found + ops.where(n + value == 0, 0.0, choices)

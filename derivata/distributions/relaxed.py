"""Continuous relaxations of categories, and logits of normal vectors."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log
from typing import Any, ClassVar

from ..runtime.tensors.tensor import Tensor
from . import constraints
from .categorical import Categories
from .constraints import Constraint
from .discrete import ProbsOrLogits
from .distribution import uniform_numbers
from .independent import Independent
from .normal import Normal
from .transformed import TransformedDistribution
from .transforms import ExpTransform, SigmoidTransform, StickBreakingTransform


class LogitRelaxedBernoulli(ProbsOrLogits):
    """Logits of relaxed truth: the logit of the probability and logistic noise, divided by a temperature."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support: Any = constraints.real
    has_rsample = True

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        self._choose(probs, logits, validate_args)

    def _drawn(self, shape: tuple[int, ...]) -> Any:
        uniform = uniform_numbers(shape, self.probs)
        return (uniform.log() - (-uniform).log1p() + self.logits) / self.temperature

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self._drawn(self._extended_shape(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        away = self.logits - self._checked(value) * self.temperature
        return _logarithm(self.temperature) + away - 2 * away.exp().log1p()


class _Relaxed(TransformedDistribution):
    """Numbers near 0 and 1, whose parameters are those of their logits or logarithms."""

    @property
    def temperature(self) -> Any:
        """How far values are from 0 and 1."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Any:
        """The logits, or logarithms, of the probabilities."""
        return self.base_dist.logits

    @property
    def probs(self) -> Any:
        """The probabilities of 1."""
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    """Numbers between 0 and 1, the nearer to these the lower the temperature."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support: Any = constraints.unit_interval

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args)


class ExpRelaxedCategorical(Categories):
    """Logarithms of relaxed one-hot vectors: logits and Gumbel noise, divided by a temperature."""

    support: Any = constraints.real_vector
    has_rsample = True

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        shape = self._choose(probs, logits)
        super().__init__(shape[:-1], shape[-1:], validate_args)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        uniform = uniform_numbers(self._extended_shape(sample_shape), self.logits)
        scores = (self.logits - (-uniform.log()).log()) / self.temperature
        return scores - scores.logsumexp(-1, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        count = self.event_shape[0]
        factor = lgamma(count) + _logarithm(self.temperature) * (count - 1)
        score = self.logits - self._checked(value) * self.temperature
        return (score - score.logsumexp(-1, keepdim=True)).sum(-1) + factor


class RelaxedOneHotCategorical(_Relaxed):
    """Vectors that add up to 1, the nearer to one-hot ones the lower the temperature."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.simplex,
        "logits": constraints.real_vector,
    }
    support: Any = constraints.simplex

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(ExpRelaxedCategorical(temperature, probs, logits), ExpTransform(), validate_args)


class LogisticNormal(TransformedDistribution):
    """Vectors that add up to 1, by stick-breaking of normal ones."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    support: Any = constraints.simplex

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args)
        if not base.batch_shape:
            base = base.expand((1,))
        super().__init__(Independent(base, 1), StickBreakingTransform(), validate_args)

    @property
    def loc(self) -> Any:
        """The normal numbers' means."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self) -> Any:
        """The normal numbers' standard deviations."""
        return self.base_dist.base_dist.scale


def _logarithm(temperature: Any) -> Any:
    """Return the logarithm of a tensor or of a number."""
    return temperature.log() if isinstance(temperature, Tensor) else log(temperature)

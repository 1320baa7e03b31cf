"""The continuous Bernoulli distribution: densities on [0, 1] that grow or fall exponentially."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .discrete import ProbsOrLogits
from .distribution import ExponentialFamily, uniform_numbers


class ContinuousBernoulli(ExponentialFamily, ProbsOrLogits):
    """The density proportional to ``exp(logits * x)`` on [0, 1].

    `probs`, whose logits they are, is no probability: it is where the density of the values would be the Bernoulli
    distribution's, were it normalised.

    Parameters
    ----------
    probs, logits : Tensor or float
        One of the two.
    lims : pair of float
        Between these `probs` the formulas are replaced by series, because they divide 0 by 0 at 0.5.

    Examples
    --------
    >>> from derivata.distributions import ContinuousBernoulli
    >>> ContinuousBernoulli(0.5).log_prob(dv.tensor(0.3))
    tensor(0.)
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support: Any = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0.0

    def __init__(
        self,
        probs: Any = None,
        logits: Any = None,
        lims: tuple[float, float] = (0.499, 0.501),
        validate_args: bool | None = None,
    ) -> None:
        self._lims = lims
        self._choose(probs, logits, validate_args)

    def _regular(self) -> tuple[Any, Any, Any]:
        """Return logits, where the formulas hold for them, and those logits, with others in the other places."""
        logits = self.logits
        probs = ops.sigmoid(logits.detach())
        regular = (probs <= self._lims[0]) | (probs > self._lims[1])
        return logits, regular, ops.where(regular, logits, 1.0)

    def _log_normalizer(self, *natural: Any) -> Any:
        """Return log((exp(x) - 1) / x)."""
        (logits,) = natural
        regular = (logits.detach() / 4).abs() > max(0.5 - self._lims[0], self._lims[1] - 0.5)
        safe = ops.where(regular, logits, 1.0)
        found = safe.clamp(min=0) + (-(-safe.abs()).expm1()).log() - safe.abs().log()
        square = logits.square()
        return ops.where(regular, found, logits / 2 + square / 24 - square.square() / 2880)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.logits,)

    @property
    def mean(self) -> Any:
        """The mean."""
        logits, regular, safe = self._regular()
        size = safe.abs()
        above = -1 / (-size).expm1() - 1 / size
        found = ops.where(safe > 0, above, 1 - above)
        return ops.where(regular, found, 0.5 + logits / 12 - logits.pow(3) / 720)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        logits, regular, safe = self._regular()
        size, square = safe.abs(), logits.square()
        found = size.pow(-2) - (-size).exp() / (-size).expm1().square()
        return ops.where(regular, found, 1 / 12 - square / 240 + square.square() / 6048)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.logits))

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        return self.rsample(sample_shape).detach()

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        return self._checked(value) * self.logits - self._log_normalizer(self.logits)

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        value = self._checked(value).clamp(0, 1)
        _, regular, safe = self._regular()
        size = safe.abs()
        part = (-size * ops.where(safe > 0, 1 - value, value)).expm1() / (-size).expm1()
        return ops.where(regular, ops.where(safe > 0, 1 - part, part), value)

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        _, regular, safe = self._regular()
        size = safe.abs()
        part = -(ops.where(safe > 0, 1 - value, value) * (-size).expm1()).log1p() / size
        return ops.where(regular, ops.where(safe > 0, 1 - part, part), value)

    def entropy(self) -> Any:
        """Return the entropy."""
        return self._log_normalizer(self.logits) - self.logits * self.mean

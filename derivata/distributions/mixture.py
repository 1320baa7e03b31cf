"""Mixtures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..runtime.modes.grad_mode import no_grad
from ..top_level import public as ops
from . import constraints
from .categorical import Categorical
from .constraints import Constraint
from .distribution import Distribution


class MixtureSameFamily(Distribution):
    """Values of the components along the last dimension of a batch, each chosen with its probability."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {}

    def __init__(
        self, mixture_distribution: Any, component_distribution: Any, validate_args: bool | None = None
    ) -> None:
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(
                "MixtureSameFamily: The Mixture distribution needs to be an instance of distributions.Categorical, got "
                f"{type(mixture_distribution).__name__}"
            )
        if not isinstance(component_distribution, Distribution):
            raise ValueError(
                "MixtureSameFamily: The Component distribution need to be an instance of distributions.Distribution, "
                f"got {type(component_distribution).__name__}"
            )
        batch = component_distribution.batch_shape[:-1]
        count = mixture_distribution.logits.shape[-1]
        if component_distribution.batch_shape[-1:] != (count,):
            raise ValueError(
                f"MixtureSameFamily: `mixture_distribution` component ({count}) does not equal "
                f"`component_distribution.batch_shape[-1]` ({component_distribution.batch_shape[-1:]}); give one for "
                "each"
            )
        self.mixture_distribution: Any = mixture_distribution.expand(batch)
        self.component_distribution: Any = component_distribution
        super().__init__(batch, component_distribution.event_shape, validate_args)

    @property
    def support(self) -> Any:
        """The components'."""
        found = self.component_distribution.support
        dependent = found is None or constraints.is_dependent(found)
        return found if dependent else constraints.MixtureSameFamilyConstraint(found)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """Return the distribution with its batch expanded."""
        count = self.component_distribution.batch_shape[-1]
        components = self.component_distribution.expand((*batch_shape, count))
        return type(self)(self.mixture_distribution.expand(batch_shape), components, self._validate_args)

    def _weighted(self, values: Any) -> Any:
        dims = len(self.event_shape)
        weights = self.mixture_distribution.probs
        weights = weights.reshape((*weights.shape, *[1] * dims))
        return (weights * values).sum(-1 - dims)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._weighted(self.component_distribution.mean)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        away = self.component_distribution.mean - self.mean.unsqueeze(-1 - len(self.event_shape))
        return self._weighted(self.component_distribution.variance + away.square())

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        found = self.component_distribution.cdf(self._padded(value))
        return (found * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        found = self.component_distribution.log_prob(self._padded(self._checked(value)))
        return (found + ops.log_softmax(self.mixture_distribution.logits, -1)).logsumexp(-1)

    def _padded(self, value: Any) -> Any:
        return value.unsqueeze(-1 - len(self.event_shape))

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        with no_grad():
            dims = len(self.event_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            values = self.component_distribution.sample(sample_shape)
            index = chosen.reshape((*chosen.shape, *[1] * (dims + 1)))
            index = index.expand((*chosen.shape, 1, *self.event_shape))
            return values.gather(len(chosen.shape), index).squeeze(len(chosen.shape))

    def __repr__(self) -> str:
        return f"MixtureSameFamily({self.mixture_distribution!r}, {self.component_distribution!r})"

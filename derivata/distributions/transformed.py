"""Values of a distribution after a transform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..runtime.modes.grad_mode import no_grad
from .constraints import independent
from .distribution import Distribution, shown, sum_rightmost
from .transforms import ComposeTransform, Transform


class TransformedDistribution(Distribution):
    """The distribution of the values of transforms, one after the other, at values of `base_distribution`.

    Examples
    --------
    >>> from derivata import distributions as d
    >>> logistic = d.TransformedDistribution(d.Uniform(0.0, 1.0), d.SigmoidTransform().inv)
    >>> logistic.log_prob(dv.tensor(0.0))
    tensor(-1.3863)
    """

    def __init__(self, base_distribution: Any, transforms: Any, validate_args: bool | None = None) -> None:
        self.transforms: list[Any] = (
            list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        )
        for transform in self.transforms:
            if not isinstance(transform, Transform):
                raise ValueError(
                    "TransformedDistribution: transforms must be a Transform or a list of Transforms, got "
                    f"{transforms!r}; take those of distributions.transforms"
                )
        chain = ComposeTransform(self.transforms)
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        shape = chain.forward_shape(base_shape)
        extra = chain.domain.event_dim - len(base_distribution.event_shape)
        if extra > 0:
            base_distribution = _as_one_event(base_distribution, extra)
        self.base_dist: Any = base_distribution
        dims = max(
            chain.codomain.event_dim,
            len(base_distribution.event_shape) + chain.codomain.event_dim - chain.domain.event_dim,
        )
        cut = len(shape) - dims
        super().__init__(shape[:cut], shape[cut:], validate_args)

    @property
    def has_rsample(self) -> Any:  # type: ignore[override]
        """Whether samples have gradients: as those of the base."""
        return self.base_dist.has_rsample

    @property
    def support(self) -> Any:
        """The values of the last transform."""
        if not self.transforms:
            return self.base_dist.support
        found = self.transforms[-1].codomain
        dims = len(self.event_shape) - found.event_dim
        return independent(found, dims) if dims > 0 else found

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """Return the distribution with its batch expanded."""
        new = type(self).__new__(type(self)) if _instance is None else _instance
        shape = ComposeTransform(self.transforms).inverse_shape((*batch_shape, *self.event_shape))
        new.transforms = self.transforms
        new.base_dist = self.base_dist.expand(shape[: len(shape) - len(self.base_dist.event_shape)])
        Distribution.__init__(new, batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return transforms of samples of the base."""
        with no_grad():
            return self._transformed(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return transforms of samples of the base, with gradients."""
        return self._transformed(self.base_dist.rsample(sample_shape))

    def _transformed(self, value: Any) -> Any:
        for transform in self.transforms:
            value = transform(value)
        return value

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the base's density, less that of how much space is stretched."""
        y = self._checked(value)
        total: Any = 0
        dims = len(self.event_shape)
        for transform in reversed(self.transforms):
            x = transform._inv_call(y)
            dims += transform.domain.event_dim - transform.codomain.event_dim
            stretched = transform.log_abs_det_jacobian(x, y)
            total = total - sum_rightmost(stretched, dims - transform.domain.event_dim)
            y = x
        return total + sum_rightmost(self.base_dist.log_prob(y), dims - len(self.base_dist.event_shape))

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        y = self._checked(value)
        for transform in reversed(self.transforms):
            y = transform._inv_call(y)
        return self._turned(self.base_dist.cdf(y))

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        return self._transformed(self.base_dist.icdf(self._turned(value)))

    def _turned(self, probability: Any) -> Any:
        """Return 1 - p where the transforms fall."""
        sign: Any = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        if isinstance(sign, int) and sign == 1:
            return probability
        return sign * (probability - 0.5) + 0.5

    def __repr__(self) -> str:
        parameters = [f"{name}: {shown(getattr(self, name))}" for name in self.arg_constraints]
        return f"{type(self).__name__}({', '.join(parameters)})"


def _as_one_event(distribution: Any, dims: int) -> Any:
    from .independent import Independent

    return Independent(distribution, dims)

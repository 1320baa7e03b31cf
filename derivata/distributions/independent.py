"""Dimensions of a batch as dimensions of one value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .constraints import independent
from .distribution import Distribution, sum_rightmost


class Independent(Distribution):
    """The distribution of values whose last `reinterpreted_batch_ndims` dimensions are drawn independently.

    Examples
    --------
    >>> from derivata.distributions import Independent, Normal
    >>> vectors = Independent(Normal(dv.zeros(3), dv.ones(3)), 1)
    >>> vectors.batch_shape, vectors.event_shape
    ((), (3,))
    """

    def __init__(
        self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ) -> None:
        count = len(base_distribution.batch_shape)
        if reinterpreted_batch_ndims > count:
            raise ValueError(
                "Independent: Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                f"{reinterpreted_batch_ndims} vs {count}; expand the base, or take fewer"
            )
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        shape = base_distribution.batch_shape + base_distribution.event_shape
        cut = count - reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:], validate_args)

    @property
    def has_rsample(self) -> Any:  # type: ignore[override]
        """Whether samples have gradients: as those of the base."""
        return self.base_dist.has_rsample

    @property
    def has_enumerate_support(self) -> Any:  # type: ignore[override]
        """Whether its values can be listed."""
        return self.base_dist.has_enumerate_support and not self.reinterpreted_batch_ndims

    @property
    def support(self) -> Any:
        """The base's, of several at once."""
        dims = self.reinterpreted_batch_ndims
        return independent(self.base_dist.support, dims) if dims else self.base_dist.support

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """Return the distribution with its batch expanded."""
        base = self.base_dist.expand((*batch_shape, *self.event_shape[: self.reinterpreted_batch_ndims]))
        return type(self)(base, self.reinterpreted_batch_ndims, validate_args=self._validate_args)

    @property
    def mean(self) -> Any:
        """The base's."""
        return self.base_dist.mean

    @property
    def mode(self) -> Any:
        """The base's."""
        return self.base_dist.mode

    @property
    def variance(self) -> Any:
        """The base's."""
        return self.base_dist.variance

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return samples of the base."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return samples of the base, with gradients."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Any:
        """Return the sum of the base's over the dimensions of a value."""
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """Return the sum of the base's over the dimensions of a value."""
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values."""
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError(
                "Independent.enumerate_support: of several numbers there are too many values"
            )
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self) -> str:
        return f"Independent({self.base_dist!r}, {self.reinterpreted_batch_ndims})"

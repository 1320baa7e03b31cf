"""Distributions of categories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..runtime.modes.grad_mode import no_grad
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .discrete import one_of
from .distribution import Distribution, ExponentialFamily

_ARGUMENTS: dict[str, Constraint] = {"probs": constraints.simplex, "logits": constraints.real_vector}


class Categories(Distribution):
    """Base class of distributions over categories, which are the last dimension of the parameters."""

    arg_constraints: ClassVar[dict[str, Constraint]] = _ARGUMENTS
    event_dims: ClassVar[dict[str, int]] = {"probs": 1, "logits": 1}

    def _choose(self, probs: Any, logits: Any) -> tuple[int, ...]:
        name, value = one_of(type(self).__name__, probs, logits)
        if value.dim() < 1:
            raise ValueError(
                f"{type(self).__name__}: `{name}` parameter must be at least one-dimensional, got a scalar; give a "
                "vector"
            )
        if name == "probs":
            self.probs = value / value.sum(-1, keepdim=True)
        else:
            self.logits = value - value.logsumexp(-1, keepdim=True)
        return value.shape  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        """Compute the one of logits and probs that was not given, when it is asked for."""
        if name == "logits" and "probs" in vars(self):
            eps = ops.finfo(self.probs.dtype).eps
            return self.probs.clamp(eps, 1 - eps).log()
        if name == "probs" and "logits" in vars(self):
            return ops.softmax(self.logits, -1)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _categories(self, sample_shape: Sequence[int]) -> Any:
        """Draw categories, of shape sample_shape + batch_shape."""
        with no_grad():
            flat = self.probs.reshape((-1, self.probs.shape[-1]))
            count = ops.ones(tuple(sample_shape)).numel()
            if not count or not flat.shape[0]:
                return ops.zeros((*sample_shape, *self.batch_shape), dtype=ops.int64)
            drawn = ops.multinomial(flat, count, True)
            return drawn.mT.reshape((*sample_shape, *self.batch_shape))

    def entropy(self) -> Any:
        """Return the entropy of the categories."""
        logits = self.logits.clamp(min=ops.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class Categorical(ExponentialFamily, Categories):
    """Numbers of categories.

    Examples
    --------
    >>> from derivata.distributions import Categorical
    >>> Categorical(dv.tensor([0.25, 0.75])).log_prob(dv.tensor(1)).exp()
    tensor(0.75)
    """

    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        shape = self._choose(probs, logits)
        self._num_events = shape[-1]
        super().__init__(shape[:-1], (), validate_args)

    @property
    def support(self) -> Any:
        """The numbers of the categories."""
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Any:
        """The mean."""
        return ops.full(self.batch_shape, ops.nan, dtype=self.probs.dtype)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.probs.argmax(-1)

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.mean

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.logits,)

    def _log_normalizer(self, *natural: Any) -> Any:
        return natural[0].logsumexp(-1)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        return self._categories(sample_shape)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        index = self._checked(value).to(ops.int64).unsqueeze(-1)
        shape = ops.broadcast_shapes(index.shape[:-1], self.logits.shape[:-1])
        logits = self.logits.expand((*shape, self._num_events))
        return logits.gather(-1, index.expand((*shape, 1))).squeeze(-1)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along a new first dimension."""
        values = ops.arange(self._num_events).reshape((-1, *[1] * len(self.batch_shape)))
        return values.expand((-1, *self.batch_shape)) if expand else values


class OneHotCategorical(Categories):
    """Vectors with a 1 at the category and 0 elsewhere."""

    support: Any = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        shape = self._choose(probs, logits)
        super().__init__(shape[:-1], shape[-1:], validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self._one_hot(self.probs.argmax(-1))

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.probs * (1 - self.probs)

    def _one_hot(self, index: Any) -> Any:
        zeros = ops.zeros((*index.shape, *self.event_shape), dtype=self.probs.dtype)
        return zeros.scatter(-1, index.unsqueeze(-1), 1.0)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        return self._one_hot(self._categories(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        index = self._checked(value).argmax(-1)
        return Categorical(logits=self.logits, validate_args=False).log_prob(index)

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along a new first dimension."""
        count = self.event_shape[0]
        values = ops.eye(count, dtype=self.probs.dtype).reshape((count, *[1] * len(self.batch_shape), count))
        return values.expand((count, *self.batch_shape, count)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """OneHotCategorical whose samples have the gradients of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


class Multinomial(Categories):
    """How often each category was drawn, of `total_count` times."""

    def __init__(
        self,
        total_count: int = 1,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError(
                f"Multinomial: inhomogeneous total_count is not supported, got {type(total_count).__name__}; give "
                "an int"
            )
        self.total_count = total_count
        shape = self._choose(probs, logits)
        super().__init__(shape[:-1], shape[-1:], validate_args)

    @property
    def support(self) -> Any:
        """Counts with this sum."""
        return constraints.multinomial(self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs * self.total_count

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random."""
        index = self._categories((self.total_count, *sample_shape)).movedim(0, -1)
        zeros = ops.zeros(self._extended_shape(sample_shape), dtype=self.probs.dtype)
        return zeros.scatter_add(-1, index, ops.ones(index.shape, dtype=zeros.dtype))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        value = self._checked(value)
        impossible = (value == 0) & (self.logits == -ops.inf)
        logits = ops.where(impossible, 0.0, self.logits)
        return ops.lgamma(value.sum(-1) + 1) - ops.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)

    def entropy(self) -> Any:
        """Return the entropy."""
        from .discrete import Binomial

        n = ops.tensor(float(self.total_count), dtype=self.probs.dtype)
        binomial = Binomial(self.total_count, probs=self.probs, validate_args=False)
        values = binomial.enumerate_support(False)[1:]
        weighted = (binomial.log_prob(values).exp() * ops.lgamma(values + 1)).sum(0).sum(-1)
        return n * Categories.entropy(self) - ops.lgamma(n + 1) + weighted

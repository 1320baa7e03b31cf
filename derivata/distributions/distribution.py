"""What all distributions have: shapes, checks of parameters and values, `expand`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..func import jvp
from ..runtime.modes.grad_mode import no_grad
from ..runtime.tensors.tensor import Tensor
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint

Shape = tuple[int, ...]


class Distribution:
    """Base class of distributions.

    Attributes
    ----------
    batch_shape : tuple of int
        The shape of the parameters: how many distributions it is.
    event_shape : tuple of int
        The shape of one value.
    has_rsample : bool
        Whether samples have gradients by the parameters.
    """

    has_rsample = False
    has_enumerate_support = False
    arg_constraints: ClassVar[dict[str, Constraint]] = {}
    event_dims: ClassVar[dict[str, int]] = {}
    """Of parameters that are vectors or matrices: their dimensions behind those of the batch."""
    support: Any = constraints.dependent
    _validate_args = True

    def __init__(
        self,
        batch_shape: Sequence[int] = (),
        event_shape: Sequence[int] = (),
        validate_args: bool | None = None,
    ) -> None:
        self.batch_shape: Shape = tuple(batch_shape)
        self.event_shape: Shape = tuple(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self.arg_constraints.items():
                if name in vars(self) and constraint is not constraints.dependent:
                    self._check_parameter(name, vars(self)[name], constraint)

    def _check_parameter(self, name: str, value: Tensor, constraint: Constraint) -> None:
        if not constraint.check(value).all():
            raise ValueError(
                f"Expected parameter {name} ({type(value).__name__} of shape {value.shape}) of distribution {self!r} "
                "to "
                f"satisfy the constraint {constraint!r}, but found invalid values:\n{value}\nCorrect the values, or "
                "pass validate_args=False"
            )

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Turn the checks of all distributions on or off."""
        if value not in (True, False):
            raise ValueError(
                f"set_default_validate_args: expected a bool, got {value!r}; write True or False"
            )
        Distribution._validate_args = value

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """Return the distribution with its batch expanded; parameters are views."""
        new = type(self).__new__(type(self)) if _instance is None else _instance
        new.__dict__.update(self._expanded(tuple(batch_shape)))
        Distribution.__init__(new, batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _expanded(self, batch_shape: Shape) -> dict[str, Any]:
        own = {name: value for name, value in vars(self).items() if name not in ("logits", "probs")}
        own |= {name: vars(self)[name] for name in self._given()}
        for name, value in own.items():
            if isinstance(value, Tensor) and name != "temperature":  # which is one for all
                count = self.event_dims.get(name, 0)
                own[name] = value.expand((*batch_shape, *value.shape[value.dim() - count :]))
        return own

    def _given(self) -> list[str]:
        """Return which of logits and probs the user gave: the other one is computed when it is asked for."""
        return [name for name in ("logits", "probs") if name in vars(self)]

    @property
    def mean(self) -> Any:
        """The mean."""
        raise NotImplementedError(f"{type(self).__name__}.mean: it has no closed form here; average samples")

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        raise NotImplementedError(f"{type(self).__name__}.mode: it has no closed form here")

    @property
    def variance(self) -> Any:
        """The variance of each element."""
        raise NotImplementedError(f"{type(self).__name__}.variance: it has no closed form here; use samples")

    @property
    def stddev(self) -> Any:
        """The standard deviation of each element."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, of shape sample_shape + batch_shape + event_shape, without history."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, with gradients by the parameters."""
        raise NotImplementedError(
            f"{type(self).__name__}.rsample: its samples have no gradients by the parameters; use sample() and "
            "log_prob()"
        )

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density or probability at a value."""
        raise NotImplementedError(f"{type(self).__name__}.log_prob: it has no closed form here")

    def cdf(self, value: Any) -> Any:
        """Return the probability of values up to this one."""
        raise NotImplementedError(f"{type(self).__name__}.cdf: it has no closed form here; use samples")

    def icdf(self, value: Any) -> Any:
        """Return the value with this cumulative probability."""
        raise NotImplementedError(f"{type(self).__name__}.icdf: it has no closed form here; use samples")

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values, along a new first dimension."""
        raise NotImplementedError(
            f"{type(self).__name__}.enumerate_support: its values are not finitely many"
        )

    def entropy(self) -> Any:
        """Return the entropy of each distribution of the batch."""
        raise NotImplementedError(
            f"{type(self).__name__}.entropy: it has no closed form here; average -log_prob of samples"
        )

    def perplexity(self) -> Any:
        """Return the exponential of the entropy."""
        return self.entropy().exp()

    def _extended_shape(self, sample_shape: Sequence[int] = ()) -> Shape:
        return (*sample_shape, *self.batch_shape, *self.event_shape)

    def _validate_sample(self, value: Any) -> None:
        """Raise unless a value fits in shape and lies in the support."""
        name = type(self).__name__
        if not isinstance(value, Tensor):
            raise ValueError(
                f"{name}: The value argument to log_prob must be a Tensor, got {type(value).__name__}; use tensor()"
            )
        dims = value.dim() - len(self.event_shape)
        if dims < 0 or value.shape[dims:] != self.event_shape:
            raise ValueError(
                f"{name}: The right-most size of value must match event_shape: {value.shape} vs {self.event_shape}; "
                "reshape it"
            )
        for i, j in zip(reversed(value.shape), reversed(self._extended_shape()), strict=False):
            if i != 1 and j != 1 and i != j:
                raise ValueError(
                    f"{name}: Value is not broadcastable with batch_shape+event_shape: {value.shape} vs "
                    f"{self._extended_shape()}; reshape it"
                )
        support = self.support
        if support is not None and support is not constraints.dependent and not support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {value.shape}) to be within the support "
                f"({support!r}) of the distribution {self!r}, but found invalid values:\n{value}\nCorrect the values, "
                "or pass validate_args=False"
            )

    def _checked(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return value

    def __repr__(self) -> str:
        names = [name for name in self.arg_constraints if name in vars(self)]
        return f"{type(self).__name__}({', '.join(f'{name}: {shown(vars(self)[name])}' for name in names)})"


def shown(value: Any) -> Any:
    """Return what stands in a text for a parameter: a number, or the shape of many."""
    if not isinstance(value, Tensor):
        return value
    return value.item() if value.dim() == 0 else value if value.numel() == 1 else value.shape


class ExponentialFamily(Distribution):
    """Base class of distributions whose densities are exponentials of products of parameters and statistics.

    A subclass that defines `_natural_params`, a tuple of tensors, and `_log_normalizer`, a function of them, has an
    entropy (with `_mean_carrier_measure`) and a divergence from others of its class: both are the normalizer at one
    point, less its value and slope at another (Nielsen and Nock 2010).
    """

    _mean_carrier_measure: float

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        raise NotImplementedError(
            f"{type(self).__name__}._natural_params: it is not known as exponential family"
        )

    def _log_normalizer(self, *natural: Any) -> Any:
        raise NotImplementedError(
            f"{type(self).__name__}._log_normalizer: it is not known as exponential family"
        )

    def entropy(self) -> Any:
        """Return the entropy of each distribution of the batch."""
        if not hasattr(self, "_mean_carrier_measure"):
            return super().entropy()
        natural = self._natural_params
        value, slope = jvp(self._log_normalizer, natural, natural)
        return value - slope - self._mean_carrier_measure


class Elementwise(Distribution):
    """Base class of distributions of numbers, whose parameters broadcast."""

    def _set(self, validate_args: bool | None, **parameters: Any) -> None:
        values = broadcast_all(*parameters.values())
        vars(self).update(zip(parameters, values, strict=True))
        numbers = all(not isinstance(value, Tensor) for value in parameters.values())
        Distribution.__init__(self, () if numbers else values[0].shape, (), validate_args)


def broadcast_all(*values: Any) -> list[Tensor]:
    """Return tensors of one shape; numbers become tensors with the dtype of the others."""
    for value in values:
        if not isinstance(value, (Tensor, int, float)):
            raise ValueError(
                "distributions: Input arguments must all be instances of Number or Tensor, got "
                f"{type(value).__name__}; use tensor()"
            )
    given = next((value.dtype for value in values if isinstance(value, Tensor)), ops.get_default_dtype())
    dtype = given if given.kind == "f" else ops.get_default_dtype()
    tensors = [value if isinstance(value, Tensor) else ops.tensor(value, dtype=dtype) for value in values]
    return list(ops.broadcast_tensors(*tensors))


def normal_numbers(shape: Shape, like: Tensor) -> Tensor:
    """Return standard normal numbers."""
    return ops.randn(shape, dtype=like.dtype)


def uniform_numbers(shape: Shape, like: Tensor) -> Tensor:
    """Return uniform numbers above 0 and below 1, so that their logarithms are finite."""
    tiny, eps = ops.finfo(like.dtype).tiny, ops.finfo(like.dtype).eps
    return ops.rand(shape, dtype=like.dtype).clamp(tiny, 1 - eps)


def sum_rightmost(value: Tensor, dims: int) -> Tensor:
    """Return the sum over the last dimensions."""
    return value if dims == 0 else value.reshape((*value.shape[: value.dim() - dims], -1)).sum(-1)

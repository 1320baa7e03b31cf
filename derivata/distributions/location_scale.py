"""The base class of distributions with a location and a scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from . import constraints
from .constraints import Constraint
from .distribution import Elementwise, uniform_numbers


class LocationScale(Elementwise):
    """Base class of distributions of ``loc + scale * x``, x being of the standard distribution."""

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    support: Any = constraints.real
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc: Any
        self.scale: Any
        self._set(validate_args, loc=loc, scale=scale)

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.loc

    def rsample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return values drawn at random, by the inverse of `cdf`, with gradients by the parameters."""
        return self.icdf(uniform_numbers(self._extended_shape(sample_shape), self.loc))

    def _standard(self, value: Any) -> Any:
        return (self._checked(value) - self.loc) / self.scale

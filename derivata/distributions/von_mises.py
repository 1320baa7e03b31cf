"""The von Mises distribution of angles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ..generated.namespaces.special import i0e, i1e
from ..runtime.modes.grad_mode import no_grad
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint
from .distribution import Elementwise


class VonMises(Elementwise):
    """The density proportional to ``exp(concentration * cos(x - loc))``; its values are angles from -pi to pi.

    Mean and variance are those of directions.

    Examples
    --------
    >>> from derivata.distributions import VonMises
    >>> VonMises(0.0, 1.0).log_prob(dv.tensor(0.0))
    tensor(-1.0738)
    """

    arg_constraints: ClassVar[dict[str, Constraint]] = {
        "loc": constraints.real,
        "concentration": constraints.positive,
    }
    support: Any = constraints.real

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc: Any
        self.concentration: Any
        self._set(validate_args, loc=loc, concentration=concentration)

    @property
    def mean(self) -> Any:
        """The mean direction."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The value with the largest density."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of directions: 1 less the length of their mean."""
        return 1 - i1e(self.concentration) / i0e(self.concentration)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density at a value."""
        peak = self.concentration * ((self._checked(value) - self.loc).cos() - 1)
        return peak - math.log(2 * math.pi) - i0e(self.concentration).log()

    def sample(self, sample_shape: Sequence[int] = ()) -> Any:
        """Return angles drawn at random, by rejection from wrapped Cauchy numbers (Best and Fisher 1979)."""
        with no_grad():
            shape = self._extended_shape(sample_shape)
            kappa = self.concentration.to(ops.float64).expand(shape)
            ratio = _proposal(kappa)
            angles, left = ops.zeros(shape, dtype=ops.float64), ops.ones(shape, dtype=ops.bool)
            while left.any():
                first, second, third = ops.rand((3, *shape), dtype=ops.float64)
                z = (math.pi * first).cos()
                cosine = ((1 + ratio * z) / (ratio + z)).clamp(-1, 1)
                c = kappa * (ratio - cosine)
                accepted = (c * (2 - c) > second) | ((c / second).log() + 1 >= c)
                angles = ops.where(left & accepted, (third - 0.5).sign() * cosine.acos(), angles)
                left = left & ~accepted
            turned = (angles + math.pi + self.loc.to(ops.float64)) % (2 * math.pi) - math.pi
            return turned.to(self.loc.dtype)


def _proposal(kappa: Any) -> Any:
    """Return the parameter of the wrapped Cauchy numbers that are rejected least; a series near 0."""
    safe = kappa.clamp(min=1e-5)
    tau = 1 + (1 + 4 * safe.square()).sqrt()
    rho = (tau - (2 * tau).sqrt()) / (2 * safe)
    return ops.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho.square()) / (2 * rho))

"""Checks of the integer arguments of polygamma and mvlgamma."""

from __future__ import annotations

import math

from ..amounts import feasible


def polygamma_factor(n: int) -> float:
    """Return the factor of the derivative of order `n` of digamma beside the zeta function of `n + 1`."""
    if n < 0:
        raise RuntimeError(f"polygamma: n must be nonnegative, got {n}")
    return (
        -math.inf if n > 170 and not n % 2 else math.inf if n > 170 else (-1.0) ** (n + 1) * math.factorial(n)
    )


def mvlgamma_dimensions(p: int) -> int:
    """Return the number of dimensions of mvlgamma, which must be positive."""
    if p < 1:
        raise RuntimeError(f"mvlgamma: p has to be greater than or equal to 1, got {p}")
    return feasible("mvlgamma", "p", p)

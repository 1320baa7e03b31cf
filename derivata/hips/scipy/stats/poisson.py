"""The Poisson distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln, xlogy  # type: ignore[import-untyped]
from scipy.stats import poisson as _poisson  # type: ignore[import-untyped]

from ..recorded import recorded
from ..special import gammaincc


@recorded(_poisson.pmf)
def pmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """Probability of this value."""
    return np.exp(logpmf(k, mu, loc))


@recorded(_poisson.logpmf)
def logpmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """Logarithm of the probability of this value."""
    n = k - loc
    return xlogy(n, mu) - mu - gammaln(n + 1)


@recorded(_poisson.cdf)
def cdf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """Probability of at most this value."""
    return gammaincc(np.floor(k - loc) + 1, mu)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.poisson` has."""
    return getattr(_poisson, name)

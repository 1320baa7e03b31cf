"""The gamma distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln, xlogy  # type: ignore[import-untyped]
from scipy.stats import gamma as _gamma  # type: ignore[import-untyped]

from ..recorded import recorded
from ..special import gammainc


@recorded(_gamma.pdf)
def pdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Density."""
    return np.exp(logpdf(x, a, loc, scale))


@recorded(_gamma.logpdf)
def logpdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of the density."""
    y = (x - loc) / scale
    return xlogy(a - 1, y) - y - gammaln(a) - np.log(scale)


@recorded(_gamma.cdf)
def cdf(x: Any, a: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of at most this value; not differentiable by `a`."""
    return gammainc(a, (x - loc) / scale)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.gamma` has."""
    return getattr(_gamma, name)

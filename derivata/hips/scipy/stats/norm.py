"""The normal distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import log_ndtr, ndtr  # type: ignore[import-untyped]
from scipy.stats import norm as _norm  # type: ignore[import-untyped]

from ..recorded import recorded


@recorded(_norm.pdf)
def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Density."""
    return np.exp(logpdf(x, loc, scale))


@recorded(_norm.logpdf)
def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of the density."""
    return -(((x - loc) / scale) ** 2) / 2 - np.log(scale) - np.log(2 * np.pi) / 2


@recorded(_norm.cdf)
def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of at most this value."""
    return ndtr((x - loc) / scale)


@recorded(_norm.logcdf)
def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of `cdf`."""
    return log_ndtr((x - loc) / scale)


@recorded(_norm.sf)
def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of more than this value."""
    return ndtr((loc - x) / scale)


@recorded(_norm.logsf)
def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of `sf`."""
    return log_ndtr((loc - x) / scale)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.norm` has."""
    return getattr(_norm, name)

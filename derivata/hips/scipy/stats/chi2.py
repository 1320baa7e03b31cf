"""The chi-squared distribution."""

from __future__ import annotations

from typing import Any

from scipy.stats import chi2 as _chi2  # type: ignore[import-untyped]

from ..recorded import recorded
from . import gamma


@recorded(_chi2.pdf)
def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Density."""
    return gamma.pdf(x, df / 2, loc, 2 * scale)


@recorded(_chi2.logpdf)
def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of the density."""
    return gamma.logpdf(x, df / 2, loc, 2 * scale)


@recorded(_chi2.cdf)
def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of at most this value; not differentiable by `df`."""
    return gamma.cdf(x, df / 2, loc, 2 * scale)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.chi2` has."""
    return getattr(_chi2, name)

"""Student's t distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln  # type: ignore[import-untyped]
from scipy.stats import t as _t  # type: ignore[import-untyped]

from ..recorded import elementwise, recorded

_cdf = elementwise(_t.cdf, lambda ans, y, df: pdf(y, df))


@recorded(_t.pdf)
def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Density."""
    return np.exp(logpdf(x, df, loc, scale))


@recorded(_t.logpdf)
def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of the density."""
    y = (x - loc) / scale
    norm = gammaln((df + 1) / 2) - gammaln(df / 2) - np.log(df * np.pi) / 2 - np.log(scale)
    return norm - (df + 1) / 2 * np.log1p(y**2 / df)


@recorded(_t.cdf)
def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of at most this value; not differentiable by `df`."""
    return _cdf((x - loc) / scale, df)


@recorded(_t.logcdf)
def logcdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of `cdf`."""
    return np.log(cdf(x, df, loc, scale))


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.t` has."""
    return getattr(_t, name)

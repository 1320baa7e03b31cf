"""The beta distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import xlog1py, xlogy  # type: ignore[import-untyped]
from scipy.stats import beta as _beta  # type: ignore[import-untyped]

from ..recorded import recorded
from ..special import betainc, betaln


@recorded(_beta.pdf)
def pdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Density."""
    return np.exp(logpdf(x, a, b, loc, scale))


@recorded(_beta.logpdf)
def logpdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Logarithm of the density."""
    y = (x - loc) / scale
    return xlogy(a - 1, y) + xlog1py(b - 1, -y) - betaln(a, b) - np.log(scale)


@recorded(_beta.cdf)
def cdf(x: Any, a: Any, b: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """Probability of at most this value; not differentiable by `a` and `b`."""
    return betainc(a, b, (x - loc) / scale)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.beta` has."""
    return getattr(_beta, name)

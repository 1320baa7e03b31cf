"""The Dirichlet distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln, xlogy  # type: ignore[import-untyped]
from scipy.stats import dirichlet as _dirichlet  # type: ignore[import-untyped]

from ..recorded import recorded


@recorded(_dirichlet.pdf)
def pdf(x: Any, alpha: Any) -> Any:
    """Density."""
    return np.exp(logpdf(x, alpha))


@recorded(_dirichlet.logpdf)
def logpdf(x: Any, alpha: Any) -> Any:
    """Logarithm of the density."""
    norm = gammaln(np.sum(alpha)) - np.sum(gammaln(alpha))
    return norm + np.sum(xlogy(alpha - 1, np.transpose(x)), -1)


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats.dirichlet` has."""
    return getattr(_dirichlet, name)

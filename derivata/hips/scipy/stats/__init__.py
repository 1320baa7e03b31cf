"""Densities of distributions for traced arrays, and SciPy's distributions for plain ones."""

from typing import Any

import scipy.stats as _stats  # type: ignore[import-untyped]

from . import beta as beta
from . import chi2 as chi2
from . import dirichlet as dirichlet
from . import gamma as gamma
from . import multivariate_normal as multivariate_normal
from . import norm as norm
from . import poisson as poisson
from . import t as t


def __getattr__(name: str) -> Any:
    """Return what `scipy.stats` has."""
    return getattr(_stats, name)

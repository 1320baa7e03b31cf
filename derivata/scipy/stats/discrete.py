"""Distributions of whole numbers."""

from __future__ import annotations

from math import inf
from typing import Any

from ...generated import ops
from ...generated.namespaces import special
from .distribution import Discrete

_COUNTS = (0.0, inf)


def _probability(p: Any) -> Any:
    return (p >= 0) & (p <= 1)


def _failures(k: Any, n: Any) -> Any:
    """Return how many of n attempts fail; there is one at least where the probability is asked for."""
    return ops.where(k < n, n - k, 1.0)


poisson: Discrete = Discrete(
    "poisson",
    ("mu",),
    lambda k, mu: ops.xlogy(k, mu) - ops.lgamma(k + 1) - mu,
    _COUNTS,
    1.0,
    lambda mu: mu >= 0,
    cdf=lambda k, mu: ops.igammac(k + 1, mu),
    sf=lambda k, mu: ops.igamma(k + 1, mu),
)

binom: Discrete = Discrete(
    "binom",
    ("n", "p"),
    lambda k, n, p: (
        ops.lgamma(n + 1)
        - ops.lgamma(k + 1)
        - ops.lgamma(n - k + 1)
        + ops.xlogy(k, p)
        + ops.xlog1py(n - k, -p)
    ),
    lambda n, p: (0.0, n),
    0.0,
    lambda n, p: (n >= 0) & (n == ops.floor(n)) & _probability(p),
    cdf=lambda k, n, p: special.betainc(_failures(k, n), k + 1, 1 - p),
    sf=lambda k, n, p: special.betainc(k + 1, _failures(k, n), p),
)

bernoulli: Discrete = Discrete(
    "bernoulli",
    ("p",),
    lambda k, p: ops.xlogy(k, p) + ops.xlog1py(1 - k, -p),
    (0.0, 1.0),
    0.0,
    _probability,
    cdf=lambda k, p: 1 - p + 0 * k,
    sf=lambda k, p: p + 0 * k,
)

geom: Discrete = Discrete(
    "geom",
    ("p",),
    lambda k, p: ops.xlog1py(k - 1, -p) + ops.log(p),
    (1.0, inf),
    1.0,
    lambda p: (p > 0) & (p <= 1),
    cdf=lambda k, p: -ops.expm1(ops.xlog1py(k, -p)),
    sf=lambda k, p: ops.exp(ops.xlog1py(k, -p)),
    logsf=lambda k, p: ops.xlog1py(k, -p),
)

nbinom: Discrete = Discrete(
    "nbinom",
    ("n", "p"),
    lambda k, n, p: (
        ops.lgamma(n + k) - ops.lgamma(k + 1) - ops.lgamma(n) + ops.xlogy(n, p) + ops.xlog1py(k, -p)
    ),
    _COUNTS,
    1.0,
    lambda n, p: (n > 0) & (p > 0) & (p <= 1),
    cdf=lambda k, n, p: special.betainc(n, k + 1, p),
    sf=lambda k, n, p: special.betainc(k + 1, n, 1 - p),
)

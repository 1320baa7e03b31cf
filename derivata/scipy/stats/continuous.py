"""Continuous distributions of one number: standard densities, and cumulative probabilities where ops have them."""

from __future__ import annotations

from math import inf, log, pi
from typing import Any

from ...generated import ops
from ...generated.namespaces import special
from .distribution import Continuous, positive

_POSITIVE = (0.0, inf)


def _log_beta(a: Any, b: Any) -> Any:
    return ops.lgamma(a) + ops.lgamma(b) - ops.lgamma(a + b)


def _power(x: Any, exponent: Any) -> Any:
    """Return the logarithm of a power, where 0 to the 0 is 1."""
    return ops.xlogy(exponent, x)


norm: Continuous = Continuous(
    "norm",
    (),
    lambda z: -z * z / 2 - log(2 * pi) / 2,
    cdf=special.ndtr,
    sf=lambda z: special.ndtr(-z),
    logcdf=special.log_ndtr,
    logsf=lambda z: special.log_ndtr(-z),
)

t: Continuous = Continuous(
    "t",
    ("df",),
    lambda z, df: (
        ops.lgamma((df + 1) / 2)
        - ops.lgamma(df / 2)
        - ops.log(df * pi) / 2
        - (df + 1) / 2 * ops.log1p(z * z / df)
    ),
    valid=positive,
    cdf=lambda z, df: special.stdtr(df, z),
    sf=lambda z, df: special.stdtr(df, -z),
)

beta: Continuous = Continuous(
    "beta",
    ("a", "b"),
    lambda z, a, b: _power(z, a - 1) + _power(1 - z, b - 1) - _log_beta(a, b),
    (0.0, 1.0),
    0.5,
    positive,
    cdf=lambda z, a, b: special.betainc(a, b, z),
    sf=lambda z, a, b: special.betainc(b, a, 1 - z),
)

gamma: Continuous = Continuous(
    "gamma",
    ("a",),
    lambda z, a: _power(z, a - 1) - z - ops.lgamma(a),
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, a: ops.igamma(a, z),
    sf=lambda z, a: ops.igammac(a, z),
)

chi2: Continuous = Continuous(
    "chi2",
    ("df",),
    lambda z, df: _power(z, df / 2 - 1) - z / 2 - ops.lgamma(df / 2) - log(2) * df / 2,
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, df: ops.igamma(df / 2, z / 2),
    sf=lambda z, df: ops.igammac(df / 2, z / 2),
)

f: Continuous = Continuous(
    "f",
    ("dfn", "dfd"),
    lambda z, n, m: (
        n / 2 * ops.log(n)
        + m / 2 * ops.log(m)
        + _power(z, n / 2 - 1)
        - (n + m) / 2 * ops.log(m + n * z)
        - _log_beta(n / 2, m / 2)
    ),
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, n, m: special.betainc(n / 2, m / 2, n * z / (m + n * z)),
    sf=lambda z, n, m: special.betainc(m / 2, n / 2, m / (m + n * z)),
)

expon: Continuous = Continuous(
    "expon",
    (),
    lambda z: -z,
    _POSITIVE,
    1.0,
    cdf=lambda z: -ops.expm1(-z),
    sf=lambda z: ops.exp(-z),
    logsf=lambda z: -z,
)

uniform: Continuous = Continuous(
    "uniform", (), lambda z: 0 * z, (0.0, 1.0), 0.5, cdf=lambda z: z, sf=lambda z: 1 - z
)

laplace: Continuous = Continuous(
    "laplace",
    (),
    lambda z: -log(2) - ops.abs(z),
    cdf=lambda z: _laplace_cdf(z),
    sf=lambda z: _laplace_cdf(-z),
    logcdf=lambda z: _laplace_logcdf(z),
    logsf=lambda z: _laplace_logcdf(-z),
)


def _laplace_cdf(z: Any) -> Any:
    tail = ops.exp(-ops.abs(z)) / 2
    return ops.where(z > 0, 1 - tail, tail)


def _laplace_logcdf(z: Any) -> Any:
    return ops.where(z > 0, ops.log1p(-ops.exp(-ops.abs(z)) / 2), -log(2) - ops.abs(z))


logistic: Continuous = Continuous(
    "logistic",
    (),
    lambda z: ops.logsigmoid(z) + ops.logsigmoid(-z),
    cdf=ops.sigmoid,
    sf=lambda z: ops.sigmoid(-z),
    logcdf=lambda z: ops.logsigmoid(z),
    logsf=lambda z: ops.logsigmoid(-z),
)

lognorm: Continuous = Continuous(
    "lognorm",
    ("s",),
    lambda z, s: _over_log(z, lambda y: -((y / s) ** 2) / 2 - ops.log(s) - y - log(2 * pi) / 2),
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, s: special.ndtr(ops.log(z) / s),
    sf=lambda z, s: special.ndtr(-ops.log(z) / s),
    logcdf=lambda z, s: special.log_ndtr(ops.log(z) / s),
    logsf=lambda z, s: special.log_ndtr(-ops.log(z) / s),
)


def _over_log(z: Any, formula: Any) -> Any:
    """Return what a formula gives of the logarithm of z, and no density at 0."""
    return ops.where(z == 0, -inf, formula(ops.log(ops.where(z == 0, 1.0, z))))


cauchy: Continuous = Continuous(
    "cauchy",
    (),
    lambda z: -log(pi) - ops.log1p(z * z),
    cdf=lambda z: ops.atan2(z * 0 + 1, -z) / pi,
    sf=lambda z: ops.atan2(z * 0 + 1, z) / pi,
)

halfcauchy: Continuous = Continuous(
    "halfcauchy",
    (),
    lambda z: log(2 / pi) - ops.log1p(z * z),
    _POSITIVE,
    1.0,
    cdf=lambda z: 2 / pi * ops.atan(z),
    sf=lambda z: 2 / pi * ops.atan2(z * 0 + 1, z),
)

halfnorm: Continuous = Continuous(
    "halfnorm",
    (),
    lambda z: log(2 / pi) / 2 - z * z / 2,
    _POSITIVE,
    1.0,
    cdf=lambda z: ops.erf(z / 2**0.5),
    sf=lambda z: ops.erfc(z / 2**0.5),
    logsf=lambda z: ops.where(z < 1, ops.log1p(-ops.erf(z / 2**0.5)), log(2) + special.log_ndtr(-z)),
)

invgamma: Continuous = Continuous(
    "invgamma",
    ("a",),
    lambda z, a: _over_log(z, lambda y: -(a + 1) * y - ops.lgamma(a) - ops.exp(-y)),
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, a: ops.igammac(a, 1 / z),
    sf=lambda z, a: ops.igamma(a, 1 / z),
)

pareto: Continuous = Continuous(
    "pareto",
    ("b",),
    lambda z, b: ops.log(b) - (b + 1) * ops.log(z),
    (1.0, inf),
    2.0,
    positive,
    cdf=lambda z, b: -ops.expm1(-b * ops.log(z)),
    sf=lambda z, b: ops.exp(-b * ops.log(z)),
    logsf=lambda z, b: -b * ops.log(z),
)

weibull_min: Continuous = Continuous(
    "weibull_min",
    ("c",),
    lambda z, c: ops.log(c) + _power(z, c - 1) - z**c,
    _POSITIVE,
    1.0,
    positive,
    cdf=lambda z, c: -ops.expm1(-(z**c)),
    sf=lambda z, c: ops.exp(-(z**c)),
    logsf=lambda z, c: -(z**c),
)

gumbel_r: Continuous = Continuous(
    "gumbel_r",
    (),
    lambda z: -z - ops.exp(-z),
    cdf=lambda z: ops.exp(-ops.exp(-z)),
    sf=lambda z: -ops.expm1(-ops.exp(-z)),
    logcdf=lambda z: -ops.exp(-z),
)

gumbel_l: Continuous = Continuous(
    "gumbel_l",
    (),
    lambda z: z - ops.exp(z),
    cdf=lambda z: -ops.expm1(-ops.exp(z)),
    sf=lambda z: ops.exp(-ops.exp(z)),
    logsf=lambda z: -ops.exp(z),
)

rayleigh: Continuous = Continuous(
    "rayleigh",
    (),
    lambda z: ops.log(z) - z * z / 2,
    _POSITIVE,
    1.0,
    cdf=lambda z: -ops.expm1(-z * z / 2),
    sf=lambda z: ops.exp(-z * z / 2),
    logsf=lambda z: -z * z / 2,
)

vonmises: Continuous = Continuous(
    "vonmises",
    ("kappa",),
    lambda z, kappa: -2 * kappa * ops.sin(z / 2) ** 2 - log(2 * pi) - ops.log(special.i0e(kappa)),
    valid=lambda kappa: kappa >= 0,
)

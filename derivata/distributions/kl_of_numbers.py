"""Divergences of a family of real numbers from another: the expectation of -log q, less p's entropy.

That expectation needs few moments of p: the mean, the variance, those of log x, log (1 - x) or exp(-x / scale). The
divergence is infinite where p has values that q has not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ..top_level import public as ops
from .continuous import _EULER, Exponential, Gumbel, Laplace, Pareto, Uniform
from .continuous_bernoulli import ContinuousBernoulli
from .gamma import Beta, Gamma
from .kl import register_kl
from .normal import Normal

Formula = Callable[[Any, Any], Any]


def _bounds(d: Any) -> tuple[Any, Any]:
    """Return between which numbers the values of a distribution are."""
    if isinstance(d, Uniform):
        return d.low, d.high
    if isinstance(d, Pareto):
        return d.scale, math.inf
    if isinstance(d, (Beta, ContinuousBernoulli)):
        return 0.0, 1.0
    return (0.0, math.inf) if isinstance(d, (Exponential, Gamma)) else (-math.inf, math.inf)


def _shape(p: Any, q: Any) -> Any:
    return ops.broadcast_shapes(p.batch_shape, q.batch_shape)


def _infinite(p: Any, q: Any) -> Any:
    parameter = next(iter(vars(p)[name] for name in p.arg_constraints if name in vars(p)))
    return ops.full(_shape(p, q), math.inf, dtype=parameter.dtype)


def _finite(cross: Formula) -> Formula:
    """Return the divergence, given the expectation of -log q."""

    def formula(p: Any, q: Any) -> Any:
        (low, high), (lowest, highest) = _bounds(p), _bounds(q)
        found = cross(p, q) - p.entropy()
        return ops.where((ops.as_tensor(low) < lowest) | (ops.as_tensor(high) > highest), math.inf, found)

    return formula


def _normal(p: Any, q: Any) -> Any:
    spread = p.variance + (p.mean - q.loc).square()
    return q.scale.log() + 0.5 * math.log(2 * math.pi) + spread / (2 * q.scale.square())


def _exponential(p: Any, q: Any) -> Any:
    return q.rate * p.mean - q.rate.log()


def _gamma(p: Any, q: Any) -> Any:
    a = q.concentration
    return ops.lgamma(a) - a * q.rate.log() - (a - 1) * _mean_log(p) + q.rate * p.mean


def _gumbel(p: Any, q: Any) -> Any:
    return q.scale.log() + (p.mean - q.loc) / q.scale + (q.loc / q.scale + _log_mean_exp(p, q.scale)).exp()


def _beta(p: Any, q: Any) -> Any:
    a, b = q.concentration1, q.concentration0
    constant = ops.lgamma(a) + ops.lgamma(b) - ops.lgamma(a + b)
    reflected = Uniform(1 - p.high, 1 - p.low, validate_args=False)
    return constant - (a - 1) * _mean_log(p) - (b - 1) * _mean_log(reflected)


def _continuous_bernoulli(p: Any, q: Any) -> Any:
    return q._log_normalizer(q.logits) - q.logits * p.mean


def _uniform(p: Any, q: Any) -> Any:
    return (q.high - q.low).log()


def _pareto(p: Any, q: Any) -> Any:
    return (q.alpha + 1) * _mean_log(p) - q.alpha.log() - q.alpha * q.scale.log()


def _laplace(p: Any, q: Any) -> Any:
    away = (p.loc - q.loc) / p.scale
    absolute = math.sqrt(2 / math.pi) * p.scale * (-0.5 * away.square()).exp()
    absolute = absolute + (p.loc - q.loc) * ops.erf(away / math.sqrt(2))
    return (2 * q.scale).log() + absolute / q.scale


def _mean_log(p: Any) -> Any:
    """Return the expectation of log x."""
    if isinstance(p, Exponential):
        return -p.rate.log() - _EULER
    if isinstance(p, Pareto):
        return p.scale.log() + 1 / p.alpha
    if isinstance(p, Beta):
        return ops.digamma(p.concentration1) - ops.digamma(p.concentration1 + p.concentration0)
    low, high = (
        ops.where(bound < 0, 1.0, bound) for bound in (p.low, p.high)
    )  # below 0 it is infinite anyway
    return (ops.xlogy(high, high) - ops.xlogy(low, low)) / (p.high - p.low) - 1


def _log_mean_exp(p: Any, scale: Any) -> Any:
    """Return the logarithm of the expectation of exp(-x / scale)."""
    if isinstance(p, Normal):
        return 0.5 * (p.scale / scale).square() - p.loc / scale
    if isinstance(p, Uniform):
        width = (p.high - p.low) / scale
        return (-(-width).expm1() / width).log() - p.low / scale
    shape = p.concentration if isinstance(p, Gamma) else 1
    return -shape * (1 / (p.rate * scale)).log1p()


CROSS: dict[type, tuple[Formula, tuple[type, ...]]] = {
    Normal: (_normal, (Exponential, Gamma, Gumbel, Laplace, Uniform, Beta, ContinuousBernoulli, Pareto)),
    Exponential: (_exponential, (Beta, ContinuousBernoulli, Gamma, Pareto, Uniform)),
    Gamma: (_gamma, (Beta, Exponential, Pareto, Uniform)),
    Gumbel: (_gumbel, (Exponential, Gamma, Normal, Uniform)),
    Laplace: (_laplace, (Normal,)),
    Beta: (_beta, (Uniform,)),
    ContinuousBernoulli: (_continuous_bernoulli, (Beta, ContinuousBernoulli, Uniform)),
    Uniform: (_uniform, (Beta, ContinuousBernoulli)),
    Pareto: (_pareto, (Uniform,)),
}
"""For each q the expectation of -log q, and for which p it has a closed form."""

_BOUNDED = (Beta, ContinuousBernoulli, Pareto, Uniform)
INFINITE: dict[type, tuple[type, ...]] = {
    Normal: (Exponential, Gamma, *_BOUNDED),
    Gumbel: (Exponential, Gamma, *_BOUNDED),
    Laplace: (Exponential, Gamma, *_BOUNDED),
    Exponential: _BOUNDED,
    Gamma: _BOUNDED,
    Pareto: (Beta, ContinuousBernoulli, Uniform),
    Beta: (Pareto,),
    ContinuousBernoulli: (Pareto,),
}
"""For each p the q that lack some of its values, whatever the parameters are."""

for _q, (_cross, _families) in CROSS.items():
    for _p in _families:
        register_kl(_p, _q)(_finite(_cross))
for _p, _others in INFINITE.items():
    for _q in _others:
        register_kl(_p, _q)(_infinite)

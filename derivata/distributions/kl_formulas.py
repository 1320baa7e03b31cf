"""Formulas of the divergence of Kullback and Leibler."""

from __future__ import annotations

import math
from typing import Any

from ..generated.namespaces import linalg
from ..nn.functional import softplus
from ..top_level import public as ops
from .categorical import Categorical, OneHotCategorical
from .continuous import _EULER, Cauchy, Exponential, Gumbel, Laplace, Pareto, Uniform
from .discrete import Bernoulli, Binomial, Geometric, Poisson
from .distribution import sum_rightmost
from .gamma import Beta, Dirichlet, Gamma
from .independent import Independent
from .kl import kl_divergence, register_kl
from .multivariate_normal import MultivariateNormal
from .normal import HalfNormal, Normal
from .transformed import TransformedDistribution


@register_kl(Normal, Normal)
def _normal(p: Any, q: Any) -> Any:
    ratio = (p.scale / q.scale).square()
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).square() - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Any, q: Any) -> Any:
    one = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    return one + (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))


@register_kl(Binomial, Binomial)
def _binomial(p: Any, q: Any) -> Any:
    if (p.total_count < q.total_count).any():
        raise NotImplementedError(
            "KL between Binomials where q.total_count > p.total_count is not implemented"
        )
    found = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return ops.where(p.total_count > q.total_count, math.inf, found)


@register_kl(Categorical, Categorical)
@register_kl(OneHotCategorical, OneHotCategorical)
def _categorical(p: Any, q: Any) -> Any:
    terms = p.probs * (p.logits - q.logits)
    terms = ops.where((q.probs == 0).expand(terms.shape), math.inf, terms)
    return ops.where((p.probs == 0).expand(terms.shape), 0.0, terms).sum(-1)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    constant = ops.lgamma(total) - ops.lgamma(b.sum(-1)) + (ops.lgamma(b) - ops.lgamma(a)).sum(-1)
    return constant + ((a - b) * (ops.digamma(a) - ops.digamma(total).unsqueeze(-1))).sum(-1)


@register_kl(Beta, Beta)
def _beta(p: Any, q: Any) -> Any:
    return _dirichlet(p._dirichlet(), q._dirichlet())


@register_kl(Exponential, Exponential)
def _exponential(p: Any, q: Any) -> Any:
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Gamma, Gamma)
def _gamma(p: Any, q: Any) -> Any:
    a, b = p.concentration, q.concentration
    found = b * (p.rate / q.rate).log() + ops.lgamma(b) - ops.lgamma(a)
    return found + (a - b) * ops.digamma(a) + (q.rate - p.rate) * (a / p.rate)


@register_kl(Gumbel, Gumbel)
def _gumbel(p: Any, q: Any) -> Any:
    ratio, away = p.scale / q.scale, (q.loc - p.loc) / q.scale
    return -ratio.log() - away + ratio * _EULER + (away + ops.lgamma(1 + ratio)).exp() - (1 + _EULER)


@register_kl(Geometric, Geometric)
def _geometric(p: Any, q: Any) -> Any:
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p: Any, q: Any) -> Any:
    return _normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _laplace(p: Any, q: Any) -> Any:
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * (-away / p.scale).exp() - 1


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Any, q: Any) -> Any:
    sum_ = ((p.scale + q.scale).square() + (p.loc - q.loc).square()).log()
    return sum_ - (4 * p.scale * q.scale).log()


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: Any, q: Any) -> Any:
    size = p.event_shape[0]
    if q.event_shape[0] != size:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be computed, got "
            f"{p.event_shape} and {q.event_shape}"
        )
    batch = ops.broadcast_shapes(p.batch_shape, q.batch_shape)
    factor = q.scale_tril.expand((*batch, size, size))
    spread = linalg.solve_triangular(factor, p.scale_tril.expand((*batch, size, size)), upper=False)
    away = linalg.solve_triangular(factor, (q.loc - p.loc).expand((*batch, size)).unsqueeze(-1), upper=False)
    rest = q._half_log_det() - p._half_log_det()
    return rest + 0.5 * (spread.square().sum((-2, -1)) + away.square().sum((-2, -1)) - size)


@register_kl(Pareto, Pareto)
def _pareto(p: Any, q: Any) -> Any:
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return ops.where(p.scale < q.scale, math.inf, found)


@register_kl(Poisson, Poisson)
def _poisson(p: Any, q: Any) -> Any:
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Uniform, Uniform)
def _uniform(p: Any, q: Any) -> Any:
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return ops.where((q.low > p.low) | (q.high < p.high), math.inf, found)


@register_kl(Exponential, Normal)
@register_kl(Gamma, Normal)
@register_kl(Gumbel, Normal)
@register_kl(Laplace, Normal)
@register_kl(Uniform, Normal)
@register_kl(Beta, Normal)
def _from_normal(p: Any, q: Any) -> Any:
    """The expectation of -log q needs the first two moments of p only."""
    spread = p.variance + (p.mean - q.loc).square()
    return -p.entropy() + q.scale.log() + 0.5 * math.log(2 * math.pi) + spread / (2 * q.scale.square())


@register_kl(Beta, Exponential)
@register_kl(Gamma, Exponential)
@register_kl(Pareto, Exponential)
@register_kl(Uniform, Exponential)
def _from_exponential(p: Any, q: Any) -> Any:
    found = -p.entropy() - q.rate.log() + q.rate * p.mean
    return ops.where(p.low < 0, math.inf, found) if isinstance(p, Uniform) else found


@register_kl(Exponential, Gamma)
def _exponential_gamma(p: Any, q: Any) -> Any:
    return _gamma(Gamma(ops.ones_like(p.rate), p.rate, validate_args=False), q)


@register_kl(Normal, Laplace)
def _normal_laplace(p: Any, q: Any) -> Any:
    away = (p.loc - q.loc) / p.scale
    absolute = math.sqrt(2 / math.pi) * p.scale * (-0.5 * away.square()).exp()
    absolute = absolute + (p.loc - q.loc) * ops.erf(away / math.sqrt(2))
    return -p.entropy() + (2 * q.scale).log() + absolute / q.scale


@register_kl(Independent, Independent)
def _independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError(
            "KL of Independent distributions: expected the same reinterpreted_batch_ndims, got "
            f"{p.reinterpreted_batch_ndims} and {q.reinterpreted_batch_ndims}"
        )
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: Any, q: Any) -> Any:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError(
            "KL of TransformedDistributions: expected the same transforms and event shapes"
        )
    return kl_divergence(p.base_dist, q.base_dist)

"""The divergence of normal vectors, whichever of the two have covariances of low rank."""

from __future__ import annotations

from typing import Any

from ..generated.namespaces import linalg
from ..top_level import public as ops
from .kl import register_kl
from .low_rank import LowRankMultivariateNormal
from .multivariate_normal import MultivariateNormal


@register_kl(MultivariateNormal, MultivariateNormal)
@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _normal_vectors(p: Any, q: Any) -> Any:
    """Half the sum of what q's precision makes of p's covariance and of the distance, and of determinants."""
    size = p.event_shape[0]
    if q.event_shape[0] != size:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be computed, got "
            f"{p.event_shape} and {q.event_shape}"
        )
    away = (q.loc - p.loc).unsqueeze(-1)
    found = _square(q, away) - size
    if isinstance(p, LowRankMultivariateNormal):
        found = found + _square(q, p.cov_factor) + _square(q, p.cov_diag.sqrt().diag_embed())
    else:
        found = found + _square(q, p.scale_tril)
    return 0.5 * found + q._half_log_det() - p._half_log_det()


def _square(q: Any, columns: Any) -> Any:
    """Return the trace of ``columns.T @ precision @ columns``."""
    if isinstance(q, LowRankMultivariateNormal):
        whole, part = q.whitened(columns)
        return whole.square().sum((-2, -1)) - part.square().sum((-2, -1))
    batch = ops.broadcast_shapes(q.batch_shape, columns.shape[:-2])
    factor = q.scale_tril.expand((*batch, *q.scale_tril.shape[-2:]))
    whitened = linalg.solve_triangular(factor, columns.expand((*batch, *columns.shape[-2:])), upper=False)
    return whitened.square().sum((-2, -1))

"""Transforms to vectors that add up to 1, and to triangular and positive definite matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..nn.functional import softplus
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint, independent
from .transform import Transform


class SoftmaxTransform(Transform):
    """y = softmax(x), and x = log(y); no bijection."""

    domain: Constraint = constraints.real_vector
    codomain: Constraint = constraints.simplex

    def _call(self, x: Any) -> Any:
        return ops.softmax(x, -1)

    def _inverse(self, y: Any) -> Any:
        return y.log()


class StickBreakingTransform(Transform):
    """Vectors of numbers to vectors, longer by one, that add up to 1: each takes its part of what is left."""

    domain: Constraint = constraints.real_vector
    codomain: Constraint = constraints.simplex
    bijective = True

    def _call(self, x: Any) -> Any:
        taken = ops.sigmoid(x - _left(x).log())
        left = (1 - taken).cumprod(-1)
        one = ops.ones_like(left[..., :1])
        return ops.cat([taken, one], -1) * ops.cat([one, left], -1)

    def _inverse(self, y: Any) -> Any:
        first = y[..., :-1]
        left = (1 - first.cumsum(-1)).clamp(min=ops.finfo(y.dtype).tiny)
        return first.log() - left.log() + _left(first).log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum of the logarithms of parts and what is left."""
        x = x - _left(x).log()
        return (-x - softplus(-x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return (*shape[:-1], shape[-1] - 1)


def _left(x: Any) -> Any:
    """Return how many parts are still to come at each place."""
    count = x.shape[-1]
    return ops.arange(count, 0, -1, dtype=x.dtype)


class LowerCholeskyTransform(Transform):
    """Square matrices to lower triangular ones with a positive diagonal."""

    domain: Constraint = independent(constraints.real, 2)
    codomain: Constraint = constraints.lower_cholesky

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """Square matrices to positive definite ones, by their Cholesky factors."""

    domain: Constraint = independent(constraints.real, 2)
    codomain: Constraint = constraints.positive_definite

    def _call(self, x: Any) -> Any:
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y: Any) -> Any:
        return LowerCholeskyTransform()._inverse(ops.cholesky(y))


class CorrCholeskyTransform(Transform):
    """Vectors of n (n - 1) / 2 numbers to Cholesky factors of correlation matrices of n rows."""

    domain: Constraint = constraints.real_vector
    codomain: Constraint = constraints.corr_cholesky
    bijective = True

    def _call(self, x: Any) -> Any:
        rows = _rows(x.shape[-1])
        inner = _below(x.tanh(), rows)
        left = (1 - inner.square()).cumprod(-1).sqrt()
        one = ops.ones_like(left[..., :1])
        return (inner + ops.eye(rows, dtype=x.dtype)) * ops.cat([one, left[..., :-1]], -1)

    def _inverse(self, y: Any) -> Any:
        left = (1 - y.square().cumsum(-1)).clamp(min=ops.finfo(y.dtype).tiny).sqrt()
        one = ops.ones_like(left[..., :1])
        scaled = y / ops.cat([one, left[..., :-1]], -1)
        return scaled[(..., *_places(y.shape[-1]))].atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum of the logarithms of what tanh and the lengths that are left contribute."""
        left = 1 - y.square().cumsum(-1)
        parts = left[(..., *_places(y.shape[-1], -2))].log() if y.shape[-1] > 2 else x[..., :0]
        return 0.5 * parts.sum(-1) - 2 * (x + softplus(-2 * x) - math.log(2)).sum(-1)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return (*shape[:-1], _rows(shape[-1]), _rows(shape[-1]))

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return (*shape[:-2], shape[-1] * (shape[-1] - 1) // 2)


def _rows(count: int) -> int:
    return round((1 + math.sqrt(1 + 8 * count)) / 2)


def _places(rows: int, offset: int = -1) -> tuple[Any, Any]:
    places = ops.tril_indices(rows, rows, offset)
    return places[0], places[1]


def _below(values: Any, rows: int) -> Any:
    """Return matrices with these values below the diagonal."""
    i, j = _places(rows)
    flat = ops.zeros((*values.shape[:-1], rows * rows), dtype=values.dtype)
    index = (i * rows + j).expand(values.shape)
    return flat.scatter(-1, index, values).reshape((*values.shape[:-1], rows, rows))

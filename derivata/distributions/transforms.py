"""Invertible functions of values, with the logarithm of how they stretch space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..nn.functional import softplus
from ..runtime.tensors.tensor import Tensor
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint, independent
from .distribution import sum_rightmost


class Transform:
    """Base class of transforms.

    Attributes
    ----------
    domain, codomain : Constraint
    bijective : bool
    sign : int or Tensor
        1 if it grows, -1 if it falls; only of one number.
    """

    bijective = False
    domain: Constraint = constraints.real
    codomain: Constraint = constraints.real
    sign: Any = 1

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        raise NotImplementedError(f"{type(self).__name__}: a transform defines __call__")

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}.inv: it has no inverse")

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |dy/dx| at `x`, whose value is `y`."""
        raise NotImplementedError(
            f"{type(self).__name__}.log_abs_det_jacobian: volumes do not change by a factor"
        )

    @property
    def inv(self) -> Transform:
        """The inverse transform."""
        return _Inverse(self)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return tuple(shape)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _Inverse(Transform):
    def __init__(self, transform: Transform) -> None:
        self._transform = transform
        self.bijective, self.sign = transform.bijective, transform.sign
        self.domain, self.codomain = transform.codomain, transform.domain

    def __call__(self, x: Any) -> Any:
        return self._transform._inverse(x)

    def _inverse(self, y: Any) -> Any:
        return self._transform(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |dy/dx|."""
        return -self._transform.log_abs_det_jacobian(y, x)

    @property
    def inv(self) -> Transform:
        """The inverse transform."""
        return self._transform

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return self._transform.inverse_shape(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return self._transform.forward_shape(shape)

    def __repr__(self) -> str:
        return f"{self._transform!r}.inv"


class ComposeTransform(Transform):
    """One transform after the other."""

    def __init__(self, parts: Sequence[Transform]) -> None:
        self.parts = list(parts)
        self.bijective: bool = all(part.bijective for part in self.parts)
        self.sign = math.prod(part.sign for part in self.parts) if self.bijective else 1
        self.domain = self._raised("domain", self.parts)
        self.codomain = self._raised("codomain", self.parts[::-1])

    def _raised(self, side: str, parts: list[Transform]) -> Constraint:
        if not parts:
            return constraints.real
        found: Constraint = getattr(parts[0], side)
        dims = max(max(part.domain.event_dim, part.codomain.event_dim) for part in parts)
        return independent(found, dims - found.event_dim) if dims > found.event_dim else found

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y: Any) -> Any:
        for part in reversed(self.parts):
            y = part._inverse(y)
        return y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum of the parts'."""
        total: Any = ops.zeros_like(x) if not self.parts else 0
        dims = max(self.domain.event_dim, self.codomain.event_dim)
        for part in self.parts:
            after = part(x)
            own = max(part.domain.event_dim, part.codomain.event_dim)
            total = total + sum_rightmost(part.log_abs_det_jacobian(x, after), dims - own)
            x = after
        return total

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        for part in self.parts:
            shape = part.forward_shape(shape)
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return tuple(shape)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.parts!r})"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last dimensions are one value."""

    def __init__(self, base_transform: Transform, reinterpreted_batch_ndims: int) -> None:
        self.base_transform, self.reinterpreted_batch_ndims = base_transform, reinterpreted_batch_ndims
        self.bijective, self.sign = base_transform.bijective, base_transform.sign
        self.domain = independent(base_transform.domain, reinterpreted_batch_ndims)
        self.codomain = independent(base_transform.codomain, reinterpreted_batch_ndims)

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return self.base_transform(x)

    def _inverse(self, y: Any) -> Any:
        return self.base_transform._inverse(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum over the last dimensions."""
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


class ExpTransform(Transform):
    """y = exp(x)."""

    codomain = constraints.positive
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return x."""
        return x


class PowerTransform(Transform):
    """y = x ** exponent."""

    domain = constraints.positive
    codomain = constraints.positive
    bijective = True

    def __init__(self, exponent: Any) -> None:
        self.exponent = exponent if isinstance(exponent, Tensor) else ops.tensor(float(exponent))
        self.sign = self.exponent.sign()

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |exponent y / x|."""
        return (self.exponent * y / x).abs().log()


class SigmoidTransform(Transform):
    """y = 1 / (1 + exp(-x))."""

    codomain = constraints.unit_interval
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`, above 0 and below 1."""
        info = ops.finfo(x.dtype)
        return ops.sigmoid(x).clamp(info.tiny, 1 - info.eps)

    def _inverse(self, y: Any) -> Any:
        info = ops.finfo(y.dtype)
        inside = y.clamp(info.tiny, 1 - info.eps)
        return inside.log() - (-inside).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log(y (1 - y))."""
        return -softplus(-x) - softplus(x)


class SoftplusTransform(Transform):
    """y = log(1 + exp(x))."""

    codomain = constraints.positive
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-(-y).expm1()).log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log(sigmoid(x))."""
        return -softplus(-x)


class TanhTransform(Transform):
    """y = tanh(x)."""

    codomain = constraints.interval(-1.0, 1.0)
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log(1 - y²)."""
        return 2 * (math.log(2) - x - softplus(-2 * x))


class AbsTransform(Transform):
    """y = |x|, which has no inverse."""

    codomain = constraints.positive

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


class AffineTransform(Transform):
    """y = loc + scale * x."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0) -> None:
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        if event_dim:
            self.domain = self.codomain = independent(constraints.real, event_dim)
        self.sign = scale.sign() if isinstance(scale, Tensor) else (scale > 0) - (scale < 0)

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |scale|."""
        scale = self.scale if isinstance(self.scale, Tensor) else ops.tensor(float(self.scale), dtype=x.dtype)
        return sum_rightmost(scale.abs().log().expand(x.shape), self.event_dim)


class SoftmaxTransform(Transform):
    """y = softmax(x), and x = log(y); no bijection."""

    domain = constraints.real_vector
    codomain = constraints.simplex

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return ops.softmax(x, -1)

    def _inverse(self, y: Any) -> Any:
        return y.log()


class StickBreakingTransform(Transform):
    """Vectors of numbers to vectors, longer by one, that add up to 1: each takes its part of what is left."""

    domain = constraints.real_vector
    codomain = constraints.simplex
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
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

    domain = independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """Square matrices to positive definite ones, by their Cholesky factors."""

    domain = independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y: Any) -> Any:
        return LowerCholeskyTransform()._inverse(ops.cholesky(y))


class CorrCholeskyTransform(Transform):
    """Vectors of n (n - 1) / 2 numbers to Cholesky factors of correlation matrices of n rows."""

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
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

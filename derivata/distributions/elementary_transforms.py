"""Transforms of numbers, one at a time."""

from __future__ import annotations

import math
from typing import Any

from ..nn.functional import softplus
from ..runtime.tensors.tensor import Tensor
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint, independent
from .distribution import sum_rightmost
from .transform import Transform


class ExpTransform(Transform):
    """y = exp(x)."""

    codomain: Constraint = constraints.positive
    bijective = True

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return x."""
        return x


class PowerTransform(Transform):
    """y = x ** exponent."""

    domain: Constraint = constraints.positive
    codomain: Constraint = constraints.positive
    bijective = True

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.exponent: Any = exponent if isinstance(exponent, Tensor) else ops.tensor(float(exponent))
        self.sign: Any = self.exponent.sign()

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |exponent y / x|."""
        return (self.exponent * y / x).abs().log()


class SigmoidTransform(Transform):
    """y = 1 / (1 + exp(-x))."""

    codomain: Constraint = constraints.unit_interval
    bijective = True

    def _call(self, x: Any) -> Any:
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

    codomain: Constraint = constraints.positive
    bijective = True

    def _call(self, x: Any) -> Any:
        return softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-(-y).expm1()).log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log(sigmoid(x))."""
        return -softplus(-x)


class TanhTransform(Transform):
    """y = tanh(x)."""

    codomain: Constraint = constraints.interval(-1.0, 1.0)
    bijective = True

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log(1 - y²)."""
        return 2 * (math.log(2) - x - softplus(-2 * x))


class AbsTransform(Transform):
    """y = |x|, which has no inverse."""

    codomain: Constraint = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


class AffineTransform(Transform):
    """y = loc + scale * x."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc: Any = loc
        self.scale: Any = scale
        if event_dim:
            self.domain = self.codomain = independent(constraints.real, event_dim)
        self.sign: Any = scale.sign() if isinstance(scale, Tensor) else (scale > 0) - (scale < 0)

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return log |scale|."""
        scale = self.scale if isinstance(self.scale, Tensor) else ops.tensor(float(self.scale), dtype=x.dtype)
        return sum_rightmost(scale.abs().log().expand(x.shape), self.domain.event_dim)

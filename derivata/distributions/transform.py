"""Invertible functions with the logarithm of how they stretch space: what all have, and those made of others."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..runtime.modes.grad_mode import is_grad_enabled
from ..top_level import public as ops
from . import constraints
from .constraints import Constraint, independent
from .distribution import sum_rightmost


class _Pair(NamedTuple):
    """An argument and its value, and whether grad mode was on when one was computed of the other."""

    x: Any
    y: Any
    recorded: bool


class Transform:
    """Base class of transforms, which define `_call`, and if there is an inverse `_inverse`.

    Parameters
    ----------
    cache_size : int
        1 to keep the last argument and its value: the inverse of that value is then that argument, exactly.

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
    _cache_size: int = 0
    _last: _Pair | None = None

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError(f"{type(self).__name__}: cache_size must be 0 or 1, got {cache_size!r}")
        self._cache_size = cache_size

    def __call__(self, x: Any) -> Any:
        """Return the value at `x`."""
        if not self._cache_size:
            return self._call(x)
        if self._last is None or self._last.x is not x or not self._reusable(self._last, x):
            self._last = _Pair(x, self._call(x), is_grad_enabled())
        return self._last.y

    def _inv_call(self, y: Any) -> Any:
        if not self._cache_size:
            return self._inverse(y)
        if self._last is None or self._last.y is not y or not self._reusable(self._last, y):
            self._last = _Pair(self._inverse(y), y, is_grad_enabled())
        return self._last.x

    def _reusable(self, last: _Pair, given: Any) -> bool:
        """Tell whether nothing would be recorded now that was not recorded when the values were computed."""
        if last.recorded or not is_grad_enabled():
            return True
        own = vars(self).values()
        return not any(
            getattr(value, "requires_grad", isinstance(value, (list, Transform))) for value in (given, *own)
        )

    def with_cache(self, cache_size: int = 1) -> Transform:
        """Return a transform like this one that keeps its last value, or does not."""
        if cache_size == self._cache_size:
            return self
        other = copy.copy(self)
        Transform.__init__(other, cache_size)
        other._last = None
        return other

    def _call(self, x: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}: a transform defines _call")

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

    @property
    def event_dim(self) -> int:
        """How many of the last dimensions make one value of its domain, or codomain, which have as many."""
        return max(self.domain.event_dim, self.codomain.event_dim)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return tuple(shape)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._parameters() == other._parameters()

    def _parameters(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_last", "_cache_size")}

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class _Inverse(Transform):
    def __init__(self, transform: Transform) -> None:
        self._transform = transform
        self.bijective, self.sign = transform.bijective, transform.sign
        self.domain, self.codomain = transform.codomain, transform.domain

    def _call(self, x: Any) -> Any:
        return self._transform._inv_call(x)

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

    def __init__(self, parts: Sequence[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts: list[Transform] = list(parts)
        self.bijective: bool = all(part.bijective for part in self.parts)
        self.sign: Any = math.prod(part.sign for part in self.parts) if self.bijective else 1
        self.domain = self._raised("domain", self.parts)
        self.codomain = self._raised("codomain", self.parts[::-1])

    def _raised(self, side: str, parts: list[Transform]) -> Constraint:
        if not parts:
            return constraints.real
        found: Constraint = getattr(parts[0], side)
        dims = max(max(part.domain.event_dim, part.codomain.event_dim) for part in parts)
        return independent(found, dims - found.event_dim) if dims > found.event_dim else found

    def _call(self, x: Any) -> Any:
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y: Any) -> Any:
        for part in reversed(self.parts):
            y = part._inv_call(y)
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


identity_transform: Transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last dimensions are one value."""

    def __init__(
        self, base_transform: Transform, reinterpreted_batch_ndims: int, cache_size: int = 0
    ) -> None:
        super().__init__(cache_size)
        self.base_transform: Transform = base_transform
        self.reinterpreted_batch_ndims: int = reinterpreted_batch_ndims
        self.bijective: bool = base_transform.bijective
        self.sign: Any = base_transform.sign
        self.domain: Constraint = independent(base_transform.domain, reinterpreted_batch_ndims)
        self.codomain: Constraint = independent(base_transform.codomain, reinterpreted_batch_ndims)

    def _call(self, x: Any) -> Any:
        return self.base_transform(x)

    def _inverse(self, y: Any) -> Any:
        return self.base_transform._inv_call(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum over the last dimensions."""
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"IndependentTransform({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

"""Transforms of parts, each by its own transform, and of shapes; the transform that a distribution function is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..top_level import public as ops
from . import constraints
from .constraints import Constraint, independent
from .distribution import sum_rightmost
from .transform import Transform


class _Parts(Transform):
    """One transform for each part of a value along a dimension."""

    transforms: list[Transform]
    dim: int

    def _set(self, tseq: Sequence[Transform], dim: int, cache_size: int) -> None:
        Transform.__init__(self, cache_size)
        if not all(isinstance(transform, Transform) for transform in tseq):
            raise TypeError(f"{type(self).__name__}: expected a sequence of Transforms, got {tseq!r}")
        self.transforms = [
            transform.with_cache(cache_size) if cache_size else transform for transform in tseq
        ]
        self.dim = dim
        self.bijective: bool = all(transform.bijective for transform in self.transforms)

    def _split(self, value: Any) -> Sequence[Any]:
        raise NotImplementedError

    def _joined(self, values: list[Any], dim: int) -> Any:
        raise NotImplementedError

    def _checked(self, value: Any, length: int) -> Any:
        if not -value.dim() <= self.dim < value.dim() or value.shape[self.dim] != length:
            raise ValueError(
                f"{type(self).__name__}: expected {length} along dimension {self.dim}, got a value of shape "
                f"{value.shape}"
            )
        return value

    def _call(self, x: Any) -> Any:
        return self._joined(
            [t(part) for t, part in zip(self.transforms, self._split(x), strict=True)], self.dim
        )

    def _inverse(self, y: Any) -> Any:
        parts = zip(self.transforms, self._split(y), strict=True)
        return self._joined([t._inv_call(part) for t, part in parts], self.dim)


class CatTransform(_Parts):
    """Transforms of the parts of a value that is made by `cat`.

    Parameters
    ----------
    tseq : sequence of Transform
    dim : int
        The dimension that the parts are along.
    lengths : sequence of int, optional
        How long they are; 1 each by default.

    Examples
    --------
    >>> from derivata import distributions as d
    >>> both = d.CatTransform([d.ExpTransform(), d.identity_transform], dim=0, lengths=[1, 2])
    >>> both(dv.tensor([0.0, 3.0, 4.0]))
    tensor([1., 3., 4.])
    """

    def __init__(
        self,
        tseq: Sequence[Transform],
        dim: int = 0,
        lengths: Sequence[int] | None = None,
        cache_size: int = 0,
    ) -> None:
        self._set(tseq, dim, cache_size)
        self.lengths: list[int] = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise ValueError(
                f"CatTransform: expected a length for each of {len(self.transforms)} transforms, got {self.lengths}"
            )
        self.domain: Constraint = constraints.cat([t.domain for t in tseq], dim, self.lengths)
        self.codomain: Constraint = constraints.cat([t.codomain for t in tseq], dim, self.lengths)

    @property
    def length(self) -> int:
        """The length of all parts together."""
        return sum(self.lengths)

    def _split(self, value: Any) -> Sequence[Any]:
        parts: Sequence[Any] = self._checked(value, self.length).split(self.lengths, self.dim)
        return parts

    def _joined(self, values: list[Any], dim: int) -> Any:
        return ops.cat(values, dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the parts' own, side by side, or their sum where the dimension belongs to an event."""
        parts = zip(self.transforms, self._split(x), self._split(y), strict=True)
        own = [sum_rightmost(t.log_abs_det_jacobian(a, b), self.event_dim - t.event_dim) for t, a, b in parts]
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return self._joined(own, dim) if dim < 0 else sum(own)


class StackTransform(_Parts):
    """Transforms of the slices of a value that is made by `stack`.

    Parameters
    ----------
    tseq : sequence of Transform
    dim : int
        The dimension that the slices are along.

    Examples
    --------
    >>> from derivata import distributions as d
    >>> both = d.StackTransform([d.ExpTransform(), d.identity_transform], dim=1)
    >>> both(dv.tensor([[0.0, 3.0]]))
    tensor([[1., 3.]])
    """

    def __init__(self, tseq: Sequence[Transform], dim: int = 0, cache_size: int = 0) -> None:
        self._set(tseq, dim, cache_size)
        self.domain: Constraint = constraints.stack([t.domain for t in tseq], dim)
        self.codomain: Constraint = constraints.stack([t.codomain for t in tseq], dim)

    def _split(self, value: Any) -> Sequence[Any]:
        slices: Sequence[Any] = self._checked(value, len(self.transforms)).unbind(self.dim)
        return slices

    def _joined(self, values: list[Any], dim: int) -> Any:
        return ops.stack(values, dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the slices' own, stacked."""
        parts = zip(self.transforms, self._split(x), self._split(y), strict=True)
        return self._joined([t.log_abs_det_jacobian(a, b) for t, a, b in parts], self.dim)


class ReshapeTransform(Transform):
    """The last dimensions of a value in another shape, which stretches nothing.

    Parameters
    ----------
    in_shape, out_shape : sequence of int
        Shapes of events, with the same number of elements.

    Raises
    ------
    ValueError
        If their numbers of elements differ, or a value has another shape.
    """

    bijective = True

    def __init__(self, in_shape: Sequence[int], out_shape: Sequence[int], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.in_shape: tuple[int, ...] = tuple(in_shape)
        self.out_shape: tuple[int, ...] = tuple(out_shape)
        if math.prod(self.in_shape) != math.prod(self.out_shape):
            raise ValueError(
                "ReshapeTransform: in_shape, out_shape have different numbers of elements: "
                f"{self.in_shape}, {self.out_shape}"
            )
        self.domain: Constraint = independent(constraints.real, len(self.in_shape))
        self.codomain: Constraint = independent(constraints.real, len(self.out_shape))

    def _call(self, x: Any) -> Any:
        return x.reshape(self.forward_shape(x.shape))

    def _inverse(self, y: Any) -> Any:
        return y.reshape(self.inverse_shape(y.shape))

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return zeros."""
        return ops.zeros(x.shape[: x.dim() - len(self.in_shape)], dtype=x.dtype)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of the value at what has this shape."""
        return _replaced(tuple(shape), self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of what the value of this shape comes from."""
        return _replaced(tuple(shape), self.out_shape, self.in_shape)


def _replaced(shape: tuple[int, ...], before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    cut = len(shape) - len(before)
    if cut < 0 or shape[cut:] != before:
        raise ValueError(f"ReshapeTransform: expected a shape that ends with {before}, got {shape}")
    return shape[:cut] + after


class CumulativeDistributionTransform(Transform):
    """y = F(x), with the distribution function F of a distribution: to uniform numbers, and by its inverse from them.

    Examples
    --------
    >>> from derivata import distributions as d
    >>> d.CumulativeDistributionTransform(d.Normal(0.0, 1.0))(dv.tensor(0.0))
    tensor(0.5)
    """

    codomain: Constraint = constraints.unit_interval
    bijective = True

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.distribution: Any = distribution
        self.domain: Constraint = distribution.support

    def _call(self, x: Any) -> Any:
        return self.distribution.cdf(x)

    def _inverse(self, y: Any) -> Any:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the logarithm of the density at `x`."""
        return self.distribution.log_prob(x)

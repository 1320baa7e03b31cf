"""Transforms from all real numbers to the values that a constraint allows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from . import constraints, transforms
from .constraints import Constraint
from .transforms import ComposeTransform, Transform

Factory = Callable[[Any], Transform]


class ConstraintRegistry:
    """Which transform leads to which constraint."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._registry: dict[Any, Factory] = {}

    def register(self, constraint: Any, factory: Factory | None = None) -> Any:
        """Say how to make the transform for a constraint or class of constraints; also as a decorator."""
        if factory is None:
            return lambda made: self.register(constraint, made)
        self._registry[constraint] = factory
        return factory

    def __call__(self, constraint: Constraint) -> Transform:
        """Return the transform to what a constraint allows."""
        for key in (constraint, type(constraint)):
            if key in self._registry:
                return self._registry[key](constraint)
        raise NotImplementedError(
            f"Cannot transform {constraint!r} constraints: {self._name} has no transform for it; "
            f"{self._name}.register one"
        )


biject_to: ConstraintRegistry = ConstraintRegistry("biject_to")
transform_to: ConstraintRegistry = ConstraintRegistry("transform_to")


def _above(bound: Any) -> Transform:
    return ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(bound, 1)])


def _below(bound: Any) -> Transform:
    return ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(bound, -1)])


def _between(c: Any) -> Transform:
    scale = c.upper_bound - c.lower_bound
    return ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(c.lower_bound, scale)])


for _registry in (biject_to, transform_to):
    _registry.register(constraints.real, lambda c: transforms.identity_transform)
    _registry.register(constraints.positive, lambda c: transforms.ExpTransform())
    _registry.register(constraints.nonnegative, lambda c: transforms.ExpTransform())
    _registry.register(constraints.greater_than, lambda c: _above(c.lower_bound))
    _registry.register(constraints.greater_than_eq, lambda c: _above(c.lower_bound))
    _registry.register(constraints.less_than, lambda c: _below(c.upper_bound))
    _registry.register(constraints.unit_interval, lambda c: transforms.SigmoidTransform())
    _registry.register(constraints.interval, _between)
    _registry.register(constraints.half_open_interval, _between)
    _registry.register(constraints.corr_cholesky, lambda c: transforms.CorrCholeskyTransform())

biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
transform_to.register(constraints.positive_definite, lambda c: transforms.PositiveDefiniteTransform())
transform_to.register(constraints.positive_semidefinite, lambda c: transforms.PositiveDefiniteTransform())


def _biject_to_independent(c: Any) -> Transform:
    return transforms.IndependentTransform(biject_to(c.base_constraint), c.reinterpreted_batch_ndims)


def _transform_to_independent(c: Any) -> Transform:
    return transforms.IndependentTransform(transform_to(c.base_constraint), c.reinterpreted_batch_ndims)


biject_to.register(constraints.independent, _biject_to_independent)
transform_to.register(constraints.independent, _transform_to_independent)


def _cat(registry: ConstraintRegistry, c: Any) -> Transform:
    return transforms.CatTransform([registry(part) for part in c.cseq], c.dim, c.lengths)


def _stack(registry: ConstraintRegistry, c: Any) -> Transform:
    return transforms.StackTransform([registry(part) for part in c.cseq], c.dim)


for _registry in (biject_to, transform_to):
    _registry.register(constraints.cat, partial(_cat, _registry))
    _registry.register(constraints.stack, partial(_stack, _registry))

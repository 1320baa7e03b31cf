"""Bounds of nested parameters as SciPy has them, and what is at them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...generated import ops
from ...runtime.graph.tensor_base import wrap
from ...runtime.tensors.tensor import Tensor
from ..library import library
from ..parameters import Parameters, Vector, parts_like


def flat_bounds(bounds: Any, parameters: Parameters, caller: str) -> Any:
    """Return SciPy's bounds for all numbers in turn; None stays None, and what is SciPy's stays as it is."""
    optimize = library("optimize", caller)
    structure = parameters.structure
    if bounds is None or isinstance(bounds, optimize.Bounds):
        return bounds
    if structure.kind is None or type(bounds) is not structure.kind:
        return bounds
    pairs = [_pair(part, caller) for part in parts_like(structure, bounds, caller, "bounds")]
    low, high = (parameters.broadcast([pair[side] for pair in pairs]) for side in (0, 1))
    return optimize.Bounds(low, high)


def at_bounds(bounds: Any, vector: Vector, caller: str) -> Vector:
    """Return which numbers are at one of their bounds, which are SciPy's."""
    if bounds is None:
        return np.zeros(vector.shape, bool)
    if hasattr(bounds, "lb"):
        low, high = bounds.lb, bounds.ub
    else:
        low, high = np.transpose([_pair(bound, caller) for bound in bounds])
    return np.asarray((vector <= low) | (vector >= high))


def stay_where(fixed: Vector, gradient: Tensor, x: Tensor) -> Tensor:
    """Return what is zero at a minimum: the gradient, and of numbers at a bound how far they moved from it."""
    return ops.where(wrap(fixed), x - x.detach(), gradient) if fixed.any() else gradient


def _pair(bound: Any, caller: str) -> tuple[Any, Any]:
    if bound is None:
        return -np.inf, np.inf
    if not (isinstance(bound, (tuple, list)) and len(bound) == 2):
        raise ValueError(
            f"{caller}: expected bounds of each tensor to be a pair (low, high) or None, got {bound!r}; write None for "
            "what is not bounded"
        )
    low, high = (getattr(side, "_array", side) for side in bound)
    return -np.inf if low is None else low, np.inf if high is None else high
